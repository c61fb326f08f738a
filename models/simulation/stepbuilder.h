// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "jobprofile.h"
#include "stepgraph.h"

namespace bubblescope {

/// Another order of operations: the job as the structure knobs want it, every rank's work told for every chunk that the
/// schedule gives it. Holds the number of GPUs and the global batch where sizes of groups change; says in the job's
/// assumptions what it took for granted. `own` prices what was not measured.
struct StructuredJob {
    JobProfile job;
    Schedule schedule;
};
Result<StructuredJob> structured(const JobProfile& job, const Knobs& knobs, const Pricing& own);

/// One step of it, ready to be timed; looks as if it had been recorded.
Result<StepGraph> buildStep(const StructuredJob& job, const Pricing& own);

} // namespace bubblescope
