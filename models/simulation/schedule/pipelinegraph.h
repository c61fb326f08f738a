// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "retiming.h"
#include "schedulemessages.h"
#include "timesplit.h"

#include <array>
#include <vector>

namespace bubblescope {

/// One step of a schedule, ready to be timed.
struct PipelineGraph {
    DependencyGraph graph;
    std::vector<std::vector<uint32_t>> nodes; ///< by rank, in program order
    std::vector<OperationList> operations;    ///< what those nodes are
    int passesPerMicrobatch = 1;              ///< forwards of one microbatch on one rank
    bool sendsBlock = true;

    /// When an operation's messages are on the wire; of a fused pair both, else the second is empty.
    std::pair<TimeRange, TimeRange> transfers(int rank, size_t operation, const Retiming& retiming) const;

private:
    friend Result<PipelineGraph> makePipelineGraph(
        const Schedule& schedule, const PassCosts& costs, const GraphBuilder::Options& options);
    size_t messageIndex(Operation leg, int stage, int microbatch) const;

    int m_links = 0; // between stages of the model
    int m_microbatches = 0;
    int m_chunks = 1;
    std::vector<int> m_modelStage;    // as the schedule's
    std::vector<uint32_t> m_meetings; // by direction, link and microbatch
};
/// With sends that block, receives of most schedules stand where their senders get to the message under these costs.
Result<PipelineGraph> makePipelineGraph(
    const Schedule& schedule, const PassCosts& costs, const GraphBuilder::Options& options);

/// Figures of a timed schedule.
struct PipelineTiming {
    TimeNs makespan = 0;
    TimeNs longestStage = 0;      ///< largest of the spans; zero-bubble papers divide by it
    std::vector<TimeNs> busy;     ///< by rank: all its passes
    std::vector<TimeNs> span;     ///< by rank: first start to last end of its passes
    /// By rank: inside a message that is on the wire. Without sends that block nobody is: a rank that has no work
    /// waits for the message, however far it has come.
    std::vector<TimeNs> transfer;
    std::array<TimeNs, pipelinePhaseCount> bubble {}; ///< of all ranks, by phase
    /// By rank: most microbatches between forward and input gradient; passes on one of several chunks count in parts.
    std::vector<double> peakMicrobatches;
    /// The same until the weight gradient, for which part of the activations is kept.
    std::vector<double> peakHeldMicrobatches;
    /// Part of ranks x makespan.
    double bubbleShare() const;
    /// Part of ranks x longestStage in which no pass runs.
    double bubbleShareOfLongestStage() const;
};
PipelineTiming timePipeline(const PipelineGraph& pipeline, Retiming& retiming);

} // namespace bubblescope
