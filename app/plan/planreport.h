// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plandifference.h"
#include "plansearch.h"
#include "result.h"
#include "runsearch.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace bubblescope {

/// What `plan … --search` was asked, as the command line has it.
struct PlanSearchArguments {
    std::vector<std::string> allow;       ///< "tensor=1,2,4" each
    std::vector<std::string> gpus;        ///< total numbers to try: "64", "32,64"
    std::optional<std::string> batch;     ///< samples
    std::optional<std::string> gpuMemory; ///< "80GB", "80GiB", bytes
    std::optional<std::string> price;     ///< USD per GPU hour
    std::optional<std::string> top;
};
/// An Error names the option and what it takes.
Result<PlanSpace> planSpaceOf(const PlanSearchArguments& arguments);

/// A row of a report: a configuration of a described job, or knobs of a run.
struct PlanRow {
    std::string name;                ///< for people: "TP 2 · PP 4 · DP 8"
    std::string set;                 ///< as `--set` takes it
    std::vector<PlanChange> changes; ///< against the present one
    std::string reason;              ///< why it is as fast as it is beside the present one; a sentence
    int gpus = 0;                    ///< 0 if not known
    std::string framework;           ///< as which it is timed; empty for a run
    double stepNs = 0;
    double lowNs = 0;
    double highNs = 0;
    double samplesPerSecond = 0; ///< 0 if not known
    std::optional<double> tokensPerSecondPerGpu;
    std::optional<double> mfu;
    double memoryBytes = -1;                ///< of the fullest stage; -1 if not known
    std::optional<bool> fits = true;        ///< absent if not known
    std::vector<PlannedStageMemory> stages; ///< empty if not known
    PlanLimit limit = PlanLimit::Compute;
    bool isPareto = false;
    bool isApart = true;
    bool isSimulated = true;
    double usdPerMillionTokens = 0;
};

/// The answer of a search, for either kind of input.
struct PlanReport {
    std::string title;              ///< the job's or run's name
    std::string hardware;           ///< for people
    double gpuMemoryBytes = 0;      ///< 0 if not known
    std::optional<PlanRow> now;     ///< as described or opened, where that is known
    std::vector<PlanRow> rows;      ///< best first
    std::optional<PlanRow> nearest; ///< where nothing fits
    double excessBytes = 0;
    uint64_t searched = 0;
    uint64_t pruned = 0;
    double seconds = 0;
    std::vector<AssumedValue> assumed;
    std::optional<JobCalibration> calibration; ///< by a run on these GPUs
    std::optional<MeasuredMemory> run;         ///< of the job: what fits is told beside it
    /// Nobody says what GPUs the run had: combinations were ruled out by the memory of an assumed one.
    bool isGpuAssumed = false;
};
/// `now`: the description's own layout, complete, and its step; empty where it has none.
PlanReport planReportOf(const PlanAnswer& answer, const JobDescription& described,
    const std::optional<PlanCandidate>& now, const Hardware& hardware, const PlanSpace& space);
PlanReport planReportOf(
    const RunAnswer& answer, const std::string& title, const Hardware& hardware, const PlanSpace& space);

/// For a run that does not name its GPUs, where no memory is told: of no row is known whether it fits, but of those
/// that need no more than the run, which ran.
void forgetAssumedGpu(PlanReport& report);

/// {"candidates": [{"set", "step_ms", "step_ms_low", "step_ms_high", "range", "tokens_per_s_per_gpu", "mfu", "memory",
/// "binds", "pareto", "cannot_be_told_apart", …}], "searched", "pruned", "seconds", "calibration"}.
std::string planSearchJson(const PlanReport& report);
/// A header line, then a line for each candidate.
std::string planSearchCsv(const PlanReport& report);
/// A table for people with the sentence why the best wins; or that nothing fits, and by how much.
std::string planSearchText(const PlanReport& report);
/// "No configuration fits: the one that needs least, TP 8 …, needs 82 GB a GPU, 2 GB more than fit into …"
Message nothingFits(const PlanReport& report);

} // namespace bubblescope
