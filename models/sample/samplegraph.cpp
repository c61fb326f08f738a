// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "samplegraph.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace bubblescope {

namespace {

constexpr double hostGapNs = 100'000;
constexpr double hostGapSpreadNs = 40'000;
constexpr double arrivalLagNs = 45'000; // maximum; below the shortest gap
constexpr uint64_t arrivalStream = 0;
constexpr uint64_t gapStream = 1;
constexpr uint64_t workStream = 2;
constexpr uint64_t transferStream = 3;

} // namespace

SampleGraph::SampleGraph(const SamplePlan& plan, const SampleProgram& program)
    : m_plan(&plan), m_program(&program), m_random(plan.options.seed), m_stretch(size_t(plan.layout.world()), 1)
{
    for (const SampleOptions::RankFactor& straggler : plan.options.stragglers)
        m_stretch[size_t(straggler.rank)] *= straggler.factor;
    for (const SampleOptions::HostFactor& slow : plan.options.slowHosts) {
        for (int rank = 0; rank < plan.layout.world(); ++rank)
            m_stretch[size_t(rank)] *= plan.layout.hostOf(rank) == slow.host ? slow.factor : 1;
    }
}

Result<SampleGraph> SampleGraph::make(const SamplePlan& plan, const SampleProgram& program)
{
    SampleGraph made(plan, program);
    GraphBuilder builder;
    for (int rank = 0; rank < plan.layout.world(); ++rank)
        made.addRank(builder, rank);
    made.addCollectives(builder);
    Result<DependencyGraph> graph = builder.finish({!program.holdsSenders});
    if (!graph)
        return graph.error();
    made.m_graph = std::move(graph).value();
    made.m_costs = made.m_graph.costs();
    return made;
}

void SampleGraph::run(uint64_t step, const std::vector<TimeNs>& rankStart)
{
    setCosts(step, rankStart);
    m_retiming.run(m_graph, m_costs);
}

SampleGraph::Group& SampleGraph::groupOf(SampleGroup kind, int rank)
{
    std::vector<Group>& groups = m_groups[size_t(kind)];
    std::vector<int>& known = m_groupOfRank[size_t(kind)];
    if (groups.empty()) {
        groups.resize(size_t(m_plan->layout.world()));
        known.assign(size_t(m_plan->layout.world()), -1);
    }
    if (known[size_t(rank)] < 0) {
        std::vector<int> members = groupMembers(m_plan->layout, kind, rank);
        const int first = members.front();
        for (int member : members)
            known[size_t(member)] = first;
        groups[size_t(first)].members = std::move(members);
        groups[size_t(first)].costs.assign(m_program->collectives.size(), -1);
    }
    return groups[size_t(known[size_t(rank)])];
}

void SampleGraph::addMessages(GraphBuilder& builder, uint32_t node, const SampleOperation& operation, int rank)
{
    const int stage = m_plan->layout.stageOf(rank);
    const int peer
        = m_plan->layout.rank(operation.peerStage, m_plan->layout.dataOf(rank), m_plan->layout.tensorOf(rank));
    const int link = std::min(stage, int(operation.peerStage));
    double ns = messageNs(
        m_plan->messageBytes, m_plan->layout.hostOf(rank) != m_plan->layout.hostOf(peer), defaultHardware());
    for (const SampleOptions::LinkFactor& slow : m_plan->options.slowLinks)
        ns *= slow.stage == link ? slow.factor : 1;
    ns *= m_plan->networkFactor(std::array {rank, peer});
    // Add the noise before rounding: fast messages take only a few units of the grid.
    const TimeNs cost = std::llround(ns);
    for (const Operation leg : {operation.operation, operation.second}) {
        const int32_t tag = leg == Operation::SendForward || leg == Operation::RecvForward ? 0 : 1;
        if (isSend(leg))
            m_transfers.push_back({builder.addSend(node, {rank, peer, tag}, m_program->holdsSenders ? 0 : cost), cost,
                m_program->holdsSenders ? node : DependencyGraph::none});
        else if (isReceive(leg))
            builder.addReceive(node, {peer, rank, tag});
    }
}

void SampleGraph::addRank(GraphBuilder& builder, int rank)
{
    uint32_t previous = DependencyGraph::none;
    const auto meet = [&](int collective, uint32_t node, std::array<size_t, sampleGroupCount>& occurrence) {
        const SampleGroup kind = m_program->collectives[size_t(collective)].group;
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
    for (const SampleOperation& operation : m_program->stages[size_t(m_plan->layout.stageOf(rank))]) {
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

void SampleGraph::addCollectives(GraphBuilder& builder)
{
    for (std::vector<Group>& groups : m_groups) {
        for (Group& group : groups) {
            const size_t size = group.members.size();
            for (size_t i = 0; i < group.collectives.size(); ++i) {
                const auto number = size_t(group.collectives[i]);
                TimeNs& cost = group.costs[number];
                if (cost < 0)
                    cost = onSampleGrid(double(m_plan->collectiveTime(m_program->collectives[number], group.members))
                        * m_plan->networkFactor(group.members));
                const auto members = std::span(group.nodes).subspan(i * size, size);
                m_transfers.push_back({builder.addCollective(members, cost), cost});
            }
            group = {};
        }
    }
}

TimeNs SampleGraph::gap(uint64_t step, int rank, size_t operation) const
{
    const double spread = 2 * m_random.uniform(step * 4 + gapStream, uint64_t(rank), operation) - 1;
    return onSampleGrid(hostGapNs + spread * hostGapSpreadNs);
}

TimeNs SampleGraph::arrivalLag(uint64_t step, int rank, size_t operation) const
{
    if (m_plan->options.noise <= 0)
        return 0;
    return onSampleGrid(arrivalLagNs * m_random.uniform(step * 4 + arrivalStream, uint64_t(rank), operation));
}

void SampleGraph::setCosts(uint64_t step, const std::vector<TimeNs>& rankStart)
{
    const double noise = m_plan->options.noise;
    const SampleOptions& options = m_plan->options;
    double ofStep = 1 + options.drift * double(step) / std::max(options.steps - 1, 1);
    for (const SampleOptions::Blip& blip : options.blips) {
        const int64_t since = int64_t(step) + 1 - blip.step;
        ofStep *= since >= 0 && since < blip.steps ? blip.factor : 1;
    }
    const int inTurn = options.slowInTurn(step);
    for (int rank = 0; rank < m_plan->layout.world(); ++rank) {
        const std::vector<SampleOperation>& operations = m_program->stages[size_t(m_plan->layout.stageOf(rank))];
        double ofThrottle = 1;
        for (const SampleOptions::Throttle& throttle : options.throttles) {
            const int throttled = throttle.host * (m_plan->layout.world() / m_plan->layout.hosts) + throttle.gpu;
            const int64_t number = int64_t(step) + 1;
            if (throttled == rank && number >= throttle.first && number <= throttle.last)
                ofThrottle *= throttle.factor;
        }
        const double load = m_plan->expertLoad[size_t(m_plan->layout.expertOf(rank))];
        for (size_t i = 0; i < operations.size(); ++i) {
            const SampleOperation& operation = operations[i];
            const uint32_t first = m_firstNode[size_t(rank)] + operation.firstNode;
            TimeNs lead = gap(step, rank, i) + (i == 0 ? rankStart[size_t(rank)] : 0);
            if (!operation.pieces) {
                m_graph.setLead(m_costs, first, lead);
                continue;
            }
            const double ofRank
                = ofThrottle * m_stretch[size_t(rank)] * ofStep * (rank == inTurn ? options.rotation : 1);
            const double factor = (operation.stretches ? ofRank : 1)
                * (1 + noise * m_random.bell(step * 4 + workStream, uint64_t(rank), i));
            // Round running sums, so that many short pieces do not lose what is below the grid.
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
        const TimeNs cost = std::max(onSampleGrid(double(m_transfers[i].cost) * factor), sampleGridNs);
        if (m_transfers[i].sender != DependencyGraph::none)
            m_graph.setCost(m_costs, m_transfers[i].sender, cost);
        else
            m_graph.setMeetingCost(m_costs, m_transfers[i].meeting, cost);
    }
}

} // namespace bubblescope
