// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "knobs.h"
#include "plannedstep.h"
#include "progress.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace bubblescope {

/// What is searched. Everything that is not limited takes all values that the model and the GPUs allow.
struct PlanSpace {
    std::vector<int> gpus;          ///< total numbers to try; empty: as the description says
    std::optional<int> globalBatch; ///< samples; absent: as the description says
    double gpuMemoryBytes = 0;      ///< 0: the hardware's
    /// A knob and the values it may have, as `--set` takes them: {"tensor", {"1", "2"}}. A single value is a lock.
    std::vector<std::pair<std::string, std::vector<std::string>>> allowed;
    std::optional<double> usdPerGpuHour;
    size_t top = 100;
    unsigned threads = 0; ///< 0: as many as the program uses; the answer is the same
};

/// A configuration that was timed.
struct PlanCandidate {
    JobDescription job; ///< complete
    std::string set;    ///< as `--set` takes it, knobs separated by spaces: "gpus=64 tensor=2 stages=4 …"
    PlannedStep step;   ///< stepNs() replaced by the simulator's where `isSimulated`
    bool isSimulated = false;
    bool isPareto = false;          ///< no other is faster with as little memory on as few GPUs
    bool isApart = true;            ///< false: within the range of the best, cannot be told apart from it
    double usdPerMillionTokens = 0; ///< 0 without a price
};

struct PlanAnswer {
    std::vector<PlanCandidate>
        candidates;        ///< best (tokens/s of the whole job; with several numbers of GPUs, per GPU) first
    uint64_t searched = 0; ///< combinations
    uint64_t pruned = 0;   ///< of them, by bounds that are proved safe and by memory
    double seconds = 0;
    std::vector<AssumedValue> narrowed; ///< values that the others were left out for, see PlanCombinations
    /// Where nothing fits: the one that lacks the least memory, and how much of it.
    std::optional<PlanCandidate> nearest;
    double excessBytes = 0;
};

/// A described job with the sizes that knobs ask for, timed as the candidates of a search are: what they are compared
/// with. An Error where it is no whole job, or has no order, or if `progress` returned false.
Result<PlanCandidate> plannedCandidate(const JobDescription& job, const Knobs& knobs, const Hardware& hardware,
    const PlanCalibration& calibration = {}, std::optional<double> usdPerGpuHour = {}, const ProgressFn& progress = {});

/// Called with the best so far, from the searching thread.
using BestSoFar = std::function<void(const PlanCandidate&)>;

/// All valid combinations, in parallel; `progress` returning false ends it within 100 ms (an Error). The same answer
/// whatever the number of threads.
Result<PlanAnswer> searchPlans(const JobDescription& job, const PlanSpace& space, const Hardware& hardware,
    const PlanCalibration& calibration = {}, const ProgressFn& progress = {}, const BestSoFar& best = {});

} // namespace bubblescope
