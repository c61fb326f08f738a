// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "jobprofile.h"
#include "result.h"
#include "workload.h"

namespace bubblescope {

/// The workload as a job whose ranks wait for each other: the microbatch that its rows repeat, on stages that are all
/// like the one it describes (the embedding in the first, the final norm and loss in the last). Communication is left
/// to be priced.
Result<JobProfile> profileOfWorkload(const Workload& workload);

} // namespace bubblescope
