// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace bubblescope {

/// Of the machine, or of the container that the program runs in, whichever is smaller; in bytes.
uint64_t machineMemory();

/// What control groups of either version leave. `groups` is what /proc/self/cgroup holds, `root` where control groups are
/// mounted.
struct ContainerMemory {
    uint64_t limit = UINT64_MAX; ///< the smallest; UINT64_MAX for none
    uint64_t free = UINT64_MAX;  ///< the least that a limit leaves beside what its group holds, page cache left out
};
ContainerMemory containerMemory(std::string_view root, std::string_view groups);

/// What can be taken now without swapping, in bytes: of the machine, and of the container. nullopt if the system does
/// not say.
std::optional<uint64_t> availableMemory();

/// Bytes of the program that lie in memory; 0 where that is not known.
uint64_t residentMemory();
/// Those of them that are of files.
uint64_t residentFileMemory();

} // namespace bubblescope
