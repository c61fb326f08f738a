// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "describedfields.h"
#include "result.h"

#include <string_view>

namespace bubblescope {

/// Name of the argument that coreArguments() adds where the sizes are those of a class, which its file only names.
inline constexpr std::string_view sizesOfClass = "nemo_config_class";
/// And the first size that its file does not state.
inline constexpr std::string_view firstSizeOfClass = "nemo_config_class_size";

/// True if the text holds the configuration that Megatron-Bridge prints into its log.
bool hasBridgeConfig(std::string_view text);

/// True for a YAML of Megatron-Bridge (ConfigContainer, whole or only what overrides a recipe) or NeMo 2 (a recipe of
/// nemo_run, or context/model.yaml of a checkpoint).
bool isOfMegatronCore(const DescribedFields& yaml);

/// Their fields, which are those of Megatron Core's classes (TransformerConfig, DistributedDataParallelConfig,
/// OptimizerConfig), by the names of Megatron's arguments. Refuses what trains adapters, and what states neither sizes
/// nor a class whose sizes are known here (nemo/collections/llm/gpt/model/llama.py).
Result<DescribedFields> coreArguments(const DescribedFields& yaml, std::string_view file);

/// The same of the configuration in a log.
Result<DescribedFields> readBridgeFields(std::string_view text, std::string_view file);

} // namespace bubblescope
