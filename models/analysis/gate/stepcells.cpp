// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "stepcells.h"

#include "typicalstep.h"

#include <algorithm>

namespace bubblescope {

Category StepCells::categoryOf(const Trace& trace, const TraceGraph::Node& node)
{
    const SpanId span = node.isCommunication || !node.operation.isValid() ? node.span : node.operation;
    if (node.isStart || !span.isValid())
        return Category::Host;
    return trace.category(span);
}

StepCells::LinkKey StepCells::keyOf(
    const RunContext& context, const TraceGraph& step, const TraceGraph::Meeting& meeting)
{
    const Trace& trace = context.trace();
    const auto members = step.membersOf(meeting);
    LinkKey key;
    key.category = meeting.isHidden || !meeting.span.isValid() ? Category::Optimizer : trace.category(meeting.span);
    key.from = members.empty() ? -1 : context.groups().stage(step.nodes[members.front()].rank);
    if (meeting.isMessage) {
        key.to = members.size() < 2 ? -1 : context.groups().stage(step.nodes[members[1]].rank);
        if (key.from > key.to)
            std::swap(key.from, key.to);
        return key;
    }
    const bool isOneStage = std::all_of(members.begin(), members.end(),
        [&](uint32_t n) { return context.groups().stage(step.nodes[n].rank) == key.from; });
    if (!isOneStage)
        key.from = -1;
    return key;
}

std::optional<StepCells> StepCells::measure(const GateRun& run)
{
    constexpr int steps = 3;
    const RunContext& context = *run.context;
    StepCells cells;
    cells.context = run.context;
    cells.trace = {run.context, &context.trace()};
    cells.typicalStep = bubblescope::typicalStep(*cells.trace);
    cells.works.assign(cells.trace->ranks().size() * size_t(categoryCount), 0);
    std::vector<int> looked {cells.typicalStep};
    // Evenly spread over the others.
    for (int i = 1; i < steps && run.whole.size() > 1; ++i) {
        const int step = run.whole[size_t(i - 1) * (run.whole.size() - 1) / size_t(std::max(steps - 2, 1))];
        if (std::find(looked.begin(), looked.end(), step) == looked.end())
            looked.push_back(step);
    }
    int count = 0;
    for (const int step : looked) {
        Result<std::shared_ptr<const TraceGraph>> made = sharedTraceGraph(context, step);
        if (!made) {
            if (step == cells.typicalStep)
                return std::nullopt;
            continue;
        }
        ++count;
        const TraceGraph& graph = **made;
        for (uint32_t n = 0; n < graph.nodes.size(); ++n) {
            const TraceGraph::Node& node = graph.nodes[n];
            double* ofRank = cells.works.data() + size_t(node.rank) * size_t(categoryCount);
            ofRank[size_t(categoryOf(*cells.trace, node))] += double(graph.graph.cost(n));
            ofRank[size_t(Category::Host)] += double(graph.graph.lead(n));
        }
        for (const TraceGraph::Meeting& meeting : graph.meetings)
            cells.transfers[keyOf(context, graph, meeting)] += double(meeting.transfer);
        if (step == cells.typicalStep)
            cells.typical = std::move(made).value();
    }
    for (double& ns : cells.works)
        ns /= count;
    for (auto& [key, ns] : cells.transfers)
        ns /= count;
    return cells;
}

} // namespace bubblescope
