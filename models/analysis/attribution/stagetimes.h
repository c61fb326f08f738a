// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run.h"

#include <optional>
#include <vector>

namespace bubblescope {

/// Forward and backward time of the stages, per step and microbatch, all in ns. Where several ranks hold a stage, a
/// value is the median over them.
struct StageTimes {
    /// One stage's passes of one microbatch. What was not recorded is 0.
    struct Pass {
        int stage = -1;
        int step = 0; ///< index into Trace::steps(), 0 where it has none
        int32_t microbatch = -1;
        TimeNs forward = 0;
        TimeNs backward = 0; ///< with the weight gradient where that is recorded apart
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
    /// Index into `stages` of the one with the longest forward and backward of a microbatch; -1 for none.
    int slowest = -1;
    /// How much longer the slowest takes than the mean of all: 0.25 is a quarter longer.
    double imbalance = 0;
};

/// Stages come from the spans, where these do not tell from their rank. Given a window, only passes that lie in it as a
/// whole count: half a pass says nothing of its time. O(n log n) in the number of passes.
StageTimes stageTimes(const Trace& trace, const Timing& timing, std::optional<TimeRange> window = std::nullopt);

/// Index of the step a span belongs to: the last one that its rank had begun by then (in measured time), 0 where there
/// are none.
int stepOf(const Trace& trace, SpanId span);

} // namespace bubblescope
