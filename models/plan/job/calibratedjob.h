// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "hardware.h"
#include "jobdescription.h"
#include "plannedstep.h"
#include "result.h"

#include <span>

namespace bubblescope {

/// Steps of one run of a described job, ns.
struct MeasuredSteps {
    double usualNs = 0;
    double fastNs = 0; ///< at most the usual one
    double slowNs = 0; ///< at least the usual one
    /// Of a step, all forward and backward passes of the stage that takes longest, without waiting for others: where
    /// the run times them; else 0.
    double passesNs = 0;
};
/// Median, and where the middle four fifths of these begin and end.
MeasuredSteps measuredSteps(std::span<const double> stepMs);

/// The factors with which plannedStep() of `job` takes what was measured. `job` has come out of completeLayout(), and
/// has no calibration of its own; the run is to be named by the caller. What passes take, where it was timed, asks for
/// a factor as well: the range reaches to it. Refused where no factor from `leastFactor` to `mostFactor` explains the
/// step, and where plannedStep() is.
Result<JobCalibration> calibrationOf(
    const JobDescription& job, const Hardware& hardware, const MeasuredSteps& measured);

/// Beyond them something else was measured than is modelled, or on other GPUs.
inline constexpr double leastFactor = 0.05;
inline constexpr double mostFactor = 50;

/// "Calibrated by NAME: its GPUs reach 0.93 of the rate that is modelled for H100 (0.91 to 0.94 by …)."
Message calibrationText(const JobCalibration& calibration);

} // namespace bubblescope
