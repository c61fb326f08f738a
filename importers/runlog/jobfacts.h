// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "logreader.h"

namespace bubblescope {

/// Reads facts about the job from a line of a Megatron log: an entry of the arguments block, the "using world size"
/// line, or flags of a command line. True if the form is one that only Megatron prints.
bool readMegatronFacts(std::string_view text, LogFacts& stated, LogFacts& requested);

/// `Building device mesh with parallelism: pp=1, dp_replicate=1, dp_shard=8, …` and the trainer's batch sizes.
void readTorchTitanFacts(std::string_view text, LogFacts& stated);

/// `CUDA capacity: NVIDIA B200 with 178.35GiB memory` and what NCCL says of its network: `NCCL INFO Using network IB`,
/// `… via NET/IB/0`.
void readMachineFacts(std::string_view text, MachineHints& machine);

/// Sizes in the configuration printed by a DeepSpeed engine.
void readDeepSpeedFacts(std::string_view text, LogFacts& stated);

} // namespace bubblescope
