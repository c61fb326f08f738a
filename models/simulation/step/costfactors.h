// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "computecost.h"

#include <array>
#include <cstdint>
#include <vector>

namespace bubblescope {

/// The cost knobs translated to factors for one step graph.
struct CostFactors {
    /// The pipeline ranks between which a message passes, the lower one first.
    using Stages = std::array<int16_t, 2>;
    struct Link {
        Stages stages;
        double factor = 1;
    };
    std::vector<double> compute;                                           ///< by rank of the graph: stragglers
    std::array<double, computeClassCount> computeClass = unchangedCompute; ///< by ComputeClass
    uint8_t attentionPercent = usualAttentionPercent;                      ///< of layers of which nothing else is known
    std::vector<double> transfer;                                          ///< by kind of transfer
    std::vector<Link> links;                                               ///< on top of that, for messages over these
    double gap = 1;
    double overlapSlowdown = 0; ///< compute takes 1 + this times as long during communication

    /// Of layers: `percentOfLayers` of their time is attention.
    double ofCompute(ComputeClass of, uint8_t percentOfLayers) const;
    double ofMessage(Stages stages) const;
    bool changeNothing() const;
};

} // namespace bubblescope
