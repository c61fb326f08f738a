// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "runcontext.h"

#include <optional>
#include <vector>

namespace bubblescope {

/// Ranks, stages, microbatches and steps that are slower than their peers.
struct Stragglers {
    struct Rank {
        uint32_t rank = 0; ///< index into Trace::ranks()
        int stage = -1;
        double factor = 1; ///< median over microbatches of own compute / median compute of the other ranks of the stage
        uint32_t samples = 0; ///< microbatches compared
        /// Slower by more than stragglerFactor, and by more than its own spread and the tokens of its experts explain.
        bool isStraggler = false;
        bool peersAreStages = false; ///< alone in its stage, so compared with the other stages except the last
    };
    struct Stage {
        int stage = -1;
        TimeNs compute = 0; ///< per microbatch; median over the ranks that are not stragglers
        double factor = 1;  ///< relative to the median of the other stages
    };
    struct Microbatch {
        int32_t microbatch = -1;
        double factor = 1; ///< relative to the median microbatch of the same rank; median over ranks and steps
    };
    /// A rank with fewer passes in a step than others of its stage, as where its file ends early.
    struct Incomplete {
        uint32_t rank = 0; ///< index into Trace::ranks()
        int step = 0;      ///< index into Trace::steps()
        uint32_t passes = 0;
        uint32_t peersPasses = 0;
    };
    std::vector<Incomplete> incomplete;       ///< by step and rank; what they lack is compared with nothing
    std::vector<Rank> ranks;                  ///< every rank that has peers, by rank
    std::vector<Stage> stages;                ///< by stage
    std::vector<Microbatch> slowMicrobatches; ///< slowest first
    std::vector<int> warmupSteps;             ///< slower steps at the start; indexes into Trace::steps()
    std::vector<int> slowSteps;               ///< later outliers

    const Rank* of(uint32_t rank) const;
};

/// A rank is a straggler if it takes this many times as long as its peers: medians over microbatches of healthy ranks
/// differ by 1 to 2 %.
inline constexpr double stragglerFactor = 1.05;
/// A stage is out of balance if it takes this many times as long as the median stage: one extra layer on ten is 1.1,
/// and no partition can do better than that.
inline constexpr double slowStageFactor = 1.1;
/// A microbatch is slow if it takes this many times as long as the others; healthy ones differ by a few percent.
inline constexpr double slowMicrobatchFactor = 1.15;
/// A step is slow if it takes this many times as long as the median step.
inline constexpr double slowStepFactor = 1.2;

Stragglers findStragglers(const RunContext& context);

/// Warmup and outliers of any series of step times, such as that of a log.
struct StepOutliers {
    std::vector<size_t> warmup;
    std::vector<size_t> slow;
    double median = 0; ///< without warmup
    /// How much longer a step takes at the end of the series than at its start, as a share of the median step, without
    /// warmup: a straight line through all steps with the median of slopes.
    double drift = 0;
    bool drifts = false; ///< the drift is statistically significant
};
StepOutliers findStepOutliers(const std::vector<double>& times);

} // namespace bubblescope
