// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "durationhistogram.h"
#include "spanquery.h"
#include "trace.h"

#include <functional>
#include <memory>
#include <vector>

namespace bubblescope {

DurationHistogram durationHistogram(const Trace& trace, const std::vector<SpanId>& spans, int mostBars = 32);

/// Matches of a search in the orders that views need. There may be millions, so they are sorted by the thread that
/// finds them.
struct SearchResult {
    std::vector<SpanId> byBegin;
    std::vector<uint32_t> byNumber; ///< the same spans, sorted by number
    DurationHistogram durations;
};
using SearchResultPtr = std::shared_ptr<const SearchResult>;

/// `isWanted`: leaves out others; null: none.
SearchResultPtr searchTrace(
    const Trace& trace, const SpanQuery& query, const std::function<bool(SpanId)>& isWanted = nullptr);
/// The matches with durations in a range.
SearchResultPtr matchesTaking(const SearchResult& found, const Trace& trace, TimeRange durations);

} // namespace bubblescope
