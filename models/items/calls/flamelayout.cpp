// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "flamelayout.h"

#include <algorithm>

namespace bubblescope {

namespace {
constexpr double narrowestBox = 1; // pixel
}

TimeNs flameTime(const CallTree::Node& node, FlameLayout::Of of)
{
    return of == FlameLayout::Of::Threads ? node.host : node.device;
}

FlameLayout::FlameLayout(const CallTree& tree, Of of, uint32_t top, double width)
{
    if (top >= tree.nodes().size() || flameTime(tree.nodes()[top], of) <= 0 || width < narrowestBox)
        return;
    for (uint32_t node = top;; node = tree.nodes()[node].parent) {
        boxes.push_back({node, int(tree.nodes()[node].depth), 0, width});
        if (node == 0)
            break;
    }
    std::reverse(boxes.begin(), boxes.end());
    // Row by row: what lies in a box is laid out once its whole row is.
    for (size_t begin = boxes.size() - 1, end = boxes.size(); begin < end; begin = end, end = boxes.size()) {
        for (size_t i = begin; i < end; ++i) {
            const Box outer = boxes[i];
            if (outer.count > 1 || outer.right - outer.left < narrowestBox)
                continue; // nobody could see what it holds
            const double perNs = (outer.right - outer.left) / double(flameTime(tree.nodes()[outer.node], of));
            double x = outer.left;
            bool joins = false; // the last box of this caller, which is of narrow ones
            for (const uint32_t child : tree.childrenOf(outer.node)) {
                const auto wide = double(flameTime(tree.nodes()[child], of)) * perNs;
                if (wide <= 0)
                    continue;
                const double right = std::min(x + wide, outer.right);
                const bool isNarrow = wide < narrowestBox;
                if (isNarrow && joins) {
                    Box& last = boxes.back();
                    last.right = right;
                    ++last.count;
                    if (flameTime(tree.nodes()[child], of) > flameTime(tree.nodes()[last.node], of))
                        last.node = child;
                } else {
                    boxes.push_back({child, outer.row + 1, x, right});
                }
                joins = isNarrow;
                x = right;
            }
        }
    }
    rows = boxes.back().row + 1;
}

const FlameLayout::Box* FlameLayout::at(double x, int row) const
{
    const auto isBefore = [](const Box& box, const std::pair<int, double>& place) {
        return box.row != place.first ? box.row < place.first : box.right <= place.second;
    };
    const auto found = std::lower_bound(boxes.begin(), boxes.end(), std::pair(row, x), isBefore);
    return found != boxes.end() && found->row == row && found->left <= x ? &*found : nullptr;
}

const FlameLayout::Box* FlameLayout::of(uint32_t node) const
{
    const auto found
        = std::find_if(boxes.begin(), boxes.end(), [node](const Box& box) { return box.node == node; });
    return found != boxes.end() ? &*found : nullptr;
}

} // namespace bubblescope
