// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "describedjob.h"
#include "plannedstep.h"
#include "progress.h"
#include "result.h"

#include <cstddef>
#include <optional>

namespace bubblescope {

/// The same work in fewer pieces, of which the simulator makes the same step: the GPU does those of a pass one after
/// the other. What runs beside it keeps its place.
JobProfile withFewerPieces(JobProfile job);

/// The step of a job of plannedJob() in plain 1F1B, in ns, exactly as the simulator plays it, but without its graph:
/// each rank's passes one after the other, messages queued on their links, its gradients and optimizer behind the last
/// pass. Nullopt where the order is another, where ranks wait for each other in more than messages, and where the step
/// may be too large for the simulator.
std::optional<double> playedOneFOneBNs(const JobProfile& job);
/// Operations of a pipeline of such a job as buildStep() counts them before it makes them.
size_t operationsOfOneFOneB(const JobProfile& job);

/// The step of a described job as the simulator plays it with these knobs, in ns: as of Simulator::outcome().
/// Each call is independent of others: several threads may call it. An Error if `progress` returned false.
Result<double> simulatedPlanNs(const DescribedJob& described, const Hardware& hardware,
    const PlanCalibration& calibration = {}, const ProgressFn& progress = {});

/// The closed form with the step that the simulator found: bubbles take the difference, as far as they are left, then
/// all parts alike.
PlannedStep withSimulatedStep(PlannedStep step, double stepNs);

} // namespace bubblescope
