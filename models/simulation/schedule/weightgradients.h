// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "schedule.h"

#include <functional>
#include <limits>
#include <optional>
#include <vector>

namespace bubblescope {

/// Most activations that a rank may hold, in halves of what one forward pass produces.
struct HeldLimit {
    int64_t halves = 0;
    /// Everything is kept until the weight gradient; otherwise the input gradient already frees half of it.
    bool untilWeightGradient = false;
    /// How a pass changes the amount held.
    int change(Pass pass) const
    {
        if (pass == Pass::Forward)
            return 2;
        return untilWeightGradient ? (pass == Pass::InputGradient ? 0 : -2) : pass == Pass::Backward ? -2 : -1;
    }
};

/// Programs and their times if sends never block.
struct PlacedPrograms {
    std::vector<RankProgram> programs;
    TimeNs makespan = 0;
    TimeNs longestRank = 0; ///< first start to last end of the rank for which that is longest
    bool isBetterThan(const PlacedPrograms& other) const
    {
        return makespan != other.makespan ? makespan < other.makespan : longestRank < other.longestRank;
    }
    /// As one of many steps: they follow each other as soon as the longest rank has ended its own.
    bool repeatsBetterThan(const PlacedPrograms& other) const
    {
        return longestRank != other.longestRank ? longestRank < other.longestRank : makespan < other.makespan;
    }
};

/// Keeps the order of forward passes and input gradients on each rank. Weight gradients stay or move into
/// gaps, whichever of several strategies is best, but run as early as the limit requires and in the order of
/// their input gradients. nullopt if the order deadlocks, exceeds the limit or takes longer than `longest`. O(passes); costs
/// must be checked.
std::optional<PlacedPrograms> placeWeightGradients(const Schedule& order, const PassCosts& costs, HeldLimit limit,
    TimeNs longest = std::numeric_limits<TimeNs>::max());
/// What each of these strategies makes, in turn; `visit` returns what is too long for the others.
void forEachPlacement(const Schedule& order, const PassCosts& costs, HeldLimit limit, TimeNs longest,
    const std::function<TimeNs(PlacedPrograms)>& visit);
/// True if a message can be sent before the last one to the same rank is over.
bool messagesMayQueue(const PassCosts& costs);
/// The schedule unchanged; nullopt if it deadlocks.
std::optional<PlacedPrograms> timedPrograms(const Schedule& schedule, const PassCosts& costs);

} // namespace bubblescope
