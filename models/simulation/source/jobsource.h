// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "calibratedjob.h"
#include "describedjob.h"
#include "hardware.h"
#include "jobprofile.h"
#include "knobs.h"
#include "run.h"
#include "simulationsource.h"
#include "tracegraph.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// What one rank computes in a step.
struct ComputeOfRank {
    int rank = 0;
    int stage = 0;
    double ns = 0;
};

/// The input of a simulation, of any kind.
struct JobSource {
    SimulationSource::Kind kind = SimulationSource::Kind::Run;
    std::string name;
    std::optional<Run> run; ///< shares its trace
    int stepIndex = 0;
    std::shared_ptr<const TraceGraph> step; ///< only for a measured run
    std::optional<JobProfile> job;
    std::vector<JobProfile> others; ///< of a log: its model in other layouts, as logs beside it measured it
    std::optional<Error> whyNoJob; ///< if there is no job: only costs can change
    std::optional<LayerTable> table;
    std::optional<Workload> workload;
    std::optional<JobDescription> description; ///< complete; `job` is what it takes on the default hardware
    std::optional<MeasuredSteps> measuredSteps; ///< of a description that was run: they calibrate it
    double printedMemoryBytes = 0; ///< of that run, see MeasuredMemory
    std::optional<MeasuredMemory> memoryOfRun; ///< of a description, by a log beside it whose steps do not count
    std::optional<Hardware> hardware; ///< of the input, if it states that
    MachineHints machine;             ///< what it says of that, or a log or nccl-tests beside it

    /// It does not exist yet: nothing was measured.
    bool isPlanned() const { return description && !measuredSteps; }
    std::string ownValue(std::string_view knob, const Hardware& own) const;
    std::optional<Message> whyNot(std::string_view knob) const;
    /// Sizes that neither the input nor these knobs state.
    std::vector<GuessedSize> guessesUnder(const Knobs& knobs) const;
    /// Of the ranks of a profiler run; others have JobFacts::slowRanks.
    std::vector<ComputeOfRank> computeOfKernels() const;
};
/// True if gradients are synchronized while compute runs.
bool overlapsGradients(const JobProfile& job);
/// Progress parts of making a Simulator: building the graph of the step, its profile, and its replay.
inline constexpr uint64_t partsOfPreparing = GraphBuilder::Options::passes + 5;
/// Does the first of these parts. An Error if `progress` ended it.
Result<JobSource> openJobSource(
    const RunFolder& folder, const SimulationSource& source, const ProgressFn& progress = {});

} // namespace bubblescope
