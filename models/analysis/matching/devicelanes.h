// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace.h"

namespace bubblescope {

/// True for the runs of a profiler: they show the threads of the host, and what these start on a GPU.
bool isProfilerRun(const Trace& trace);

/// True for lanes of what a GPU does; the rest of a profiler's lanes is the host's, or about the other lanes.
constexpr bool isDeviceLane(Lane lane)
{
    return lane == Lane::Compute || lane == Lane::Stream || lane == Lane::Communication;
}

/// Whether a rank of a profiler run shows its GPU: what the GPU does is its step then, and what the host does is a
/// reason.
bool showsDevice(const Trace& trace, int32_t rank);

/// What the GPUs of a profiler run did, all ranks together; memory that is set is neither kernel nor copy.
struct DeviceWork {
    uint64_t kernels = 0;
    TimeNs kernelNs = 0; ///< sum of their durations
    uint64_t copies = 0;
    TimeNs copyNs = 0;
};
DeviceWork deviceWork(const Trace& trace);

/// Index into Trace::ranks(), or the number of ranks.
size_t rankIndex(const Trace& trace, int32_t rank);

/// What a window means to one rank of a profiler run: a window that is one of the trace's steps is that very step as
/// the rank has it. Ranks begin their steps at other times, and record nothing before the first.
TimeRange ownWindow(const Trace& trace, const RankInfo& rank, TimeRange window);

} // namespace bubblescope
