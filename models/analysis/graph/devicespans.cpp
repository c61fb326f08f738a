// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "devicespans.h"

#include "devicelanes.h"

#include <algorithm>
#include <span>
#include <tuple>

namespace bubblescope {

namespace {

/// Of the device and of its host: work may seem to begin so much before its launch.
constexpr TimeNs clocksDiffer = 1'000'000;

/// First begin to last end of what a row has of this rank's launches in a time; `from`: when it may begin at the
/// earliest. A stream runs in the order of its launches, so that not all that follows need be looked at.
TimeRange launchedOfRow(const Trace& trace, const Row& row, TimeRange host, TimeNs from)
{
    constexpr int mostLater = 4096; // in a row: lanes of process groups hold several streams
    const auto begins = std::span(trace.timing().begin).subspan(row.firstSpan, row.spanCount);
    const auto first = std::lower_bound(begins.begin(), begins.end(), from) - begins.begin();
    const SpanId end(row.firstSpan + row.spanCount);
    const std::span<const Link> launches = trace.launches();
    auto at = std::lower_bound(launches.begin(), launches.end(), SpanId(row.firstSpan + uint32_t(first)),
        [](const Link& link, SpanId wanted) { return link.to < wanted; });
    TimeRange own = TimeRange::nothing();
    for (int later = 0; at != launches.end() && at->to < end && later < mostLater; ++at) {
        const TimeNs call = trace.begin(at->from);
        if (host.contains(call))
            own = own.united(trace.range(at->to));
        later = call < host.end ? 0 : later + 1;
    }
    return own;
}

} // namespace

DeviceSpans::DeviceSpans(const Trace& trace, int32_t rank, TimeRange range) : m_trace(&trace)
{
    for (const Track& track : m_trace->tracksOf(rank)) {
        if (isDeviceLane(track.lane))
            add(track, range);
    }
    sort();
}

DeviceSpans DeviceSpans::launchedIn(const Trace& trace, int32_t rank, TimeRange host)
{
    TimeRange own = TimeRange::nothing();
    for (const Track& track : trace.tracksOf(rank)) {
        if (!isDeviceLane(track.lane))
            continue;
        for (const Row& row : trace.rowsOf(trace.idOf(track))) {
            if (row.kind != Row::Kind::FusedLegs)
                own = own.united(launchedOfRow(trace, row, host, host.begin - clocksDiffer));
        }
    }
    if (own.isNothing())
        return DeviceSpans(trace, rank, {host.begin, host.begin});
    DeviceSpans made(trace, rank, {own.begin, own.end + 1});
    const auto isAnothers = [&](SpanId span) {
        const SpanId call = trace.launchOf(span);
        return call.isValid() ? !host.contains(trace.begin(call)) : !own.contains(trace.begin(span));
    };
    for (Lane& lane : made.m_lanes)
        std::erase_if(lane.spans, isAnothers);
    std::erase_if(made.m_byBegin, isAnothers);
    std::erase_if(made.m_byEnd, isAnothers);
    std::erase_if(made.m_legs, isAnothers);
    return made;
}

std::optional<TimeNs> DeviceSpans::through(
    const Trace& trace, int32_t rank, TimeNs until, TimeNs launchedBefore, size_t* lookedAt)
{
    std::optional<TimeNs> over;
    const std::span<const Link> launches = trace.launches();
    for (const Track& track : trace.tracksOf(rank)) {
        if (!isDeviceLane(track.lane))
            continue;
        for (const Row& row : trace.rowsOf(trace.idOf(track))) {
            if (row.kind == Row::Kind::FusedLegs)
                continue;
            // The spans of a row end in the order of their begins. Those without a launch are passed over unseen.
            const auto begins = std::span(trace.timing().begin).subspan(row.firstSpan, row.spanCount);
            const SpanId end(
                row.firstSpan + uint32_t(std::lower_bound(begins.begin(), begins.end(), until) - begins.begin()));
            auto at = std::lower_bound(launches.begin(), launches.end(), end,
                [](const Link& link, SpanId wanted) { return link.to < wanted; });
            while (at != launches.begin() && std::prev(at)->to.value >= row.firstSpan) {
                --at;
                if (lookedAt)
                    ++*lookedAt;
                const TimeNs ended = trace.end(at->to);
                if (over && ended <= *over)
                    break;
                if (trace.begin(at->from) < launchedBefore) {
                    over = ended;
                    break;
                }
            }
        }
    }
    return over;
}

void DeviceSpans::add(const Track& track, TimeRange range)
{
    Lane lane {m_trace->idOf(track), {}};
    for (const Row& row : m_trace->rowsOf(lane.track)) {
        std::vector<SpanId>& spans = row.kind == Row::Kind::FusedLegs ? m_legs : lane.spans;
        const auto begins = std::span(m_trace->timing().begin).subspan(row.firstSpan, row.spanCount);
        const auto first = std::lower_bound(begins.begin(), begins.end(), range.begin) - begins.begin();
        const auto last = std::lower_bound(begins.begin(), begins.end(), range.end) - begins.begin();
        for (auto i = row.firstSpan + uint32_t(first); i < row.firstSpan + uint32_t(last); ++i)
            spans.push_back(SpanId(i));
    }
    sortByBegin(lane.spans);
    m_byBegin.insert(m_byBegin.end(), lane.spans.begin(), lane.spans.end());
    m_lanes.push_back(std::move(lane));
}

void DeviceSpans::sort()
{
    sortByBegin(m_byBegin);
    m_byEnd = m_byBegin;
    std::stable_sort(
        m_byEnd.begin(), m_byEnd.end(), [&](SpanId a, SpanId b) { return m_trace->end(a) < m_trace->end(b); });
}

void DeviceSpans::sortByBegin(std::vector<SpanId>& spans) const
{
    std::sort(spans.begin(), spans.end(), [&](SpanId a, SpanId b) {
        return std::tuple(m_trace->begin(a), m_trace->end(a), a) < std::tuple(m_trace->begin(b), m_trace->end(b), b);
    });
}

SpanId DeviceSpans::lastEnded(TimeNs until, TimeNs after, TimeNs launchedBefore, TimeNs begunBefore) const
{
    auto at = std::upper_bound(
        m_byEnd.begin(), m_byEnd.end(), until, [&](TimeNs time, SpanId span) { return time < m_trace->end(span); });
    constexpr int furthest = 64; // others launched in the meantime
    for (int i = 0; i < furthest && at != m_byEnd.begin(); ++i) {
        const SpanId span = *--at;
        if (m_trace->end(span) <= after)
            return {};
        const SpanId call = m_trace->launchOf(span);
        if (m_trace->begin(span) < begunBefore && (!call.isValid() || m_trace->begin(call) < launchedBefore))
            return span;
    }
    return {};
}

} // namespace bubblescope
