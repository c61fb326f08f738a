// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "stepgraph.h"

#include <algorithm>

namespace bubblescope {

namespace {

/// Who is charged while several kernels of a rank run: compute hides communication. Copies are charged as host time.
enum class Charge : uint8_t { Compute, Communication, Waiting };

struct Edge {
    TimeNs time;
    Charge charge;
    Category group;
    int change; // 1 where it begins, -1 where it ends
};

} // namespace

/// The figures of a profiler's step: what its GPUs do, or its CPUs where there is none, as TimeSplit charges it. What
/// they do not is the host's.
StepFigures StepGraph::deviceFigures() const
{
    StepFigures figures;
    const TimeRange step = window();
    figures.stepNs = figures.makespanNs = double(step.duration());
    std::vector<Edge> edges;
    double computing = 0;
    for (const Rank& rank : ranks) {
        edges.clear();
        const auto add = [&](Charge charge, Category group, TimeRange range) {
            if (range.isEmpty())
                return;
            edges.push_back({range.begin, charge, group, 1});
            edges.push_back({range.end, charge, group, -1});
        };
        TimeNs busyEnd = step.begin;
        for (uint32_t n = rank.firstNode; n < rank.firstNode + rank.nodeCount; ++n) {
            const Node& node = nodes[n];
            if (!node.isDevice && !node.isCommunication && !isCompute(node.category))
                continue;
            const TimeRange range {m_retiming.begin(graph, n), m_retiming.end(graph, n)};
            busyEnd = std::max(busyEnd, range.end);
            if (!node.isCommunication) {
                if (isCompute(node.category))
                    add(Charge::Compute, node.category, range);
                continue;
            }
            TimeNs there = range.begin;
            for (const uint32_t meeting : node.meetings) {
                if (meeting != none)
                    there = std::max(there, m_retiming.meeting(graph, meeting).begin);
            }
            there = std::min(there, range.end);
            add(Charge::Waiting, node.category, {range.begin, there});
            add(Charge::Communication, node.category, {there, range.end});
        }
        std::sort(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) { return a.time < b.time; });
        std::array<int, 3> open {};
        std::array<int, categoryCount> openGroups {};
        TimeNs time = step.begin;
        for (const Edge& edge : edges) {
            const auto length = double(edge.time - time);
            const auto isOpen = [&](Charge charge) { return open[size_t(charge)] > 0; };
            if (isOpen(Charge::Compute)) {
                figures.computeNs += length;
                computing += length;
            } else if (isOpen(Charge::Communication)) {
                const auto group = std::find_if(openGroups.begin(), openGroups.end(), [](int n) { return n > 0; });
                figures.exposedNs[size_t(group - openGroups.begin())] += length;
            } else if (isOpen(Charge::Waiting)) {
                figures.waitingNs += length;
            } else {
                figures.hostNs += length;
            }
            time = edge.time;
            open[size_t(edge.charge)] += edge.change;
            if (edge.charge == Charge::Communication)
                openGroups[size_t(edge.group)] += edge.change;
        }
        figures.hostNs += double(step.end - time);
        figures.longestStageNs = std::max(figures.longestStageNs, double(busyEnd - step.begin));
    }
    const auto count = double(std::max<size_t>(ranks.size(), 1));
    for (double* part : {&figures.computeNs, &figures.waitingNs, &figures.hostNs})
        *part /= count;
    for (double& part : figures.exposedNs)
        part /= count;
    const auto idleShare = [&](double whole) { return whole > 0 ? 1 - computing / (count * whole) : 0; };
    figures.bubbleShare = idleShare(figures.makespanNs);
    figures.bubbleShareLongestStage = idleShare(figures.longestStageNs);
    return figures;
}

} // namespace bubblescope
