// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace bubblescope {

/// The part of a kernel's arguments that tells how it was launched, as PyTorch's profiler records it: equal for equal
/// launches, as their numbers stand before it. Empty where there is none.
std::string_view launchIn(std::string_view object);
/// Grid, block, registers, shared memory and estimated occupancy of that part, see launchtext.h. Empty where they are
/// damaged.
std::string launchOfKernel(std::string_view part);

/// What AMD's profilers record of a launch.
enum class AmdLaunchPart : uint8_t {
    GridX, ///< work-items of all workgroups, as HSA's packets have it: not how many workgroups there are
    GridY,
    GridZ,
    WorkgroupX,
    WorkgroupY,
    WorkgroupZ,
    Registers,   ///< architected vector registers of a work-item
    LocalMemory, ///< of a workgroup, in bytes
};
inline constexpr size_t amdLaunchParts = static_cast<size_t>(AmdLaunchPart::LocalMemory) + 1;
using AmdLaunch = std::array<std::optional<int64_t>, amdLaunchParts>;
/// The same, workgroups as blocks. Empty where nothing sound is recorded.
std::string launchOfAmd(const AmdLaunch& launch);

} // namespace bubblescope
