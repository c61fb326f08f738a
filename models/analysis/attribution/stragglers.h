// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "runcontext.h"

#include <optional>
#include <vector>

namespace bubblescope {

/// Who is slower than those who do the same work.
struct Stragglers {
    struct Rank {
        uint32_t rank = 0; ///< index into Trace::ranks()
        int stage = -1;
        double factor = 1; ///< median over microbatches of own compute / median compute of the other ranks of the stage
        uint32_t samples = 0;        ///< microbatches compared
        bool isStraggler = false;    ///< slower by more than stragglerFactor and than its own spread explains
        bool peersAreStages = false; ///< it holds its stage alone: compared with the other stages, but the last
    };
    struct Stage {
        int stage = -1;
        TimeNs compute = 0; ///< of one microbatch; median over the ranks that do not straggle
        double factor = 1;  ///< against the median of the other stages
    };
    struct Microbatch {
        int32_t microbatch = -1;
        double factor = 1; ///< against the median microbatch of the same rank, median over ranks and steps
    };
    /// A rank with fewer passes in a step than others of its stage, as where its file ends early.
    struct Incomplete {
        uint32_t rank = 0; ///< index into Trace::ranks()
        int step = 0;      ///< index into Trace::steps()
        uint32_t passes = 0;
        uint32_t peersPasses = 0;
    };
    std::vector<Incomplete> incomplete;       ///< by step and rank; what they lack is compared with nothing
    std::vector<Rank> ranks;                  ///< of every rank that has peers, by rank
    std::vector<Stage> stages;                ///< by stage
    std::vector<Microbatch> slowMicrobatches; ///< by factor, slowest first
    std::vector<int> warmupSteps;             ///< leading steps that take longer; indexes into Trace::steps()
    std::vector<int> slowSteps;               ///< later ones that stand out
    /// How much longer a step takes at the end of the run than at its begin, as a share of the median step, without
    /// warmup; a straight line through all steps, by medians of slopes.
    double drift = 0;
    bool drifts = false; ///< more than chance

    const Rank* of(uint32_t rank) const;
};

/// A rank that takes so many times as long as its peers is a straggler: medians over microbatches of healthy ranks
/// differ by 1 to 2 %.
inline constexpr double stragglerFactor = 1.05;
/// A stage that takes so many times as long as the median stage is out of balance: one layer more on ten is 1.1, and no
/// partition is better than that.
inline constexpr double slowStageFactor = 1.1;
/// A microbatch that takes so many times as long as the others; between healthy ones it is a few percent.
inline constexpr double slowMicrobatchFactor = 1.15;
/// A step that takes so many times as long as the median of the steps.
inline constexpr double slowStepFactor = 1.2;

Stragglers findStragglers(const RunContext& context);

/// Warmup and outlying steps of any series of step times, such as a log's.
struct StepOutliers {
    std::vector<size_t> warmup;
    std::vector<size_t> slow;
    double median = 0; ///< without warmup
    double drift = 0;
    bool drifts = false;
};
StepOutliers findStepOutliers(const std::vector<double>& times);

} // namespace bubblescope
