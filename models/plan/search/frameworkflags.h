// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "jobdescription.h"
#include "message.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// Whose words a configuration is written in. DeepSpeed: those of Megatron-DeepSpeed, and the JSON of its engine.
enum class FlagFramework : uint8_t { Megatron, TorchTitan, Nanotron, DeepSpeed };

struct FlagFrameworkInfo {
    FlagFramework framework;
    std::string_view key;  ///< as on the command line: "megatron"
    std::string_view name; ///< for people: "Megatron-LM"
};
std::span<const FlagFrameworkInfo> flagFrameworks();
std::optional<FlagFramework> flagFrameworkFromKey(std::string_view key);

/// What makes a framework run a job as it is described.
struct FrameworkFlags {
    std::string text; ///< a part of a launch script, TOML or YAML; ends with a line break
    /// What the framework cannot do, or does otherwise: one sentence each. They are comments in `text`, too.
    std::vector<Message> notes;
};

/// Of a job that has come out of completeLayout(). Only what the description knows: data, learning rates and
/// checkpoints are the user's. Names of arguments: megatron/training/arguments.py of NVIDIA/Megatron-LM,
/// torchtitan/config/job_config.py of pytorch/torchtitan, src/nanotron/config of huggingface/nanotron,
/// megatron/arguments.py of deepspeedai/Megatron-DeepSpeed and deepspeed/runtime/config.py of deepspeedai/DeepSpeed.
FrameworkFlags frameworkFlags(const JobDescription& job, FlagFramework framework);

} // namespace bubblescope
