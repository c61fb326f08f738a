// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "computecost.h"

#include <array>
#include <vector>

namespace bubblescope {

/// The cost knobs translated to factors for one step graph.
struct CostFactors {
    std::vector<double> compute;                  ///< by rank of the graph: stragglers
    std::array<double, 3> computeClass {1, 1, 1}; ///< by ComputeClass
    std::vector<double> transfer;                 ///< by kind of transfer
    double gap = 1;
    double overlapSlowdown = 0; ///< compute takes 1 + this times as long during communication

    bool changeNothing() const;
};

} // namespace bubblescope
