// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "describedjob.h"
#include "plannedstep.h"
#include "progress.h"
#include "result.h"

namespace bubblescope {

/// The step of a described job as the simulator plays it with these knobs, in ns: as Simulator::outcome() tells it.
/// Each call is independent of others: several threads may call it. An Error if `progress` returned false.
Result<double> simulatedPlanNs(const DescribedJob& described, const Hardware& hardware,
    const PlanCalibration& calibration = {}, const ProgressFn& progress = {});

/// A step that simulatedPlanNs() is never below, by what plannedStep() tells of the job. An order that splits backward
/// passes may start weight gradients after the last message, so that only the work in a row of one GPU counts there.
double leastPlanNs(const PlannedStep& step, bool splitsBackward);

/// The closed form with the step that the simulator found: bubbles take the difference, as far as they are left, then
/// all parts alike.
PlannedStep withSimulatedStep(PlannedStep step, double stepNs);

} // namespace bubblescope
