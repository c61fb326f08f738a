// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "jobprofile.h"
#include "knobs.h"
#include "result.h"

#include <optional>

namespace bubblescope {

/// Sets the group sizes of a job to those that the knobs ask for, for the same GPUs and the same global batch. An error
/// if there are none. What is taken for granted goes to the assumptions.
std::optional<Error> chooseGroupSizes(JobProfile& job, const JobProfile& from, const Knobs& knobs);

} // namespace bubblescope
