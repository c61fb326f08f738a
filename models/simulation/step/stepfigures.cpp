// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "stepfigures.h"

#include "runsummary.h"
#include "stepgraph.h"

#include <algorithm>

namespace bubblescope {

void StepFigures::charge(const RunSummary& summary)
{
    const TimeSplit& split = summary.split;
    const auto mean = [&](TimeNs sum) { return summary.perRank(sum); };
    computeNs = mean(split.compute());
    for (int c = 0; c < categoryCount; ++c)
        exposedNs[size_t(c)] = isCommunication(Category(c)) ? mean(split.of(Category(c))) : 0;
    waitingNs = mean(split.waiting());
    warmupBubbleNs = mean(split.of(PipelinePhase::Warmup));
    steadyBubbleNs = mean(split.of(PipelinePhase::Steady));
    cooldownBubbleNs = mean(split.of(PipelinePhase::Cooldown));
    idleNs = mean(split.idle());
    hostNs = mean(split.host());
    bubbleShare = summary.bubbleShare();
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
        if (operation == Operation::Forward)
            peak[rank] = std::max(peak[rank], ++inFlight[rank]);
        else if (operation == Operation::Backward)
            --inFlight[rank];
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
        sum.spanNs = std::max(sum.spanNs, double(span));
        sum.peakInFlight = std::max(sum.peakInFlight, double(peak[r]) / chunks);
        ++ranksOfStage[stage];
    }
    for (size_t s = 0; s < figures.stages.size(); ++s)
        figures.stages[s].busyNs /= std::max(ranksOfStage[s], 1);
    if (figures.longestStageNs > 0)
        figures.bubbleShareLongestStage = 1 - busySum / (count * figures.longestStageNs);
    return figures;
}

} // namespace bubblescope
