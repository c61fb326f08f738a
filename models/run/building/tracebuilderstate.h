// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "builtspans.h"
#include "builtsteps.h"
#include "builttracks.h"
#include "sidetablebuilder.h"
#include "tracebuilder.h"

#include <map>
#include <string>
#include <vector>

namespace bubblescope {

/// What a TraceBuilder has collected; known to itself and to its archive only.
struct TraceBuilder::Private {
    Private() = default;
    explicit Private(const ColumnPoolPtr& pool) : spans(pool) { }

    StringPool strings;
    BuiltTracks tracks;
    BuiltSpans spans;
    BuiltSteps steps;
    SideTableBuilder side;
    std::vector<std::string> files {std::string()};
    std::map<int32_t, std::string> hosts; ///< by rank

    void collectRanks(Trace& trace) const;
};

} // namespace bubblescope
