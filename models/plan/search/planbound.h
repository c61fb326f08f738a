// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "describedjob.h"
#include "plannedstep.h"
#include "result.h"

namespace bubblescope {

/// What rules a combination out without timing it.
struct PlanBound {
    double leastNs = 0;     ///< simulatedPlanNs() is never below
    double memoryBytes = 0; ///< of the fullest stage, as of plannedStep()
    bool fits = true;       ///< the same
    double excessBytes = 0; ///< that it lacks, where it does not fit
};

/// Takes no schedule: much faster than plannedStep(). Refuses what that refuses, but for schedules that do not fit.
///
/// Proof of `leastNs`, for a job with one representative of each stage, whose pieces all have their times and whose
/// communication on a rank's own stream takes its time there: a rank does its passes, and inside them their pieces, one
/// after the other, m of each of its model pieces, W in all. Its first pass is a forward pass of a model piece; the
/// first of its pieces is number s (its pipeline rank), so before it a microbatch has passed pieces 0 to s - 1: F.
/// After its last pass it does what ends its step: E(s). So F + W + E(s) is no more than the step.
/// Where backward passes are whole, its last pass is a backward pass of a piece from s on, behind which that microbatch
/// passes pieces s - 1 to 0 back: B; the rank of piece 0 ends its step after that: E(0). So F + W + B + E(0) is no more
/// than the step, either. Messages, waiting, and gradients that run beside passes only add.
Result<PlanBound> planBound(
    const DescribedJob& described, const Hardware& hardware, const PlanCalibration& calibration = {});

} // namespace bubblescope
