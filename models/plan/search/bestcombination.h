// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "progress.h"
#include "sensitivity.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace bubblescope {

/// KnobGain::knob of a combination of several.
inline constexpr std::string_view combinationKey = "combination";

/// How much is tried for a list of what helps. No time: the same input has the same answer on every machine.
struct CombinationBudget {
    uint64_t combinations = 400;
    uint64_t passes = 300'000; ///< forward passes in all combinations together: fewer are tried of large jobs
};

/// Of the twenty fastest combinations of knobs (see searchRun(): the same batch on the same GPUs) the one with the
/// greatest sure gain over the input as it is, as far as the budget allows to try them. nullopt if none is sure, or if
/// `progress` returned false.
std::optional<KnobGain> bestCombination(
    const Simulator& simulator, const ProgressFn& progress = {}, const CombinationBudget& budget = {});

/// What whatHelpsMost() found, before it the best combination where what is sure of it is more than what is sure of any
/// single knob that needs nothing, either. Only of the input as it is: where knobs are moved, single ones are told.
std::vector<KnobGain> withBestCombination(std::vector<KnobGain> gains, const Simulator& simulator, const Knobs& from,
    const ProgressFn& progress = {}, const CombinationBudget& budget = {});

} // namespace bubblescope
