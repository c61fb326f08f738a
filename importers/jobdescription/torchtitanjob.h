// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "describedfields.h"
#include "jobdescription.h"

namespace bubblescope {

/// A configuration of torchtitan (torchtitan/models/*/train_configs/*.toml), with its own defaults for what is left out
/// (torchtitan/config/job_config.py). Its local batch is of one data-parallel rank: with a pipeline it is split into
/// microbatches, without one it is a microbatch.
Result<JobDescription> torchTitanJob(const DescribedFields& fields, std::string_view file);

} // namespace bubblescope
