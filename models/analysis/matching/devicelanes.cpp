// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "devicelanes.h"

#include <algorithm>

namespace bubblescope {

bool isProfilerRun(const Trace& trace)
{
    return std::any_of(trace.tracks().begin(), trace.tracks().end(),
        [](const Track& track) { return track.lane == Lane::Thread && track.rowCount > 0; });
}

bool showsDevice(const Trace& trace, int32_t rank)
{
    const auto isDevice = [rank](const Track& track) {
        return track.rank == rank && isDeviceLane(track.lane) && track.rowCount > 0;
    };
    return std::any_of(trace.tracks().begin(), trace.tracks().end(), isDevice) && isProfilerRun(trace);
}

size_t rankIndex(const Trace& trace, int32_t rank)
{
    const auto ranks = trace.ranks();
    const auto found = std::lower_bound(
        ranks.begin(), ranks.end(), rank, [](const RankInfo& info, int32_t number) { return info.rank < number; });
    return found != ranks.end() && found->rank == rank ? size_t(found - ranks.begin()) : ranks.size();
}

TimeRange ownWindow(const Trace& trace, const RankInfo& rank, TimeRange window)
{
    const auto steps = trace.steps();
    const auto step
        = std::find_if(steps.begin(), steps.end(), [&](const Step& candidate) { return candidate.range == window; });
    if (step == steps.end())
        return window;
    for (const RankStep& own : trace.rankSteps()) {
        if (own.rank == rank.rank && own.step.number == step->number)
            return own.step.range;
    }
    return {}; // the rank has fewer steps
}

} // namespace bubblescope
