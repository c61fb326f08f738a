// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "describedfields.h"
#include "result.h"

#include <string_view>

namespace bubblescope {

/// How nanotron's configuration begins where it is printed.
inline constexpr std::string_view printedConfigBegin = "Config(general=";

/// True if the text holds the configuration that nanotron prints into its log.
bool hasPrintedConfig(std::string_view text);

/// The first of them, as Python prints dataclasses: "Config(parallelism=ParallelismArgs(dp=2, …), …)" has the field
/// parallelism.dp. Values of enumerations and objects ("<TensorParallelLinearMode.REDUCE_SCATTER: 2>", "<….AFAB object
/// at 0x7f…>") are their own names, None is null. Lines may have nanotron's prefix ("[INFO|DP=0|PP=0|TP=0]: "); then
/// those that others write in between do not count. Refuses, with the line, what is not whole.
Result<DescribedFields> readPrintedFields(std::string_view text, std::string_view file);

} // namespace bubblescope
