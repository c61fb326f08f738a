// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tracegraphbuilder.h"

#include "waiting.h"
#include "wholerecording.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace bubblescope {

namespace {

/// Ranks whose groups hold nobody else: their communication has no partner to miss.
class LoneRanks {
public:
    explicit LoneRanks(const RunContext& context)
        : m_groups(context.groups())
        , m_count(context.trace().ranks().size())
        , m_isWhole(context.layout().world.value_or(0) == int(m_count))
    {
    }
    /// By index into Trace::ranks().
    bool contains(size_t rank, Category kind)
    {
        if (!m_isWhole)
            return false;
        std::vector<bool>& known = m_ofKind[size_t(kind)];
        if (known.empty())
            known = ofKind(kind);
        return known[rank];
    }

private:
    std::vector<bool> ofKind(Category kind) const
    {
        std::unordered_map<int64_t, uint32_t> sizes;
        for (size_t r = 0; r < m_count; ++r)
            ++sizes[m_groups.group(r, kind)];
        std::vector<bool> lone(m_count);
        for (size_t r = 0; r < m_count; ++r) {
            const int64_t group = m_groups.group(r, kind);
            lone[r] = group >= 0 && sizes[group] == 1;
        }
        return lone;
    }

    const RankGroups& m_groups;
    const size_t m_count;
    const bool m_isWhole; // nobody is missing
    std::array<std::vector<bool>, categoryCount> m_ofKind;
};

} // namespace

std::function<DependencyGraph::NodeInfo(uint32_t)> nodeInfo(const TraceGraph& step, const Trace& trace)
{
    return [&step, &trace](uint32_t n) {
        const TraceGraph::Node& node = step.nodes[n];
        DependencyGraph::NodeInfo info;
        info.rank = trace.ranks()[node.rank].rank;
        if (node.span.isValid()) {
            info.operation = trace.operation(node.span);
            info.microbatch = trace.microbatch(node.span);
        }
        return info;
    };
}

void addStreamEdges(const TraceGraph& step, GraphBuilder& builder)
{
    for (const TraceGraph::Queued& queued : step.queued) {
        if (queued.launcher != DependencyGraph::none)
            builder.addEdge(queued.launcher, queued.node);
    }
    for (const TraceGraph::Join& join : step.joins)
        builder.addEdge(join.last, join.node);
}

void addMeetings(const TraceGraph& step, GraphBuilder& builder)
{
    builder.reserveMeetings(step.meetings.size(), step.members.size());
    for (const TraceGraph::Meeting& meeting : step.meetings) {
        const auto members = step.membersOf(meeting);
        if (meeting.isMessage)
            builder.addMessage(members[0], members[1], meeting.transfer, meeting.isPosted);
        else
            builder.addCollective(members, meeting.transfer);
    }
}

TraceGraphBuilder::TraceGraphBuilder(const RunContext& context, int step)
    : m_context(context)
    , m_trace(context.trace())
    , m_step(step)
    , m_nodeOfSpan(m_trace.pool())
    , m_range(m_trace.pool())
    , m_over(m_trace.pool())
{
    m_made.nodes = ColumnVector<TraceGraph::Node>(m_trace.pool());
    m_made.meetings = ColumnVector<TraceGraph::Meeting>(m_trace.pool());
    m_made.members = ColumnVector<uint32_t>(m_trace.pool());
    m_made.tails = ColumnVector<uint32_t>(m_trace.pool());
}

std::optional<Error> TraceGraphBuilder::refusal() const
{
    if (!m_trace.ranksAreComparable()) {
        return Error {say("The ranks were recorded one after another: they share no step."),
            say("Such traces are profiles; a step is modelled from them."), {}};
    }
    if (m_trace.ranks().empty() || m_trace.spanCount() == 0)
        return Error {say("The run has no operations."), say("Open the traces of all its ranks."), {}};
    return std::nullopt;
}

Error TraceGraphBuilder::emptyStep() const
{
    const auto steps = m_trace.steps();
    const int number = size_t(m_step) < steps.size() ? steps[size_t(m_step)].number : m_step + 1;
    return {say("Step {} has no operations.", number), say("Choose another step."), {}};
}

void TraceGraphBuilder::startMeetings()
{
    m_over.resize(m_made.nodes.size());
    for (size_t n = 0; n < m_over.size(); ++n)
        m_over[n] = m_range[n].end;
    m_hasMeeting.assign(m_made.nodes.size(), false);
}

TimeRange TraceGraphBuilder::rangeOfStep(int32_t rank, bool isOpen) const
{
    const auto all = m_trace.steps();
    if (size_t(m_step) >= all.size())
        return {};
    const int32_t wanted = all[size_t(m_step)].number;
    constexpr TimeNs furthest = std::numeric_limits<TimeNs>::max();
    TimeRange range {std::numeric_limits<TimeNs>::min(), furthest};
    const auto steps = m_trace.rankSteps();
    const auto first = std::lower_bound(
        steps.begin(), steps.end(), rank, [](const RankStep& s, int32_t number) { return s.rank < number; });
    for (auto it = first; it != steps.end() && it->rank == rank; ++it) {
        const bool isLast = std::next(it) == steps.end() || std::next(it)->rank != rank;
        if (it->step.number == wanted) {
            const bool isFromStart = it == first && !isWholeRecording(*it); // which begins without the start-up
            return {isOpen && isFromStart ? range.begin : it->step.range.begin,
                isOpen && isLast ? furthest : it->step.range.end};
        }
        if (isLast)
            return {}; // the rank has fewer steps
    }
    return range;
}

TraceGraph::Node& TraceGraphBuilder::addNode(
    SpanId span, SpanId operation, uint32_t rank, TimeRange range, bool isCommunication)
{
    TraceGraph::Node node;
    node.span = span;
    node.operation = operation;
    node.rank = rank;
    node.isCommunication = isCommunication;
    m_made.nodes.push_back(node);
    m_range.push_back(range);
    return m_made.nodes.back();
}

bool TraceGraphBuilder::comparable(uint32_t a, uint32_t b) const
{
    const auto ownStart
        = [&](uint32_t n) { return m_trace.ranks()[m_made.nodes[n].rank].clock == ClockState::OwnStart; };
    return m_made.nodes[a].rank == m_made.nodes[b].rank || (!ownStart(a) && !ownStart(b));
}

void TraceGraphBuilder::addMeeting(SpanId span, std::span<const uint32_t> nodes, bool isMessage, bool isHidden)
{
    TimeRange range {std::numeric_limits<TimeNs>::min(), std::numeric_limits<TimeNs>::max()};
    for (const uint32_t node : nodes)
        range = range.intersected(m_range[node]);
    range.end = std::max(range.end, range.begin);
    for (const uint32_t node : nodes) {
        const bool again = m_hasMeeting[node];
        m_over[node] = again ? std::max(m_over[node], range.end) : range.end;
        m_hasMeeting[node] = true;
        m_made.nodes[node].isUnmatched = false;
    }
    TraceGraph::Meeting meeting;
    meeting.span = span;
    meeting.transfer = range.end - range.begin;
    meeting.isMessage = isMessage;
    meeting.isHidden = isHidden;
    meeting.firstMember = uint32_t(m_made.members.size());
    meeting.memberCount = uint32_t(nodes.size());
    m_made.members.insert(m_made.members.end(), nodes.begin(), nodes.end());
    m_made.meetings.push_back(meeting);
}

/// The order of a trace's links is that of whatever kept them. Here they go by link of the pipeline, first forward, in
/// order of time: what is said of several that are alike does not depend on it.
std::vector<TraceGraphBuilder::StepMessage> TraceGraphBuilder::messagesOfStep() const
{
    std::vector<StepMessage> messages;
    for (const Link& link : m_context.messages()) {
        const std::array nodes {m_nodeOfSpan[link.from.value], m_nodeOfSpan[link.to.value]};
        if (nodes[0] != none && nodes[1] != none && comparable(nodes[0], nodes[1]))
            messages.push_back({link, nodes});
    }
    const auto keyOf = [this](const StepMessage& message) {
        const bool isBackward = m_trace.operation(message.link.from) == Operation::SendBackward;
        return std::tuple(
            m_made.nodes[message.nodes[isBackward ? 1 : 0]].rank, isBackward, message.nodes[0], message.nodes[1]);
    };
    const auto inOrder = [&](const StepMessage& a, const StepMessage& b) { return keyOf(a) < keyOf(b); };
    if (!std::is_sorted(messages.begin(), messages.end(), inOrder))
        std::sort(messages.begin(), messages.end(), inOrder);
    return messages;
}

void TraceGraphBuilder::addMessageMeetings()
{
    const std::vector<StepMessage> messages = messagesOfStep();
    constexpr size_t rarely = 20; // one of so many: clocks are not that exact
    // Those that were over before their receiver came.
    const auto before = size_t(std::count_if(messages.begin(), messages.end(), [this](const StepMessage& message) {
        return m_range[message.nodes[0]].end < m_range[message.nodes[1]].begin;
    }));
    const bool arePosted = before * rarely > messages.size();
    for (const auto& [message, nodes] : messages) {
        const auto overBefore
            = [&](uint32_t node) { return m_hasMeeting[node] ? m_over[node] : std::numeric_limits<TimeNs>::min(); };
        const TimeNs over[] {overBefore(nodes[0]), overBefore(nodes[1])};
        addMeeting(message.from, nodes, true);
        TraceGraph::Meeting& meeting = m_made.meetings.back();
        meeting.receive = message.to;
        if (!arePosted)
            continue;
        // The sender did not wait, and the receiver only until the transfer was over.
        const TimeRange send = m_range[nodes[0]];
        const TimeRange receive = m_range[nodes[1]];
        meeting.isPosted = true;
        meeting.transfer = send.duration();
        m_over[nodes[0]] = std::max(over[0], send.end);
        m_over[nodes[1]] = std::max(over[1], std::clamp(send.end, receive.begin, receive.end));
    }
}

void TraceGraphBuilder::addCollectiveMeetings(bool ofStreams)
{
    const Collectives& collectives = m_context.collectives();
    std::vector<uint32_t> nodes;
    for (const Collectives::Instance& instance : collectives.instances) {
        nodes.clear();
        TimeRange ends = TimeRange::nothing();
        for (const SpanId member : collectives.membersOf(instance)) {
            const uint32_t node = m_nodeOfSpan[member.value];
            if (node == none || (m_made.nodes[node].isStream && !ofStreams))
                break;
            nodes.push_back(node);
            ends = ends.united({m_range[node].end, m_range[node].end});
        }
        const bool isWhole = nodes.size() == instance.memberCount;
        if (isWhole && ends.end - ends.begin <= largestEndSpread
            && std::all_of(nodes.begin(), nodes.end(), [&](uint32_t n) { return comparable(nodes.front(), n); }))
            addMeeting(collectives.membersOf(instance).front(), nodes, false);
    }
}

void TraceGraphBuilder::noteUnmatched()
{
    LoneRanks lone(m_context);
    uint64_t alone = 0;
    SpanId first;
    if (m_trace.ranks().size() > 1 && std::none_of(m_made.nodes.begin(), m_made.nodes.end(), [](const auto& node) {
            return node.isCommunication;
        }))
        m_made.assumptions.push_back(say("No communication was recorded: no rank waits for another."));
    for (uint32_t n = 0; n < m_made.nodes.size(); ++n) {
        TraceGraph::Node& node = m_made.nodes[n];
        if (!node.isCommunication || m_hasMeeting[n])
            continue;
        node.isUnmatched = true;
        if (m_range[n].isEmpty() || lone.contains(node.rank, m_trace.category(node.span)))
            continue;
        if (alone++ == 0)
            first = node.span;
    }
    if (alone > 0) {
        const auto name = m_trace.name(first);
        const int rank = m_trace.track(m_trace.track(first)).rank;
        m_made.assumptions.push_back(alone == 1
                ? say("1 communication has no partner in the trace ({} on rank {}): it stays as long as recorded.",
                    name, rank)
                : say("{} communications have no partner in the trace (the first: {} on rank {}): they stay as long as "
                      "recorded.",
                    alone, name, rank));
    }
}

void TraceGraphBuilder::startCosts()
{
    const size_t count = m_made.nodes.size();
    m_work.cost = RawVector<TimeNs>(count, m_trace.pool());
    m_work.lead = RawVector<TimeNs>(count, m_trace.pool());
    m_work.after = RawVector<uint32_t>(count, m_trace.pool());
    m_work.info = nodeInfo(m_made, m_trace);
}

Result<TraceGraph> TraceGraphBuilder::finish(GraphBuilder& builder, const GraphBuilder::Options& options)
{
    builder.setNodes(std::move(m_work));
    addMeetings(m_made, builder);
    Result<DependencyGraph> graph = builder.finish(options);
    if (!graph)
        return graph.error();
    m_made.graph = std::move(graph).value();
    return std::move(m_made);
}

} // namespace bubblescope
