// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "machinememory.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <string>

#include <unistd.h>

namespace bubblescope {

namespace {
std::string textOf(const std::string& path)
{
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
}

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
    // A group is limited by those that it lies in, too.
    const auto look = [&least](std::string folder, std::string_view group, const char* file) {
        folder += group;
        const size_t top = folder.size() - group.size();
        for (;;) {
            least = std::min(least, limitIn(folder + '/' + file));
            const size_t slash = folder.rfind('/');
            if (folder.size() <= top || slash == std::string::npos || slash < top)
                return;
            folder.resize(slash);
        }
    };
    look(std::string(root), {}, "memory.max");
    look(std::string(root) + "/memory", {}, "memory.limit_in_bytes");
    while (!groups.empty()) {
        const std::string_view line = groups.substr(0, groups.find('\n'));
        groups.remove_prefix(std::min(line.size() + 1, groups.size()));
        const size_t names = line.find(':');
        const size_t path = names == std::string_view::npos ? names : line.find(':', names + 1);
        if (path == std::string_view::npos)
            continue;
        const std::string_view controllers = line.substr(names + 1, path - names - 1);
        if (controllers.empty())
            look(std::string(root), line.substr(path + 1), "memory.max");
        else if (controllers == "memory")
            look(std::string(root) + "/memory", line.substr(path + 1), "memory.limit_in_bytes");
    }
    return least;
}

uint64_t machineMemory()
{
    static const uint64_t memory = std::min(uint64_t(sysconf(_SC_PHYS_PAGES)) * pageSize(),
        containerMemory("/sys/fs/cgroup", textOf("/proc/self/cgroup")));
    return memory;
}

uint64_t residentMemory()
{
    uint64_t pages = 0;
    uint64_t resident = 0;
    std::ifstream("/proc/self/statm") >> pages >> resident;
    return resident * pageSize();
}

} // namespace bubblescope
