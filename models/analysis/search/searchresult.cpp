// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchresult.h"

#include "spansearch.h"

#include <algorithm>
#include <iterator>

namespace bubblescope {

namespace {

SearchResultPtr resultOf(const Trace& trace, std::vector<SpanId> byBegin)
{
    auto made = std::make_shared<SearchResult>();
    made->byBegin = std::move(byBegin);
    made->byNumber.reserve(made->byBegin.size());
    for (const SpanId span : made->byBegin)
        made->byNumber.push_back(span.value);
    std::sort(made->byNumber.begin(), made->byNumber.end());
    made->durations = durationHistogram(trace, made->byBegin);
    return made;
}

} // namespace

DurationHistogram durationHistogram(const Trace& trace, const std::vector<SpanId>& spans, int mostBars)
{
    DurationCounts counts;
    for (const SpanId span : spans)
        counts.add(trace.duration(span));
    return counts.histogram(mostBars);
}

SearchResultPtr searchTrace(const Trace& trace, const SpanQuery& query, const std::function<bool(SpanId)>& isWanted)
{
    std::vector<SpanId> found = findSpans(query, trace, trace.timing());
    if (isWanted)
        std::erase_if(found, [&isWanted](SpanId span) { return !isWanted(span); });
    return resultOf(trace, std::move(found));
}

SearchResultPtr matchesTaking(const SearchResult& found, const Trace& trace, TimeRange durations)
{
    std::vector<SpanId> taking;
    std::copy_if(found.byBegin.begin(), found.byBegin.end(), std::back_inserter(taking),
        [&](SpanId span) { return durations.contains(trace.duration(span)); });
    return resultOf(trace, std::move(taking));
}

} // namespace bubblescope
