// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "machinememory.h"

#include "controlgroups.h"

#include <algorithm>
#include <fstream>
#include <initializer_list>
#include <string>

#include <unistd.h>

namespace bubblescope {

namespace {
uint64_t pageSize() { return uint64_t(sysconf(_SC_PAGESIZE)); }

/// "max" is no number, and no limit.
uint64_t numberIn(const std::string& path, uint64_t otherwise)
{
    uint64_t number = 0;
    return std::ifstream(path) >> number ? number : otherwise;
}

/// Of lines "key value"; 0 without.
uint64_t sumOf(const std::string& path, std::initializer_list<std::string_view> keys)
{
    std::ifstream file(path);
    std::string key;
    uint64_t value = 0;
    uint64_t sum = 0;
    while (file >> key >> value)
        sum += std::find(keys.begin(), keys.end(), key) != keys.end() ? value : 0;
    return sum;
}
} // namespace

ContainerMemory containerMemory(std::string_view root, std::string_view groups)
{
    ContainerMemory made;
    const auto look = [&made](const std::string& folder, const char* limitName, const char* usedName,
                          std::initializer_list<std::string_view> cached) {
        const uint64_t limit = numberIn(folder + limitName, UINT64_MAX);
        if (limit == UINT64_MAX)
            return;
        // Files that were read count as used, although their pages can be had back.
        const uint64_t used = numberIn(folder + usedName, 0);
        const uint64_t held = used - std::min(used, sumOf(folder + "/memory.stat", cached));
        made.limit = std::min(made.limit, limit);
        made.free = std::min(made.free, limit - std::min(limit, held));
    };
    forEachControlGroup(root, groups, "memory", [&look](const std::string& folder) {
        look(folder, "/memory.max", "/memory.current", {"active_file", "inactive_file"});
        look(folder, "/memory.limit_in_bytes", "/memory.usage_in_bytes", {"total_active_file", "total_inactive_file"});
    });
    return made;
}

std::optional<uint64_t> availableMemory()
{
    std::ifstream file("/proc/meminfo");
    std::string key;
    uint64_t kilobytes = 0;
    std::string unit;
    std::optional<uint64_t> available;
    while (!available && file >> key >> kilobytes && std::getline(file, unit)) {
        if (key == "MemAvailable:")
            available = kilobytes * 1024;
    }
    const uint64_t inContainer = containerMemory("/sys/fs/cgroup", ownControlGroups()).free;
    // Where the limit is that of a group further down, nobody states what its other programs take.
    const uint64_t all = machineMemory();
    const uint64_t rest = std::min(inContainer, all - std::min(all, residentMemory()));
    return std::min(available.value_or(rest), rest);
}

uint64_t machineMemory()
{
    static const uint64_t memory = std::min(
        uint64_t(sysconf(_SC_PHYS_PAGES)) * pageSize(), containerMemory("/sys/fs/cgroup", ownControlGroups()).limit);
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
