// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "machinehints.h"

#include <algorithm>

namespace bubblescope {

void MachineHints::addDevice(std::string_view name)
{
    constexpr size_t longestName = 100;
    constexpr size_t mostKinds = 16;
    const size_t first = name.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos || devices.size() >= mostKinds)
        return;
    name = name.substr(first, name.find_last_not_of(" \t\r\n") + 1 - first);
    if (name.size() <= longestName && std::find(devices.begin(), devices.end(), name) == devices.end())
        devices.emplace_back(name);
}

void MachineHints::add(const MachineHints& other)
{
    for (const std::string& device : other.devices)
        addDevice(device);
    if (network.empty())
        network = other.network;
}

} // namespace bubblescope
