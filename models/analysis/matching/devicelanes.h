// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace.h"

namespace bubblescope {

/// True for profiler runs, which show host threads and what these launch on a GPU.
bool isProfilerRun(const Trace& trace);

/// True for lanes with work of a GPU; a profiler's other lanes belong to the host or annotate other lanes.
constexpr bool isDeviceLane(Lane lane)
{
    return lane == Lane::Compute || lane == Lane::Stream || lane == Lane::Communication;
}

/// True if a rank of a profiler run shows its GPU: then the GPU's work is the step, and the host's work explains
/// it.
bool showsDevice(const Trace& trace, int32_t rank);

/// True if what is on a lane ran on this stream of its rank, on which the rank computes, as far as the names of lanes
/// say ("stream 7", "comm default_pg stream 7 (0)").
bool isOnStream(const Trace& trace, const Track& lane, const Track& stream);
/// True if a communication ran on a stream on which its rank computes: nothing can run beside it there.
bool runsBetweenCompute(const Trace& trace, SpanId communication);

/// What the GPUs of a profiler run did, all ranks together; memory that is set is neither kernel nor copy.
struct DeviceWork {
    uint64_t kernels = 0;
    TimeNs kernelNs = 0; ///< sum of their durations
    uint64_t copies = 0;
    TimeNs copyNs = 0;
};
DeviceWork deviceWork(const Trace& trace);

/// Index into Trace::ranks(); the number of ranks if there is none.
size_t rankIndex(const Trace& trace, int32_t rank);

/// Maps a window to one rank of a profiler run: a window that equals one of the trace's steps becomes that step on this
/// rank. Ranks begin their steps at different times, and record nothing before the first.
TimeRange ownWindow(const Trace& trace, const RankInfo& rank, TimeRange window);
/// The same for the rank's host: a device behind it works on a step that its host has launched before.
TimeRange ownHostWindow(const Trace& trace, const RankInfo& rank, TimeRange window);

} // namespace bubblescope
