// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "graphtopology.h"

#include "freedmemory.h"
#include "parallel.h"

#include <algorithm>
#include <numeric>

namespace bubblescope {

namespace {

/// Bound by memory latency, so several threads help.
template <typename Work> void forEachInParts(uint32_t count, const Work& work)
{
    constexpr uint32_t sizeOfPart = 1u << 14;
    const size_t parts = (size_t(count) + sizeOfPart - 1) / sizeOfPart;
    forEachParallel(parts, threadCount(), [&](size_t part) {
        const auto last = uint32_t(std::min<size_t>(count, (part + 1) * sizeOfPart));
        for (auto i = uint32_t(part * sizeOfPart); i < last; ++i)
            work(i);
    });
}

} // namespace

template <typename Visit> void GraphTopology::forEachMember(const Visit& visit) const
{
    for (uint32_t m = 0; m < m_builder.m_meetings.size(); ++m) {
        const Meeting& meeting = m_builder.m_meetings[m];
        for (uint32_t i = 0; i < meeting.memberCount; ++i)
            visit(m, meeting, i, m_builder.m_members[meeting.firstMember + i]);
    }
}

GraphTopology::GraphTopology(GraphBuilder& builder, bool blockingSends)
    : m_builder(builder)
    , m_blockingSends(blockingSends)
    , m_nodes(uint32_t(builder.m_nodes.cost.size()))
    , m_firstEnd(m_nodes + uint32_t(builder.m_meetings.size()))
    , m_end(m_nodes, poolOf(builder.m_nodes.cost))
{
    std::iota(m_end.begin(), m_end.end(), 0u);
    forEachMember([this](uint32_t m, const Meeting& meeting, uint32_t i, uint32_t node) {
        // A node ends with its only meeting, unless the meeting may be over before the node arrives.
        if (i >= firstWaiting(meeting))
            m_end[node] = m_end[node] == node && i < awaitedMembers(meeting) ? meetingItem(m) : DependencyGraph::none;
    });
    for (uint32_t n = 0; n < m_nodes; ++n) {
        if (m_end[n] == DependencyGraph::none) {
            m_end[n] = m_firstEnd + uint32_t(m_nodeOfEnd.size());
            m_nodeOfEnd.push_back(n);
        }
    }

    const RawVector<uint32_t>& after = m_builder.m_nodes.after;
    std::vector<SparseLists::Entry> followers;
    std::vector<SparseLists::Entry> leaders;
    for (uint32_t n = 0; n < m_nodes; ++n) {
        if (after[n] != DependencyGraph::none && after[n] + 1 != n)
            followers.push_back({after[n], n});
    }
    for (const Edge& edge : m_builder.m_edges) {
        followers.push_back({edge.from, edge.to});
        leaders.push_back({edge.to, edge.from});
    }
    m_followers = SparseLists(m_nodes, followers);
    m_leaders = SparseLists(m_nodes, leaders);

    std::vector<SparseLists::Entry> ofEnd;
    std::vector<SparseLists::Entry> beside;
    forEachMember([&](uint32_t m, const Meeting& meeting, uint32_t i, uint32_t node) {
        if (i >= firstWaiting(meeting) && m_end[node] >= m_firstEnd)
            ofEnd.push_back({m_end[node] - m_firstEnd, m});
        if (i < awaitedMembers(meeting) && m_end[node] != meetingItem(m))
            beside.push_back({node, m});
    });
    m_meetingsOfEnd = SparseLists(m_nodeOfEnd.size(), ofEnd);
    m_meetingsBeside = SparseLists(m_nodes, beside);
}

template <typename Visit> void GraphTopology::forEachFollower(uint32_t node, const Visit& visit) const
{
    if (node + 1 < m_nodes && m_builder.m_nodes.after[node + 1] == node)
        visit(node + 1);
    for (const uint32_t follower : m_followers.of(node))
        visit(follower);
}

template <typename Visit> void GraphTopology::forEachOutput(uint32_t item, const Visit& visit)
{
    if (item >= m_firstEnd) {
        forEachFollower(m_nodeOfEnd[item - m_firstEnd], visit);
        return;
    }
    if (item < m_nodes) {
        if (m_end[item] == item)
            forEachFollower(item, visit);
        else if (isMeeting(m_end[item]))
            visit(m_end[item]);
        for (const uint32_t meeting : m_meetingsBeside.of(item))
            visit(meetingItem(meeting));
        if (m_end[item] >= m_firstEnd)
            visit(m_end[item]);
        return;
    }
    // Successors of several members: in the order of the nodes, as if there were one member.
    const Meeting& meeting = m_builder.m_meetings[item - m_nodes];
    const auto members = std::span(m_builder.m_members).subspan(meeting.firstMember, meeting.memberCount);
    m_behind.clear();
    m_byEdge.clear();
    for (const uint32_t node : members) {
        if (m_end[node] == item)
            forEachFollower(node, [&](uint32_t follower) {
                (m_builder.m_nodes.after[follower] == node ? m_behind : m_byEdge).push_back(follower);
            });
    }
    std::sort(m_behind.begin(), m_behind.end());
    for (const uint32_t follower : m_behind)
        visit(follower);
    for (const uint32_t follower : m_byEdge)
        visit(follower);
    for (const uint32_t node : members.subspan(firstWaiting(meeting))) {
        if (m_end[node] >= m_firstEnd)
            visit(m_end[node]);
    }
    if (const uint32_t behind = m_builder.queuedBehind(item - m_nodes); behind != DependencyGraph::none)
        visit(meetingItem(behind));
}

template <typename Visit> void GraphTopology::forEachInput(uint32_t item, const Visit& visit) const
{
    if (item < m_nodes) {
        if (const uint32_t before = m_builder.m_nodes.after[item]; before != DependencyGraph::none)
            visit(m_end[before]);
        for (const uint32_t leader : m_leaders.of(item))
            visit(m_end[leader]);
    } else if (item < m_firstEnd) {
        const Meeting& meeting = m_builder.m_meetings[item - m_nodes];
        for (uint32_t i = 0; i < awaitedMembers(meeting); ++i)
            visit(m_builder.m_members[meeting.firstMember + i]);
        if (const uint32_t before = m_builder.queuedBefore(item - m_nodes); before != DependencyGraph::none)
            visit(meetingItem(before));
    } else {
        for (const uint32_t meeting : m_meetingsOfEnd.of(item - m_firstEnd))
            visit(meetingItem(meeting));
        visit(m_nodeOfEnd[item - m_firstEnd]);
    }
}

uint32_t GraphTopology::inputCount(uint32_t item) const
{
    if (item < m_nodes)
        return uint32_t(m_builder.m_nodes.after[item] != DependencyGraph::none) + uint32_t(m_leaders.of(item).size());
    if (item < m_firstEnd)
        return awaitedMembers(m_builder.m_meetings[item - m_nodes])
            + uint32_t(m_builder.queuedBefore(item - m_nodes) != DependencyGraph::none);
    return uint32_t(m_meetingsOfEnd.of(item - m_firstEnd).size()) + 1;
}

bool GraphTopology::sort()
{
    const uint32_t items = m_firstEnd + uint32_t(m_nodeOfEnd.size());
    const ColumnPoolPtr pool = poolOf(m_end);
    m_open = RawVector<uint32_t>(items, pool);
    m_order = RawVector<uint32_t>(pool);
    m_order.reserve(items);
    forEachInParts(items, [this](uint32_t i) { m_open[i] = inputCount(i); });
    m_graph.m_firstInput = RawVector<uint32_t>(size_t(items) + 1, pool);
    m_graph.m_inputs = RawVector<uint32_t>(std::accumulate(m_open.begin(), m_open.end(), size_t(0)), pool);
    std::vector<uint32_t> ready;
    for (uint32_t i = items; i-- > 0;) {
        if (m_open[i] == 0)
            ready.push_back(i);
    }
    // Kahn's algorithm (1962), last in first out: a rank goes on until it waits for another, so that its items and what
    // they need stay in the processor's cache.
    uint32_t inputs = 0;
    while (!ready.empty()) {
        const uint32_t item = ready.back();
        ready.pop_back();
        m_graph.m_firstInput[m_order.size()] = inputs;
        m_open[item] = uint32_t(m_order.size());
        m_order.push_back(item);
        forEachInput(item, [&](uint32_t input) { m_graph.m_inputs[inputs++] = m_open[input]; });
        forEachOutput(item, [&](uint32_t output) {
            if (--m_open[output] == 0)
                ready.push_back(output);
        });
    }
    m_graph.m_firstInput.back() = inputs;
    return m_order.size() == items;
}

std::vector<uint32_t> GraphTopology::circle() const
{
    std::vector<bool> isLeft(m_open.size(), true);
    for (const uint32_t item : m_order)
        isLeft[item] = false;
    // Every remaining item waits for another remaining one: walking back must close a cycle.
    auto item = uint32_t(std::find(isLeft.begin(), isLeft.end(), true) - isLeft.begin());
    std::vector<uint32_t> seenAt(m_open.size(), DependencyGraph::none);
    std::vector<uint32_t> walk;
    while (seenAt[item] == DependencyGraph::none) {
        seenAt[item] = uint32_t(walk.size());
        walk.push_back(item);
        uint32_t before = DependencyGraph::none;
        forEachInput(item, [&](uint32_t input) {
            if (before == DependencyGraph::none && isLeft[input])
                before = input;
        });
        item = before;
    }
    walk.erase(walk.begin(), walk.begin() + seenAt[item]);
    std::erase_if(walk, [this](uint32_t left) { return left >= m_nodes; });
    return walk;
}

DependencyGraph GraphTopology::takeGraph()
{
    const auto items = uint32_t(m_order.size());
    Nodes& nodes = m_builder.m_nodes;
    // Of a large step there is hardly room for what only the sorting needed.
    discard(nodes.after);
    discard(m_builder.m_infos);
    discard(m_builder.m_members);
    discard(m_builder.m_edges);
    m_followers = m_leaders = m_meetingsOfEnd = m_meetingsBeside = SparseLists();
    m_graph.m_costs.cost = RawVector<TimeNs>(items, poolOf(m_end));
    forEachInParts(items, [&](uint32_t i) {
        const uint32_t item = m_order[i];
        m_graph.m_costs.cost[i] = item < m_nodes ? nodes.cost[item]
            : item < m_firstEnd                  ? m_builder.m_meetings[item - m_nodes].cost
                                                 : 0;
    });
    // One at a time, since memory may not suffice for both.
    discard(nodes.cost);
    m_graph.m_costs.lead = RawVector<TimeNs>(items, poolOf(m_end));
    forEachInParts(items, [&](uint32_t i) {
        uint32_t& item = m_order[i];
        m_graph.m_costs.lead[i] = item < m_nodes ? nodes.lead[item] : 0;
        if (item >= m_firstEnd)
            item = m_nodeOfEnd[item - m_firstEnd];
    });
    discard(nodes.lead);
    forEachInParts(m_nodes, [this](uint32_t n) { m_end[n] = m_open[m_end[n]]; });
    m_open.resize(m_firstEnd);
    m_graph.m_subject = std::move(m_order);
    m_graph.m_item = std::move(m_open);
    m_graph.m_endItem = std::move(m_end);
    return std::move(m_graph);
}

} // namespace bubblescope
