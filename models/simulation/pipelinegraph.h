// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "retiming.h"
#include "schedule.h"

#include <vector>

namespace bubblescope {

/// ns per microbatch, by stage of the model (not by rank).
struct PassCosts {
    std::vector<TimeNs> forward;
    std::vector<TimeNs> inputGradient;
    std::vector<TimeNs> weightGradient;
    std::vector<TimeNs> send; ///< of the link between a stage and the next, each way; one fewer than stages
    /// The same for all stages.
    static PassCosts uniform(int stages, TimeNs forward, TimeNs inputGradient, TimeNs weightGradient, TimeNs send);
};

/// One step of a schedule, ready to be timed.
struct PipelineGraph {
    DependencyGraph graph;
    std::vector<std::vector<uint32_t>> nodes;                ///< by rank, in program order
    std::vector<std::vector<ScheduledOperation>> operations; ///< what those nodes are
};
Result<PipelineGraph> makePipelineGraph(
    const Schedule& schedule, const PassCosts& costs, const GraphBuilder::Options& options);

/// Figures of a timed schedule.
struct PipelineTiming {
    TimeNs makespan = 0;
    TimeNs longestStage
        = 0; ///< first start to last end of the rank where that is most; zero-bubble papers divide by it
    std::vector<TimeNs> busy;          ///< by rank: all its passes
    std::vector<int> peakMicrobatches; ///< by rank: most microbatches between forward and backward
    /// Part of ranks x makespan in which no pass runs.
    double bubbleShare() const;
};
PipelineTiming timePipeline(const PipelineGraph& pipeline, Retiming& retiming);

} // namespace bubblescope
