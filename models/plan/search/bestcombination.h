// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "progress.h"
#include "sensitivity.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace bubblescope {

/// KnobGain::knob of a combination of several.
inline constexpr std::string_view combinationKey = "combination";

/// How much is tried for a list of what helps. No time: the same input has the same answer on every machine.
struct CombinationBudget {
    uint64_t combinations = 120; ///< that are played
    uint64_t passes = 300'000;   ///< forward passes in all of them together: fewer are tried of large jobs
    size_t orders = 3;           ///< of each layout, those that are fastest in the first layout that has several
    size_t detailed = 3;         ///< orders that are tried with other partitions and overlaps, the fastest
};

/// The combination of knobs with the greatest sure gain over the input as it is, with the same batch on the same GPUs,
/// as far as the budget allows to try them. Each layout first, those near the input's own first; then other orders of
/// each, the fastest first, but of layouts whose passes alone take too long for a surer gain; then details of the
/// fastest, and of a described job its habits (see RunSpace). nullopt if none is sure, or if `progress` returned false.
std::optional<KnobGain> bestCombination(
    const Simulator& simulator, const ProgressFn& progress = {}, const CombinationBudget& budget = {});

/// What whatHelpsMost() found, before it the best combination where what is sure of it is more than what is sure of any
/// single knob that needs nothing, either. Only of the input as it is: where knobs are moved, single ones are named.
std::vector<KnobGain> withBestCombination(std::vector<KnobGain> gains, const Simulator& simulator, const Knobs& from,
    const ProgressFn& progress = {}, const CombinationBudget& budget = {});

} // namespace bubblescope
