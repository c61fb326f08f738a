// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "schedule.h"

#include <optional>
#include <vector>

namespace bubblescope {

/// When every pass of a schedule runs if sends hold nobody up: what the order alone costs, without a graph.
struct PassTimes {
    std::vector<std::vector<TimeRange>> ranges; ///< by rank, in program order; overlapping passes have the same
    TimeNs makespan = 0;
    TimeNs longestRank = 0; ///< first start to last end of the rank where that is most
};

/// O(passes). Costs must fit. Nothing if the order cannot be run: somebody would wait for ever.
std::optional<PassTimes> timePasses(const Schedule& schedule, const PassCosts& costs);

/// ns of the passes of a rank's program from `first` to `last`, which run together.
TimeNs groupCost(const Schedule& schedule, int rank, size_t first, size_t last, const PassCosts& costs);

/// ns that a pass takes on its stage of the model.
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
