// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace bubblescope {

// What Nsight Systems' names of calls and ranges mean; results are parts of the argument.

/// "cudaLaunchKernel_v7000" as PyTorch's profiler has it.
std::string_view withoutVersion(std::string_view name);
/// PyTorch adds the number of an operation, and more, to the names of its ranges: "aten::view, op_id = 314290".
std::string_view withoutFacts(std::string_view name);
/// Of MPI's functions those that move data.
bool movesData(std::string_view name);
/// As PyTorch's profiler has it: an operator, or a range that somebody marked.
std::string_view categoryOfRange(std::string_view name);

} // namespace bubblescope
