// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sampletimeline.h"

#include "retiming.h"
#include "samplerandom.h"
#include "tracebuilder.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace bubblescope {

namespace {

constexpr double hostGapNs = 100'000;
constexpr double hostGapSpreadNs = 40'000;
constexpr TimeNs clockStart = 2'764'813'520LL * 1'000'000; // a host that has been up for a month
constexpr uint64_t gapStream = 1;
constexpr uint64_t workStream = 2;
constexpr uint64_t transferStream = 3;

/// One line of a rank's trace, the same for all ranks of a stage.
struct StageOperation {
    Operation operation = Operation::Other;
    Operation second = Operation::Other; ///< of a fused pair
    int32_t microbatch = -1;
    int32_t secondMicrobatch = -1;
    const std::vector<SamplePiece>* pieces = nullptr; ///< null for messages
    int collective = SamplePiece::none;               ///< the operation as a whole is one (gradients)
    int16_t peerStage = -1;
    uint32_t firstNode = 0; ///< from the rank's first
    uint32_t nodeCount = 1;
    bool stretches = false; ///< a straggler takes longer for it
};

struct Recorded {
    std::string_view name;
    Category category;
    Lane lane;
    Category group;
    std::string_view track;
};

Recorded recordedMessage(std::string_view name)
{
    return {name, Category::PipelineComm, Lane::Communication, Category::PipelineComm, "comm pp"};
}

Recorded recordedAs(Operation operation)
{
    switch (operation) {
    case Operation::GetBatch:
        return {"get_batch", Category::Host, Lane::Host, Category::Host, "host"};
    case Operation::Forward:
        return {"forward_step", Category::Forward, Lane::Compute, Category::Other, "compute"};
    case Operation::Backward:
        return {"backward_step", Category::Backward, Lane::Compute, Category::Other, "compute"};
    case Operation::Loss:
        return {"loss_func", Category::OtherCompute, Lane::Compute, Category::Other, "compute"};
    case Operation::OptimizerStep:
        return {"optimizer_step", Category::Optimizer, Lane::Compute, Category::Other, "compute"};
    case Operation::SendForward:
        return recordedMessage("send_forward");
    case Operation::RecvForward:
        return recordedMessage("recv_forward");
    case Operation::SendBackward:
        return recordedMessage("send_backward");
    case Operation::RecvBackward:
        return recordedMessage("recv_backward");
    default:
        return {"operation", Category::Other, Lane::Compute, Category::Other, "compute"};
    }
}

Recorded recordedCollective(const SampleCollective& collective)
{
    std::string_view name = "allreduce";
    if (collective.operation == Operation::AllGather)
        name = "allgather";
    else if (collective.operation == Operation::AllToAll)
        name = "all_to_all";
    else if (collective.operation == Operation::Broadcast)
        name = "broadcast";
    switch (collective.group) {
    case SampleGroup::Tensor:
        return {name, Category::TensorComm, Lane::Communication, Category::TensorComm, "comm tp"};
    case SampleGroup::Data:
        return {name, Category::DataComm, Lane::Communication, Category::DataComm, "comm dp"};
    case SampleGroup::Expert:
        return {name, Category::ExpertComm, Lane::Communication, Category::ExpertComm, "comm expert"};
    case SampleGroup::ExpertData:
        return {name, Category::ExpertDataComm, Lane::Communication, Category::ExpertDataComm, "comm expert dp"};
    case SampleGroup::Embedding:
        return {name, Category::EmbeddingComm, Lane::Communication, Category::EmbeddingComm, "comm embedding"};
    case SampleGroup::ModelParallel:
        break;
    }
    return {name, Category::OtherComm, Lane::Communication, Category::OtherComm, "comm other"};
}

std::string_view gradientOperationName(SampleGroup group)
{
    switch (group) {
    case SampleGroup::ExpertData:
        return "exp_dp_allreduce";
    case SampleGroup::Embedding:
        return "ep_allreduce";
    default:
        return "dp_allreduce";
    }
}

/// Builds the graph of one step, times it as often as there are steps, and records.
class TimelineMaker {
public:
    explicit TimelineMaker(const SamplePlan& plan)
        : m_plan(plan), m_layout(plan.layout), m_random(plan.options.seed), m_collectives(plan.collectives)
    {
    }
    Result<SampleTimeline> make();
    uint64_t countSpans();

private:
    struct Group {
        std::vector<int> members;
        std::vector<uint32_t> nodes;  ///< by occurrence, then member
        std::vector<int> collectives; ///< by occurrence
        std::vector<TimeNs> costs;    ///< by collective, -1 where not known yet
    };
    struct Transfer {
        uint32_t meeting;
        TimeNs cost;
    };

    std::optional<Error> planStages();
    Group& groupOf(SampleGroup kind, int rank);
    void addRank(GraphBuilder& builder, int rank);
    void addMessages(GraphBuilder& builder, uint32_t node, const StageOperation& operation, int rank);
    void addCollectives(GraphBuilder& builder);
    TimeNs gap(uint64_t step, int rank, size_t operation) const;
    void setCosts(uint64_t step);
    void prepareRecords();
    void recordRank(uint64_t step, int rank, SampleTimeline& timeline);

    const SamplePlan& m_plan;
    const SampleLayout& m_layout;
    SampleRandom m_random;
    std::vector<SampleCollective> m_collectives;                  // the plan's, then the gradients'
    std::vector<std::vector<StageOperation>> m_operations;        // by stage
    std::vector<uint32_t> m_firstNode;                            // by rank
    std::array<std::vector<Group>, sampleGroupCount> m_groups;    // by kind and first member
    std::array<std::vector<int>, sampleGroupCount> m_groupOfRank; // first member, -1 where not known yet
    std::vector<Transfer> m_transfers;
    DependencyGraph m_graph;
    DependencyGraph::Costs m_costs;
    Retiming m_retiming;
    std::vector<double> m_stretch; // by rank
    std::vector<TimeNs> m_rankEnd; // of the step before

    TraceBuilder m_builder;
    struct Names {
        StringId name;
        std::vector<StringId> details; ///< one, or by place in the expert group
    };
    std::vector<Names> m_collectiveNames; // sub-operations
    std::array<StringId, operationCount> m_operationNames;
    std::array<StringId, sampleGroupCount> m_gradientNames;
    StringId m_messageDetail;
    StringId m_lossDetail;
};

std::optional<Error> TimelineMaker::planStages()
{
    const Result<Schedule> schedule
        = makeSchedule(m_plan.options.schedule, m_plan.options.stages, m_plan.options.microbatches);
    if (!schedule)
        return schedule.error();
    for (int stage = 0; stage < m_layout.stages; ++stage) {
        const SampleStage& costs = m_plan.stages[size_t(stage)];
        const bool isFirst = stage == 0;
        const bool isLast = stage == m_layout.stages - 1;
        std::vector<StageOperation>& operations = m_operations.emplace_back();
        uint32_t nodes = 0;
        const auto add = [&](StageOperation operation) {
            operation.firstNode = nodes;
            operation.nodeCount = operation.pieces ? uint32_t(operation.pieces->size()) : 1;
            nodes += operation.nodeCount;
            operations.push_back(operation);
        };
        const auto addWork = [&](Operation what, int microbatch, const std::vector<SamplePiece>& pieces) {
            StageOperation operation;
            operation.operation = what;
            operation.microbatch = microbatch;
            operation.pieces = &pieces;
            operation.stretches = what != Operation::GetBatch;
            add(operation);
        };
        for (const ScheduledOperation& scheduled : withMessages(*schedule, stage)) {
            if (scheduled.operation == Operation::Forward) {
                if (isFirst || isLast)
                    addWork(Operation::GetBatch, scheduled.microbatch, m_plan.getBatch);
                addWork(Operation::Forward, scheduled.microbatch, costs.forward);
                if (isLast)
                    addWork(Operation::Loss, scheduled.microbatch, m_plan.loss);
            } else if (scheduled.operation == Operation::Backward) {
                addWork(Operation::Backward, scheduled.microbatch, costs.backward);
            } else {
                StageOperation message;
                message.operation = scheduled.operation;
                message.second = scheduled.second;
                message.microbatch = scheduled.microbatch;
                message.secondMicrobatch = scheduled.secondMicrobatch;
                message.peerStage = scheduled.peer;
                add(message);
            }
        }
        const auto addGradients = [&](SampleGroup group, int64_t numbers, int64_t size, std::string detail) {
            StageOperation operation;
            operation.operation = Operation::AllReduce;
            operation.collective = int(m_collectives.size());
            m_collectives.push_back(
                {Operation::AllReduce, group, double(numbers * size), {std::move(detail)}, {numbers * size}});
            add(operation);
        };
        if (m_layout.data > 1)
            addGradients(SampleGroup::Data, costs.gradients, 4, fmt::format("[{}] float32", costs.gradients));
        if (m_layout.expert > 1 && m_layout.data > m_layout.expert) {
            addGradients(
                SampleGroup::ExpertData, costs.expertGradients, 4, fmt::format("[{}] float32", costs.expertGradients));
        }
        if ((isFirst || isLast) && m_layout.stages > 1) {
            addGradients(SampleGroup::Embedding, m_plan.embeddingGradients, 2,
                fmt::format("[{}, {}] bfloat16", m_plan.embeddingGradients / m_plan.options.hiddenSize,
                    m_plan.options.hiddenSize));
        }
        addWork(Operation::OptimizerStep, -1, costs.optimizer);
    }
    return std::nullopt;
}

TimelineMaker::Group& TimelineMaker::groupOf(SampleGroup kind, int rank)
{
    std::vector<Group>& groups = m_groups[size_t(kind)];
    std::vector<int>& known = m_groupOfRank[size_t(kind)];
    if (groups.empty()) {
        groups.resize(size_t(m_layout.world()));
        known.assign(size_t(m_layout.world()), -1);
    }
    if (known[size_t(rank)] < 0) {
        std::vector<int> members = groupMembers(m_layout, kind, rank);
        const int first = members.front();
        for (int member : members)
            known[size_t(member)] = first;
        groups[size_t(first)].members = std::move(members);
        groups[size_t(first)].costs.assign(m_collectives.size(), -1);
    }
    return groups[size_t(known[size_t(rank)])];
}

void TimelineMaker::addMessages(GraphBuilder& builder, uint32_t node, const StageOperation& operation, int rank)
{
    const int stage = m_layout.stageOf(rank);
    const int peer = m_layout.rank(operation.peerStage, m_layout.dataOf(rank), m_layout.tensorOf(rank));
    const int link = std::min(stage, int(operation.peerStage));
    double ns = messageNs(m_plan.messageBytes, m_layout.hostOf(rank) != m_layout.hostOf(peer), defaultHardware());
    for (const SampleOptions::LinkFactor& slow : m_plan.options.slowLinks)
        ns *= slow.stage == link ? slow.factor : 1;
    const TimeNs cost = std::max(onSampleGrid(ns), sampleGridNs);
    for (const Operation leg : {operation.operation, operation.second}) {
        const int32_t tag = leg == Operation::SendForward || leg == Operation::RecvForward ? 0 : 1;
        if (isSend(leg))
            m_transfers.push_back({builder.addSend(node, {rank, peer, tag}, cost), cost});
        else if (isReceive(leg))
            builder.addReceive(node, {peer, rank, tag});
    }
}

void TimelineMaker::addRank(GraphBuilder& builder, int rank)
{
    uint32_t previous = DependencyGraph::none;
    const auto meet = [&](int collective, uint32_t node, std::array<size_t, sampleGroupCount>& occurrence) {
        const SampleGroup kind = m_collectives[size_t(collective)].group;
        Group& group = groupOf(kind, rank);
        const size_t size = group.members.size();
        if (size < 2)
            return;
        const size_t place
            = size_t(std::find(group.members.begin(), group.members.end(), rank) - group.members.begin());
        const size_t number = occurrence[size_t(kind)]++;
        if (number >= group.collectives.size()) {
            group.collectives.push_back(collective);
            group.nodes.resize(group.nodes.size() + size, DependencyGraph::none);
        }
        group.nodes[number * size + place] = node;
    };

    std::array<size_t, sampleGroupCount> occurrence {};
    m_firstNode.push_back(0);
    bool isFirstNode = true;
    for (const StageOperation& operation : m_operations[size_t(m_layout.stageOf(rank))]) {
        for (uint32_t i = 0; i < operation.nodeCount; ++i) {
            const uint32_t node = builder.addNode({rank, operation.microbatch, operation.operation}, 0, 0, previous);
            if (isFirstNode)
                m_firstNode.back() = node;
            isFirstNode = false;
            previous = node;
            const int collective = operation.pieces ? (*operation.pieces)[i].collective : operation.collective;
            if (collective != SamplePiece::none)
                meet(collective, node, occurrence);
        }
        if (operation.peerStage >= 0)
            addMessages(builder, previous, operation, rank);
    }
}

void TimelineMaker::addCollectives(GraphBuilder& builder)
{
    for (std::vector<Group>& groups : m_groups) {
        for (Group& group : groups) {
            const size_t size = group.members.size();
            for (size_t i = 0; i < group.collectives.size(); ++i) {
                const size_t number = size_t(group.collectives[i]);
                TimeNs& cost = group.costs[number];
                if (cost < 0)
                    cost = m_plan.collectiveTime(m_collectives[number], group.members);
                const auto members = std::span(group.nodes).subspan(i * size, size);
                m_transfers.push_back({builder.addCollective(members, cost), cost});
            }
            group = {};
        }
    }
}

TimeNs TimelineMaker::gap(uint64_t step, int rank, size_t operation) const
{
    const double spread = 2 * m_random.uniform(step * 4 + gapStream, uint64_t(rank), operation) - 1;
    return onSampleGrid(hostGapNs + spread * hostGapSpreadNs);
}

void TimelineMaker::setCosts(uint64_t step)
{
    const double noise = m_plan.options.noise;
    for (int rank = 0; rank < m_layout.world(); ++rank) {
        const std::vector<StageOperation>& operations = m_operations[size_t(m_layout.stageOf(rank))];
        const double load = m_plan.expertLoad[size_t(m_layout.expertOf(rank))];
        for (size_t i = 0; i < operations.size(); ++i) {
            const StageOperation& operation = operations[i];
            const uint32_t first = m_firstNode[size_t(rank)] + operation.firstNode;
            TimeNs lead = gap(step, rank, i) + (i == 0 ? m_rankEnd[size_t(rank)] : 0);
            if (!operation.pieces) {
                m_graph.setLead(m_costs, first, lead);
                continue;
            }
            const double factor = (operation.stretches ? m_stretch[size_t(rank)] : 1)
                * (1 + noise * m_random.bell(step * 4 + workStream, uint64_t(rank), i));
            // Rounded as running sums, so that many short pieces do not lose what they have below the grid.
            double exact = 0;
            TimeNs placed = 0;
            for (uint32_t k = 0; k < operation.nodeCount; ++k) {
                const SamplePiece& piece = (*operation.pieces)[k];
                exact += (piece.computeNs + piece.expertNs * load) * factor;
                const TimeNs length = onSampleGrid(exact) - placed;
                placed += length;
                const bool isPlain = piece.collective == SamplePiece::none;
                m_graph.setLead(m_costs, first + k, lead + (isPlain ? 0 : length));
                m_graph.setCost(m_costs, first + k, isPlain ? length : 0);
                lead = 0;
            }
        }
    }
    for (size_t i = 0; i < m_transfers.size(); ++i) {
        const double factor = 1 + 2 * noise * m_random.bell(step * 4 + transferStream, 0, i);
        m_graph.setMeetingCost(m_costs, m_transfers[i].meeting,
            std::max(onSampleGrid(double(m_transfers[i].cost) * factor), sampleGridNs));
    }
}

void TimelineMaker::prepareRecords()
{
    for (int i = 0; i < operationCount; ++i)
        m_operationNames[size_t(i)] = m_builder.intern(recordedAs(Operation(i)).name);
    for (int i = 0; i < sampleGroupCount; ++i)
        m_gradientNames[size_t(i)] = m_builder.intern(gradientOperationName(SampleGroup(i)));
    const SampleOptions& options = m_plan.options;
    m_messageDetail = m_builder.intern(
        fmt::format("[{}, {}, {}] bfloat16", options.sequenceLength, options.microbatchSize, options.hiddenSize));
    m_lossDetail = m_builder.intern("loss of one microbatch, averaged over the replicas");
    for (const SampleCollective& collective : m_collectives) {
        Names& names = m_collectiveNames.emplace_back();
        names.name = m_builder.intern(recordedCollective(collective).name);
        for (const std::string& detail : collective.details)
            names.details.push_back(m_builder.intern(detail));
    }
}

void TimelineMaker::recordRank(uint64_t step, int rank, SampleTimeline& timeline)
{
    const int stage = m_layout.stageOf(rank);
    const TimeNs clock = timeline.hostClock[size_t(m_layout.hostOf(rank))];
    const size_t expert = size_t(m_layout.expertOf(rank));
    const auto trackOf = [&](const Recorded& recorded) {
        return m_builder.track({rank, int16_t(stage), recorded.lane, recorded.group, recorded.track});
    };
    std::array<TrackId, operationCount> operationTracks;
    std::vector<TrackId> collectiveTracks(m_collectives.size());

    TimeNs cursor = m_rankEnd[size_t(rank)];
    const std::vector<StageOperation>& operations = m_operations[size_t(stage)];
    for (size_t i = 0; i < operations.size(); ++i) {
        const StageOperation& operation = operations[i];
        const uint32_t first = m_firstNode[size_t(rank)] + operation.firstNode;
        SpanRecord span;
        span.begin = cursor + gap(step, rank, i);
        span.end = cursor = m_retiming.end(m_graph, first + operation.nodeCount - 1);
        TimeRange& range = timeline.steps.back();
        range = range.united({span.begin, span.end});
        if (operation.operation == Operation::Forward && rank == m_layout.rank(stage, 0, 0))
            timeline.forward.back()[size_t(stage)] += span.end - span.begin;

        span.begin += clock;
        span.end += clock;
        span.operation = operation.operation;
        span.stage = int16_t(stage);
        span.microbatch = operation.microbatch;
        if (operation.collective != SamplePiece::none) {
            const SampleCollective& collective = m_collectives[size_t(operation.collective)];
            const Recorded recorded = recordedCollective(collective);
            span.name = m_gradientNames[size_t(collective.group)];
            span.detail = m_collectiveNames[size_t(operation.collective)].details.front();
            span.bytes = collective.bytes.front();
            span.category = recorded.category;
            span.track = trackOf(recorded);
            m_builder.addSpan(span);
            continue;
        }
        const Recorded recorded = recordedAs(operation.operation);
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
            const size_t which = size_t(piece.collective);
            const SampleCollective& collective = m_collectives[which];
            const size_t variant = std::min(expert, collective.details.size() - 1);
            SpanRecord sub;
            sub.begin = clock + m_retiming.begin(m_graph, first + k);
            sub.end = clock + m_retiming.end(m_graph, first + k);
            sub.parent = number;
            sub.flags = SpanFlag::subOperation;
            sub.stage = int16_t(stage);
            sub.microbatch = operation.microbatch;
            sub.operation = collective.operation;
            sub.name = m_collectiveNames[which].name;
            sub.detail = m_collectiveNames[which].details[variant];
            sub.bytes = collective.bytes[variant];
            const Recorded recordedSub = recordedCollective(collective);
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

uint64_t TimelineMaker::countSpans()
{
    if (planStages())
        return 0;
    uint64_t spans = 0;
    for (const std::vector<StageOperation>& operations : m_operations) {
        for (const StageOperation& operation : operations) {
            spans += operation.second == Operation::Other ? 1 : 2;
            for (size_t i = 0; operation.pieces && i < operation.pieces->size(); ++i) {
                const SamplePiece& piece = (*operation.pieces)[i];
                spans += piece.collective != SamplePiece::none && !piece.isHidden;
            }
        }
    }
    return spans * uint64_t(m_layout.tensor) * uint64_t(m_layout.data) * uint64_t(m_plan.options.steps);
}

Result<SampleTimeline> TimelineMaker::make()
{
    if (std::optional<Error> error = planStages())
        return *std::move(error);
    const int world = m_layout.world();
    m_stretch.assign(size_t(world), 1);
    for (const SampleOptions::RankFactor& straggler : m_plan.options.stragglers)
        m_stretch[size_t(straggler.rank)] *= straggler.factor;
    {
        GraphBuilder builder;
        for (int rank = 0; rank < world; ++rank)
            addRank(builder, rank);
        addCollectives(builder);
        Result<DependencyGraph> graph = builder.finish({true});
        if (!graph)
            return graph.error();
        m_graph = std::move(graph).value();
    }
    m_costs = m_graph.costs();
    m_rankEnd.assign(size_t(world), 0);

    SampleTimeline timeline;
    const TimeNs spread = onSampleGrid(std::abs(m_plan.options.clockSpreadMs) * 1e6);
    for (int host = 0; host < m_layout.hosts; ++host)
        timeline.hostClock.push_back(clockStart + (m_plan.options.clockSpreadMs < 0 ? -spread : spread) * host);
    for (int rank = 0; rank < world; ++rank)
        m_builder.setHost(rank, fmt::format("node{}", m_layout.hostOf(rank)));
    prepareRecords();
    for (int step = 0; step < m_plan.options.steps; ++step) {
        setCosts(uint64_t(step));
        m_retiming.run(m_graph, m_costs);
        timeline.steps.push_back(TimeRange::nothing());
        timeline.forward.emplace_back(size_t(m_layout.stages), 0);
        for (int rank = 0; rank < world; ++rank)
            recordRank(uint64_t(step), rank, timeline);
    }
    m_retiming = {};
    m_graph = {};
    m_costs = {};
    ImportReport report;
    timeline.trace = m_builder.finish({}, report);
    return timeline;
}

} // namespace

Result<SampleTimeline> makeSampleTimeline(const SamplePlan& plan) { return TimelineMaker(plan).make(); }

uint64_t countSampleSpans(const SamplePlan& plan) { return TimelineMaker(plan).countSpans(); }

} // namespace bubblescope
