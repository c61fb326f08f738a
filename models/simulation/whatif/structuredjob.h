// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "knobs.h"
#include "stepbuilder.h"

namespace bubblescope {

/// The job as the structure knobs want it, every rank's work told for every chunk that the
/// schedule gives it. Holds the number of GPUs and the global batch where sizes of groups change; says in the job's
/// assumptions what it took for granted. `own` prices what was not measured.
Result<StructuredJob> structured(const JobProfile& job, const Knobs& knobs, const Pricing& own);

} // namespace bubblescope
