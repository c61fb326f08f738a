// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "retiming.h"
#include "schedulemessages.h"
#include "timesplit.h"

#include <array>
#include <vector>

namespace bubblescope {

/// One step of a schedule as a graph, ready to be timed.
struct PipelineGraph {
    DependencyGraph graph;
    std::vector<std::vector<uint32_t>> nodes; ///< by rank, in program order
    std::vector<OperationList> operations;    ///< the operations of these nodes
    int passesPerMicrobatch = 1;              ///< forwards per microbatch on one rank
    bool sendsBlock = true;
    bool holdsSenders = false; ///< by SendProtocol::Posted: a send has the time of its transfer, a receive only waits

    /// When an operation's messages are being transferred; both for a fused pair, otherwise the second is empty.
    std::pair<TimeRange, TimeRange> transfers(int rank, size_t operation, const Retiming& retiming) const;

private:
    friend Result<PipelineGraph> makePipelineGraph(
        const Schedule& schedule, const PassCosts& costs, const GraphBuilder::Options& options);
    size_t messageIndex(Operation leg, int stage, int microbatch) const;

    int m_links = 0; // between stages of the model
    int m_microbatches = 0;
    int m_chunks = 1;
    std::vector<int> m_modelStage;    // as in the schedule
    std::vector<uint32_t> m_meetings; // by direction, link and microbatch
    std::vector<uint32_t> m_sends;    // the same, nodes: where they hold their rank as long as their transfer
};
/// Sends that block hold up their ranks after sendProtocolOf().
Result<PipelineGraph> makePipelineGraph(
    const Schedule& schedule, const PassCosts& costs, const GraphBuilder::Options& options);

/// Figures of a timed schedule.
struct PipelineTiming {
    TimeNs makespan = 0;
    TimeNs longestStage = 0;      ///< greatest value of `span`; zero-bubble papers divide by it
    std::vector<TimeNs> busy;     ///< by rank: all its passes
    std::vector<TimeNs> begin;    ///< by rank: first start of its passes
    std::vector<TimeNs> span;     ///< by rank: first start to last end of its passes
    /// By rank: time inside a message during its transfer. 0 without blocking sends, and none of receives that were
    /// posted before: a rank without work then waits for the message, however far its transfer is.
    std::vector<TimeNs> transfer;
    std::array<TimeNs, pipelinePhaseCount> bubble {}; ///< of all ranks, by phase
    /// By rank: most microbatches between forward and input gradient; with several chunks, passes count in parts.
    std::vector<double> peakMicrobatches;
    /// The same until the weight gradient, for which part of the activations is kept.
    std::vector<double> peakHeldMicrobatches;
    /// Share of ranks x makespan.
    double bubbleShare() const;
    /// Share of ranks x longestStage without any pass.
    double bubbleShareOfLongestStage() const;
    /// Of a step among others, where a rank begins the next as soon as it has ended its own: they follow each other
    /// every longestStage, and `bubble` is less by what other steps fill before a rank's first pass and after its last.
    std::array<TimeNs, pipelinePhaseCount> repeatedBubble() const;
};
PipelineTiming timePipeline(const PipelineGraph& pipeline, Retiming& retiming);

} // namespace bubblescope
