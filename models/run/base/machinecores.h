// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace bubblescope {

/// Processor cores that the program may use, at least one: those it is allowed on (its affinity, as taskset, Slurm and
/// mpirun set it), and no more than its container may keep busy. As it was when it was first asked.
unsigned availableCores();

/// Cores that control groups allow to be busy at once, of either version, rounded up; 0 where they set no limit.
/// `groups` is what /proc/self/cgroup holds, `root` where control groups are mounted.
unsigned containerCores(std::string_view root, std::string_view groups);

} // namespace bubblescope
