// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "jobprofile.h"
#include "run.h"

namespace bubblescope {

/// The job of traces of single GPUs that played one rank after another. For each piece of work, the slowest member of
/// an expert group counts, since the others wait for it; communication is left to be priced. What the run does not
/// state about its layout is assumed.
Result<JobProfile> profileOfScalingRun(const Run& run);

/// The job of a measured step with missing ranks: the existing ones stand for the rest, as if they were single GPUs. An
/// error if there is no forward pass.
Result<JobProfile> profileOfFewRanks(const Run& run, int step);

} // namespace bubblescope
