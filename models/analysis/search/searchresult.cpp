// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchresult.h"

#include "spansearch.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

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
    DurationHistogram histogram;
    TimeNs shortest = std::numeric_limits<TimeNs>::max();
    TimeNs longest = 0;
    uint64_t zeros = 0;
    for (const SpanId span : spans) {
        const TimeNs duration = trace.duration(span);
        if (duration <= 0) {
            ++zeros;
            continue;
        }
        shortest = std::min(shortest, duration);
        longest = std::max(longest, duration);
    }
    if (zeros > 0)
        histogram.bars.push_back({0, 1, zeros});
    if (longest == 0)
        return histogram;

    // Steps of a 1-2-5 series are easy to read; use finer ones if all durations are similar.
    const double span = std::log10(double(longest) / double(shortest));
    const int count = std::clamp(static_cast<int>(std::ceil(span * 12)) + 1, 1, std::max(mostBars, 1));
    const double from = std::log10(double(shortest));
    std::vector<TimeNs> edges;
    for (int i = 0; i <= count; ++i) {
        const double edge = std::pow(10.0, from + (span <= 0 ? 0 : span * i / count));
        edges.push_back(i == 0 ? shortest : i == count ? longest + 1 : static_cast<TimeNs>(std::llround(edge)));
    }
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
    const size_t firstBar = histogram.bars.size();
    for (size_t i = 0; i + 1 < edges.size(); ++i)
        histogram.bars.push_back({edges[i], edges[i + 1], 0});
    for (const SpanId s : spans) {
        const TimeNs duration = trace.duration(s);
        if (duration <= 0)
            continue;
        const auto edge = std::upper_bound(edges.begin(), edges.end(), duration);
        ++histogram.bars[firstBar + static_cast<size_t>(edge - edges.begin()) - 1].count;
    }
    return histogram;
}

SearchResultPtr searchTrace(const Trace& trace, const SpanQuery& query)
{
    return resultOf(trace, findSpans(query, trace, trace.timing()));
}

SearchResultPtr matchesTaking(const SearchResult& found, const Trace& trace, TimeRange durations)
{
    std::vector<SpanId> taking;
    std::copy_if(found.byBegin.begin(), found.byBegin.end(), std::back_inserter(taking),
        [&](SpanId span) { return durations.contains(trace.duration(span)); });
    return resultOf(trace, std::move(taking));
}

} // namespace bubblescope
