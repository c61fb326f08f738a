// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "nonblockingsends.h"

#include "tracegraphbuilder.h"

namespace bubblescope {

namespace {

GraphBuilder::Nodes nodesOf(const TraceGraph& step, const Trace& trace)
{
    const auto count = uint32_t(step.nodes.size());
    GraphBuilder::Nodes nodes;
    nodes.cost.resize(count);
    nodes.lead.resize(count);
    nodes.after.resize(count);
    for (uint32_t rank = 0; rank + 1 < step.firstNode.size(); ++rank) {
        for (uint32_t n = step.firstNode[rank]; n < step.firstNode[rank + 1]; ++n) {
            nodes.cost[n] = step.graph.cost(n);
            nodes.lead[n] = step.graph.lead(n);
            nodes.after[n] = n > step.firstNode[rank] ? n - 1 : DependencyGraph::none;
        }
    }
    for (const TraceGraph::Queued& queued : step.queued)
        nodes.after[queued.node] = queued.before;
    nodes.info = nodeInfo(step, trace);
    return nodes;
}

} // namespace

Result<DependencyGraph> withNonBlockingSends(const TraceGraph& step, const Trace& trace, const ProgressFn& progress)
{
    const GraphBuilder::Options options {false, progress};
    GraphBuilder builder;
    builder.setNodes(nodesOf(step, trace));
    if (!options.mayContinue(4))
        return stopped();
    addStreamEdges(step, builder);
    addMeetings(step, builder);
    if (!options.mayContinue(5))
        return stopped();
    return builder.finish(options);
}

} // namespace bubblescope
