// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plansearch.h"
#include "progress.h"
#include "result.h"
#include "whatif.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace bubblescope {

/// A combination of knobs of an opened input that was simulated.
struct RunCandidate {
    Knobs knobs;
    std::string set; ///< as `--set` takes it, knobs separated by spaces; empty for the input as it is
    StepFigures figures;
    double memoryBytes = -1; ///< of the fullest stage; -1 if not known
    bool fits = true;        ///< false only where it is known not to
    bool isPareto = false;   ///< no other has more samples/s with as little memory
    bool isApart = true;     ///< false: within the range of the best, cannot be told apart from it
    PlanLimit limit = PlanLimit::Compute;
};

struct RunAnswer {
    std::vector<RunCandidate> candidates; ///< best (samples/s) first, as many as asked for
    RunCandidate now;                     ///< the input as it is
    uint64_t searched = 0;                ///< combinations that the input answers to
    uint64_t pruned = 0;                  ///< of them, those that do not fit
    double seconds = 0;
    std::optional<RunCandidate> nearest; ///< where nothing fits
    double excessBytes = 0;
};

using BestRunSoFar = std::function<void(const RunCandidate&)>;

/// All combinations of the structure knobs that an input answers to: tensor, stages, data and expert ranks (the number
/// of GPUs and the batch stay), schedule, chunks, partition (as it is, or balanced) and overlap of gradients. Each is
/// simulated as the knobs would be (Simulator::outcome()). Of `space`, `allowed`, `top` and `gpuMemoryBytes` are used.
/// A Simulator is used by one thread, so this is not parallel; `progress` returning false ends it with an Error.
Result<RunAnswer> searchRun(
    const Simulator& simulator, const PlanSpace& space, const ProgressFn& progress = {}, const BestRunSoFar& best = {});

} // namespace bubblescope
