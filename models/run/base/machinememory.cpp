// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "machinememory.h"

#include "controlgroups.h"

#include <algorithm>
#include <fstream>
#include <string>

#include <unistd.h>

namespace bubblescope {

namespace {
uint64_t pageSize() { return uint64_t(sysconf(_SC_PAGESIZE)); }

/// "max" is no number, and no limit.
uint64_t limitIn(const std::string& path)
{
    uint64_t limit = 0;
    return std::ifstream(path) >> limit ? limit : UINT64_MAX;
}
} // namespace

uint64_t containerMemory(std::string_view root, std::string_view groups)
{
    uint64_t least = UINT64_MAX;
    forEachControlGroup(root, groups, "memory", [&least](const std::string& folder) {
        least = std::min({least, limitIn(folder + "/memory.max"), limitIn(folder + "/memory.limit_in_bytes")});
    });
    return least;
}

uint64_t machineMemory()
{
    static const uint64_t memory = std::min(
        uint64_t(sysconf(_SC_PHYS_PAGES)) * pageSize(), containerMemory("/sys/fs/cgroup", ownControlGroups()));
    return memory;
}

uint64_t residentMemory()
{
    uint64_t pages = 0;
    uint64_t resident = 0;
    std::ifstream("/proc/self/statm") >> pages >> resident;
    return resident * pageSize();
}

uint64_t residentFileMemory()
{
    uint64_t pages = 0;
    uint64_t resident = 0;
    uint64_t ofFiles = 0;
    std::ifstream("/proc/self/statm") >> pages >> resident >> ofFiles;
    return ofFiles * pageSize();
}

} // namespace bubblescope
