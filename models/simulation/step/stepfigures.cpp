// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "stepgraph.h"
#include "timesplit.h"

#include <algorithm>
#include <limits>

namespace bubblescope {

namespace {

/// Where the pipeline of a rank fills, runs and drains.
struct Phases {
    TimeNs firstBackward = std::numeric_limits<TimeNs>::max();
    TimeNs lastForward = std::numeric_limits<TimeNs>::min();
};

class Charges {
public:
    Charges(StepFigures& figures, const Phases& phases) : m_figures(figures), m_phases(phases) { }
    /// Without work, by where it stands in the pipeline.
    void bubble(TimeRange range)
    {
        if (range.isEmpty())
            return;
        const TimeNs filled = std::clamp(m_phases.firstBackward, range.begin, range.end);
        const TimeNs drained = std::clamp(std::max(m_phases.lastForward, filled), filled, range.end);
        m_figures.warmupBubbleNs += double(filled - range.begin);
        m_figures.steadyBubbleNs += double(drained - filled);
        m_figures.cooldownBubbleNs += double(range.end - drained);
    }
    /// As TimeSplit does: short gaps are host time, long ones idle.
    void gap(TimeRange range)
    {
        if (range.end - range.begin <= longestHostGap)
            m_figures.hostNs += double(range.duration());
        else
            bubble(range);
    }
    void waiting(Category group, TimeRange range)
    {
        if (group == Category::PipelineComm)
            bubble(range);
        else
            m_figures.waitingNs += double(range.duration());
    }
    void exposed(Category group, TimeRange range) { m_figures.exposedNs[size_t(group)] += double(range.duration()); }
    void work(Category category, TimeRange range)
    {
        (isCompute(category) ? m_figures.computeNs : m_figures.hostNs) += double(range.duration());
    }

private:
    StepFigures& m_figures;
    const Phases& m_phases;
};

} // namespace

StepFigures StepGraph::figures() const
{
    if (!timelines.empty())
        return deviceFigures();
    StepFigures figures;
    const TimeRange step = window();
    figures.stepNs = double(step.duration());
    const auto begin = [&](uint32_t n) { return m_retiming.begin(graph, n); };
    const auto end = [&](uint32_t n) { return m_retiming.end(graph, n); };

    std::vector<Phases> phases(ranks.size());
    std::vector<TimeNs> busy(ranks.size(), 0);
    std::vector<TimeRange> passes(ranks.size(), TimeRange::nothing());
    std::vector<int> inFlight(ranks.size(), 0);
    std::vector<int> peak(ranks.size(), 0);
    TimeNs pipelineEnd = step.begin;
    for (const Span& span : spans) {
        const Operation operation = span.record.operation;
        if (!span.isTop() || (!isPass(operation) && !isPointToPoint(operation)))
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
            phases[rank].lastForward = std::max(phases[rank].lastForward, range.end);
        } else if (operation == Operation::Backward) {
            --inFlight[rank];
            phases[rank].firstBackward = std::min(phases[rank].firstBackward, range.begin);
        }
    }
    figures.makespanNs = double(pipelineEnd - step.begin);

    for (size_t r = 0; r < ranks.size(); ++r) {
        const Rank& rank = ranks[r];
        Charges charges(figures, phases[r]);
        TimeNs cursor = step.begin;
        for (uint32_t n = rank.firstNode; n < rank.firstNode + rank.nodeCount && !nodes[n].isStream; ++n) {
            const Node& node = nodes[n];
            const TimeRange own {begin(n), end(n)};
            const TimeNs free = std::max(cursor, own.begin - m_lead[n]);
            // What the program does not explain is a stream that had to be waited for.
            charges.exposed(Category::DataComm, {cursor, free});
            if (n == rank.firstNode)
                charges.bubble({free, own.begin});
            else
                charges.gap({free, own.begin});
            if (node.isWait) {
                charges.waiting(node.category, own);
            } else if (!node.isCommunication) {
                charges.work(node.category, own);
            } else {
                TimeNs there = own.begin;
                for (const uint32_t meeting : node.meetings) {
                    if (meeting != none)
                        there = std::max(there, m_retiming.meeting(graph, meeting).begin);
                }
                there = std::min(there, own.end);
                charges.waiting(node.category, {own.begin, there});
                charges.exposed(node.category, {there, own.end});
            }
            cursor = std::max(cursor, own.end);
        }
        charges.bubble({cursor, step.end});
    }

    const auto count = double(std::max<size_t>(ranks.size(), 1));
    for (double* part : {&figures.computeNs, &figures.waitingNs, &figures.warmupBubbleNs, &figures.steadyBubbleNs,
             &figures.cooldownBubbleNs, &figures.hostNs})
        *part /= count;
    for (double& part : figures.exposedNs)
        part /= count;

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
        sum.spanNs = std::max(sum.spanNs, double(span));
        sum.peakInFlight = std::max(sum.peakInFlight, double(peak[r]) / chunks);
        ++ranksOfStage[stage];
    }
    for (size_t s = 0; s < figures.stages.size(); ++s)
        figures.stages[s].busyNs /= std::max(ranksOfStage[s], 1);
    const auto idleShare = [&](double whole) { return whole > 0 ? 1 - busySum / (count * whole) : 0; };
    figures.bubbleShare = idleShare(figures.makespanNs);
    figures.bubbleShareLongestStage = idleShare(figures.longestStageNs);
    return figures;
}

} // namespace bubblescope
