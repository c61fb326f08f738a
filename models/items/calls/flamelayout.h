// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "calltree.h"

#include <vector>

namespace bubblescope {

/// Where the calls of a tree are drawn: one row for each depth, as wide as their time, inside their callers. Only what a
/// pixel can show is laid out, so that it costs as much as the picture is large, however many calls there are.
struct FlameLayout {
    enum class Of : uint8_t { Threads, Devices };

    struct Box {
        uint32_t node = 0; ///< of several that are narrower than a pixel, the widest
        int row = 0;
        double left = 0; ///< pixels
        double right = 0;
        uint32_t count = 1; ///< calls that it stands for
    };
    std::vector<Box> boxes; ///< row by row, from left to right
    int rows = 0;           ///< there are

    /// `top` takes the whole width, with its callers above it; 0 for all.
    FlameLayout() = default;
    FlameLayout(const CallTree& tree, Of of, uint32_t top, double width);

    /// Null where there is none.
    const Box* at(double x, int row) const;
    /// Where a call is drawn, alone or among others; null if it is not.
    const Box* of(uint32_t node) const;
};

/// The time that a call is as wide as.
TimeNs flameTime(const CallTree::Node& node, FlameLayout::Of of);

} // namespace bubblescope
