// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "argumenttext.h"
#include "querytable.h"

#include <string>

namespace bubblescope {

/// What was recorded beside the time of spans: a row for each argument that a span has.
class ArgumentTable final : public QueryTable {
public:
    std::string_view name() const override { return "args"; }
    std::string_view help() const override
    {
        return "What a profiler recorded beside the times of spans, where it is kept: inputs of operators, streams, "
               "launches of kernels";
    }
    std::span<const QueryColumn> columns() const override;
    std::unique_ptr<QueryCursor> open(QueryData& data) const override;
    double estimatedRows(const QueryData& data) const override;
    bool needsFewRanks(const QueryBounds& bounds) const override;
    bool isRecorded() const override { return true; }
};

/// The value in that table for a span of this id; empty where it has none. Stops and refuses as tables do.
std::string argumentOfSpan(QueryData& data, int64_t span, KeptArgument argument);

} // namespace bubblescope
