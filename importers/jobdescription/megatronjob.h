// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "describedfields.h"
#include "jobdescription.h"

namespace bubblescope {

/// What arguments of Megatron-LM and its relatives (Megatron-DeepSpeed) say: the model, the layout, and Megatron's own
/// defaults for what they leave out (megatron/training/arguments.py). From a YAML file (MODEL_ARGS with --flags as its
/// functional tests have it), the flags of a script, or the block that it prints into its log.
Result<JobDescription> megatronJob(const DescribedFields& fields, std::string_view file);

/// Fields of a YAML file whose names are flags ("MODEL_ARGS.--num-layers") by the names of the arguments (num_layers).
DescribedFields megatronFields(const DescribedFields& yaml);

} // namespace bubblescope
