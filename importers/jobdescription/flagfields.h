// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "describedfields.h"

namespace bubblescope {

/// The flags of a command in a shell script: `--num-layers 32` is the field num_layers with the value 32, a flag
/// without a value is "true". Variables that the script sets once (NAME=value, ${NAME:-value}) are put in, and
/// whole numbers reckoned ($((GPUS / TP))); others and commands stay as they are written: nothing is run. A flag that the script gives twice with different
/// values (a branch for each size of a model) has a rival.
Result<DescribedFields> readFlagFields(std::string_view text, std::string_view file);

/// "--num-layers" as "num_layers".
std::string fieldOfFlag(std::string_view flag);

} // namespace bubblescope
