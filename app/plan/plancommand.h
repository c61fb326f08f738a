// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "exitcode.h"
#include "jobdescription.h"
#include "openedfolder.h"
#include "planreport.h"
#include "result.h"
#include "simulatefolder.h"
#include "source.h"

#include <optional>
#include <string>

namespace bubblescope {

/// What `plan` is asked of a described job, or of a run.
struct PlanQuestion {
    SimulateOptions options;     ///< knobs, hardware, name of the input
    PlanSearchArguments search;
    bool searches = false;
    std::string flags; ///< framework whose flags are printed instead of an answer; may be empty
    std::optional<JobCalibration> calibration; ///< of the run like which it is planned
};

struct PlanCommand {
    Source source; ///< the JOB: one description, or what a run consists of
    PlanQuestion question;
    std::string like; ///< path of a run on the GPUs that it is planned for; may be empty
    bool json = false;
    bool csv = false;
};

/// What a JOB is: a description of whatever format, or else a folder of runs, which may hold descriptions. An Error
/// where it is neither: of a description with its field and line.
Result<OpenedFolderPtr> openJob(const Source& source);

/// What a run says of plans on its GPUs, which are those that are planned for where it does not name them. An Error
/// where nothing there has a measured step and a known model.
Result<JobCalibration> calibrationLikeRun(const Source& run, const PlanQuestion& question);

/// An Error for a job that cannot be planned; of a run without a description, what is missing.
Result<SimulatedInput> planOne(const RunFolder& folder, const PlanQuestion& question);
/// Searches a described job, or what a run answers to.
Result<PlanReport> planSearch(const RunFolder& folder, const PlanQuestion& question);
/// Flags of a framework that make the planned configuration.
Result<std::string> planFlags(const RunFolder& folder, const PlanQuestion& question);

ExitCode runPlan(const PlanCommand& command);

} // namespace bubblescope
