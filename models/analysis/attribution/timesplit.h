// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "category.h"
#include "timerange.h"
#include "waiting.h"

#include <algorithm>
#include <array>
#include <limits>
#include <string_view>
#include <vector>

namespace bubblescope {

/// Where a pipeline stands, as one rank sees it: before its first backward of the step, after its last forward (and
/// first backward), or between the two.
enum class PipelinePhase : uint8_t { Warmup, Steady, Cooldown };
inline constexpr int pipelinePhaseCount = 3;
/// "warmup", "steady" or "cooldown".
std::string_view phaseKey(PipelinePhase phase);

/// Where the phases of a pipeline's step part on one rank.
struct PipelinePhases {
    TimeNs firstBackward = std::numeric_limits<TimeNs>::max(); ///< its begin
    TimeNs lastForward = std::numeric_limits<TimeNs>::min();   ///< its end

    /// Cuts a stretch where the phase changes: `visit(range, phase)`.
    template <typename Visit> void cut(TimeRange range, Visit visit) const
    {
        const TimeNs filled = std::clamp(firstBackward, range.begin, range.end);
        const TimeNs drained = std::clamp(std::max(lastForward, filled), filled, range.end);
        if (filled > range.begin)
            visit(TimeRange {range.begin, filled}, PipelinePhase::Warmup);
        if (drained > filled)
            visit(TimeRange {filled, drained}, PipelinePhase::Steady);
        if (range.end > drained)
            visit(TimeRange {drained, range.end}, PipelinePhase::Cooldown);
    }
};

/// Where a stretch of time of one rank, or of several together, went; of a measured step and of a simulated one. Every
/// nanosecond is charged once: the parts add up to total() exactly. All in ns. What its words mean, here and wherever
/// they are printed: waiting() is inside a communication, before its last member arrived. bubble() is a rank without
/// work that waits for a message of the pipeline. idle() is neither work nor communication nor a bubble.
struct TimeSplit {
    /// Compute without the communication inside it; communication that no compute hides, its transfer only; host
    /// work; waiting and bubbles where they are recorded as such.
    std::array<TimeNs, categoryCount> time {};
    /// Communication that waited for its partners, by the group it belongs to. Category::Optimizer: synchronization
    /// inside the optimizer step. Category::PipelineComm is bubble(), not waiting().
    std::array<TimeNs, categoryCount> waitingFor {};
    TimeNs shortGaps = 0;   ///< between operations: launches, bookkeeping
    TimeNs longGaps = 0;    ///< nothing recorded, and no pipeline to wait for
    TimeNs pipelineGap = 0; ///< nothing recorded, as the pipeline gives nothing to do
    TimeNs hostWait = 0;   ///< a GPU has nothing to do, as the host has not launched what comes next
    TimeNs kernelWait = 0; ///< launched, but not begun
    /// Communication that ran while compute did. Not part of total().
    TimeNs hiddenCommunication = 0;
    /// The same by group, what is hidden on several streams at once counted for each.
    std::array<TimeNs, categoryCount> hidden {};
    /// bubble() by phase.
    std::array<TimeNs, pipelinePhaseCount> pipelineBubble {};

    TimeNs of(Category category) const { return time[static_cast<size_t>(category)]; }
    TimeNs of(PipelinePhase phase) const { return pipelineBubble[static_cast<size_t>(phase)]; }
    TimeNs compute() const;
    TimeNs exposedCommunication() const;
    TimeNs waiting() const;
    TimeNs bubble() const;
    TimeNs idle() const { return shortGaps + longGaps + hostWait + kernelWait; }
    /// What it recorded: input, bookkeeping, copies.
    TimeNs host() const { return of(Category::Host) + of(Category::MemoryCopy) + of(Category::Other); }
    /// waiting + bubble + gaps long enough to be looked into: what IdleStretch tells one by one.
    TimeNs withoutWork() const { return waiting() + bubble() + longGaps; }
    /// compute + exposed communication + waiting + bubble + idle + host.
    TimeNs total() const { return compute() + exposedCommunication() + waiting() + bubble() + idle() + host(); }
    TimeSplit& operator+=(const TimeSplit& other);
};

/// Gaps between operations up to this length are launches and bookkeeping; in longer ones a rank may wait for others.
inline constexpr TimeNs longestHostGap = 1'000'000;

/// A stretch of one rank without work: what withoutWork() sums up.
struct IdleStretch {
    TimeRange range;
    SpanId span; ///< that waits, or records a bubble; invalid where nothing was recorded
    PipelinePhase phase = PipelinePhase::Steady;
    bool isBubble = false; ///< the pipeline's
};

/// Splits the window of one rank; `waiting` as findWaiting() gave it. Communication recorded inside an operation is
/// charged to its group and taken out of the operation; a fused pair is charged once; streams beside compute count
/// where nothing hides them. Where nothing is recorded, a rank of a pipeline waits for it after its last operation of a
/// step, before the first one (but for the first stage: nobody sends it anything), and before every pass where the run
/// records no messages. Where a profiler shows the GPU of a rank, its lanes alone are split: the host's tell why
/// it is idle. O(spans of the rank inside the window). Adds the stretches without work to `idle`, in order.
/// `played` as playedSteps() gave it.
TimeSplit splitRank(const RunContext& context, const Timing& timing, int32_t rank, TimeRange window,
    const std::vector<Waiting>& waiting, const std::vector<TimeRange>& played,
    std::vector<IdleStretch>* idle = nullptr);

/// By index of step: first begin to last end of what any rank did in it; of all where there are no steps.
std::vector<TimeRange> playedSteps(const Trace& trace, const Timing& timing);

/// First begin to last end of a rank's spans in this timing; nothing() where it has none.
TimeRange rangeOfRank(const Trace& trace, const Timing& timing, int32_t rank);

} // namespace bubblescope
