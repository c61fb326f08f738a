// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace.h"

#include <algorithm>

namespace bubblescope {

// Where nothing marks the steps of a profiler's recording and nothing in it repeats, all of it, without a long start-up
// and shut-down, stands for a step, and is called the whole recording. Its lag is less than that of any step.

constexpr TimeNs lagOfRecording = -1;

inline RankStep wholeRecording(int32_t rank, TimeRange range) { return {rank, {1, range}, {}, lagOfRecording}; }
inline bool isWholeRecording(const RankStep& step) { return !step.isOfDevice() && step.lag == lagOfRecording; }
/// True if that is so for all ranks.
inline bool isWholeRecording(const Trace& trace)
{
    const auto steps = trace.rankSteps();
    return !steps.empty()
        && std::all_of(steps.begin(), steps.end(), [](const RankStep& step) { return isWholeRecording(step); });
}

/// What precedes the first work of devices is start-up where it is more than a twentieth of the rest.
constexpr bool isStartUp(TimeRange recording, TimeNs firstWork)
{
    return recording.contains(firstWork) && firstWork - recording.begin > (recording.end - firstWork) / 20;
}
/// Likewise what follows the end of their last work is shut-down.
constexpr bool isShutDown(TimeRange recording, TimeNs endOfWork)
{
    return endOfWork > recording.begin && recording.contains(endOfWork)
        && recording.end - endOfWork > (endOfWork - recording.begin) / 20;
}

} // namespace bubblescope
