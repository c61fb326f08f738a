// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "spanquery.h"
#include "trace.h"

#include <memory>
#include <vector>

namespace bubblescope {

/// How many spans lie between so many ns and the next bar, in logarithmic steps; durations of 0 have a bar of their
/// own, the first.
struct DurationHistogram {
    struct Bar {
        TimeNs from = 0; ///< inclusive
        TimeNs to = 0;   ///< exclusive
        uint64_t count = 0;
    };
    std::vector<Bar> bars;
};
DurationHistogram durationHistogram(const Trace& trace, const std::vector<SpanId>& spans, int mostBars = 32);

/// What a search found, in the orders in which views need it: there may be millions of matches, so they are put in
/// order where they were found, on any thread.
struct SearchResult {
    std::vector<SpanId> byBegin;
    std::vector<uint32_t> byNumber; ///< the same spans
    DurationHistogram durations;
};
using SearchResultPtr = std::shared_ptr<const SearchResult>;

SearchResultPtr searchTrace(const Trace& trace, const SpanQuery& query);
/// Those that take so long.
SearchResultPtr matchesTaking(const SearchResult& found, const Trace& trace, TimeRange durations);

} // namespace bubblescope
