// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "waitgraph.h"

#include <algorithm>
#include <map>
#include <utility>

namespace bubblescope {

namespace {

constexpr size_t mostEdges = 50'000'000;
constexpr uint32_t notSeen = UINT32_MAX;

const FlightOperation* collectiveAt(const FlightGroup& group, int64_t sequence)
{
    const auto found = std::find_if(group.pending.begin(), group.pending.end(),
        [sequence](const FlightOperation& o) { return !o.isMessage && o.sequence == sequence; });
    return found == group.pending.end() ? nullptr : &*found;
}

bool isStartedBySome(const HangMembers& members, int64_t sequence)
{
    return std::any_of(members.members.begin(), members.members.end(), [sequence](const HangMember& member) {
        const FlightOperation* const own = collectiveAt(*member.group, sequence);
        return own && own->state == FlightOperation::State::Started;
    });
}

int32_t rankAt(const HangMembers& members, int32_t place)
{
    const auto& ranks = members.first->ranks;
    return ranks && place >= 0 && std::cmp_less(place, ranks->size()) ? (*ranks)[static_cast<size_t>(place)] : -1;
}

} // namespace

WaitGraph::WaitGraph(std::span<const FlightDump> dumps, const std::vector<HangMembers>& groups)
{
    for (const FlightDump& dump : dumps)
        m_hasDump[nodeOf(dump.rank)] = true;
    for (const HangMembers& members : groups) {
        if (members.first->ranks) {
            for (const int32_t rank : *members.first->ranks)
                nodeOf(rank);
        }
    }
    findFronts(groups);
    for (size_t i = 0; i < groups.size(); ++i) {
        connectCollectives(groups[i], i);
        connectMessages(groups[i], i);
    }
    findRoots();
    // Those who wait in an operation are shared by all who are late for it.
    m_waiters.assign(m_edges.size(), 0);
    for (Node rank = 0; rank < m_nodes.size(); ++rank) {
        for (const Node to : m_edges[rank])
            m_waiters[to] += 1;
    }
    for (size_t operation = m_nodes.size(); operation < m_edges.size(); ++operation) {
        for (const Node to : m_edges[operation])
            m_waiters[to] += m_waiters[operation] / double(m_edges[operation].size());
    }
}

bool WaitGraph::isRoot(int32_t rank) const
{
    const auto node = m_nodes.find(rank);
    return node != m_nodes.end() && m_isRoot[node->second];
}

double WaitGraph::waitersOf(int32_t rank) const
{
    const auto node = m_nodes.find(rank);
    return node == m_nodes.end() ? 0 : m_waiters[node->second];
}

bool WaitGraph::waitsWithAny(int32_t rank, const std::vector<int32_t>& others) const
{
    const auto frontOf = [this](int32_t of) -> const Front* {
        const auto node = m_nodes.find(of);
        return node == m_nodes.end() || !m_fronts[node->second].operation ? nullptr : &m_fronts[node->second];
    };
    const Front* const own = frontOf(rank);
    return own && !own->operation->isMessage && std::any_of(others.begin(), others.end(), [&](int32_t other) {
        const Front* const front = frontOf(other);
        return front && front->group == own->group && !front->operation->isMessage
            && front->operation->sequence == own->operation->sequence;
    });
}

WaitGraph::Node WaitGraph::nodeOf(int32_t rank)
{
    const auto [known, isNew] = m_nodes.try_emplace(rank, static_cast<Node>(m_edges.size()));
    if (isNew) {
        m_edges.emplace_back();
        m_fronts.emplace_back();
        m_hasDump.push_back(false);
    }
    return known->second;
}

void WaitGraph::connect(Node from, Node to)
{
    if (m_edgeCount >= mostEdges)
        return;
    ++m_edgeCount;
    m_edges[from].push_back(to);
}

void WaitGraph::findFronts(const std::vector<HangMembers>& groups)
{
    for (const bool takesSends : {false, true}) {
        std::vector<Front> fronts = m_fronts;
        for (size_t i = 0; i < groups.size(); ++i) {
            for (const HangMember& member : groups[i].members) {
                const Node rank = nodeOf(member.rank);
                if (m_fronts[rank].operation) // already found without them
                    continue;
                Front& front = fronts[rank];
                for (const FlightOperation& operation : member.group->pending) {
                    const bool isSend = operation.isMessage && operation.isSend;
                    if (isSend == takesSends && (!front.operation || operation.record < front.operation->record))
                        front = {i, &operation};
                }
            }
        }
        m_fronts = std::move(fronts);
    }
}

bool WaitGraph::isBusyBefore(Node rank, const FlightOperation& operation) const
{
    const FlightOperation* const front = m_fronts[rank].operation;
    return front && front->record < operation.record;
}

void WaitGraph::connectCollectives(const HangMembers& members, size_t number)
{
    std::map<int64_t, Operation> operations;
    for (const HangMember& member : members.members) {
        const Node rank = nodeOf(member.rank);
        const Front& front = m_fronts[rank];
        if (front.group != number || front.operation->isMessage)
            continue;
        const int64_t sequence = front.operation->sequence;
        const auto [known, isNew] = operations.try_emplace(sequence);
        Operation& operation = known->second;
        if (isNew) {
            operation = {sequence, static_cast<Node>(m_edges.size()), isStartedBySome(members, sequence)};
            m_edges.emplace_back();
            connectLaggards(members, number, operation);
        }
        // Where its own device has not come to it, it is a laggard itself.
        if (!operation.isStarted || front.operation->state == FlightOperation::State::Started)
            connect(rank, operation.node);
    }
}

/// From an operation to the members that others of it wait for.
void WaitGraph::connectLaggards(const HangMembers& members, size_t number, const Operation& operation)
{
    bool hasLaggard = false;
    for (const HangMember& member : members.members) {
        const FlightGroup& own = *member.group;
        if (own.lastCompleted >= operation.sequence)
            continue;
        const Node rank = nodeOf(member.rank);
        const FlightOperation* const pending = collectiveAt(own, operation.sequence);
        const Front& front = m_fronts[rank];
        const bool isThere = front.group == number && front.operation == pending && pending;
        const bool isNotStarted = isThere && operation.isStarted && pending->state == FlightOperation::State::Scheduled;
        const bool isElsewhere = pending ? isBusyBefore(rank, *pending) : !isThere;
        if (isNotStarted || isElsewhere) {
            hasLaggard = true;
            connect(operation.node, rank);
        }
    }
    if (hasLaggard || !members.first->ranks)
        return;
    for (const int32_t rank : *members.first->ranks) {
        if (!m_hasDump[nodeOf(rank)])
            connect(operation.node, nodeOf(rank));
    }
}

/// A message waits for its other end: where its rank has not called it, is busy before it, or has not started it.
void WaitGraph::connectMessages(const HangMembers& members, size_t number)
{
    std::map<int32_t, const FlightGroup*> groupOf;
    for (const HangMember& member : members.members)
        groupOf.emplace(member.rank, member.group);
    const auto otherEnd = [&](int32_t rank, int32_t peer, bool isSend) -> const FlightOperation* {
        const auto group = groupOf.find(peer);
        if (group == groupOf.end())
            return nullptr;
        const auto& pending = group->second->pending;
        const auto found = std::find_if(pending.begin(), pending.end(), [&](const FlightOperation& o) {
            return o.isMessage && o.isSend != isSend && rankAt(members, o.peer) == rank;
        });
        return found == pending.end() ? nullptr : &*found;
    };
    for (const HangMember& member : members.members) {
        const Front& front = m_fronts[nodeOf(member.rank)];
        if (front.group != number || !front.operation->isMessage)
            continue;
        const int32_t peer = rankAt(members, front.operation->peer);
        if (peer < 0 || peer == member.rank)
            continue;
        const FlightOperation* const other = otherEnd(member.rank, peer, front.operation->isSend);
        const bool isStartedHere = front.operation->state == FlightOperation::State::Started;
        if (!other || isBusyBefore(nodeOf(peer), *other)
            || (isStartedHere && other->state == FlightOperation::State::Scheduled))
            connect(nodeOf(member.rank), nodeOf(peer));
    }
}

/// Components of nodes that reach each other, by Tarjan (1972), without recursion. Roots are the ranks of components
/// that no edge leaves.
void WaitGraph::findRoots()
{
    const size_t count = m_edges.size();
    m_isRoot.assign(count, false);
    std::vector<uint32_t> seen(count, notSeen);
    std::vector<uint32_t> lowest(count);
    std::vector<bool> isOpen(count, false);
    std::vector<bool> isLeft(count, false); ///< an edge leads out of its component
    std::vector<bool> isWanted(count, false);
    for (const auto& edges : m_edges) {
        for (const Node to : edges)
            isWanted[to] = true;
    }
    std::vector<Node> open;
    std::vector<std::pair<Node, size_t>> path; ///< node, its next edge
    uint32_t next = 0;
    const auto enter = [&](Node node) {
        seen[node] = lowest[node] = next++;
        open.push_back(node);
        isOpen[node] = true;
        path.emplace_back(node, 0);
    };
    const auto close = [&](Node node) {
        const auto first = std::find(open.rbegin(), open.rend(), node).base() - 1;
        const bool leaves = std::any_of(first, open.end(), [&](Node member) { return isLeft[member]; });
        for (auto member = first; member != open.end(); ++member) {
            isOpen[*member] = false;
            m_isRoot[*member] = !leaves && isWanted[*member];
        }
        open.erase(first, open.end());
    };
    for (Node start = 0; start < count; ++start) {
        if (seen[start] != notSeen)
            continue;
        enter(start);
        while (!path.empty()) {
            const Node node = path.back().first;
            if (path.back().second < m_edges[node].size()) {
                const Node to = m_edges[node][path.back().second++];
                if (seen[to] == notSeen)
                    enter(to);
                else if (isOpen[to])
                    lowest[node] = std::min(lowest[node], seen[to]);
                else
                    isLeft[node] = true;
                continue;
            }
            const bool isFirst = lowest[node] == seen[node];
            if (isFirst)
                close(node);
            path.pop_back();
            if (path.empty())
                break;
            const Node from = path.back().first;
            lowest[from] = std::min(lowest[from], lowest[node]);
            isLeft[from] = isLeft[from] || isFirst;
        }
    }
}

} // namespace bubblescope
