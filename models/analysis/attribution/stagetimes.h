// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run.h"

#include <optional>
#include <vector>

namespace bubblescope {

/// Forward and backward time of the stages per step and microbatch, in ns. If several ranks run a stage, values are
/// medians over them.
struct StageTimes {
    /// The passes of one stage for one microbatch; 0 if not recorded.
    struct Pass {
        int stage = -1;
        int step = 0; ///< index into Trace::steps(), 0 if there are none
        int32_t microbatch = -1;
        TimeNs forward = 0;
        TimeNs backward = 0; ///< including a weight gradient that is recorded separately
    };
    struct StageStep {
        int stage = -1;
        int step = 0;
        int microbatches = 0;
        TimeNs forward = 0; ///< sum over microbatches
        TimeNs backward = 0;
        TimeNs total() const { return forward + backward; }
    };
    struct Stage {
        int stage = -1;
        std::optional<TimeNs> forwardPerMicrobatch; ///< median over microbatches and steps
        std::optional<TimeNs> backwardPerMicrobatch;
        TimeNs perMicrobatch() const { return forwardPerMicrobatch.value_or(0) + backwardPerMicrobatch.value_or(0); }
    };
    std::vector<Pass> passes;          ///< by step, stage, microbatch
    std::vector<StageStep> stageSteps; ///< by step, stage
    std::vector<Stage> stages;         ///< by stage
    /// Index into `stages` of the one with the longest forward plus backward per microbatch; -1 if there is none.
    int slowest = -1;
    /// How much longer the slowest stage takes than the mean of all: 0.25 is a quarter longer.
    double imbalance = 0;
};

/// Spans state their stage, otherwise their rank does; in a profiler's run kernels count, each for the pass that launched
/// it. With a window, only passes that lie completely inside count: the
/// time of half a pass says nothing. O(n log n) in the number of passes.
StageTimes stageTimes(const Trace& trace, const Timing& timing, std::optional<TimeRange> window = std::nullopt);

/// Index of a span's step: the last one that its rank had begun by then (in measured time); 0 if it had begun none.
int stepOf(const Trace& trace, SpanId span);

} // namespace bubblescope
