// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "playedsteps.h"
#include "timeparts.h"
#include "timesplit.h"

#include <vector>

namespace bubblescope {

/// The GPU of a rank has no work: at first because its host has not launched any (host wait), then although it has
/// (kernel wait).
struct DevicePause {
    TimeRange range;
    TimeNs launched = 0; ///< the call that launches the next work has returned; at most range.end
    SpanId next;         ///< what ends it; invalid if nothing in the window does
    TimeRange hostWait() const { return {range.begin, launched}; }
};

/// Splits the window of one rank. `waiting` is the result of findWaiting(), `played` is of the same timing.
/// Communication recorded inside an operation is charged to its group and subtracted from the operation; a fused pair
/// is charged once; streams count only where no compute hides them. Time without records is a pipeline bubble after the
/// rank's last operation of a step, before its first one (except on the first stage, which receives nothing), and
/// before every pass if the run records no messages; of other such time, that in which others are awaited is waiting.
/// If a profiler shows the GPU of a rank, only the GPU's lanes are split, and the host's lanes explain why it is idle.
/// Appends the stretches without work to `idle`, and those of such a GPU to `pauses`, in order. O(spans of the rank
/// inside the window).
TimeSplit splitRank(const RunContext& context, const Timing& timing, int32_t rank, TimeRange window,
    const std::vector<Waiting>& waiting, const PlayedRun& played, std::vector<IdleStretch>* idle = nullptr,
    std::vector<DevicePause>* pauses = nullptr);

/// splitRank() of several windows, which may overlap. O(spans of the rank), and O(its spans inside the windows).
std::vector<TimeSplit> splitRankWindows(const RunContext& context, const Timing& timing, int32_t rank,
    const std::vector<TimeRange>& windows, const std::vector<Waiting>& waiting, const PlayedRun& played);

/// splitRank() of every step of a rank, in order of Timing::stepsOf(). O(spans of the rank).
std::vector<TimeSplit> splitRankSteps(const RunContext& context, const Timing& timing, int32_t rank,
    const std::vector<Waiting>& waiting, const PlayedRun& played);

/// The spans of a rank that make up a part of its time, ascending: those that take it or wait in it; of time without
/// records those that end it. All of the rank's time is looked at.
std::vector<SpanId> spansOfPart(const RunContext& context, const Timing& timing, int32_t rank, TimePart part,
    const std::vector<Waiting>& waiting, const PlayedRun& played);

} // namespace bubblescope
