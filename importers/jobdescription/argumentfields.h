// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "describedfields.h"

namespace bubblescope {

/// True if the text holds the block of arguments that Megatron prints: "------ arguments ------".
bool hasArgumentBlock(std::string_view text);

/// The first block of arguments of a Megatron log, lines such as "  num_layers ............. 24", and what the log
/// states the vocabulary behind it: vocab_size and padded_vocab_size. Launchers may write something before each line.
Result<DescribedFields> readArgumentFields(std::string_view text, std::string_view file);

} // namespace bubblescope
