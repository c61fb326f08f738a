// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "jobprofile.h"
#include "run.h"

namespace bubblescope {

/// The job behind traces of single GPUs that played one rank after another. Piece by piece the slowest member of an
/// expert group counts, as the others wait for it; what communication takes is left to be priced. What the run does not
/// tell of its layout is assumed.
Result<JobProfile> profileOfScalingRun(const Run& run);

/// The job behind a measured step of which ranks are missing: what is there stands for the rest, as if it were single
/// GPUs. Refuses what has no forward pass.
Result<JobProfile> profileOfFewRanks(const Run& run, int step);

} // namespace bubblescope
