// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "unalignedtrace.h"

#include <algorithm>

namespace bubblescope {

UnalignedTrace::UnalignedTrace(const Trace& trace)
    : m_ranks(trace.ranks().begin(), trace.ranks().end())
    , m_steps(trace.steps().begin(), trace.steps().end())
    , m_rankSteps(trace.rankSteps().begin(), trace.rankSteps().end())
    , m_rankRanges(trace.timing().rankRanges)
    , m_hosts(trace.hosts().begin(), trace.hosts().end())
    , m_links(trace.links().begin(), trace.links().end())
    , m_range(trace.range())
    , m_denseRange(trace.denseRange())
    , m_origin(trace.origin())
{
    for (const Track& track : trace.tracks())
        m_hostOfTrack.push_back(track.host);
}

/// What was added to the times of each rank, relative to the current origin.
std::map<int32_t, TimeNs> UnalignedTrace::addedByRank(const Trace& aligned) const
{
    std::map<int32_t, TimeNs> added;
    const TimeNs zero = aligned.origin() - m_origin;
    const auto now = aligned.ranks();
    for (size_t r = 0; r < std::min(m_ranks.size(), now.size()); ++r)
        added[now[r].rank] = now[r].shift - m_ranks[r].shift - zero;
    return added;
}

bool UnalignedTrace::isShiftedIn(const Trace& aligned) const
{
    const std::map<int32_t, TimeNs> added = addedByRank(aligned);
    return aligned.origin() != m_origin
        || std::any_of(added.begin(), added.end(), [](const auto& rank) { return rank.second != 0; });
}

Timing UnalignedTrace::timing(const Trace& aligned) const
{
    Timing timing = aligned.timing();
    const std::map<int32_t, TimeNs> added = addedByRank(aligned);
    for (const Row& row : aligned.rows()) {
        const auto rank = added.find(aligned.track(row.track).rank);
        const TimeNs shift = rank == added.end() ? 0 : rank->second;
        for (uint32_t i = row.firstSpan; shift != 0 && i < row.firstSpan + row.spanCount; ++i) {
            timing.begin[i] -= shift;
            timing.end[i] -= shift;
        }
    }
    return timing;
}

std::vector<TimeNs> UnalignedTrace::counterTimes(const Trace& aligned) const
{
    std::vector<TimeNs> times = aligned.counters().times;
    const std::map<int32_t, TimeNs> added = addedByRank(aligned);
    const TimeNs zero = aligned.origin() - m_origin;
    for (const CounterSeries& series : aligned.counters().series) {
        // A series without a rank follows the origin only.
        const auto rank = added.find(series.rank);
        const TimeNs shift = rank == added.end() ? -zero : rank->second;
        for (uint32_t i = series.firstSample; shift != 0 && i < series.firstSample + series.sampleCount; ++i)
            times[i] -= shift;
    }
    return times;
}

std::vector<Track> UnalignedTrace::tracks(const Trace& aligned) const
{
    std::vector<Track> tracks(aligned.tracks().begin(), aligned.tracks().end());
    for (size_t t = 0; t < std::min(tracks.size(), m_hostOfTrack.size()); ++t)
        tracks[t].host = m_hostOfTrack[t];
    return tracks;
}

} // namespace bubblescope
