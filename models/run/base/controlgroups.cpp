// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "controlgroups.h"

#include <fstream>
#include <iterator>

namespace bubblescope {

namespace {
/// "cpu" is one of "cpu,cpuacct".
bool hasController(std::string_view controllers, std::string_view controller)
{
    while (!controllers.empty()) {
        const std::string_view one = controllers.substr(0, controllers.find(','));
        if (one == controller)
            return true;
        controllers.remove_prefix(one.size() < controllers.size() ? one.size() + 1 : one.size());
    }
    return false;
}
} // namespace

void forEachControlGroup(std::string_view root, std::string_view groups, std::string_view controller,
    const std::function<void(const std::string& folder)>& look)
{
    // A group is limited by those that it lies in, too.
    const auto lookUpwards = [&look](std::string folder, std::string_view group) {
        folder += group;
        const size_t top = folder.size() - group.size();
        for (;;) {
            look(folder);
            const size_t slash = folder.rfind('/');
            if (folder.size() <= top || slash == std::string::npos || slash < top)
                return;
            folder.resize(slash);
        }
    };
    const std::string first = std::string(root) + '/' + std::string(controller); // the first version mounts each apart
    lookUpwards(std::string(root), {});
    lookUpwards(first, {});
    while (!groups.empty()) {
        const std::string_view line = groups.substr(0, groups.find('\n'));
        groups.remove_prefix(line.size() < groups.size() ? line.size() + 1 : line.size());
        const size_t names = line.find(':');
        const size_t path = names == std::string_view::npos ? names : line.find(':', names + 1);
        if (path == std::string_view::npos)
            continue;
        const std::string_view controllers = line.substr(names + 1, path - names - 1);
        if (controllers.empty())
            lookUpwards(std::string(root), line.substr(path + 1));
        else if (hasController(controllers, controller))
            lookUpwards(first, line.substr(path + 1));
    }
}

std::string ownControlGroups()
{
    std::ifstream file("/proc/self/cgroup");
    return {std::istreambuf_iterator<char>(file), {}};
}

} // namespace bubblescope
