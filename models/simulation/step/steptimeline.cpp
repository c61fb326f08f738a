// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "steptimeline.h"

#include "derivedtrace.h"
#include "freedmemory.h"
#include "parallel.h"
#include "timewarp.h"

#include <algorithm>
#include <span>
#include <utility>

namespace bubblescope {

namespace {

/// By span, as timed last.
std::vector<TimeRange> rangesOf(const StepGraph& step, const StepTimer& timer)
{
    std::vector<TimeRange> ranges(step.spans.size());
    const Retiming& retiming = timer.retiming();
    std::vector<TimeWarp> warps(step.timelines.size());
    std::vector<std::pair<size_t, size_t>> near(step.timelines.size()); // where the last begin and end were
    for (size_t t = 0; t < step.timelines.size(); ++t) {
        for (const auto& [node, measured] : step.timelines[t].nodes) {
            warps[t].add(measured.begin, retiming.begin(*step.graph, node));
            warps[t].add(measured.end, retiming.end(*step.graph, node));
        }
    }
    for (uint32_t i = 0; i < step.spans.size(); ++i) {
        const StepGraph::Span& span = step.spans[i];
        if (span.timeline != StepGraph::none) {
            const TimeWarp& warp = warps[span.timeline];
            auto& [begin, end] = near[span.timeline];
            ranges[i] = {warp(step.measured[i].begin, begin), warp(step.measured[i].end, end)};
        } else {
            ranges[i] = {retiming.begin(*step.graph, span.firstNode), timer.endWithTail(step, span.lastNode)};
        }
    }
    return ranges;
}

} // namespace

void StepTimeline::place(StepGraph& step, const std::vector<TimeRange>& ranges)
{
    for (uint32_t i = 0; i < ranges.size(); ++i)
        step.builder.setRange(i, ranges[i]);
    for (const StepGraph::Rank& rank : step.ranks)
        step.builder.setHost(rank.rank, rank.host);
    for (const auto& [call, started] : step.launches)
        step.builder.addLaunch(call, started);
    ImportReport report;
    m_trace = step.builder.finish({}, report, &m_placed);
    std::vector<Link> placedLinks;
    placedLinks.reserve(step.links.size());
    for (const auto& [send, receive] : step.links)
        placedLinks.push_back({m_placed[send], m_placed[receive]});
    m_trace = DerivedTrace::linked(std::move(m_trace), std::move(placedLinks));
}

Trace StepTimeline::play(StepGraph& step, const StepTimer& timer)
{
    const std::vector<TimeRange> ranges = rangesOf(step, timer);
    if (m_placed.empty() && !step.spans.empty()) {
        forEachParallel(2, step.spans.size() >= spansWorthThreadsOfAnalysis ? 2 : 1, [&](size_t task) {
            if (task == 0) {
                place(step, ranges);
            } else {
                findInnermost(step);
                findMembers(step);
            }
        });
    }
    Timing timing;
    timing.begin.resize(step.spans.size());
    timing.end.resize(step.spans.size());
    for (uint32_t i = 0; i < ranges.size(); ++i) {
        timing.begin[m_placed[i].value] = ranges[i].begin;
        timing.end[m_placed[i].value] = std::max(ranges[i].begin, ranges[i].end);
    }
    return DerivedTrace::retimed(m_trace, std::move(timing));
}

void StepTimeline::findInnermost(const StepGraph& step)
{
    m_innermost = step.spanOfNode;
    m_innermost.resize(step.nodes.size(), StepGraph::none);
    for (uint32_t i = 0; i < step.spans.size(); ++i) {
        for (uint32_t n = step.spans[i].firstNode; n <= step.spans[i].lastNode; ++n) {
            if (step.spans[i].timeline == StepGraph::none && !step.spans[i].isLeg)
                m_innermost[n] = i;
        }
    }
}

void StepTimeline::findMembers(const StepGraph& step)
{
    m_firstMember.assign(step.transfers.size() + 1, 0);
    const auto forEachMember = [&](const auto& visit) {
        for (uint32_t n = 0; n < step.nodes.size(); ++n) {
            const uint32_t meeting = step.nodes[n].meeting;
            if (meeting != StepGraph::none && m_innermost[n] != StepGraph::none
                && !isPointToPoint(step.kinds[step.transfers[meeting].kind].operation))
                visit(meeting, m_innermost[n]);
        }
    };
    forEachMember([&](uint32_t meeting, uint32_t) { ++m_firstMember[meeting + 1]; });
    for (size_t m = 1; m < m_firstMember.size(); ++m)
        m_firstMember[m] += m_firstMember[m - 1];
    m_members.resize(m_firstMember.back());
    std::vector<uint32_t> next(m_firstMember.begin(), m_firstMember.end() - 1);
    forEachMember([&](uint32_t meeting, uint32_t span) { m_members[next[meeting]++] = span; });
}

RunContext::Known StepTimeline::meetingSpans(const StepGraph& step)
{
    if (m_firstMember.empty())
        findMembers(step);
    RunContext::Known known;
    known.messages.emplace(m_trace.links().begin(), m_trace.links().end());
    known.collectives.emplace();
    known.optimizerSteps.emplace();
    std::vector<SpanId> members;
    for (size_t m = 0; m < step.transfers.size(); ++m) {
        if (m_firstMember[m + 1] - m_firstMember[m] < 2)
            continue;
        members.clear();
        for (uint32_t i = m_firstMember[m]; i < m_firstMember[m + 1]; ++i)
            members.push_back(m_placed[m_members[i]]);
        const bool isHidden = m_trace.operation(members.front()) == Operation::OptimizerStep;
        (isHidden ? known.optimizerSteps : known.collectives)->add(members);
    }
    discard(m_members);
    discard(m_firstMember);
    return known;
}

std::shared_ptr<const RunContext> StepTimeline::context(
    const StepGraph& step, TracePtr trace, const ParallelLayout& layout)
{
    if (!m_context || m_context->layout() != layout)
        m_context = std::make_shared<const RunContext>(trace, layout, meetingSpans(step));
    return m_context->playedAs(std::move(trace));
}

std::vector<SpanId> StepTimeline::criticalPath(const StepGraph& step, const StepTimer& timer)
{
    std::vector<SpanId> path;
    if (m_placed.empty())
        return path;
    for (const Retiming::CriticalPiece& piece : timer.retiming().criticalPath(*step.graph)) {
        const uint32_t span = m_innermost[piece.node];
        if (span != StepGraph::none && (path.empty() || path.back() != m_placed[span]))
            path.push_back(m_placed[span]);
    }
    return path;
}

} // namespace bubblescope
