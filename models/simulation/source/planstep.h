// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "jobprofile.h"
#include "result.h"
#include "run.h"

namespace bubblescope {

/// The job of one step of a scheduling plan. The order of passes is that of the plan; their durations come from the
/// first layer table in the folder that fits, and are otherwise assumed and listed as assumptions. An error names the
/// pass if a plan lacks one, states it twice, or gives ranks different numbers of model pieces.
Result<JobProfile> profileOfPlan(const Run& run, int step, const RunFolder& folder);

} // namespace bubblescope
