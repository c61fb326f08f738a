// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "runcontext.h"
#include "tracegraph.h"

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace bubblescope {

/// Describes the nodes in errors; both must outlive it.
std::function<DependencyGraph::NodeInfo(uint32_t)> nodeInfo(const TraceGraph& step, const Trace& trace);
/// What streams wait for, and what waits for them, except the order of nodes of one stream.
void addStreamEdges(const TraceGraph& step, GraphBuilder& builder);
void addMeetings(const TraceGraph& step, GraphBuilder& builder);

/// What all ways of building the graph of a step share: the nodes so far, and the meetings between ranks.
class TraceGraphBuilder {
protected:
    static constexpr uint32_t none = DependencyGraph::none;

    /// The context must outlive this object.
    TraceGraphBuilder(const RunContext& context, int step);

    /// An error if the trace has no common time line.
    std::optional<Error> refusal() const;
    Error emptyStep() const;
    /// The rank's range of the step; if `isOpen`, unbounded where no step precedes or follows.
    TimeRange rangeOfStep(int32_t rank, bool isOpen) const;
    TraceGraph::Node& addNode(SpanId span, SpanId operation, uint32_t rank, TimeRange range, bool isCommunication);
    /// Call once all nodes are added.
    void startMeetings();
    bool comparable(uint32_t a, uint32_t b) const;
    /// Adds a meeting: it lasts from the last arrival to the first departure. The rest of longer records is charged to
    /// what follows.
    void addMeeting(SpanId span, std::span<const uint32_t> nodes, bool isMessage, bool isHidden = false);
    struct StepMessage {
        Link link;
        std::array<uint32_t, 2> nodes; ///< sender and receiver
    };
    std::vector<StepMessage> messagesOfStep() const;
    void addMessageMeetings();
    /// `ofStreams`: include communication that overlaps compute.
    void addCollectiveMeetings(bool ofStreams);
    void noteUnmatched();
    /// Prepares m_work for the costs; its `info` describes nodes in errors about bad costs.
    void startCosts();
    /// Passes m_work and the meetings on to the builder, which already has the edges.
    Result<TraceGraph> finish(GraphBuilder& builder, const GraphBuilder::Options& options);

    const RunContext& m_context;
    const Trace& m_trace;
    const int m_step;
    TraceGraph m_made;
    ColumnVector<uint32_t> m_nodeOfSpan;
    ColumnVector<TimeRange> m_range; // by node, as recorded
    ColumnVector<TimeNs> m_over;     // by node: end, minus what its record takes longer than its meeting
    std::vector<bool> m_hasMeeting;       // by node
    GraphBuilder::Nodes m_work;
};

} // namespace bubblescope
