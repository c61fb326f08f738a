// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "describedfields.h"
#include "result.h"

#include <string_view>

namespace bubblescope {

/// Of NeMo's training scripts (nemo.utils.logging): the line before the configuration, and that of its vocabulary.
inline constexpr std::string_view nemoConfigMark = "* Experiment configuration *";
inline constexpr std::string_view nemoVocabularyMark = "Padded vocab_size: ";
/// Begins an entry of its log; what belongs to it follows indented.
inline constexpr std::string_view nemoEntry = "[NeMo ";

/// True if the text holds the configuration of a Megatron model that NeMo prints into its log.
bool hasNemoConfig(std::string_view text);

/// The fields of a YAML with the names of examples/nlp/language_modeling/conf/megatron_gpt_config.yaml by the names of
/// Megatron's arguments. Values that stand for another ("${.encoder_seq_length}") are that one's. Refuses what has no
/// model, or trains adapters of one.
Result<DescribedFields> nemoArguments(const DescribedFields& yaml, std::string_view file);

/// The same of the first one in a log, and what is printed behind it of the vocabulary. Refuses what is no whole YAML.
Result<DescribedFields> readNemoFields(std::string_view text, std::string_view file);

} // namespace bubblescope
