// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "hoststep.h"
#include "knownrun.h"
#include "logtimers.h"
#include "measuredthroughput.h"
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
    std::optional<int> step; ///< number as in the run; nullopt: the representative step
    size_t top = SIZE_MAX;   ///< number of findings to list
    std::string run {};      ///< name of the run that `step` is of; empty: the first
};

/// One input of a folder with everything known about its step; parts that do not apply are empty.
struct SummaryInput {
    struct Stage {
        int stage = -1;
        std::optional<double> forwardNs; ///< per microbatch
        std::optional<double> backwardNs;
        std::optional<double> busyShare;
        double imbalance = 0; ///< relative to the mean of all stages: 0.25 is a quarter longer
    };
    std::string name;
    std::string kind; ///< "hang", "run", "run log", "workload", "layer table"
    Origin origin = Origin::Measured;
    double stepNs = 0; ///< 0 if unknown
    std::optional<int> stepNumber;
    int steps = 0;
    bool isRecording = false;                   ///< the step is a whole recording, in which nothing marks one
    std::shared_ptr<const SimulatedStep> model; ///< for inputs without a timeline
    const Run* run = nullptr;                   ///< recorded, or that of the model
    std::optional<RunAnalysis> analysis;        ///< of `run`
    std::vector<Stage> stages;
    std::vector<OperatorUse> operators; ///< of a rank in the step, most device time first
    std::vector<TimerMedian> timers;    ///< of a log whose program prints them
    std::optional<MeasuredThroughput> throughput; ///< of a measured step whose model and batch are known
    Findings findings;

    /// Number of recorded ranks without spans in the summarized part or step.
    int ranksWithout() const { return analysis ? analysis->summary.ranksWithout + run->ranksOutsidePart : 0; }
    /// Of the step, where it is that of devices.
    std::optional<HostStep> hostStep() const;
};

/// All inputs, the main one first: what hangs is no step, but who makes it hang is its verdict. They refer to the
/// folder.
Result<std::vector<SummaryInput>> summaryInputs(const KnownFolder& known, const SummaryOptions& options);

} // namespace bubblescope
