// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "result.h"
#include "runcontext.h"
#include "searchresult.h"
#include "timeparts.h"

#include <optional>
#include <string>
#include <string_view>

namespace bubblescope {

/// A search text with the term `part:waiting`, which asks for what a part of the step is made of: only all ranks of a
/// run together identify these spans.
struct PartSearch {
    std::optional<TimePart> part; ///< nothing: none is asked for
    std::string rest;             ///< in the language of SpanQuery

    /// An error that names the parts if there is no such one.
    static Result<PartSearch> of(std::string_view text);
    /// The term of a part.
    static std::string term(TimePart part);
};

/// False for parts that no span takes or ends: time that was not recorded, or is not explained.
constexpr bool hasSpans(TimePart part) { return part < TimePart::NotRecorded; }

/// Spans of the part that match the query, too.
SearchResultPtr searchPart(const RunContext& context, TimePart part, const SpanQuery& query);

} // namespace bubblescope
