// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "describedfields.h"
#include "jobdescription.h"

namespace bubblescope {

/// A model of SimuMax (MooreThreads/SimuMax, configs/models/*.json): Llama-like, with latent attention and experts
/// where it says so. Says nothing of a layout.
Result<JobDescription> simuMaxJob(const DescribedFields& fields, std::string_view file);

} // namespace bubblescope
