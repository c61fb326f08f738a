// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace bubblescope {

/// Calls look(folder) for each folder in which the program's control groups may state limits of `controller`
/// ("memory", "cpu"), of either version: its own groups and those that they lie in, each of which limits it too.
/// Folders may repeat, or not be there. `root` is where control groups are mounted, `groups` what /proc/self/cgroup
/// holds.
void forEachControlGroup(std::string_view root, std::string_view groups, std::string_view controller,
    const std::function<void(const std::string& folder)>& look);

/// What /proc/self/cgroup holds; empty on other systems.
std::string ownControlGroups();

} // namespace bubblescope
