// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "schedule.h"

#include <optional>
#include <vector>

namespace bubblescope {

/// When every pass of a schedule runs if sends never block: the cost of the order alone, without a graph.
struct PassTimes {
    std::vector<std::vector<TimeRange>> ranges; ///< by rank, in program order; overlapping passes share a range
    TimeNs makespan = 0;
    TimeNs longestRank = 0; ///< first start to last end of the rank for which that is longest
};

/// O(passes). Costs must be checked. nullopt if the order deadlocks.
std::optional<PassTimes> timePasses(const Schedule& schedule, const PassCosts& costs);

/// Cost in ns of passes `first` to `last` of a rank's program, which run together.
TimeNs groupCost(const Schedule& schedule, int rank, size_t first, size_t last, const PassCosts& costs);

/// Cost in ns of a pass on its stage of the model.
inline TimeNs passCost(Pass pass, size_t stage, const PassCosts& costs)
{
    switch (pass) {
    case Pass::Forward:
        return costs.forward[stage];
    case Pass::InputGradient:
        return costs.inputGradient[stage];
    case Pass::WeightGradient:
        return costs.weightGradient[stage];
    case Pass::Backward:
        break;
    }
    return costs.inputGradient[stage] + costs.weightGradient[stage];
}

} // namespace bubblescope
