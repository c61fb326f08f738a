// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace bubblescope {

/// The part of a kernel's arguments that tells how it was launched, as PyTorch's profiler records it: equal for equal
/// launches, as their numbers stand before it. Empty where there is none.
std::string_view launchIn(std::string_view object);
/// Grid, block, registers, shared memory and estimated occupancy of that part, see launchtext.h. Empty where they are
/// damaged.
std::string launchOfKernel(std::string_view part);

} // namespace bubblescope
