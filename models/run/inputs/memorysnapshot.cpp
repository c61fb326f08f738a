// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "memorysnapshot.h"

#include <array>

namespace bubblescope {

std::string_view memoryUseKey(MemoryUse use)
{
    constexpr std::array<std::string_view, memoryUseCount> keys {
        "parameters", "activations", "gradients", "optimizer_state", "communication", "workspace", "unknown"};
    return keys[size_t(use)];
}

std::string_view memoryUseName(MemoryUse use)
{
    constexpr std::array<std::string_view, memoryUseCount> names {"parameters", "activations", "gradients",
        "optimizer state", "communication", "workspace", "taken before, or unknown"};
    return names[size_t(use)];
}

std::string_view MemoryStack::caller() const
{
    for (const std::string& frame : frames) {
        if (frame.find("(torch/") == std::string::npos)
            return frame;
    }
    return frames.empty() ? std::string_view() : frames.front();
}

} // namespace bubblescope
