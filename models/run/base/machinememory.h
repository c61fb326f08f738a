// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

namespace bubblescope {

/// Of the machine, or of the container that the program runs in, whichever is smaller; in bytes.
uint64_t machineMemory();

/// The smallest limit that control groups set, of either version; UINT64_MAX for none. `groups` is what
/// /proc/self/cgroup holds, `root` where control groups are mounted.
uint64_t containerMemory(std::string_view root, std::string_view groups);

/// Bytes of the program that lie in memory; 0 where that is not known.
uint64_t residentMemory();
/// Those of them that are of files.
uint64_t residentFileMemory();

} // namespace bubblescope
