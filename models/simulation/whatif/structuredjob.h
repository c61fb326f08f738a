// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "knobs.h"
#include "stepbuilder.h"

namespace bubblescope {

/// Applies the structure knobs to a job: the result has the work of every rank for every chunk of the schedule. Keeps
/// the number of GPUs and the global batch when group sizes change; lists what it assumed in the job's assumptions.
/// `own` prices what was not measured.
Result<StructuredJob> structured(const JobProfile& job, const Knobs& knobs, const Pricing& own);

} // namespace bubblescope
