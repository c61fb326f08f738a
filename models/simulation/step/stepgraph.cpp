// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "stepgraph.h"

#include "derivedtrace.h"
#include "roundedtime.h"
#include "timewarp.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace bubblescope {

namespace {

TimeNs scaled(TimeNs ns, double factor) { return factor == 1 ? ns : roundedNs(double(ns) * factor); }

} // namespace

uint32_t StepGraph::addSpan(const SpanRecord& record, uint32_t firstNode, uint32_t lastNode)
{
    Span span;
    span.firstNode = firstNode;
    span.lastNode = lastNode;
    span.operation = record.operation;
    span.isLeg = (record.flags & SpanFlag::fusedLeg) != 0;
    span.isTop = record.parent == Id<SpanTag>::noValue && !span.isLeg;
    spans.push_back(span);
    return isDrawn ? builder.addSpan(record) : uint32_t(spans.size() - 1);
}

void StepGraph::putInto(uint32_t span, uint32_t parent, uint8_t flag)
{
    spans[span].isTop = false;
    spans[span].isLeg = flag == SpanFlag::fusedLeg;
    if (isDrawn) {
        builder.setParent(span, parent);
        builder.setFlag(span, flag);
    }
}

void StepGraph::follow(uint32_t span, uint32_t timeline, TimeRange range)
{
    spans[span].timeline = timeline;
    measured.resize(spans.size());
    measured[span] = range;
}

uint32_t StepGraph::kindOf(Operation operation, Category group, double bytes, const GroupPlacement& placement)
{
    const auto keyOf = [](const PricedTransfer& k) {
        return KindKey(k.operation, k.group, k.bytes, k.placement.ranks, k.placement.ranksPerNode);
    };
    const KindKey key(operation, group, bytes, placement.ranks, placement.ranksPerNode);
    // Equal kinds come in bursts.
    if (m_lastKind < kinds.size() && keyOf(kinds[m_lastKind]) == key)
        return m_lastKind;
    const auto [place, isNew] = m_numberOfKind.try_emplace(key, uint32_t(kinds.size()));
    m_lastKind = place->second;
    if (!isNew)
        return m_lastKind;
    PricedTransfer kind;
    kind.operation = operation;
    kind.group = group;
    kind.bytes = bytes;
    kind.placement = placement;
    kind.isSmall = bytes >= 0 && bytes < smallMessageBytes;
    kinds.push_back(kind);
    return m_lastKind;
}

void StepGraph::sumUpKinds()
{
    for (PricedTransfer& kind : kinds) {
        kind.ns = 0;
        kind.count = 0;
    }
    const auto add = [this](uint32_t kind, TimeNs ns) {
        kinds[kind].ns += double(ns);
        ++kinds[kind].count;
    };
    for (const Transfer& transfer : transfers)
        add(transfer.kind, transfer.ns);
    for (uint32_t n = 0; n < nodes.size(); ++n) {
        if (nodes[n].kind != none)
            add(nodes[n].kind, graph->cost(n));
    }
    for (PricedTransfer& kind : kinds)
        kind.ns /= std::max(kind.count, 1u);
}

CostFactors StepGraph::unchanged() const
{
    CostFactors factors;
    factors.compute.assign(ranks.size(), 1);
    factors.transfer.assign(kinds.size(), 1);
    return factors;
}

double StepGraph::factorOf(const CostFactors& factors, uint32_t n) const
{
    const Node& node = nodes[n];
    if (node.isFixed)
        return 1;
    if (node.isCommunication)
        return node.kind != none ? factors.transfer[node.kind] : 1;
    if (node.computeClass != ComputeClass::Host)
        return factors.computeClass[size_t(node.computeClass)] * factors.compute[node.rank];
    // What a profiler sees of the host is between two launches, and so a gap to the GPU.
    return !timelines.empty() && !node.isDevice ? factors.gap : factors.computeClass[size_t(ComputeClass::Host)];
}

/// False where the costs add up to more than a timeline holds.
bool StepGraph::setCosts(const CostFactors& factors)
{
    const DependencyGraph::Costs& own = graph->costs();
    m_costs.cost.resize(graph->itemCount());
    m_costs.lead.resize(graph->itemCount());
    double total = 0;
    for (uint32_t i = 0; i < graph->itemCount(); ++i) {
        const uint32_t subject = graph->subjectOf(i);
        const double factor = subject < nodes.size() ? factorOf(factors, subject)
                                                     : factors.transfer[transfers[subject - nodes.size()].kind];
        m_costs.cost[i] = scaled(own.cost[i], factor);
        m_costs.lead[i] = scaled(own.lead[i], factors.gap);
        total += double(m_costs.cost[i]) + double(m_costs.lead[i]);
    }
    // Compute that overlaps communication is stretched later.
    return total * (1 + std::max(factors.overlapSlowdown, 0.0)) <= double(longestPlaced);
}

/// True if compute was stretched: the step must be timed again.
bool StepGraph::stretchBesideStreams(const CostFactors& factors)
{
    bool stretched = false;
    std::vector<TimeRange> busy;
    for (const Rank& rank : ranks) {
        busy.clear();
        uint32_t own = rank.firstNode;
        const uint32_t last = rank.firstNode + rank.nodeCount;
        for (; own < last && !nodes[own].isStream; ++own) { }
        for (uint32_t n = own; n < last; ++n) {
            const uint32_t meeting = nodes[n].meetings[0];
            const TimeRange range = meeting != none ? m_retiming.meeting(*graph, meeting)
                                                    : TimeRange {m_retiming.begin(*graph, n), m_retiming.end(*graph, n)};
            if (!range.isEmpty())
                busy.push_back(range);
        }
        std::sort(busy.begin(), busy.end(), [](TimeRange a, TimeRange b) { return a.begin < b.begin; });
        auto at = busy.begin();
        for (uint32_t n = rank.firstNode; n < own && at != busy.end(); ++n) {
            const Node& node = nodes[n];
            if (node.isCommunication || node.computeClass == ComputeClass::Host)
                continue;
            const TimeRange range {m_retiming.begin(*graph, n), m_retiming.end(*graph, n)};
            while (at != busy.end() && at->end <= range.begin)
                ++at;
            TimeNs beside = 0;
            for (auto it = at; it != busy.end() && it->begin < range.end; ++it)
                beside += it->intersected(range).duration();
            // Work done during communication takes 1 + s times as long; stretching of the previous round is reverted.
            const TimeNs plain = scaled(
                graph->cost(n), factors.computeClass[size_t(node.computeClass)] * factors.compute[node.rank]);
            const double s = factors.overlapSlowdown;
            const TimeNs cost = plain + roundedNs(std::min(double(plain), double(beside) / (1 + s)) * s);
            if (cost != m_costs.cost[graph->itemOf(n)]) {
                graph->setCost(m_costs, n, cost);
                stretched = true;
            }
        }
    }
    return stretched;
}

bool StepGraph::time(const CostFactors& factors)
{
    m_isUnchanged = factors.changeNothing();
    m_gap = factors.gap;
    if (!m_isUnchanged && !setCosts(factors))
        return false;
    m_retiming.run(*graph, costs());
    constexpr int rounds = 4; // communication keeps its cost, so this settles at once except at the edges
    for (int i = 0; i < rounds && factors.overlapSlowdown > 0 && stretchBesideStreams(factors); ++i)
        m_retiming.run(*graph, m_costs);
    return true;
}

TimeNs StepGraph::endWithTail(uint32_t node) const
{
    const TimeNs end = m_retiming.end(*graph, node);
    if (node >= tails.size() || tails[node] == 0)
        return end;
    // The next node counts the tail as its own time: take it back, but no more than it still has.
    const Rank& rank = ranks[nodes[node].rank];
    const uint32_t next = node + 1;
    const bool isLast = next >= rank.firstNode + rank.nodeCount || nodes[next].isStream;
    const TimeNs tail = scaled(tails[node], m_gap);
    if (isLast || nodes[node].isStream) // on a stream the tail is part of the next node's lead
        return end + tail;
    const uint32_t item = graph->itemOf(next);
    const bool hasOwnTime = costs().lead[item] == 0 && costs().cost[item] > 0;
    const TimeNs limit = hasOwnTime ? m_retiming.end(*graph, next) : m_retiming.begin(*graph, next);
    return std::max(end, std::min(end + tail, limit));
}

StepFigures StepGraph::pipelineFigures() const
{
    StepFigures figures;
    figures.stepNs = double(m_retiming.makespan()); // from the begin of the step, not of its first record
    const auto begin = [&](uint32_t n) { return m_retiming.begin(*graph, n); };
    const auto end = [&](uint32_t n) { return m_retiming.end(*graph, n); };

    std::vector<TimeNs> busy(ranks.size(), 0);
    std::vector<TimeRange> passes(ranks.size(), TimeRange::nothing());
    std::vector<int> inFlight(ranks.size(), 0);
    std::vector<int> peak(ranks.size(), 0);
    std::vector<TimeNs> forward(ranks.size(), 0);
    std::vector<int> forwards(ranks.size(), 0);
    TimeNs pipelineEnd = 0;
    for (const Span& span : spans) {
        const Operation operation = span.operation;
        if (!span.isTop || (!isPass(operation) && !isPointToPoint(operation)))
            continue;
        const TimeRange range {begin(span.firstNode), end(span.lastNode)};
        pipelineEnd = std::max(pipelineEnd, range.end);
        if (!isPass(operation))
            continue;
        const size_t rank = nodes[span.firstNode].rank;
        busy[rank] += range.duration();
        passes[rank] = passes[rank].united(range);
        if (operation == Operation::Forward) {
            peak[rank] = std::max(peak[rank], ++inFlight[rank]);
            forward[rank] += range.duration();
            ++forwards[rank];
        } else if (operation == Operation::Backward) {
            --inFlight[rank];
        }
    }
    figures.makespanNs = double(pipelineEnd);
    const auto count = double(std::max<size_t>(ranks.size(), 1));

    double busySum = 0;
    std::vector<int> ranksOfStage;
    for (size_t r = 0; r < ranks.size(); ++r) {
        busySum += double(busy[r]);
        const TimeNs span = passes[r].isNothing() ? 0 : passes[r].duration();
        figures.longestStageNs = std::max(figures.longestStageNs, double(span));
        const auto stage = size_t(std::max<int>(ranks[r].stage, 0));
        if (stage >= figures.stages.size()) {
            figures.stages.resize(stage + 1);
            ranksOfStage.resize(stage + 1, 0);
        }
        StepFigures::Stage& sum = figures.stages[stage];
        sum.stage = int(stage);
        sum.busyNs += double(busy[r]);
        const double microbatches = std::max(forwards[r] / chunks, 1);
        sum.forwardNs += double(forward[r]) / microbatches;
        sum.backwardNs += double(busy[r] - forward[r]) / microbatches;
        sum.spanNs = std::max(sum.spanNs, double(span));
        sum.peakInFlight = std::max(sum.peakInFlight, double(peak[r]) / chunks);
        ++ranksOfStage[stage];
    }
    for (size_t s = 0; s < figures.stages.size(); ++s) {
        for (double StepFigures::Stage::*sum :
            {&StepFigures::Stage::busyNs, &StepFigures::Stage::forwardNs, &StepFigures::Stage::backwardNs})
            figures.stages[s].*sum /= std::max(ranksOfStage[s], 1);
    }
    if (figures.longestStageNs > 0)
        figures.bubbleShareLongestStage = 1 - busySum / (count * figures.longestStageNs);
    return figures;
}

Trace StepGraph::trace()
{
    std::vector<TimeWarp> warps(timelines.size());
    for (size_t t = 0; t < timelines.size(); ++t) {
        for (const auto& [node, measured] : timelines[t].nodes) {
            warps[t].add(measured.begin, m_retiming.begin(*graph, node));
            warps[t].add(measured.end, m_retiming.end(*graph, node));
        }
    }
    const auto rangeOf = [&](const Span& span) {
        if (span.timeline != none) {
            const TimeWarp& warp = warps[span.timeline];
            const TimeRange recorded = measured[size_t(&span - spans.data())];
            return TimeRange {warp(recorded.begin), warp(recorded.end)};
        }
        return TimeRange {m_retiming.begin(*graph, span.firstNode), endWithTail(span.lastNode)};
    };
    if (m_placed.empty() && !spans.empty()) {
        for (uint32_t i = 0; i < spans.size(); ++i)
            builder.setRange(i, rangeOf(spans[i]));
        for (const Rank& rank : ranks)
            builder.setHost(rank.rank, rank.host);
        for (const auto& [call, started] : launches)
            builder.addLaunch(call, started);
        ImportReport report;
        m_trace = builder.finish({}, report, &m_placed);
        std::vector<Link> placedLinks;
        placedLinks.reserve(links.size());
        for (const auto& [send, receive] : links)
            placedLinks.push_back({m_placed[send], m_placed[receive]});
        m_trace = DerivedTrace::linked(std::move(m_trace), std::move(placedLinks));
    }
    Timing timing;
    timing.begin.resize(spans.size());
    timing.end.resize(spans.size());
    for (size_t i = 0; i < spans.size(); ++i) {
        const TimeRange range = rangeOf(spans[i]);
        timing.begin[m_placed[i].value] = range.begin;
        timing.end[m_placed[i].value] = std::max(range.begin, range.end);
    }
    return DerivedTrace::retimed(m_trace, std::move(timing));
}

/// Indexed by node; parts follow their operation.
const std::vector<uint32_t>& StepGraph::innermostSpans()
{
    if (m_innermost.size() == nodes.size())
        return m_innermost;
    m_innermost.resize(nodes.size());
    for (uint32_t n = 0; n < nodes.size(); ++n)
        m_innermost[n] = nodes[n].span;
    for (uint32_t i = 0; i < spans.size(); ++i) {
        for (uint32_t n = spans[i].firstNode; n <= spans[i].lastNode; ++n) {
            if (spans[i].timeline == none && !spans[i].isLeg)
                m_innermost[n] = i;
        }
    }
    return m_innermost;
}

RunContext::Known StepGraph::meetingSpans()
{
    const std::vector<uint32_t>& spanOfNode = innermostSpans();
    std::vector<uint32_t> first(transfers.size() + 1, 0); // of the members of each meeting
    const auto forEachMember = [&](const auto& visit) {
        for (uint32_t n = 0; n < nodes.size(); ++n) {
            for (const uint32_t meeting : nodes[n].meetings) {
                if (meeting != none && spanOfNode[n] != none
                    && !isPointToPoint(kinds[transfers[meeting].kind].operation))
                    visit(meeting, m_placed[spanOfNode[n]]);
            }
        }
    };
    forEachMember([&](uint32_t meeting, SpanId) { ++first[meeting + 1]; });
    for (size_t m = 1; m < first.size(); ++m)
        first[m] += first[m - 1];
    std::vector<SpanId> members(first.back());
    std::vector<uint32_t> next(first.begin(), first.end() - 1);
    forEachMember([&](uint32_t meeting, SpanId span) { members[next[meeting]++] = span; });

    RunContext::Known known;
    known.messages.emplace(m_trace.links().begin(), m_trace.links().end());
    known.collectives.emplace();
    known.optimizerSteps.emplace();
    for (size_t m = 0; m < transfers.size(); ++m) {
        const auto ofOne = std::span(members).subspan(first[m], first[m + 1] - first[m]);
        if (ofOne.size() < 2)
            continue;
        const bool isHidden = m_trace.operation(ofOne.front()) == Operation::OptimizerStep;
        (isHidden ? known.optimizerSteps : known.collectives)->add(ofOne);
    }
    return known;
}

std::shared_ptr<const RunContext> StepGraph::context(TracePtr trace, const ParallelLayout& layout)
{
    if (!m_context || m_context->layout() != layout)
        m_context = std::make_shared<const RunContext>(trace, layout, meetingSpans());
    return m_context->playedAs(std::move(trace));
}

std::vector<SpanId> StepGraph::criticalPath()
{
    std::vector<SpanId> path;
    if (m_placed.empty())
        return path;
    const std::vector<uint32_t>& spanOfNode = innermostSpans();
    for (const Retiming::CriticalPiece& piece : m_retiming.criticalPath(*graph)) {
        const uint32_t span = spanOfNode[piece.node];
        if (span != none && (path.empty() || path.back() != m_placed[span]))
            path.push_back(m_placed[span]);
    }
    return path;
}

} // namespace bubblescope
