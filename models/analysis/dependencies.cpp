// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "dependencies.h"

#include "parallel.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace bubblescope {

namespace {

constexpr uint32_t none = DependencyGraph::none;
constexpr size_t maximumItems = size_t(1) << 30;
/// Sums of costs stay far from the end of 64 bits, so that run() need not look.
constexpr TimeNs maximumTime = TimeNs(1) << 61;

/// Lists of numbers by key, back to back: counted first, then filled.
class GroupedNumbers {
public:
    explicit GroupedNumbers(size_t keys) : m_first(keys + 1, 0) { }
    void count(uint32_t key) { ++m_first[key + 1]; }
    void startFilling()
    {
        std::partial_sum(m_first.begin(), m_first.end(), m_first.begin());
        m_numbers.resize(m_first.back());
        m_cursor.assign(m_first.begin(), m_first.end() - 1);
    }
    void fill(uint32_t key, uint32_t number) { m_numbers[m_cursor[key]++] = number; }
    std::span<const uint32_t> of(uint32_t key) const
    {
        return std::span(m_numbers).subspan(m_first[key], m_first[key + 1] - m_first[key]);
    }

private:
    std::vector<uint32_t> m_first;
    std::vector<uint32_t> m_cursor;
    std::vector<uint32_t> m_numbers;
};

std::string describeNode(const DependencyGraph::NodeInfo& info)
{
    std::string text = info.rank >= 0 ? fmt::format("rank {}: ", info.rank) : std::string();
    text += operationName(info.operation);
    if (info.microbatch >= 0)
        text += fmt::format(" of microbatch {}", info.microbatch);
    return text;
}

} // namespace

std::string DependencyGraph::describe(uint32_t node) const { return describeNode(m_infos[node]); }

void GraphBuilder::reserve(size_t nodes)
{
    m_infos.reserve(nodes);
    m_cost.reserve(nodes);
    m_lead.reserve(nodes);
    m_after.reserve(nodes);
}

uint32_t GraphBuilder::addNode(const DependencyGraph::NodeInfo& info, TimeNs cost, TimeNs lead, uint32_t after)
{
    m_infos.push_back(info);
    m_cost.push_back(cost);
    m_lead.push_back(lead);
    m_after.push_back(after);
    return uint32_t(m_infos.size() - 1);
}

void GraphBuilder::addEdge(uint32_t from, uint32_t to) { m_edges.push_back({from, to}); }

uint32_t GraphBuilder::addCollective(std::span<const uint32_t> members, TimeNs cost)
{
    m_meetings.push_back({cost, uint32_t(m_members.size()), uint32_t(members.size()), false});
    m_members.insert(m_members.end(), members.begin(), members.end());
    return uint32_t(m_meetings.size() - 1);
}

GraphBuilder::Messages& GraphBuilder::messagesOf(const Channel& channel)
{
    const auto [it, isNew] = m_channels.try_emplace(channel, uint32_t(m_messages.size()));
    if (isNew)
        m_messages.emplace_back();
    return m_messages[it->second];
}

uint32_t GraphBuilder::addSend(uint32_t node, const Channel& channel, TimeNs cost)
{
    const auto meeting = uint32_t(m_meetings.size());
    m_meetings.push_back({cost, uint32_t(m_members.size()), 2, true});
    m_members.push_back(node);
    m_members.push_back(none); // the receiver is known when all is said
    messagesOf(channel).sends.push_back(meeting);
    return meeting;
}

void GraphBuilder::addReceive(uint32_t node, const Channel& channel) { messagesOf(channel).receives.push_back(node); }

Result<bool> GraphBuilder::matchMessages()
{
    uint64_t unmatched = 0;
    std::string first;
    const auto note = [&](uint32_t node, std::string_view what) {
        if (unmatched++ == 0)
            first = fmt::format("{} {}", describeNode(m_infos[node]), what);
    };
    for (const Messages& messages : m_messages) {
        const size_t pairs = std::min(messages.sends.size(), messages.receives.size());
        for (size_t i = 0; i < pairs; ++i)
            m_members[m_meetings[messages.sends[i]].firstMember + 1] = messages.receives[i];
        for (size_t i = pairs; i < messages.sends.size(); ++i)
            note(m_members[m_meetings[messages.sends[i]].firstMember], "has no receive");
        for (size_t i = pairs; i < messages.receives.size(); ++i)
            note(messages.receives[i], "has no send");
    }
    if (unmatched > 0) {
        return Error {fmt::format("{}{}.", first, unmatched > 1 ? fmt::format(" (and {} more)", unmatched - 1) : ""),
            "Open the traces of all ranks of the run together.", {}};
    }
    return true;
}

Result<DependencyGraph> GraphBuilder::finish(const Options& options)
{
    const size_t nodes = m_infos.size();
    const size_t meetings = m_meetings.size();
    if (nodes * 2 + meetings > maximumItems)
        return Error {fmt::format("{} operations are too many to re-time.", nodes), "Choose fewer steps or ranks.", {}};
    TimeNs total = 0;
    const auto tooLong = [&total](TimeNs time) {
        if (time < 0 || time > maximumTime - total)
            return true;
        total += time;
        return false;
    };
    for (size_t n = 0; n < nodes; ++n) {
        if (tooLong(m_cost[n]) || tooLong(m_lead[n])) {
            return Error {fmt::format("{} has a duration that can not be added up.", describeNode(m_infos[n])),
                "Durations must not be negative, and sum up to less than 70 years.", {}};
        }
    }
    for (const Meeting& meeting : m_meetings) {
        if (tooLong(meeting.cost))
            return Error {"A communication has a duration that can not be added up.", "", {}};
    }
    if (const Result<bool> matched = matchMessages(); !matched)
        return matched.error();

    const Error stopped {"Stopped.", {}, {}};
    if (!options.goesOn(6))
        return stopped;
    // Provisional items: arrivals of nodes, meetings, and ends of those nodes that need one of their own.
    const auto meetingItem = [nodes](size_t meeting) { return uint32_t(nodes + meeting); };
    const auto senderWaits = [&](const Meeting& meeting) { return !meeting.isMessage || options.blockingSends; };
    std::vector<uint32_t> awaited(nodes, 0);
    std::vector<uint32_t> end(nodes);
    std::iota(end.begin(), end.end(), 0u);
    for (size_t m = 0; m < meetings; ++m) {
        const Meeting& meeting = m_meetings[m];
        for (uint32_t i = 0; i < meeting.memberCount; ++i) {
            const uint32_t node = m_members[meeting.firstMember + i];
            const bool arrivalCounts = senderWaits(meeting);
            if (!arrivalCounts && i == 0)
                continue;
            // The end of a node's only meeting is its own end, unless the meeting may be over before it gets there.
            ++awaited[node];
            end[node] = awaited[node] == 1 && arrivalCounts ? meetingItem(m) : none;
        }
    }
    auto items = uint32_t(nodes + meetings);
    std::vector<uint32_t> nodeOfEnd;
    for (size_t n = 0; n < nodes; ++n) {
        if (end[n] == none) {
            end[n] = items++;
            nodeOfEnd.push_back(uint32_t(n));
        }
    }

    // Every edge (from item, to item), told twice: to count, then to fill.
    const auto forEachEdge = [&](const auto& edge) {
        for (size_t n = 0; n < nodes; ++n) {
            if (m_after[n] != none)
                edge(end[m_after[n]], uint32_t(n));
        }
        for (const Edge& e : m_edges)
            edge(end[e.from], e.to);
        for (size_t m = 0; m < meetings; ++m) {
            const Meeting& meeting = m_meetings[m];
            for (uint32_t i = 0; i < meeting.memberCount; ++i) {
                const uint32_t node = m_members[meeting.firstMember + i];
                const bool isSender = meeting.isMessage && i == 0;
                if (senderWaits(meeting) || isSender)
                    edge(node, meetingItem(m));
                if ((senderWaits(meeting) || !isSender) && end[node] >= nodes + meetings)
                    edge(meetingItem(m), end[node]);
            }
        }
        for (size_t i = 0; i < nodeOfEnd.size(); ++i)
            edge(nodeOfEnd[i], uint32_t(nodes + meetings + i));
    };
    GroupedNumbers inputs(items);
    GroupedNumbers outputs(items);
    forEachEdge([&](uint32_t from, uint32_t to) {
        inputs.count(to);
        outputs.count(from);
    });
    inputs.startFilling();
    outputs.startFilling();
    forEachEdge([&](uint32_t from, uint32_t to) {
        inputs.fill(to, from);
        outputs.fill(from, to);
    });

    if (!options.goesOn(7))
        return stopped;
    // Kahn's order, first in first out: neighbours in time become neighbours in memory.
    std::vector<uint32_t> open(items);
    std::vector<uint32_t> order;
    order.reserve(items);
    for (uint32_t i = 0; i < items; ++i) {
        open[i] = uint32_t(inputs.of(i).size());
        if (open[i] == 0)
            order.push_back(i);
    }
    for (size_t next = 0; next < order.size(); ++next) {
        for (uint32_t output : outputs.of(order[next])) {
            if (--open[output] == 0)
                order.push_back(output);
        }
    }

    const auto nodeOf = [&](uint32_t item) {
        if (item < nodes)
            return item;
        if (item < nodes + meetings)
            return m_members[m_meetings[item - nodes].firstMember];
        return nodeOfEnd[item - nodes - meetings];
    };
    if (order.size() < items) {
        // Whoever is left waits for somebody who is left: walking back must come round.
        uint32_t item = 0;
        while (open[item] == 0)
            ++item;
        std::vector<uint32_t> seenAt(items, none);
        std::vector<uint32_t> walk;
        while (seenAt[item] == none) {
            seenAt[item] = uint32_t(walk.size());
            walk.push_back(item);
            const std::span<const uint32_t> candidates = inputs.of(item);
            item = *std::find_if(candidates.begin(), candidates.end(), [&](uint32_t i) { return open[i] > 0; });
        }
        std::vector<uint32_t> circle;
        for (size_t i = seenAt[item]; i < walk.size(); ++i) {
            if (walk[i] < nodes)
                circle.push_back(nodeOf(walk[i]));
        }
        constexpr size_t named = 6;
        std::string text;
        for (size_t i = 0; i < std::min(circle.size(), named); ++i)
            text += (i ? ", which waits for " : "") + describeNode(m_infos[circle[i]]);
        if (circle.size() > named)
            text += fmt::format(" … ({} operations in all)", circle.size());
        return Error {fmt::format("Operations wait for each other in a circle: {}.", text),
            "The order of sends and receives can not be run; with sends that do not block it may.", {}};
    }

    if (!options.goesOn(8))
        return stopped;
    DependencyGraph graph;
    graph.m_subject.resize(items);
    graph.m_costs.cost.assign(items, 0);
    graph.m_costs.lead.assign(items, 0);
    graph.m_firstInput.resize(size_t(items) + 1);
    for (uint32_t i = 0; i < items; ++i)
        graph.m_firstInput[i + 1] = graph.m_firstInput[i] + uint32_t(inputs.of(order[i]).size());
    graph.m_inputs.resize(graph.m_firstInput.back());
    // All over the memory: several threads wait for it at once.
    constexpr uint32_t itemsOfAPart = 1u << 16;
    const auto inParts = [&](const auto& work) {
        const size_t parts = (size_t(items) + itemsOfAPart - 1) / itemsOfAPart;
        forEachParallel(parts, threadCount(), [&](size_t part) {
            const auto last = uint32_t(std::min<size_t>(items, (part + 1) * itemsOfAPart));
            for (auto i = uint32_t(part * itemsOfAPart); i < last; ++i)
                work(i);
        });
    };
    std::vector<uint32_t> position(items);
    inParts([&](uint32_t i) { position[order[i]] = i; });
    inParts([&](uint32_t i) {
        const uint32_t item = order[i];
        uint32_t at = graph.m_firstInput[i];
        for (const uint32_t input : inputs.of(item))
            graph.m_inputs[at++] = position[input];
        if (item < nodes) {
            graph.m_costs.cost[i] = m_cost[item];
            graph.m_costs.lead[i] = m_lead[item];
        } else if (item < nodes + meetings) {
            graph.m_costs.cost[i] = m_meetings[item - nodes].cost;
        }
        graph.m_subject[i] = item < nodes + meetings ? item : nodeOf(item);
    });
    graph.m_beginItem.reserve(nodes);
    graph.m_endItem.reserve(nodes);
    graph.m_meetingItem.reserve(meetings);
    for (size_t n = 0; n < nodes; ++n) {
        graph.m_beginItem.push_back(position[n]);
        graph.m_endItem.push_back(position[end[n]]);
    }
    for (size_t m = 0; m < meetings; ++m)
        graph.m_meetingItem.push_back(position[meetingItem(m)]);
    graph.m_infos = std::move(m_infos);
    *this = GraphBuilder();
    return graph;
}

} // namespace bubblescope
