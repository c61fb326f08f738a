// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "jobprofile.h"
#include "result.h"
#include "workload.h"

namespace bubblescope {

/// The workload as a job whose ranks wait for each other: the microbatch that its rows repeat, on stages that all equal
/// the described one (plus the embedding in the first, final norm and loss in the last). Communication is left to be
/// priced.
Result<JobProfile> profileOfWorkload(const Workload& workload);

} // namespace bubblescope
