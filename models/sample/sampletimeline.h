// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "result.h"
#include "sampleplan.h"
#include "trace.h"

#include <functional>
#include <vector>

namespace bubblescope {

/// A sample run with its times.
struct SampleTimeline {
    Trace trace;                              ///< times of each host on its own clock
    uint64_t spans = 0;                       ///< of all steps
    std::vector<TimeRange> steps;             ///< first start to last end, on a clock common to all ranks
    std::vector<std::vector<TimeNs>> forward; ///< by step and stage: sum of forward_step on the stage's first rank
    std::vector<TimeNs> hostClock;            ///< by host: its clock at time 0
};

/// Receives the spans of some whole steps; returning false ends the making.
using TakeSampleSteps = std::function<bool(Trace&& steps)>;

/// Times the plan's schedule step by step with the re-timer, and records what a tracer would see. With `take`, it gets
/// stretches of steps of at most that many spans (or a single step), in order, and the timeline has no trace.
Result<SampleTimeline> makeSampleTimeline(
    const SamplePlan& plan, const TakeSampleSteps& take = {}, uint64_t spansAtOnce = UINT64_MAX);

} // namespace bubblescope
