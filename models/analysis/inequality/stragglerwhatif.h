// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "progress.h"
#include "stragglermodel.h"

#include <optional>
#include <string>
#include <vector>

namespace bubblescope {

/// How much of the steps is lost to inequality: the recorded steps against the same steps in which every operation of a
/// type lasts equally long on all ranks and in all steps (Lin et al. 2025, "Understanding Stragglers in Large Model
/// Training Using What-if Analysis"). Slowdowns are ratios of mean step times; times in ns.
struct StragglerWhatIf {
    struct Step {
        int32_t number = 0;
        double base = 0;    ///< as recorded
        double noDelay = 0; ///< played from the records, without the time that launches took
        double ideal = 0;   ///< played with equal durations
        double slowdown() const { return ideal > 0 ? noDelay / ideal : 1; }
    };
    /// The slowdown if this part keeps its recorded durations and all else is ideal.
    struct Part {
        int32_t number = 0; ///< of the data-parallel rank, stage, or host (index into Trace::hosts())
        double slowdown = 1;
        /// Of a host that is slow, see SlowHosts: how many times as long as their peers its ranks compute.
        std::optional<double> pace {};
    };
    struct Type {
        std::string key; ///< see stepOperationKey()
        double slowdown = 1;
    };
    struct Rank {
        int32_t rank = 0; ///< global
        int stage = -1;   ///< -1 if unknown, like the next
        int dataRank = -1;
        std::optional<double> score; ///< the lesser of the slowdowns of its data-parallel rank and stage, if known
        /// What the slowness of this rank alone costs: see priceOfSlowness(), of the typical step. Of the 16 slowest
        /// that are stragglers; unknown of others, and where nothing records who waits for whom.
        std::optional<double> lostNs {};
    };

    double slowdown = 1;                  ///< S: mean step without delays / ideal
    double launchSlowdown = 1;            ///< mean recorded step / without delays
    std::optional<double> ofSlowestRanks; ///< M_W: share of the slowdown that the slowest 3 % of the ranks explain,
                                          ///< and the next; unknown where next to nothing is lost,
                                          ///< or no rank has a known place in the job
    std::optional<double> ofLastStage;    ///< M_S: the share that the last stage explains
    /// What all stragglers cost together, in ns of the typical step: the price of the finding about them. Not the sum
    /// of what each costs alone: the others of a stage may wait for the next slowest.
    std::optional<double> lostTogetherNs;
    /// Whether that is more than the slowdown says, by more than steps differ: equal durations are the mean of all ranks,
    /// slow ones included, which where few microbatches pass all stages one after another changes next to nothing.
    bool pricesExceedSlowdown() const;
    std::vector<Step> steps;
    std::vector<Part> dataRanks; ///< by number, like the following; the slowest ones if there are very many
    std::vector<Part> stages;    ///< empty where no rank states one
    std::vector<Part> hosts;     ///< empty for one host
    std::vector<Type> types;     ///< slowest first
    std::vector<Rank> ranks;     ///< highest score first
    uint32_t stepsLeftOut = 0;   ///< in which a rank recorded other operations than in the first
};

Result<StragglerWhatIf> findStragglerWhatIf(const RunContext& context, const ProgressFn& progress = {});

} // namespace bubblescope
