// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "stepreplay.h"

#include "devicelanes.h"
#include "nonblockingsends.h"
#include "tracestep.h"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <string_view>

namespace bubblescope {

namespace {

ComputeClass classOf(Operation operation, Category category)
{
    if (operation == Operation::OptimizerStep)
        return ComputeClass::MemoryBound;
    return isCompute(category) ? ComputeClass::Layers : ComputeClass::Host;
}

/// "stream 7 annotations" starts with the name "stream 7", but "stream 77 annotations" does not.
bool beginsWithName(std::string_view text, std::string_view name)
{
    return text.starts_with(name) && (text.size() == name.size() || text[name.size()] == ' ');
}

class Replay {
public:
    Replay(std::shared_ptr<const TraceGraph> step, const Run& run, const ProgressFn& progress)
        : m_shared(std::move(step)), m_step(*m_shared), m_trace(*run.trace), m_progress(progress)
    {
    }

    Result<StepGraph> make(bool isDrawn)
    {
        m_made.isDrawn = isDrawn || m_step.isOfProfiler(); // for a profiler, spans represent the pieces of threads
        m_made.graph = {m_shared, &m_shared->graph};
        m_made.tails = m_step.tails;
        m_made.carried = m_step.carried;
        m_made.lasts = m_step.lasts;
        if (m_made.isRepeated()) {
            m_made.recorded = m_step.measured;
            m_made.window = m_step.window;
            m_made.mayRunBeside = m_step.mayRunBeside;
        }
        const bool known = knowsHosts(m_trace);
        m_ranksPerNode = assumedRanksPerNode;
        std::map<int, int> perNode;
        for (uint32_t r = 0; r < m_trace.ranks().size(); ++r) {
            const RankInfo& info = m_trace.ranks()[r];
            m_nodeOfRank.push_back(known ? info.host : std::max(info.rank, 0) / assumedRanksPerNode);
            ++perNode[m_nodeOfRank.back()];
            StepGraph::Rank rank;
            rank.rank = info.rank;
            rank.stage = info.stage;
            rank.host = info.host < m_trace.hosts().size() ? m_trace.hosts()[info.host] : std::string();
            rank.firstNode = m_step.firstNode[r];
            rank.nodeCount = m_step.firstNode[r + 1] - rank.firstNode;
            m_made.ranks.push_back(std::move(rank));
        }
        if (known) {
            m_ranksPerNode = 1;
            for (const auto& [node, count] : perNode)
                m_ranksPerNode = std::max(m_ranksPerNode, count);
        }
        m_recordOf = ColumnVector<uint32_t>(m_trace.spanCount(), StepGraph::none, m_trace.pool());
        m_stringOf.assign(m_trace.strings().size(), StringId());
        m_trackOf.assign(m_trace.tracks().size(), TrackId());
        addNodes();
        if (!mayContinue(1))
            return stopped();
        if (m_step.isOfProfiler())
            addProfilerSpans();
        else if (!addSpans())
            return stopped();
        if (!mayContinue(2))
            return stopped();
        addTransfers();
        return std::move(m_made);
    }

private:
    bool mayContinue(uint64_t done) const { return !m_progress || m_progress(done, replayParts); }

    void addNodes()
    {
        m_made.nodes.reserve(m_step.nodes.size());
        for (uint32_t n = 0; n < m_step.nodes.size(); ++n) {
            const TraceGraph::Node& from = m_step.nodes[n];
            StepGraph::Node node;
            node.rank = from.rank;
            node.isCommunication = from.isCommunication;
            node.isStream = from.isStream;
            const Operation operation = m_trace.operation(from.span);
            node.category = m_trace.category(from.span);
            node.computeClass = classOf(operation, node.category);
            node.isWait = from.isUnmatched && isReceive(operation);
            node.isFixed = from.isStart || from.isCall;
            node.isDevice
                = m_step.isOfProfiler() && !from.isStart && isDeviceLane(m_trace.track(m_trace.track(from.span)).lane);
            if (m_step.isOfProfiler() && !node.isDevice && !node.isCommunication && !from.isWork) {
                node.category = Category::Host;
                node.computeClass = ComputeClass::Host;
            }
            if (node.isDevice && node.computeClass == ComputeClass::Layers)
                node.computeClass = classOfKernel(m_trace.nameId(from.span));
            if (from.isCommunication && from.isUnmatched && !isReceive(operation))
                node.kind = kindOf(from.span, {m_nodeOfRank[from.rank]}, false);
            m_made.nodes.push_back(node);
        }
    }

    ComputeClass classOfKernel(StringId name)
    {
        if (!name.isValid())
            return ComputeClass::Layers;
        m_classOfKernel.resize(m_trace.strings().size());
        std::optional<ComputeClass>& known = m_classOfKernel[name.value];
        if (!known)
            known = computeClassOfKernel(m_trace.strings().text(name));
        return *known;
    }

    StringId text(StringId id)
    {
        if (!id.isValid())
            return id;
        StringId& known = m_stringOf[id.value];
        if (!known.isValid())
            known = m_made.builder.intern(m_trace.strings().text(id));
        return known;
    }

    TrackId trackOf(TrackId id)
    {
        TrackId& known = m_trackOf[id.value];
        if (!known.isValid()) {
            const Track& track = m_trace.track(id);
            known = m_made.builder.track(
                {track.rank, track.stage, track.lane, track.group, m_trace.strings().text(track.name)});
        }
        return known;
    }

    uint32_t addSpan(SpanId span, uint32_t node, uint32_t parent, uint8_t flags)
    {
        SpanRecord record;
        record.track = trackOf(m_trace.track(span));
        record.name = text(m_trace.nameId(span));
        record.detail = text(m_trace.detailId(span));
        record.parent = parent;
        record.category = m_trace.category(span);
        record.operation = m_trace.operation(span);
        record.flags = flags;
        record.stage = int16_t(m_trace.stage(span));
        record.microbatch = m_trace.microbatch(span);
        record.bytes = m_trace.bytes(span);
        return m_recordOf[span.value] = m_made.addSpan(record, node, node);
    }

    /// False if it was stopped: this is the longest part.
    bool addSpans()
    {
        constexpr uint32_t nodesOfALook = 1u << 18;
        // Drop the other flags: what the file did not time is timed here like everything else.
        constexpr uint8_t kept = SpanFlag::fused | SpanFlag::waitOnly;
        uint32_t top = StepGraph::none;
        for (uint32_t n = 0; n < m_step.nodes.size(); ++n) {
            if (n % nodesOfALook == 0 && !mayContinue(1))
                return false;
            const TraceGraph::Node& node = m_step.nodes[n];
            if (n == m_step.firstNode[node.rank] || m_step.nodes[n - 1].operation != node.operation)
                top = addSpan(node.operation, n, Id<SpanTag>::noValue, m_trace.flags(node.operation) & kept);
            m_made.spans[top].lastNode = n;
            if (node.span != node.operation && m_made.isDrawn)
                addSpan(node.span, n, top, SpanFlag::subOperation);
            if (node.leg.isValid())
                addSpan(node.leg, n, top, SpanFlag::fusedLeg);
        }
        return true;
    }

    /// Kernels have their own nodes; everything else recorded in the step moves along with the nodes around it.
    void addProfilerSpans()
    {
        ColumnVector<uint32_t> nodeOf(m_trace.spanCount(), StepGraph::none, m_trace.pool());
        std::map<TrackId, std::vector<uint32_t>> nodesOfTrack;
        for (uint32_t n = 0; n < m_step.nodes.size(); ++n) {
            if (m_step.nodes[n].isStart)
                continue;
            if (m_made.nodes[n].isDevice)
                nodeOf[m_step.nodes[n].span.value] = n;
            if (const SpanId leg = m_step.nodes[n].leg; leg.isValid() && m_made.nodes[n].isDevice)
                nodeOf[leg.value] = n;
            nodesOfTrack[m_trace.track(m_step.nodes[n].span)].push_back(n);
        }
        std::map<TrackId, uint32_t> timelineOf;
        for (auto& [track, nodes] : nodesOfTrack) {
            timelineOf[track] = uint32_t(m_made.timelines.size());
            m_made.timelines.push_back(timelineAlong(nodes));
        }
        for (uint32_t t = 0; t < m_trace.tracks().size(); ++t) {
            const size_t rank = rankIndex(m_trace, m_trace.tracks()[t].rank);
            if (rank >= m_step.ranges.size())
                continue;
            const TrackId leader = leaderOf(TrackId(t), nodesOfTrack);
            const bool isOfDevice = leader.isValid() && isDeviceLane(m_trace.track(leader).lane);
            const bool isWork = isDeviceLane(m_trace.tracks()[t].lane);
            const TimeRange range = m_step.isRepeated() && isOfDevice ? m_step.window : m_step.ranges[rank];
            for (const Row& row : m_trace.rowsOf(TrackId(t))) {
                for (uint32_t i = row.firstSpan; i < row.firstSpan + row.spanCount; ++i) {
                    const SpanId span(i);
                    const bool isInside = m_step.isRepeated() && isWork ? nodeOf[i] != StepGraph::none
                                                                        : range.contains(m_trace.begin(span));
                    if (!isInside || !leader.isValid())
                        continue;
                    // What goes on after the work of the step, such as its host's next range, makes it no longer.
                    const StepGraph::Timeline& along = m_made.timelines[timelineOf[leader]];
                    const TimeNs over = m_step.window.begin + along.nodes.back().second.end;
                    if (nodeOf[i] == StepGraph::none && m_trace.begin(span) >= over)
                        continue;
                    const uint32_t parent
                        = m_trace.parent(span).isValid() ? m_recordOf[m_trace.parent(span).value] : StepGraph::none;
                    const uint32_t record = addSpan(span, nodeOf[i] == StepGraph::none ? 0 : nodeOf[i],
                        parent == StepGraph::none ? Id<SpanTag>::noValue : parent, m_trace.flags(span));
                    if (nodeOf[i] != StepGraph::none)
                        continue;
                    const TimeNs begin = m_step.window.begin;
                    m_made.follow(record, timelineOf[leader],
                        {m_trace.begin(span) - begin, std::min(m_trace.end(span), over) - begin});
                }
            }
        }
        m_made.spanOfNode.assign(m_step.nodes.size(), StepGraph::none);
        for (uint32_t n = 0; n < m_step.nodes.size(); ++n) {
            if (!m_made.nodes[n].isDevice && !m_step.nodes[n].isStart)
                m_made.spanOfNode[n] = m_recordOf[m_step.nodes[n].span.value];
        }
        for (const Link& launch : m_trace.launches()) {
            if (m_recordOf[launch.from.value] != StepGraph::none && m_recordOf[launch.to.value] != StepGraph::none)
                m_made.launches.emplace_back(m_recordOf[launch.from.value], m_recordOf[launch.to.value]);
        }
    }

    /// Nodes in the order in which they were recorded.
    StepGraph::Timeline timelineAlong(std::vector<uint32_t>& nodes) const
    {
        const auto measured = [&](uint32_t n) { return m_step.measured[n]; };
        std::stable_sort(
            nodes.begin(), nodes.end(), [&](uint32_t a, uint32_t b) { return measured(a).begin < measured(b).begin; });
        StepGraph::Timeline timeline;
        TimeNs over = std::numeric_limits<TimeNs>::min();
        for (const uint32_t n : nodes) {
            if (measured(n).begin < over)
                continue;
            over = measured(n).end;
            const TimeNs begin = m_step.window.begin;
            timeline.nodes.emplace_back(n, TimeRange {measured(n).begin - begin, over - begin});
        }
        return timeline;
    }

    /// The lane that another one moves with: itself, the stream whose name starts its name, or the busiest thread of
    /// its rank.
    TrackId leaderOf(TrackId track, const std::map<TrackId, std::vector<uint32_t>>& nodesOfTrack) const
    {
        if (nodesOfTrack.contains(track))
            return track;
        TrackId best;
        size_t most = 0;
        for (const auto& [other, nodes] : nodesOfTrack) {
            const Track& candidate = m_trace.track(other);
            if (candidate.rank != m_trace.track(track).rank)
                continue;
            if (isDeviceLane(candidate.lane) && beginsWithName(m_trace.trackName(track), m_trace.trackName(other)))
                return other;
            const size_t weight = nodes.size() + (candidate.lane == Lane::Thread ? m_step.nodes.size() : 0);
            if (weight > most) {
                most = weight;
                best = other;
            }
        }
        return best;
    }

    uint32_t kindOf(SpanId span, const std::vector<int>& nodesOfMembers, bool isMessage)
    {
        Operation operation = m_trace.operation(span);
        Category group = m_trace.category(span);
        if (isMessage && !isPointToPoint(operation))
            operation = Operation::SendForward;
        GroupPlacement placement = placementOf(nodesOfMembers, m_ranksPerNode);
        if (isMessage && m_pipelinesLeaveNodes)
            placement.pipelineNodes = 2;
        return m_made.kindOf(operation, group, double(m_trace.bytes(span)), placement);
    }

    StepGraph::Stages stagesOf(const TraceGraph::Meeting& meeting) const
    {
        const auto members = m_step.membersOf(meeting);
        if (!meeting.isMessage || members.size() != 2)
            return StepGraph::noStages;
        const int16_t a = m_made.ranks[m_step.nodes[members[0]].rank].stage;
        const int16_t b = m_made.ranks[m_step.nodes[members[1]].rank].stage;
        return {std::min(a, b), std::max(a, b)};
    }

    /// All pipelines of a job lie alike.
    bool anyMessageCrossesNodes() const
    {
        return std::any_of(m_step.meetings.begin(), m_step.meetings.end(), [this](const TraceGraph::Meeting& meeting) {
            const auto members = m_step.membersOf(meeting);
            return meeting.isMessage && members.size() == 2
                && m_nodeOfRank[m_step.nodes[members[0]].rank] != m_nodeOfRank[m_step.nodes[members[1]].rank];
        });
    }

    void addTransfers()
    {
        m_pipelinesLeaveNodes = anyMessageCrossesNodes();
        std::vector<int> nodesOfMembers;
        for (uint32_t m = 0; m < m_step.meetings.size(); ++m) {
            const TraceGraph::Meeting& meeting = m_step.meetings[m];
            nodesOfMembers.clear();
            for (const uint32_t member : m_step.membersOf(meeting)) {
                StepGraph::Node& node = m_made.nodes[member];
                nodesOfMembers.push_back(m_nodeOfRank[node.rank]);
                node.meeting = node.meeting == StepGraph::none ? m : node.meeting;
                if (meeting.isHidden)
                    node.category = Category::OtherComm;
            }
            uint32_t kind = 0;
            if (meeting.isHidden) {
                kind = m_made.kindOf(
                    Operation::AllReduce, Category::OtherComm, -1, placementOf(nodesOfMembers, m_ranksPerNode));
            } else {
                kind = kindOf(meeting.span, nodesOfMembers, meeting.isMessage);
            }
            m_made.transfers.push_back({meeting.transfer, kind, stagesOf(meeting)});
            const uint32_t sent = meeting.isMessage ? m_recordOf[meeting.span.value] : StepGraph::none;
            const uint32_t received = meeting.isMessage ? m_recordOf[meeting.receive.value] : StepGraph::none;
            if (sent != StepGraph::none && received != StepGraph::none)
                m_made.links.emplace_back(sent, received);
        }
        m_made.sumUpKinds();
        for (PricedTransfer& kind : m_made.kinds)
            kind.origin = Origin::Measured;
    }

    const std::shared_ptr<const TraceGraph> m_shared;
    const TraceGraph& m_step;
    const Trace& m_trace;
    const ProgressFn& m_progress;
    StepGraph m_made;
    std::vector<int> m_nodeOfRank;
    int m_ranksPerNode = assumedRanksPerNode;
    bool m_pipelinesLeaveNodes = false;
    ColumnVector<uint32_t> m_recordOf; // by span of the trace
    std::vector<std::optional<ComputeClass>> m_classOfKernel; // by name, once it was asked for
    std::vector<StringId> m_stringOf; // by string of the trace
    std::vector<TrackId> m_trackOf;   // by track of the trace
};

} // namespace

Result<StepGraph> replayOf(
    const std::shared_ptr<const TraceGraph>& step, const Run& run, const ProgressFn& progress, bool isDrawn)
{
    return Replay(step, run, progress).make(isDrawn);
}

Result<StepGraph> nonBlockingReplayOf(
    const std::shared_ptr<const TraceGraph>& step, const Run& run, const ProgressFn& progress, bool isDrawn)
{
    constexpr uint64_t passes = GraphBuilder::Options::passes;
    const auto mayContinue = [&](uint64_t done, uint64_t) { return !progress || progress(done, passes + replayParts); };
    Result<DependencyGraph> graph = withNonBlockingSends(*step, *run.trace, mayContinue);
    if (!graph)
        return graph.error();
    Result<StepGraph> replay = replayOf(
        step, run, [&](uint64_t done, uint64_t) { return mayContinue(passes + done, 0); }, isDrawn);
    if (!replay)
        return replay;
    struct Owner {
        std::shared_ptr<const TraceGraph> step; // of all but the dependencies
        DependencyGraph graph;
    };
    const auto owner = std::make_shared<const Owner>(Owner {step, std::move(graph).value()});
    replay->graph = {owner, &owner->graph};
    return replay;
}

} // namespace bubblescope
