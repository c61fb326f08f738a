// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "runcontext.h"
#include "tracegraph.h"

#include <string>
#include <vector>

namespace bubblescope {

/// What all ways of taking a step apart have in common: the nodes made so far, and where those of several ranks meet.
class TraceGraphBuilder {
protected:
    static constexpr uint32_t none = DependencyGraph::none;

    /// The context must outlive it.
    TraceGraphBuilder(const RunContext& context, int step);

    /// Refuses what has no common time line.
    std::optional<Error> refusal() const;
    Error emptyStep() const;
    /// Of the step; open to the outside where the rank has no step before or after.
    TimeRange rangeOfStep(int32_t rank) const;
    TraceGraph::Node& addNode(SpanId span, SpanId operation, uint32_t rank, TimeRange range, bool isCommunication);
    /// Once all nodes are made.
    void startMeeting();
    bool comparable(uint32_t a, uint32_t b) const;
    /// Where members meet: from the last arrival to the first departure. Records that last longer give the rest to what
    /// follows.
    void meet(SpanId span, std::span<const uint32_t> nodes, bool isMessage, bool isHidden = false);
    void meetMessages();
    /// `ofStreams`: what runs beside compute meets, too.
    void meetCollectives(bool ofStreams);
    void noteUnmatched();
    /// Of m_work, which is to be filled; tells who is to blame where costs make no sense.
    void startCosts();
    /// What is told of m_nodes and the meetings goes to the builder; edges are there already.
    Result<TraceGraph> finish(GraphBuilder& builder, const GraphBuilder::Options& options);

    const RunContext& m_context;
    const Trace& m_trace;
    const int m_step;
    TraceGraph m_made;
    std::vector<uint32_t> m_nodeOfSpan;
    std::vector<TimeRange> m_range; // by node, as recorded
    std::vector<TimeNs> m_over;     // by node: end, without what a record takes longer than its meeting
    std::vector<bool> m_meets;      // by node
    GraphBuilder::Nodes m_work;
};

} // namespace bubblescope
