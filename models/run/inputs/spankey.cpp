// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "spankey.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace bubblescope {

namespace {

/// All spans with this name on a lane, by begin.
std::vector<SpanId> namesakes(const Trace& trace, TrackId track, StringId name)
{
    std::vector<SpanId> spans;
    for (const Row& row : trace.rowsOf(track)) {
        for (uint32_t i = row.firstSpan; i < row.firstSpan + row.spanCount; ++i) {
            if (trace.nameId(SpanId(i)) == name)
                spans.emplace_back(i);
        }
    }
    std::stable_sort(
        spans.begin(), spans.end(), [&trace](SpanId a, SpanId b) { return trace.begin(a) < trace.begin(b); });
    return spans;
}

/// The span that begins at exactly this time; of several, the one with the same duration.
SpanId spanBeginning(const Trace& trace, TrackId track, const SpanKey& key)
{
    SpanId found;
    const TimeNs begin = boundedDifference(trace.origin(), key.begin);
    const auto begins = trace.timing().begin.begin();
    for (const Row& row : trace.rowsOf(track)) {
        const auto last = begins + row.firstSpan + row.spanCount;
        for (auto at = std::lower_bound(begins + row.firstSpan, last, begin); at != last && *at == begin; ++at) {
            const SpanId span(uint32_t(at - begins));
            if (trace.name(span) != key.name)
                continue;
            if (trace.duration(span) == key.duration)
                return span;
            if (!found.isValid())
                found = span;
        }
    }
    return found;
}

} // namespace

TimeNs boundedDifference(TimeNs from, TimeNs to)
{
    constexpr TimeNs most = std::numeric_limits<TimeNs>::max() / 4;
    TimeNs difference = 0;
    if (__builtin_sub_overflow(to, from, &difference))
        return to < from ? -most : most;
    return std::clamp(difference, -most, most);
}

SpanKey keyOf(const Trace& trace, SpanId span)
{
    const TrackId track = trace.track(span);
    SpanKey key;
    key.rank = trace.track(track).rank;
    key.lane = trace.trackName(track);
    key.name = trace.name(span);
    key.begin = trace.begin(span) + trace.origin();
    key.duration = trace.duration(span);
    const std::vector<SpanId> same = namesakes(trace, track, trace.nameId(span));
    key.ordinal = uint32_t(std::find(same.begin(), same.end(), span) - same.begin());
    return key;
}

SpanId findSpan(const Trace& trace, const SpanKey& key)
{
    const StringId name = trace.strings().find(key.name);
    if (!name.isValid())
        return {};
    for (const Track& ofRank : trace.tracksOf(key.rank)) {
        const TrackId track = trace.idOf(ofRank);
        if (trace.trackName(track) != key.lane)
            continue;
        if (const SpanId there = spanBeginning(trace, track, key); there.isValid())
            return there;
        const std::vector<SpanId> same = namesakes(trace, track, name);
        if (key.ordinal < same.size() && trace.duration(same[key.ordinal]) == key.duration)
            return same[key.ordinal];
    }
    return {};
}

} // namespace bubblescope
