// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// What a file says about the machine that it was recorded on, in its own words.
struct MachineHints {
    std::vector<std::string> devices; ///< GPUs as their driver names them, each once
    std::string network;              ///< that NCCL takes between nodes: "IB", "Socket"; empty if nothing says so

    /// Drops what is no name, and more kinds of GPUs than one job has.
    void addDevice(std::string_view name);
    void add(const MachineHints& other);
    bool isEmpty() const { return devices.empty() && network.empty(); }
    bool operator==(const MachineHints&) const = default;
};

} // namespace bubblescope
