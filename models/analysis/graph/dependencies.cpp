// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "dependencies.h"

#include "freedmemory.h"
#include "graphtopology.h"
#include "roundedtime.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <tuple>

namespace bubblescope {

namespace {

constexpr size_t maximumItems = size_t(1) << 30;

} // namespace

Message GraphBuilder::describe(uint32_t node) const
{
    const DependencyGraph::NodeInfo info = infoOf(node);
    Message text = info.rank >= 0 ? say("rank {}: ", info.rank) : Message();
    text += named(operationName(info.operation));
    if (info.microbatch >= 0)
        text += say(" of microbatch {}", info.microbatch);
    return text;
}

void GraphBuilder::reserve(size_t nodes)
{
    m_infos.reserve(m_nodes.info ? 0 : nodes);
    m_nodes.cost.reserve(nodes);
    m_nodes.lead.reserve(nodes);
    m_nodes.after.reserve(nodes);
}

uint32_t GraphBuilder::addNode(const DependencyGraph::NodeInfo& info, TimeNs cost, TimeNs lead, uint32_t after)
{
    m_infos.push_back(info);
    return addNode(cost, lead, after);
}

uint32_t GraphBuilder::addNode(TimeNs cost, TimeNs lead, uint32_t after)
{
    m_nodes.cost.push_back(cost);
    m_nodes.lead.push_back(lead);
    m_nodes.after.push_back(after);
    return uint32_t(m_nodes.cost.size() - 1);
}

void GraphBuilder::addEdge(uint32_t from, uint32_t to) { m_edges.push_back({from, to}); }

void GraphBuilder::reserveMeetings(size_t meetings, size_t members)
{
    m_meetings.reserve(meetings);
    m_members.reserve(members);
}

uint32_t GraphBuilder::addCollective(std::span<const uint32_t> members, TimeNs cost)
{
    m_meetings.push_back({cost, uint32_t(m_members.size()), uint32_t(members.size()), false});
    m_members.insert(m_members.end(), members.begin(), members.end());
    return uint32_t(m_meetings.size() - 1);
}

uint32_t GraphBuilder::numberOf(const Channel& channel)
{
    const auto [it, isNew] = m_numberOfChannel.try_emplace(channel, uint32_t(m_channels.size()));
    if (isNew)
        m_channels.push_back(channel);
    return it->second;
}

uint32_t GraphBuilder::addMessage(uint32_t sender, uint32_t receiver, TimeNs cost, bool isPosted)
{
    m_meetings.push_back({cost, uint32_t(m_members.size()), 2, true, isPosted});
    m_members.push_back(sender);
    m_members.push_back(receiver);
    return uint32_t(m_meetings.size() - 1);
}

uint32_t GraphBuilder::addSend(uint32_t node, uint32_t channel, TimeNs cost)
{
    const uint32_t meeting = addMessage(node, DependencyGraph::none, cost); // the receiver is added at the end
    m_sends.push_back({channel, meeting});
    return meeting;
}

Result<bool> GraphBuilder::matchMessages()
{
    uint64_t unmatched = 0;
    Message first;
    const auto note = [&](uint32_t node, const Message& what) {
        if (unmatched++ == 0)
            first = say("{} {}", describe(node), what);
    };
    const SparseLists sent(m_channels.size(), m_sends);
    const SparseLists received(m_channels.size(), m_receives);
    for (uint32_t channel = 0; channel < m_channels.size(); ++channel) {
        const std::span<const uint32_t> sends = sent.of(channel);
        const std::span<const uint32_t> receives = received.of(channel);
        const size_t pairs = std::min(sends.size(), receives.size());
        for (size_t i = 0; i < pairs; ++i)
            m_members[m_meetings[sends[i]].firstMember + 1] = receives[i];
        for (const uint32_t meeting : sends.subspan(pairs))
            note(m_members[m_meetings[meeting].firstMember], say("has no receive"));
        for (const uint32_t node : receives.subspan(pairs))
            note(node, say("has no send"));
    }
    if (unmatched > 0) {
        return Error {unmatched > 1 ? say("{} (and {} more).", first, unmatched - 1) : say("{}.", first),
            say("Open the traces of all ranks of the run together."), {}};
    }
    return true;
}

/// Messages of one rank to another share a link, but for those of another wire.
void GraphBuilder::queueMessages()
{
    struct Sent {
        std::tuple<int32_t, int32_t, int32_t> link;
        uint32_t sender; // where its order is that of the nodes
        uint32_t meeting;
        bool operator<(const Sent& other) const
        {
            return std::tie(link, sender, meeting) < std::tie(other.link, other.sender, other.meeting);
        }
    };
    std::vector<Sent> sent;
    std::vector<bool> isListed(m_meetings.size(), false);
    for (const auto& [number, meeting] : m_sends) {
        const Channel& channel = m_channels[number];
        sent.push_back({{channel.source, channel.destination, channel.wire}, 0, meeting});
        isListed[meeting] = true;
    }
    for (uint32_t m = 0; m < m_meetings.size(); ++m) {
        if (!m_meetings[m].isMessage || isListed[m])
            continue;
        const uint32_t* members = m_members.data() + m_meetings[m].firstMember;
        const int32_t source = infoOf(members[0]).rank;
        if (const int32_t destination = infoOf(members[1]).rank; source >= 0 && destination >= 0)
            sent.push_back({{source, destination, 0}, members[0], m});
    }
    std::sort(sent.begin(), sent.end());
    m_before.assign(m_meetings.size(), DependencyGraph::none);
    m_behind = m_before;
    for (size_t i = 1; i < sent.size(); ++i) {
        if (sent[i].link == sent[i - 1].link) {
            m_before[sent[i].meeting] = sent[i - 1].meeting;
            m_behind[sent[i - 1].meeting] = sent[i].meeting;
        }
    }
}

std::optional<Error> GraphBuilder::whyNotToAddUp() const
{
    const size_t nodes = m_nodes.cost.size();
    if (nodes * 2 + m_meetings.size() > maximumItems)
        return Error {say("{} operations are too many to re-time.", nodes), say("Choose fewer steps or ranks."), {}};
    TimeNs total = 0;
    const auto tooLong = [&total](TimeNs time) {
        if (time < 0 || time > longestPlaced - total)
            return true;
        total += time;
        return false;
    };
    for (size_t n = 0; n < nodes; ++n) {
        const TimeNs lead = m_nodes.lead[n]; // negative where, by recorded clocks, it overlaps what it waited for
        if (tooLong(m_nodes.cost[n]) || tooLong(lead < 0 ? ~lead : lead)) {
            return Error {say("{} has a duration that cannot be added up.", describe(uint32_t(n))),
                say("Durations must not be negative, and sum up to less than 70 years."), {}};
        }
    }
    for (const Meeting& meeting : m_meetings) {
        if (tooLong(meeting.cost))
            return Error {say("A communication has a duration that cannot be added up."), "", {}};
    }
    return std::nullopt;
}

Result<DependencyGraph> GraphBuilder::finish(const Options& options)
{
    if (std::optional<Error> tooLong = whyNotToAddUp())
        return *std::move(tooLong);
    if (const Result<bool> matched = matchMessages(); !matched)
        return matched.error();
    if (!options.blockingSends)
        queueMessages();
    discard(m_channels);
    discard(m_numberOfChannel);
    discard(m_sends);
    discard(m_receives);

    if (!options.mayContinue(6))
        return stopped();
    GraphTopology topology(*this, options.blockingSends);
    if (!options.mayContinue(7))
        return stopped();
    if (!topology.sort()) {
        const std::vector<uint32_t> circle = topology.circle();
        constexpr size_t shown = 6;
        Message text;
        for (size_t i = 0; i < std::min(circle.size(), shown); ++i)
            text = i ? say("{}, which waits for {}", text, describe(circle[i])) : describe(circle[i]);
        if (circle.size() > shown)
            text += say(" … ({} operations in all)", circle.size());
        return Error {say("Deadlock: these operations wait for each other in a cycle: {}.", text),
            say("Blocking sends and receives in this order never finish; try sends that do not block."), {}};
    }
    if (!options.mayContinue(8))
        return stopped();
    DependencyGraph graph = topology.takeGraph();
    *this = GraphBuilder();
    return graph;
}

} // namespace bubblescope
