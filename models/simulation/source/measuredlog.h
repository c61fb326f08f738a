// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "calibratedjob.h"
#include "hardware.h"
#include "jobprofile.h"
#include "result.h"
#include "runlog.h"

namespace bubblescope {

/// A log that times no stage, but prints its steps and what they trained.
struct MeasuredLog {
    MeasuredSteps steps;
    JobDescription description; ///< complete, calibrated by the steps
    JobProfile job;             ///< of the description; states the measured step
    MeasuredMemory memory;
};

/// The most memory of a GPU that the log prints, in bytes; 0 where it prints none, or of one rank of a pipeline, which
/// may not be the one that holds most.
double printedMemoryBytes(const RunLog& log, const JobDescription& job);

/// The split of its step comes from the description, its length from the log: one factor on all compute explains it,
/// communication is the hardware's. `hardware` is what the run is taken to have had. An error names what is missing.
Result<MeasuredLog> measuredLog(const RunLog& log, const Hardware& hardware);

/// "A step cannot be modelled from the log NAME: …"
Error refusedLog(const RunLog& log, const Message& what, Message advice);

} // namespace bubblescope
