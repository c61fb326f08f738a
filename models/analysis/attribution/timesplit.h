// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "category.h"
#include "timerange.h"
#include "waiting.h"

#include <array>
#include <string_view>
#include <vector>

namespace bubblescope {

/// Where a pipeline stands, as one rank sees it: before its first backward of the step, after its last forward (and
/// first backward), or between the two.
enum class PipelinePhase : uint8_t { WarmUp, Steady, CoolDown };
inline constexpr int pipelinePhaseCount = 3;
/// "warmup", "steady" or "cooldown".
std::string_view phaseKey(PipelinePhase phase);

/// Where a stretch of time of one rank, or of several together, went. Every nanosecond is charged once: the parts add
/// up to total() exactly. All in ns.
struct TimeSplit {
    /// Compute without the communication inside it; communication that no compute hides, its transfer only; host
    /// work; waiting and bubbles where they are recorded as such.
    std::array<TimeNs, categoryCount> time {};
    /// Communication that waited for its partners, by the group it belongs to. Category::Optimizer: synchronization
    /// inside the optimizer step.
    std::array<TimeNs, categoryCount> waitingFor {};
    TimeNs hostGap = 0;    ///< short gaps between operations: launches, bookkeeping
    TimeNs idle = 0;       ///< nothing recorded: before the first and after the last operation, long gaps
    TimeNs hostWait = 0;   ///< a GPU has nothing to do, as the host has not launched what comes next
    TimeNs kernelWait = 0; ///< launched, but not begun
    /// Communication that ran while compute did. Not part of total().
    TimeNs hiddenCommunication = 0;
    /// The same by group, what is hidden on several streams at once counted for each.
    std::array<TimeNs, categoryCount> hidden {};
    /// Waiting for messages of the pipeline, recorded bubbles and idle time once more, by phase.
    std::array<TimeNs, pipelinePhaseCount> pipelineBubble {};

    TimeNs of(Category category) const { return time[static_cast<size_t>(category)]; }
    TimeNs of(PipelinePhase phase) const { return pipelineBubble[static_cast<size_t>(phase)]; }
    TimeNs compute() const;
    TimeNs exposedCommunication() const;
    TimeNs waiting() const;
    /// With copies and, where a profiler shows the GPU, with its idle time: the host is to blame for it.
    TimeNs host() const
    {
        return of(Category::Host) + of(Category::MemoryCopy) + of(Category::Other) + hostGap + hostWait + kernelWait;
    }
    /// Time without work of its own: waiting, recorded bubbles and idle time.
    TimeNs bubble() const { return waiting() + of(Category::Bubble) + idle; }
    /// The part of bubble() that the pipeline is not to blame for: waiting in collectives and optimizer steps.
    TimeNs collectiveWaiting() const;
    /// compute + exposed communication + host + bubble.
    TimeNs total() const { return compute() + exposedCommunication() + host() + bubble(); }
    TimeSplit& operator+=(const TimeSplit& other);
};

/// Gaps between operations up to this length are host time, longer ones idle.
inline constexpr TimeNs longestHostGap = 1'000'000;

/// A stretch of one rank without work: what bubble() sums up.
struct IdleStretch {
    TimeRange range;
    SpanId span; ///< that waits, or records a bubble; invalid where nothing was recorded
    PipelinePhase phase = PipelinePhase::Steady;
};

/// Splits the window of one rank; `waiting` as findWaiting() gave it. Communication recorded inside an operation is
/// charged to its group and taken out of the operation; a fused pair is charged once; streams beside compute count
/// where nothing hides them. Where a profiler shows the GPU of a rank, its lanes alone are split: the host's tell why
/// it is idle. O(spans of the rank inside the window). Adds the stretches without work to `idle`, in order.
TimeSplit splitRank(const Trace& trace, const Timing& timing, int32_t rank, TimeRange window,
    const std::vector<Waiting>& waiting, std::vector<IdleStretch>* idle = nullptr);

/// First begin to last end of a rank's spans in this timing; nothing() where it has none.
TimeRange rangeOfRank(const Trace& trace, const Timing& timing, int32_t rank);

} // namespace bubblescope
