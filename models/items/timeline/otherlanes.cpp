// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "otherlanes.h"

#include <algorithm>
#include <cstdint>

namespace bubblescope {

namespace {

constexpr size_t mostCounted = 100'000; // launches, evenly spread: enough to know which thread does most of it

/// The thread of the rank that launches most or, where nothing is known of launches, the one that begins with most
/// time; -1 without threads.
int64_t launchingThread(const Trace& trace, int32_t rank, const std::vector<uint32_t>& launches)
{
    int64_t leading = -1;
    TimeNs longest = -1;
    for (const Track& track : trace.tracksOf(rank)) {
        const uint32_t id = trace.idOf(track).value;
        if (track.lane != Lane::Thread || track.rowCount == 0)
            continue;
        const Row& row = trace.row(RowId(track.firstRow));
        const TimeNs length = row.spanCount == 0
            ? 0
            : trace.end(SpanId(row.firstSpan + row.spanCount - 1)) - trace.begin(SpanId(row.firstSpan));
        const bool leads = leading < 0 || launches[id] > launches[size_t(leading)]
            || (launches[id] == launches[size_t(leading)] && length > longest);
        if (leads) {
            leading = id;
            longest = length;
        }
    }
    return leading;
}

} // namespace

std::vector<bool> otherLanes(const Trace& trace, const std::vector<bool>& rare)
{
    if (!trace.hasThreads() || trace.ranks().size() < 2)
        return {};
    std::vector<uint32_t> launches(trace.tracks().size(), 0);
    const size_t stride = 1 + trace.launches().size() / mostCounted;
    for (size_t i = 0; i < trace.launches().size(); i += stride)
        ++launches[trace.track(trace.launches()[i].from).value];
    std::vector<bool> others(trace.tracks().size(), false);
    for (const RankInfo& rank : trace.ranks()) {
        const int64_t leading = launchingThread(trace, rank.rank, launches);
        std::vector<uint32_t> hidden;
        for (const Track& track : trace.tracksOf(rank.rank)) {
            const uint32_t id = trace.idOf(track).value;
            const bool isOfHost = track.lane == Lane::Thread || track.lane == Lane::Host;
            const bool isRareStream = track.lane == Lane::Stream && id < rare.size() && rare[id];
            const bool isShown = std::ranges::any_of(trace.rowsOf(TrackId(id)), &isDrawn);
            if (isShown && int64_t(id) != leading && (isOfHost || isRareStream))
                hidden.push_back(id);
        }
        for (const uint32_t id : hidden)
            others[id] = hidden.size() > 1;
    }
    return std::ranges::find(others, true) != others.end() ? others : std::vector<bool>();
}

bool openOtherLanes(TimelineLayout::Options& options, int rank, bool open)
{
    return open ? options.openedOthers.insert(rank).second : options.openedOthers.erase(rank) > 0;
}

} // namespace bubblescope
