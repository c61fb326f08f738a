// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "result.h"
#include "sampleplan.h"
#include "trace.h"

#include <vector>

namespace bubblescope {

/// A sample run placed in time.
struct SampleTimeline {
    Trace trace;                              ///< times of each host by its own clock
    std::vector<TimeRange> steps;             ///< first start to last end, by a clock that all ranks share
    std::vector<std::vector<TimeNs>> forward; ///< by step and stage: all forward_step of the stage's first rank
    std::vector<TimeNs> hostClock;            ///< by host: what its clock shows at time 0
};

/// Runs the schedule of the plan through the re-timer, step after step, and records what a tracer would see.
Result<SampleTimeline> makeSampleTimeline(const SamplePlan& plan);

} // namespace bubblescope
