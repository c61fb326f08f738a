// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "criticalpath.h"

#include "devicelanes.h"
#include "roundedtime.h"
#include "steadystate.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace bubblescope {

namespace {

/// No more than the second lasts.
TimeNs overlapOf(const Retiming::CriticalPiece& piece, const Retiming::CriticalPiece& next)
{
    return std::clamp<TimeNs>(piece.range.end - next.range.begin, 0, next.range.duration());
}

/// Where the pieces of a path stand one after the other: what begins before its cause has ended moves into the gaps
/// beside it, and what no gap takes up counts once. They keep their times where nothing overlaps.
std::vector<TimeRange> withoutOverlaps(const std::vector<Retiming::CriticalPiece>& pieces, TimeNs length)
{
    TimeNs total = 0;
    TimeNs overlap = 0;
    for (size_t i = 0; i < pieces.size(); ++i) {
        total += pieces[i].range.duration();
        overlap += i > 0 ? overlapOf(pieces[i - 1], pieces[i]) : 0;
    }
    const double twice = overlap > 0 ? std::clamp(double(total - length) / double(overlap), 0.0, 1.0) : 0;
    std::vector<TimeRange> places;
    for (size_t i = 0; i < pieces.size(); ++i) {
        TimeRange place = pieces[i].range;
        if (i > 0) {
            const TimeNs lost = TimeNs(std::ceil(twice * double(overlapOf(pieces[i - 1], pieces[i]))));
            const TimeNs time = place.duration() - lost;
            place.begin = std::max(place.begin, places.back().end);
            place.end = place.begin + time;
        }
        places.push_back(place);
    }
    TimeNs limit = length;
    for (auto place = places.rbegin(); place != places.rend() && place->end > limit; ++place) {
        *place = {limit - place->duration(), limit};
        limit = place->begin;
    }
    return places;
}

} // namespace

std::vector<CriticalPath::Lever> leversByName(std::span<const CriticalPath::Lever> levers)
{
    std::vector<CriticalPath::Lever> named;
    for (const CriticalPath::Lever& lever : levers) {
        const auto known = std::find_if(named.begin(), named.end(),
            [&lever](const auto& other) { return other.stage == lever.stage && other.name() == lever.name(); });
        if (known == named.end()) {
            named.push_back(lever);
        } else {
            known->time += lever.time;
            known->count += lever.count;
        }
    }
    std::stable_sort(named.begin(), named.end(), [](const auto& a, const auto& b) { return a.time > b.time; });
    return named;
}

StepPricer::StepPricer(const Trace& trace, std::shared_ptr<const TraceGraph> step, TimeRange window)
    : m_trace(&trace), m_step(std::move(step)), m_window(window)
{
    if (m_step->isRepeated()) {
        m_measured.take(m_step->graph, m_step->measured, m_window, m_step->lasts);
        m_repeated.repeat(m_step->graph, m_step->graph.costs(), m_step->carried, m_step->lasts);
        m_period = m_repeated.makespan();
    } else {
        m_measured.run(m_step->graph, m_step->graph.costs());
    }
    m_stepTime = m_measured.makespan();
}

Result<StepPricer> StepPricer::make(const RunContext& context, int step, const ProgressFn& progress)
{
    Result<std::shared_ptr<const TraceGraph>> made = sharedTraceGraph(context, step, progress);
    if (!made)
        return made.error();
    if (progress && !progress(GraphBuilder::Options::passes - 1, GraphBuilder::Options::passes))
        return stopped();
    const TimeRange window = (*made)->isRepeated() ? context.trace().steps()[size_t(step)].range : (*made)->window;
    return StepPricer(context.trace(), std::move(made).value(), window);
}

/// With the costs in `m_times`.
TimeNs StepPricer::gainWithTimes()
{
    if (!m_step->isRepeated())
        return m_stepTime - Retiming::makespanOf(m_step->graph, m_times);
    std::swap(m_costs.cost, m_times);
    if (m_costs.lead.empty())
        m_costs.lead = m_step->graph.costs().lead;
    m_repeated.repeat(m_step->graph, m_costs, m_step->carried, m_step->lasts);
    const double after = stepAfter(double(m_stepTime), double(m_period), double(m_repeated.makespan()));
    return m_stepTime - roundedNs(after);
}

TimeNs StepPricer::gainOf(SpanId span, TimeNs shorter)
{
    const auto take = [&shorter](TimeNs cost) {
        const TimeNs part = std::min(shorter, cost);
        shorter -= part;
        return cost - part;
    };
    const auto isOf = [&](const TraceGraph::Node& node) {
        return !node.isStart && (node.span == span || node.operation == span || node.leg == span);
    };
    return gain([&](uint32_t n, TimeNs cost) { return isOf(m_step->nodes[n]) ? take(cost) : cost; },
        [&](uint32_t m, TimeNs transfer) {
            const TraceGraph::Meeting& meeting = m_step->meetings[m];
            const auto members = m_step->membersOf(meeting);
            const bool takesPart = meeting.receive == span
                || std::any_of(
                    members.begin(), members.end(), [&](uint32_t n) { return m_step->nodes[n].span == span; });
            return takesPart ? take(transfer) : transfer;
        });
}

std::vector<Retiming::CriticalPiece> StepPricer::pathOf() const
{
    std::vector<Retiming::CriticalPiece> pieces = m_measured.criticalPath(m_step->graph);
    if (!m_step->isRepeated())
        return pieces;
    // A call that waits was recorded from when it began to. What repetitions before did of it is not of this step.
    TimeNs reached = 0;
    for (Retiming::CriticalPiece& piece : pieces) {
        const TraceGraph::Node& node = m_step->nodes[piece.node];
        const bool isOfDevice = !node.isStart && isDeviceLane(m_trace->track(m_trace->track(node.span)).lane);
        const TimeNs least = isOfDevice ? 0 : reached;
        piece.range.end = std::min(piece.range.end, m_stepTime);
        piece.range.begin = std::min(std::max(piece.range.begin, least), piece.range.end);
        reached = std::max(reached, piece.range.end);
    }
    std::erase_if(pieces, [](const Retiming::CriticalPiece& piece) { return piece.range.isEmpty(); });
    // Until its rank begins the step.
    const uint32_t rank = pieces.empty() ? 0 : m_step->nodes[pieces.front().node].rank;
    for (uint32_t n = m_step->firstNode[rank]; !pieces.empty() && n < m_step->firstNode[rank + 1]; ++n) {
        if (!m_step->nodes[n].isStart)
            continue;
        const TimeRange before {0, std::min(m_step->measured[n].begin - m_window.begin, pieces.front().range.begin)};
        if (before.begin < before.end)
            pieces.insert(pieces.begin(), {n, before, false, DependencyGraph::none});
        break;
    }
    return pieces;
}

/// Time of the gaps before operations of a device in which that device computes on another stream.
TimeNs StepPricer::besideCompute(
    const std::vector<Retiming::CriticalPiece>& pieces, const std::vector<TimeRange>& places) const
{
    const auto isOnDevice = [&](const TraceGraph::Node& node) {
        return !node.isStart && isDeviceLane(m_trace->track(m_trace->track(node.span)).lane);
    };
    if (m_step->measured.empty()) // only steps of profilers know when each node ran
        return 0;
    std::map<uint32_t, std::vector<TimeRange>> gaps; // by rank, in order of time
    for (size_t i = 1; i < pieces.size(); ++i) {
        const TraceGraph::Node& node = m_step->nodes[pieces[i].node];
        const TimeRange gap {places[i - 1].end, places[i].begin};
        if (!gap.isEmpty() && isOnDevice(node))
            gaps[node.rank].push_back({gap.begin + m_window.begin, gap.end + m_window.begin});
    }
    TimeNs sum = 0;
    for (const auto& [rank, ofRank] : gaps) {
        std::vector<TimeRange> computes;
        for (uint32_t n = m_step->firstNode[rank]; n < m_step->firstNode[rank + 1]; ++n) {
            const TraceGraph::Node& node = m_step->nodes[n];
            if (isOnDevice(node) && isCompute(m_trace->category(node.span)))
                computes.push_back(m_step->measured[n]);
        }
        std::sort(computes.begin(), computes.end(), [](TimeRange a, TimeRange b) { return a.begin < b.begin; });
        auto next = computes.begin();
        for (const TimeRange gap : ofRank) {
            TimeNs reached = gap.begin;
            while (next != computes.end() && next->end <= gap.begin)
                ++next;
            for (auto at = next; at != computes.end() && at->begin < gap.end; ++at) {
                const TimeNs end = std::min(at->end, gap.end);
                sum += std::max<TimeNs>(0, end - std::max(at->begin, reached));
                reached = std::max(reached, end);
            }
        }
    }
    return sum;
}

CriticalPath StepPricer::criticalPath() const
{
    CriticalPath path;
    path.length = m_stepTime;
    TimeNs onPath = 0;
    std::map<std::tuple<Operation, Category, int>, CriticalPath::Lever> levers;
    SpanId last;
    const std::vector<Retiming::CriticalPiece> pieces = pathOf();
    const std::vector<TimeRange> places = withoutOverlaps(pieces, path.length);
    for (size_t i = 0; i < pieces.size(); ++i) {
        const Retiming::CriticalPiece& piece = pieces[i];
        const TimeNs time = places[i].duration();
        const TraceGraph::Node& node = m_step->nodes[piece.node];
        const TimeNs shift = m_window.begin;
        const Category own = m_trace->category(node.span);
        const bool isOnThread = m_trace->track(m_trace->track(node.span)).lane == Lane::Thread;
        // A thread's time before and after its communication is its own, though it bears that span.
        const bool isItsOwn = isCompute(own) ? !node.isWork : isCommunication(own) && !node.isCommunication;
        const bool isHost = node.isStart || (isOnThread && isItsOwn);
        const Category category = isHost ? Category::Host : own;
        path.pieces.push_back({node.span, node.rank, {places[i].begin + shift, places[i].end + shift}, category,
            piece.isTransfer || node.isCommunication});
        path.byCategory[size_t(category)] += time;
        onPath += time;
        const Operation operation = m_trace->operation(node.span);
        const int stage = m_trace->stage(node.span);
        CriticalPath::Lever& lever = levers[{operation, category, stage}];
        lever.operation = operation;
        lever.category = category;
        lever.stage = stage;
        lever.count += node.span != last;
        lever.time += time;
        last = node.span;
    }
    path.gaps = path.length - onPath;
    path.gapsBesideCompute = std::min(besideCompute(pieces, places), path.gaps);
    path.byCategory[size_t(Category::OtherCompute)] += path.gapsBesideCompute;
    path.byCategory[size_t(Category::Host)] += path.gaps - path.gapsBesideCompute;
    for (const auto& [key, lever] : levers)
        path.levers.push_back(lever);
    std::stable_sort(
        path.levers.begin(), path.levers.end(), [](const auto& a, const auto& b) { return a.time > b.time; });
    return path;
}

std::vector<SpanSlack> StepPricer::slack() const
{
    const DependencyGraph& graph = m_step->graph;
    const std::vector<TimeNs> ofNode = m_step->isRepeated()
        ? m_measured.slackOfRepeated(graph, graph.costs(), m_step->carried, m_step->lasts, m_period)
        : m_measured.slack(graph, graph.costs());
    std::vector<SpanSlack> slack;
    slack.reserve(ofNode.size());
    for (uint32_t n = 0; n < ofNode.size(); ++n) {
        if (!m_step->isRepeated() || !m_step->nodes[n].isStart)
            slack.push_back({m_step->nodes[n].span, ofNode[n]});
    }
    std::sort(slack.begin(), slack.end(),
        [](const SpanSlack& a, const SpanSlack& b) { return std::tie(a.span, a.slack) < std::tie(b.span, b.slack); });
    slack.erase(std::unique(slack.begin(), slack.end(),
                    [](const SpanSlack& a, const SpanSlack& b) { return a.span == b.span; }),
        slack.end());
    return slack;
}

} // namespace bubblescope
