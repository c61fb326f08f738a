// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "schedule.h"

#include <optional>
#include <vector>

namespace bubblescope {

/// Most activations that a rank may hold, counted in halves of what one forward pass leaves behind.
struct HeldLimit {
    int64_t halves = 0;
    /// All is kept until the weight gradient; else the input gradient already frees half of it.
    bool untilWeightGradient = false;
    /// By which a pass changes what is held.
    int change(Pass pass) const
    {
        if (pass == Pass::Forward)
            return 2;
        return untilWeightGradient ? (pass == Pass::InputGradient ? 0 : -2) : pass == Pass::Backward ? -2 : -1;
    }
};

/// Programs and what they take where sends hold nobody up.
struct PlacedPrograms {
    std::vector<RankProgram> programs;
    TimeNs makespan = 0;
    TimeNs longestRank = 0; ///< first start to last end of the rank where that is most
    bool isBetterThan(const PlacedPrograms& other) const
    {
        return makespan != other.makespan ? makespan < other.makespan : longestRank < other.longestRank;
    }
};

/// Keeps each rank's order of forward passes and input gradients. Weight gradients stay where they are or go where the
/// rank would wait, whichever is best of some ways; but always as early as the limit asks for, and in the order of
/// their input gradients. Nothing where the order cannot be run or needs more than the limit. O(passes); costs must
/// fit.
std::optional<PlacedPrograms> placeWeightGradients(const Schedule& order, const PassCosts& costs, HeldLimit limit);
/// The schedule as it is; nothing where it cannot be run.
std::optional<PlacedPrograms> timedPrograms(const Schedule& schedule, const PassCosts& costs);

} // namespace bubblescope
