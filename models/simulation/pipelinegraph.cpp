// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "pipelinegraph.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace bubblescope {

namespace {

enum Tag : int32_t { ForwardTag, BackwardTag };

bool isPass(Operation operation)
{
    return operation == Operation::Forward || operation == Operation::Backward
        || operation == Operation::WeightGradient;
}

} // namespace

PassCosts PassCosts::uniform(int stages, TimeNs forward, TimeNs inputGradient, TimeNs weightGradient, TimeNs send)
{
    const auto all = [](int count, TimeNs ns) { return std::vector<TimeNs>(size_t(std::max(count, 0)), ns); };
    return {all(stages, forward), all(stages, inputGradient), all(stages, weightGradient), all(stages - 1, send)};
}

Result<PipelineGraph> makePipelineGraph(
    const Schedule& schedule, const PassCosts& costs, const GraphBuilder::Options& options)
{
    const auto stages = size_t(schedule.modelStages());
    if (costs.forward.size() != stages || costs.inputGradient.size() != stages || costs.weightGradient.size() != stages
        || costs.send.size() + 1 != stages) {
        return Error {fmt::format("Costs do not fit a schedule of {} stages.", stages),
            "Give one forward, backward and weight-gradient time per stage, and one send time between two.", {}};
    }

    PipelineGraph pipeline;
    GraphBuilder builder;
    for (int rank = 0; rank < schedule.ranks; ++rank) {
        pipeline.operations.push_back(withMessages(schedule, rank));
        pipeline.nodes.emplace_back();
        uint32_t previous = DependencyGraph::none;
        const std::vector<ScheduledPass>& program = schedule.programs[size_t(rank)];
        size_t pass = 0;
        for (const ScheduledOperation& operation : pipeline.operations.back()) {
            const auto stage
                = size_t(schedule.modelStage[size_t(rank) * size_t(schedule.chunks) + size_t(operation.chunk)]);
            TimeNs cost = 0;
            if (operation.operation == Operation::Forward)
                cost = costs.forward[stage];
            else if (operation.operation == Operation::WeightGradient)
                cost = costs.weightGradient[stage];
            else if (operation.operation == Operation::Backward)
                cost = costs.inputGradient[stage]
                    + (program[pass].pass == Pass::Backward ? costs.weightGradient[stage] : 0);
            pass += isPass(operation.operation);

            const uint32_t node = builder.addNode({rank, operation.microbatch, operation.operation}, cost, 0, previous);
            const auto addLeg = [&](Operation leg) {
                const bool forward = leg == Operation::SendForward || leg == Operation::RecvForward;
                // A chunk's own neighbours: the model stage before or after it, wherever that lies.
                const size_t link = leg == Operation::SendForward || leg == Operation::RecvBackward ? stage : stage - 1;
                const int32_t tag = int32_t(link * 2) + (forward ? ForwardTag : BackwardTag);
                if (isSend(leg))
                    builder.addSend(node, {rank, operation.peer, tag}, costs.send[link]);
                else if (isReceive(leg))
                    builder.addReceive(node, {operation.peer, rank, tag});
            };
            addLeg(operation.operation);
            addLeg(operation.second);
            pipeline.nodes.back().push_back(node);
            previous = node;
        }
    }
    Result<DependencyGraph> graph = builder.finish(options);
    if (!graph)
        return graph.error();
    pipeline.graph = std::move(graph).value();
    return pipeline;
}

double PipelineTiming::bubbleShare() const
{
    if (makespan <= 0 || busy.empty())
        return 0;
    const TimeNs work = std::accumulate(busy.begin(), busy.end(), TimeNs(0));
    return 1 - double(work) / (double(makespan) * double(busy.size()));
}

PipelineTiming timePipeline(const PipelineGraph& pipeline, Retiming& retiming)
{
    const DependencyGraph& graph = pipeline.graph;
    retiming.run(graph, graph.costs());
    PipelineTiming timing;
    timing.makespan = retiming.makespan();
    for (size_t rank = 0; rank < pipeline.nodes.size(); ++rank) {
        TimeNs busy = 0;
        TimeRange span = TimeRange::nothing();
        int inFlight = 0;
        int peak = 0;
        for (size_t i = 0; i < pipeline.nodes[rank].size(); ++i) {
            const Operation operation = pipeline.operations[rank][i].operation;
            if (!isPass(operation))
                continue;
            const uint32_t node = pipeline.nodes[rank][i];
            const TimeRange range {retiming.begin(graph, node), retiming.end(graph, node)};
            busy += range.duration();
            span = span.united(range);
            inFlight += operation == Operation::Forward ? 1 : operation == Operation::Backward ? -1 : 0;
            peak = std::max(peak, inFlight);
        }
        timing.busy.push_back(busy);
        timing.peakMicrobatches.push_back(peak);
        timing.longestStage = std::max(timing.longestStage, span.isNothing() ? 0 : span.duration());
    }
    return timing;
}

} // namespace bubblescope
