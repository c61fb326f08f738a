// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "jobprofile.h"
#include "result.h"
#include "run.h"

namespace bubblescope {

/// The job behind one step of a scheduling plan. Its order of passes is the plan's own; what passes take is told by the
/// first layer table of the folder that fits, else assumed, and said so. Refuses, with a sentence that names the pass,
/// a plan that leaves one out, states it twice, or gives the ranks different numbers of pieces of the model.
Result<JobProfile> profileOfPlan(const Run& run, int step, const RunFolder& folder);

} // namespace bubblescope
