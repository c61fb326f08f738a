// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sampletimeline.h"

#include "recordednames.h"
#include "samplegraph.h"
#include "tracebuilder.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace bubblescope {

namespace {

constexpr TimeNs clockStart = 2'764'813'520LL * 1'000'000; // a host that has been up for a month

Category categoryOf(SampleGroup group)
{
    switch (group) {
    case SampleGroup::Tensor:
        return Category::TensorComm;
    case SampleGroup::Data:
        return Category::DataComm;
    case SampleGroup::Expert:
        return Category::ExpertComm;
    case SampleGroup::ExpertData:
        return Category::ExpertDataComm;
    case SampleGroup::Embedding:
        return Category::EmbeddingComm;
    case SampleGroup::ModelParallel:
        break;
    }
    return Category::OtherComm;
}

RecordedAs recordedAs(const SampleCollective& collective)
{
    return recordedCollective(collective.operation, categoryOf(collective.group));
}

/// How far the clock of each further host is ahead, in ns.
TimeNs clockAhead(const SampleOptions& options)
{
    const TimeNs size = onSampleGrid(std::abs(options.clockSpreadMs) * 1e6);
    return options.clockSpreadMs < 0 ? -size : size;
}

/// Times step after step and records what a tracer on every rank would see.
class Recorder {
public:
    Recorder(const SamplePlan& plan, const SampleProgram& program, SampleGraph& graph)
        : m_plan(plan), m_program(program), m_graph(graph)
    {
    }
    SampleTimeline record(const TakeSampleSteps& take, uint64_t spansAtOnce);

private:
    void begin();
    void prepareRecords();
    void recordRank(uint64_t step, int rank, SampleTimeline& timeline);

    const SamplePlan& m_plan;
    const SampleProgram& m_program;
    SampleGraph& m_graph;
    std::vector<TimeNs> m_rankEnd; // end of the last operation so far

    TraceBuilder m_builder;
    struct Names {
        StringId name;
        std::vector<StringId> details; ///< one, or by position in the expert group
    };
    std::vector<Names> m_collectiveNames; // for sub-operations
    std::array<StringId, operationCount> m_operationNames;
    std::array<StringId, sampleGroupCount> m_gradientNames;
    StringId m_messageDetail;
    StringId m_lossDetail;
};

void Recorder::prepareRecords()
{
    for (int i = 0; i < operationCount; ++i)
        m_operationNames[size_t(i)] = m_builder.intern(recordedOperation(Operation(i)).name);
    for (int i = 0; i < sampleGroupCount; ++i)
        m_gradientNames[size_t(i)]
            = m_builder.intern(recordedGradients(Operation::AllReduce, categoryOf(SampleGroup(i))).name);
    const SampleOptions& options = m_plan.options;
    m_messageDetail = m_builder.intern(
        fmt::format("[{}, {}, {}] bfloat16", options.sequenceLength, options.microbatchSize, options.hiddenSize));
    m_lossDetail = m_builder.intern("loss of one microbatch, averaged over the replicas");
    for (const SampleCollective& collective : m_program.collectives) {
        Names& names = m_collectiveNames.emplace_back();
        names.name = m_builder.intern(recordedAs(collective).name);
        for (const std::string& detail : collective.details)
            names.details.push_back(m_builder.intern(detail));
    }
}

void Recorder::recordRank(uint64_t step, int rank, SampleTimeline& timeline)
{
    const int stage = m_plan.layout.stageOf(rank);
    const TimeNs clock = timeline.hostClock[size_t(m_plan.layout.hostOf(rank))];
    const auto expert = size_t(m_plan.layout.expertOf(rank));
    const auto trackOf = [&](const RecordedAs& recorded) {
        return m_builder.track({rank, int16_t(stage), recorded.lane, recorded.group, recorded.track});
    };
    std::array<TrackId, operationCount> operationTracks;
    std::vector<TrackId> collectiveTracks(m_program.collectives.size());

    TimeNs cursor = m_rankEnd[size_t(rank)];
    const std::vector<SampleOperation>& operations = m_program.stages[size_t(stage)];
    for (size_t i = 0; i < operations.size(); ++i) {
        const SampleOperation& operation = operations[i];
        SpanRecord span;
        span.begin = cursor + m_graph.gap(step, rank, i);
        span.end = cursor = m_graph.end(rank, operation, operation.nodeCount - 1);
        if (isReceive(operation.operation) || isReceive(operation.second))
            span.end += m_graph.arrivalLag(step, rank, i); // only in the record: the gap absorbs it
        TimeRange& range = timeline.steps.back();
        range = range.united({span.begin, span.end});
        if (operation.operation == Operation::Forward && rank == m_plan.layout.rank(stage, 0, 0))
            timeline.forward.back()[size_t(stage)] += span.end - span.begin;

        span.begin += clock;
        span.end += clock;
        span.operation = operation.operation;
        span.stage = int16_t(stage);
        span.microbatch = operation.microbatch;
        if (operation.collective != SamplePiece::none) {
            const SampleCollective& collective = m_program.collectives[size_t(operation.collective)];
            const RecordedAs recorded = recordedAs(collective);
            span.name = m_gradientNames[size_t(collective.group)];
            span.detail = m_collectiveNames[size_t(operation.collective)].details.front();
            span.bytes = collective.bytes.front();
            span.category = recorded.category;
            span.track = trackOf(recorded);
            m_builder.addSpan(span);
            continue;
        }
        const RecordedAs recorded = recordedOperation(operation.operation);
        TrackId& track = operationTracks[size_t(operation.operation)];
        if (!track.isValid())
            track = trackOf(recorded);
        span.track = track;
        span.name = m_operationNames[size_t(operation.operation)];
        span.category = recorded.category;
        if (operation.peerStage >= 0) {
            span.detail = m_messageDetail;
            span.bytes = int64_t(m_plan.messageBytes);
            span.flags = operation.second != Operation::Other ? SpanFlag::fused : 0;
        } else if (operation.operation == Operation::Loss) {
            span.detail = m_lossDetail;
        }
        const uint32_t number = m_builder.addSpan(span);
        if (operation.second != Operation::Other) {
            span.operation = operation.second;
            span.name = m_operationNames[size_t(operation.second)];
            span.microbatch = operation.secondMicrobatch;
            span.flags = SpanFlag::fusedLeg;
            span.parent = number;
            m_builder.addSpan(span);
            continue;
        }
        if (!operation.pieces)
            continue;
        for (uint32_t k = 0; k < operation.nodeCount; ++k) {
            const SamplePiece& piece = (*operation.pieces)[k];
            if (piece.collective == SamplePiece::none || piece.isHidden)
                continue;
            const auto which = size_t(piece.collective);
            const SampleCollective& collective = m_program.collectives[which];
            const size_t variant = std::min(expert, collective.details.size() - 1);
            SpanRecord sub;
            sub.begin = clock + m_graph.begin(rank, operation, k);
            sub.end = clock + m_graph.end(rank, operation, k);
            sub.parent = number;
            sub.flags = SpanFlag::subOperation;
            sub.stage = int16_t(stage);
            sub.microbatch = operation.microbatch;
            sub.operation = collective.operation;
            sub.name = m_collectiveNames[which].name;
            sub.detail = m_collectiveNames[which].details[variant];
            sub.bytes = collective.bytes[variant];
            const RecordedAs recordedSub = recordedAs(collective);
            sub.category = recordedSub.category;
            if (!collectiveTracks[which].isValid())
                collectiveTracks[which] = trackOf(recordedSub);
            sub.track = collectiveTracks[which];
            m_builder.addSpan(sub);
        }
    }
    m_rankEnd[size_t(rank)] = cursor;
    m_builder.endStep(rank, cursor + clock);
}

void Recorder::begin()
{
    m_builder = TraceBuilder();
    m_collectiveNames.clear();
    for (int rank = 0; rank < m_plan.layout.world(); ++rank)
        m_builder.setHost(rank, fmt::format("node{}", m_plan.layout.hostOf(rank)));
    prepareRecords();
}

SampleTimeline Recorder::record(const TakeSampleSteps& take, uint64_t spansAtOnce)
{
    const int world = m_plan.layout.world();
    const uint64_t ofStep = m_program.spansPerStep(m_plan.layout);
    const int steps = m_plan.options.steps;
    const auto together = int(std::clamp<uint64_t>(spansAtOnce / std::max<uint64_t>(ofStep, 1), 1, uint64_t(steps)));
    SampleTimeline timeline;
    for (int host = 0; host < m_plan.layout.hosts; ++host)
        timeline.hostClock.push_back(clockStart + clockAhead(m_plan.options) * host);
    m_rankEnd.assign(size_t(world), 0);
    for (int first = 0; first < steps; first += together) {
        const int end = std::min(first + together, steps);
        begin();
        m_builder.reserve(ofStep * size_t(end - first));
        for (int step = first; step < end; ++step) {
            m_graph.run(uint64_t(step), m_rankEnd);
            timeline.steps.push_back(TimeRange::nothing());
            timeline.forward.emplace_back(size_t(m_plan.layout.stages), 0);
            for (int rank = 0; rank < world; ++rank)
                recordRank(uint64_t(step), rank, timeline);
        }
        if (end == steps)
            m_graph.release();
        ImportReport report;
        Trace trace = m_builder.finish({}, report);
        timeline.spans += trace.spanCount();
        if (!take)
            timeline.trace = std::move(trace);
        else if (!take(std::move(trace)))
            break;
    }
    return timeline;
}

} // namespace

Result<SampleTimeline> makeSampleTimeline(const SamplePlan& plan, const TakeSampleSteps& take, uint64_t spansAtOnce)
{
    const Result<SampleProgram> program = makeSampleProgram(plan);
    if (!program)
        return program.error();
    Result<SampleGraph> graph = SampleGraph::make(plan, *program);
    if (!graph)
        return graph.error();
    return Recorder(plan, *program, *graph).record(take, spansAtOnce);
}

} // namespace bubblescope
