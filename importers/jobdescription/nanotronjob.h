// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "describedfields.h"
#include "jobdescription.h"

namespace bubblescope {

/// A configuration of nanotron (huggingface/nanotron, examples/config_*.yaml): a Llama-like model, with Qwen's biases
/// and experts where it says so, the layout and the batch.
Result<JobDescription> nanotronJob(const DescribedFields& fields, std::string_view file);

} // namespace bubblescope
