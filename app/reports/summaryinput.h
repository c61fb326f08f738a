// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "logtimers.h"
#include "result.h"
#include "runanalysis.h"
#include "whatif.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace bubblescope {

struct SummaryOptions {
    std::optional<int> step; ///< number as the run has it; else the typical one
    size_t top = SIZE_MAX;   ///< findings to tell
};

/// One input of a folder with all that is known about its step; what does not apply is empty.
struct SummaryInput {
    struct Stage {
        int stage = -1;
        std::optional<double> forwardNs; ///< of a microbatch
        std::optional<double> backwardNs;
        std::optional<double> busyShare;
        double imbalance = 0; ///< against the mean of all stages: 0.25 takes a quarter longer
    };
    std::string name;
    std::string kind; ///< "run", "run log", "workload", "layer table"
    Origin origin = Origin::Measured;
    double stepNs = 0; ///< 0 where not known
    std::optional<int> stepNumber;
    int steps = 0;
    std::shared_ptr<const SimulatedStep> model; ///< of inputs without a timeline
    const Run* run = nullptr;                   ///< recorded, or the model's
    std::optional<RunAnalysis> analysis;        ///< of `run`
    std::vector<Stage> stages;
    std::vector<TimerMedian> timers; ///< of a log whose program prints them
    Findings findings;

    /// Recorded ranks that have nothing in the part or step that is summed up.
    int ranksWithout() const { return analysis ? analysis->summary.ranksWithout + run->ranksOutsidePart : 0; }
};

/// All inputs, the main one first.
Result<std::vector<SummaryInput>> summaryInputs(const RunFolder& folder, const SummaryOptions& options);

} // namespace bubblescope
