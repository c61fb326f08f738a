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

/// Phase of a pipeline as one rank sees it: warmup before its first backward of the step, cooldown after its last
/// forward (and first backward), steady in between.
enum class PipelinePhase : uint8_t { Warmup, Steady, Cooldown };
inline constexpr int pipelinePhaseCount = 3;
/// "warmup", "steady" or "cooldown".
std::string_view phaseKey(PipelinePhase phase);

/// Where the phases of a step change on one rank.
struct PipelinePhases {
    TimeNs firstBackward = std::numeric_limits<TimeNs>::max(); ///< its begin
    TimeNs lastForward = std::numeric_limits<TimeNs>::min();   ///< its end

    /// Splits a range where the phase changes: `visit(range, phase)`.
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

/// Where a stretch of time of one or several ranks went, in a measured or simulated step. Every nanosecond is charged
/// exactly once: the parts add up to total(). All in ns. Terms, here and wherever they are printed: waiting() is inside
/// a communication, before its last member arrived, or in the gap before it. bubble() is a rank that has no work and
/// waits for a message of the pipeline. idle() is neither work nor communication nor a bubble.
struct TimeSplit {
    /// By category: compute without the communication inside it; exposed communication, only its transfer; host work;
    /// recorded waiting and bubbles.
    std::array<TimeNs, categoryCount> time {};
    /// Communication waiting for its partners, by group, or a gap in which they are awaited. Category::Optimizer:
    /// synchronization inside the optimizer step. Category::PipelineComm is part of bubble(), not of waiting().
    std::array<TimeNs, categoryCount> waitingFor {};
    TimeNs shortGaps = 0;   ///< between operations: launches, bookkeeping
    TimeNs longGaps = 0;    ///< nothing recorded, and no pipeline to wait for
    TimeNs pipelineGap = 0; ///< nothing recorded while the pipeline provides no work
    TimeNs hostWait = 0;   ///< the GPU has no work because the host has not launched the next kernel yet
    TimeNs kernelWait = 0; ///< launched but not started
    TimeNs unknownWait = 0; ///< the GPU has no work, and the launch of the next one was not recorded
    /// Communication that ran during compute. Not part of total().
    TimeNs hiddenCommunication = 0;
    /// The same by group; communication hidden on several streams at once counts for each.
    std::array<TimeNs, categoryCount> hidden {};
    /// bubble() by phase.
    std::array<TimeNs, pipelinePhaseCount> pipelineBubble {};

    TimeNs of(Category category) const { return time[static_cast<size_t>(category)]; }
    TimeNs of(PipelinePhase phase) const { return pipelineBubble[static_cast<size_t>(phase)]; }
    TimeNs compute() const;
    TimeNs exposedCommunication() const;
    TimeNs waiting() const;
    TimeNs bubble() const;
    TimeNs idle() const { return shortGaps + longGaps + hostWait + kernelWait + unknownWait; }
    /// Recorded host work: input, bookkeeping, copies.
    TimeNs host() const { return of(Category::Host) + of(Category::MemoryCopy) + of(Category::Other); }
    /// waiting + bubble + long gaps: what IdleStretch lists one by one.
    TimeNs withoutWork() const { return waiting() + bubble() + longGaps; }
    /// compute + exposed communication + waiting + bubble + idle + host.
    TimeNs total() const { return compute() + exposedCommunication() + waiting() + bubble() + idle() + host(); }
    TimeSplit& operator+=(const TimeSplit& other);
};

/// Gaps between operations up to this length are launches and bookkeeping; in longer ones a rank may wait for others.
inline constexpr TimeNs longestHostGap = 1'000'000;

/// A stretch of time of one rank without work; these add up to withoutWork().
struct IdleStretch {
    TimeRange range;
    SpanId span; ///< the waiting or recorded bubble; invalid if nothing was recorded
    PipelinePhase phase = PipelinePhase::Steady;
    bool isBubble = false; ///< a pipeline bubble
    // Where others were awaited although nothing was recorded:
    SpanId awaited {};                ///< the record of the last of them; else invalid
    Category group = Category::Other; ///< of the meeting

    /// Apart from its range.
    bool isLike(const IdleStretch& other) const
    {
        return span == other.span && phase == other.phase && isBubble == other.isBubble && awaited == other.awaited
            && group == other.group;
    }
};

} // namespace bubblescope
