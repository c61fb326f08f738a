// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "frameworkflags.h"

namespace bubblescope {

/// Flags of pretrain_gpt.py in Megatron-LM, as arrays of a launch script.
FrameworkFlags megatronFlags(const JobDescription& job);
/// The same of Megatron-DeepSpeed, with the configuration of the engine as a file that the script writes.
FrameworkFlags deepSpeedFlags(const JobDescription& job);

} // namespace bubblescope
