// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "pipelinegraph.h"

#include "passtimes.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>

namespace bubblescope {

namespace {

constexpr size_t maximumNodes = 4'000'000; // half a kilobyte each while the graph is made

bool isForward(Operation leg) { return leg == Operation::SendForward || leg == Operation::RecvForward; }

/// The link from a stage of the model to the next has the number of the stage.
int linkOf(Operation leg, int stage)
{
    return leg == Operation::SendForward || leg == Operation::RecvBackward ? stage : stage - 1;
}

/// Cost of each operation of a rank, 0 for messages. Two passes that run together share their common cost.
std::vector<TimeNs> costsOf(const Schedule& schedule, int rank, const OperationList& operations, const PassCosts& costs)
{
    const auto stageOf = [&](const ScheduledOperation& work) { return size_t(schedule.stageOf(rank, work.chunk)); };
    std::vector<TimeNs> all(operations.size(), 0);
    for (size_t i = 0; i < operations.size(); ++i) {
        if (operations[i].isWork())
            all[i] = passCost(operations[i].pass, stageOf(operations[i]), costs);
    }
    for (size_t i = 0; i + 1 < operations.size() && !costs.together.empty(); ++i) {
        if (!operations[i].overlapsNext)
            continue;
        const TimeNs together = costs.together[stageOf(operations[i])];
        const double sum = double(all[i]) + double(all[i + 1]);
        all[i] = sum > 0 ? TimeNs(double(together) * (double(all[i]) / sum)) : 0;
        all[i + 1] = together - all[i];
    }
    return all;
}

void sortRanges(std::vector<TimeRange>& ranges)
{
    std::sort(ranges.begin(), ranges.end(), [](TimeRange a, TimeRange b) { return a.begin < b.begin; });
}

/// Length of the union of some ranges; sorts them.
TimeNs covered(std::vector<TimeRange>& ranges)
{
    sortRanges(ranges);
    TimeNs length = 0;
    TimeNs until = std::numeric_limits<TimeNs>::min();
    for (const TimeRange range : ranges) {
        length += std::max<TimeNs>(range.end - std::max(range.begin, until), 0);
        until = std::max(until, range.end);
    }
    return length;
}

} // namespace

size_t PipelineGraph::messageIndex(Operation leg, int stage, int microbatch) const
{
    const int line = isForward(leg) ? linkOf(leg, stage) : m_links + linkOf(leg, stage);
    return size_t(line) * size_t(m_microbatches) + size_t(microbatch);
}

std::pair<TimeRange, TimeRange> PipelineGraph::transfers(int rank, size_t operation, const Retiming& retiming) const
{
    const ScheduledOperation& message = operations[size_t(rank)][operation];
    const auto transfer = [&](Operation leg, int chunk, int microbatch) {
        const int stage = m_modelStage[size_t(rank) * size_t(m_chunks) + size_t(chunk)];
        const size_t index = messageIndex(leg, stage, microbatch);
        if (!holdsSenders)
            return retiming.meeting(graph, m_meetings[index]);
        return TimeRange {retiming.begin(graph, m_sends[index]), retiming.end(graph, m_sends[index])};
    };
    std::pair<TimeRange, TimeRange> both;
    if (!message.isWork())
        both.first = transfer(message.operation, message.chunk, message.microbatch);
    if (message.isFused())
        both.second = transfer(message.second, message.chunk, message.secondMicrobatch);
    return both;
}

Result<PipelineGraph> makePipelineGraph(
    const Schedule& schedule, const PassCosts& costs, const GraphBuilder::Options& options)
{
    const int stages = schedule.modelStages();
    if (!costs.fits(stages)) {
        return Error {say("Costs do not fit a schedule of {} stages.", stages),
            say("Give one forward, backward and weight-gradient time per stage, and one send time between two."), {}};
    }
    const size_t passes = std::accumulate(schedule.programs.begin(), schedule.programs.end(), size_t(0),
        [](size_t sum, const RankProgram& program) { return sum + program.size(); });
    if (passes > maximumNodes) {
        return Error {say("{} passes are too many to be timed.", passes),
            say("Choose fewer stages, chunks or microbatches: {} passes at most.", maximumNodes), {}};
    }

    PipelineGraph pipeline;
    pipeline.sendsBlock = options.blockingSends;
    pipeline.passesPerMicrobatch = schedule.bidirectional ? 1 : schedule.chunks;
    pipeline.m_links = stages - 1;
    pipeline.m_microbatches = schedule.microbatches;
    pipeline.m_chunks = schedule.chunks;
    pipeline.m_modelStage = schedule.modelStage;
    pipeline.m_meetings.resize(size_t(stages - 1) * 2 * size_t(schedule.microbatches));
    pipeline.operations = options.blockingSends ? withBlockingMessages(schedule) : withMessages(schedule);
    // An order that deadlocks waits in its calls: then the graph reports the cycle.
    const bool holdsSenders = options.blockingSends && sendProtocolOf(schedule.kind) == SendProtocol::Posted
        && timePasses(schedule, PassCosts::uniform(stages, 1, 1, 1, 0));
    pipeline.holdsSenders = holdsSenders;
    if (holdsSenders)
        pipeline.m_sends.resize(pipeline.m_meetings.size());

    GraphBuilder builder;
    builder.reserve(std::accumulate(pipeline.operations.begin(), pipeline.operations.end(), size_t(0),
        [](size_t sum, const OperationList& list) { return sum + list.size(); }));
    for (int rank = 0; rank < schedule.ranks; ++rank) {
        std::vector<uint32_t>& nodes = pipeline.nodes.emplace_back();
        nodes.reserve(pipeline.operations[size_t(rank)].size());
        uint32_t previous = DependencyGraph::none;
        TimeNs heldBy = 0; // the longest message of the call
        const OperationList& operations = pipeline.operations[size_t(rank)];
        const std::vector<TimeNs> taken = costsOf(schedule, rank, operations, costs);
        for (size_t i = 0; i < operations.size(); ++i) {
            const ScheduledOperation& operation = operations[i];
            const uint32_t node = operation.joinsPrevious
                ? previous
                : builder.addNode({rank, operation.microbatch, operation.operation}, taken[i], 0, previous);
            heldBy = operation.joinsPrevious ? heldBy : 0;
            const auto addLeg = [&](Operation leg, int peer, int chunk, int microbatch) {
                const int stage = schedule.stageOf(rank, chunk);
                const int link = linkOf(leg, stage);
                const int32_t tag = link * 2 + (isForward(leg) ? 0 : 1);
                const int32_t wire = schedule.linkOf(chunk);
                if (!isSend(leg)) {
                    builder.addReceive(node, {peer, rank, tag, wire});
                    return;
                }
                const TimeNs cost = costs.send[size_t(link)];
                const size_t index = pipeline.messageIndex(leg, stage, microbatch);
                pipeline.m_meetings[index] = builder.addSend(node, {rank, peer, tag, wire}, holdsSenders ? 0 : cost);
                if (holdsSenders) {
                    pipeline.m_sends[index] = node;
                    builder.addCost(node, std::max<TimeNs>(cost - heldBy, 0));
                    heldBy = std::max(heldBy, cost);
                }
            };
            if (!operation.isWork())
                addLeg(operation.operation, operation.peer, operation.chunk, operation.microbatch);
            if (operation.isFused())
                addLeg(operation.second, operation.peer, operation.chunk, operation.secondMicrobatch);
            nodes.push_back(node);
            previous = node;
        }
    }
    GraphBuilder::Options waiting = options;
    waiting.blockingSends = options.blockingSends && !holdsSenders;
    Result<DependencyGraph> graph = builder.finish(waiting);
    if (!graph)
        return graph.error();
    pipeline.graph = std::move(graph).value();
    return pipeline;
}

double PipelineTiming::bubbleShare() const
{
    const TimeNs all = std::accumulate(bubble.begin(), bubble.end(), TimeNs(0));
    return makespan > 0 && !busy.empty() ? double(all) / (double(makespan) * double(busy.size())) : 0;
}

double PipelineTiming::bubbleShareOfLongestStage() const
{
    if (longestStage <= 0 || busy.empty())
        return 0;
    const TimeNs work = std::accumulate(busy.begin(), busy.end(), TimeNs(0));
    return std::max(0.0, 1 - double(work) / (double(longestStage) * double(busy.size())));
}

std::array<TimeNs, pipelinePhaseCount> PipelineTiming::repeatedBubble() const
{
    std::array<TimeNs, pipelinePhaseCount> left = bubble;
    for (const TimeNs first : begin) {
        const TimeNs filled = makespan - longestStage;
        const TimeNs before = std::min(filled, first);
        left[size_t(PipelinePhase::Warmup)] -= before;
        left[size_t(PipelinePhase::Cooldown)] -= filled - before;
    }
    return left;
}

PipelineTiming timePipeline(const PipelineGraph& pipeline, Retiming& retiming)
{
    const DependencyGraph& graph = pipeline.graph;
    retiming.run(graph, graph.costs());
    PipelineTiming timing;
    timing.makespan = retiming.makespan();
    std::vector<TimeRange> call;  // transfers of one call
    std::vector<TimeRange> taken; // by passes and transfers of the rank
    for (size_t rank = 0; rank < pipeline.nodes.size(); ++rank) {
        TimeNs busy = 0;
        TimeNs transfer = 0;
        TimeRange span = TimeRange::nothing();
        PipelinePhases phases;
        taken.clear();
        int inFlight = 0;
        int held = 0;
        int peakInFlight = 0;
        int peakHeld = 0;
        for (size_t i = 0; i < pipeline.nodes[rank].size(); ++i) {
            const ScheduledOperation& operation = pipeline.operations[rank][i];
            const uint32_t node = pipeline.nodes[rank][i];
            const TimeRange range {retiming.begin(graph, node), retiming.end(graph, node)};
            const bool onlyWaits = !pipeline.sendsBlock || (pipeline.holdsSenders && isReceive(operation.operation));
            if (!operation.isWork() && onlyWaits)
                continue;
            if (!operation.isWork()) {
                if (!operation.joinsPrevious)
                    call.clear();
                const auto [first, second] = pipeline.transfers(int(rank), i, retiming);
                for (const TimeRange part : {range.intersected(first), range.intersected(second)}) {
                    if (!part.isEmpty()) {
                        call.push_back(part);
                        taken.push_back(part);
                    }
                }
                const bool isWhole = i + 1 == pipeline.nodes[rank].size() || pipeline.nodes[rank][i + 1] != node;
                transfer += isWhole ? covered(call) : 0;
                continue;
            }
            busy += range.duration();
            span = span.united(range);
            taken.push_back(range);
            if (operation.pass == Pass::Forward)
                phases.lastForward = std::max(phases.lastForward, range.end);
            else
                phases.firstBackward = std::min(phases.firstBackward, range.begin);
            inFlight += operation.pass == Pass::Forward ? 1 : operation.pass == Pass::WeightGradient ? 0 : -1;
            held += operation.pass == Pass::Forward ? 1 : operation.pass == Pass::InputGradient ? 0 : -1;
            peakInFlight = std::max(peakInFlight, inFlight);
            peakHeld = std::max(peakHeld, held);
        }
        sortRanges(taken);
        taken.push_back({timing.makespan, timing.makespan});
        TimeNs free = 0;
        for (const TimeRange range : taken) {
            phases.cut({free, std::max(free, range.begin)}, [&](TimeRange part, PipelinePhase phase) {
                timing.bubble[size_t(phase)] += part.duration();
            });
            free = std::max(free, range.end);
        }
        timing.busy.push_back(busy);
        timing.begin.push_back(span.isNothing() ? 0 : span.begin);
        timing.span.push_back(span.isNothing() ? 0 : span.duration());
        timing.transfer.push_back(transfer);
        timing.peakMicrobatches.push_back(double(peakInFlight) / pipeline.passesPerMicrobatch);
        timing.peakHeldMicrobatches.push_back(double(peakHeld) / pipeline.passesPerMicrobatch);
        timing.longestStage = std::max(timing.longestStage, timing.span.back());
    }
    return timing;
}

} // namespace bubblescope
