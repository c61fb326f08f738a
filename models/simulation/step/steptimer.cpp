// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "steptimer.h"

#include "parallel.h"
#include "roundedtime.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace bubblescope {

namespace {

TimeNs scaledTime(TimeNs ns, double factor) { return factor == 1 ? ns : roundedNs(double(ns) * factor); }

double factorOf(const StepGraph& step, const CostFactors& factors, uint32_t n)
{
    const StepGraph::Node& node = step.nodes[n];
    if (node.isFixed)
        return 1;
    if (node.isCommunication) {
        const double ofKind = node.kind != StepGraph::none ? factors.transfer[node.kind] : 1;
        const bool isMessage = node.kind != StepGraph::none && node.meeting != StepGraph::none;
        return isMessage ? ofKind * factors.ofMessage(step.transfers[node.meeting].stages) : ofKind;
    }
    if (node.computeClass != ComputeClass::Host)
        return factors.ofCompute(node.computeClass, node.attentionPercent) * factors.compute[node.rank];
    // What a profiler sees of the host is between two launches, and so a gap to the GPU.
    return !step.timelines.empty() && !node.isDevice ? factors.gap : factors.computeClass[size_t(ComputeClass::Host)];
}

double factorOf(const CostFactors& factors, const StepGraph::Transfer& transfer)
{
    return factors.transfer[transfer.kind] * factors.ofMessage(transfer.stages);
}

} // namespace

/// False where the costs add up to more than a timeline holds.
bool StepTimer::setCosts(const StepGraph& step, const CostFactors& factors)
{
    const DependencyGraph::Costs& own = step.graph->costs();
    m_costs.cost.resize(step.graph->itemCount());
    m_costs.lead.resize(step.graph->itemCount());
    const size_t items = step.graph->itemCount();
    std::vector<double> totals(items / spansWorthThreads + 1, 0);
    forEachParallel(totals.size(), threadCount(), [&](size_t part) {
        const auto [first, last] = evenPiece(part, totals.size(), items);
        for (auto i = uint32_t(first); i < last; ++i) {
            const uint32_t subject = step.graph->subjectOf(i);
            const double factor = subject < step.nodes.size()
                ? factorOf(step, factors, subject)
                : factorOf(factors, step.transfers[subject - step.nodes.size()]);
            m_costs.cost[i] = scaledTime(own.cost[i], factor);
            // On a device it is the way from the launch, or between two kernels; less than nothing is no gap.
            const bool isOfHost = own.lead[i] > 0
                && (!step.isRepeated() || (subject < step.nodes.size() && !step.nodes[subject].isDevice));
            m_costs.lead[i] = isOfHost ? scaledTime(own.lead[i], factors.gap) : own.lead[i];
            totals[part] += double(m_costs.cost[i]) + double(m_costs.lead[i]);
        }
    });
    // A GPU that is faster than it was begins earlier, too, and one that is slower later.
    for (size_t r = 0; r < step.ranks.size(); ++r) {
        const StepGraph::Rank& rank = step.ranks[r];
        if (rank.lateNs <= 0 || factors.compute[r] == 1)
            continue;
        const TimeNs later = scaledTime(rank.optimizerNs, factors.compute[r]) - rank.optimizerNs;
        TimeNs& lead = m_costs.lead[step.graph->itemOf(rank.firstNode)];
        lead += scaledTime(std::max(later, -rank.lateNs), factors.gap);
    }
    const double total = std::accumulate(totals.begin(), totals.end(), 0.0);
    // Compute that overlaps communication is stretched later.
    const double times = step.isRepeated() ? Retiming::mostRepetitions : 1;
    return total * times * (1 + std::max(factors.overlapSlowdown, 0.0)) <= double(longestPlaced);
}

/// True if compute was stretched: the step must be timed again.
bool StepTimer::stretchBesideStreams(const StepGraph& step, const CostFactors& factors)
{
    bool stretched = false;
    std::vector<TimeRange> busy;
    for (const StepGraph::Rank& rank : step.ranks) {
        busy.clear();
        uint32_t own = rank.firstNode;
        const uint32_t last = rank.firstNode + rank.nodeCount;
        for (; own < last && !step.nodes[own].isStream; ++own) { }
        for (uint32_t n = own; n < last; ++n) {
            if (step.nodes[n].isFixed)
                continue;
            const uint32_t meeting = step.nodes[n].meeting;
            const TimeRange range = meeting != StepGraph::none
                ? m_retiming.meeting(*step.graph, meeting)
                : TimeRange {m_retiming.begin(*step.graph, n), m_retiming.end(*step.graph, n)};
            if (!range.isEmpty())
                busy.push_back(range);
        }
        std::sort(busy.begin(), busy.end(), [](TimeRange a, TimeRange b) { return a.begin < b.begin; });
        auto at = busy.begin();
        for (uint32_t n = rank.firstNode; n < own && at != busy.end(); ++n) {
            const StepGraph::Node& node = step.nodes[n];
            if (node.isCommunication || node.computeClass == ComputeClass::Host)
                continue;
            const TimeRange range {m_retiming.begin(*step.graph, n), m_retiming.end(*step.graph, n)};
            while (at != busy.end() && at->end <= range.begin)
                ++at;
            TimeNs beside = 0;
            for (auto it = at; it != busy.end() && it->begin < range.end; ++it)
                beside += it->intersected(range).duration();
            // Work done during communication takes 1 + s times as long; stretching of the previous round is reverted.
            const TimeNs plain = scaledTime(step.graph->cost(n),
                factors.ofCompute(node.computeClass, node.attentionPercent) * factors.compute[node.rank]);
            const double s = factors.overlapSlowdown;
            const TimeNs cost = plain + roundedNs(std::min(double(plain), double(beside) / (1 + s)) * s);
            if (cost != m_costs.cost[step.graph->itemOf(n)]) {
                step.graph->setCost(m_costs, n, cost);
                stretched = true;
            }
        }
    }
    return stretched;
}

bool StepTimer::time(const StepGraph& step, const CostFactors& factors)
{
    m_isUnchanged = factors.changeNothing();
    m_gap = factors.gap;
    if (m_isUnchanged && step.isRepeated()) {
        m_retiming.take(*step.graph, step.recorded, step.window, step.lasts);
        return true;
    }
    return play(step, factors);
}

bool StepTimer::timeModel(const StepGraph& step, const CostFactors& factors)
{
    m_isUnchanged = false;
    m_gap = factors.gap;
    return play(step, factors);
}

TimeNs StepTimer::deviceChange(const StepGraph& step) const
{
    const auto& before = step.graph->costs().cost;
    const auto& after = costs(step).cost;
    const auto changeOf = [&](uint32_t item) { return after[item] - before[item]; };
    std::vector<TimeNs> changes(step.ranks.size(), 0);
    for (uint32_t n = 0; n < step.nodes.size(); ++n) {
        const StepGraph::Node& node = step.nodes[n];
        if (!node.isDevice)
            continue;
        changes[node.rank] += changeOf(step.graph->itemOf(n));
        if (node.meeting != StepGraph::none)
            changes[node.rank] += changeOf(step.graph->itemOfMeeting(node.meeting));
    }
    const auto most = std::max_element(
        changes.begin(), changes.end(), [](TimeNs a, TimeNs b) { return std::max(a, -a) < std::max(b, -b); });
    return most == changes.end() ? 0 : *most;
}

void StepTimer::retime(const StepGraph& step)
{
    if (step.isRepeated())
        m_retiming.repeat(*step.graph, costs(step), step.carried, step.lasts);
    else
        m_retiming.run(*step.graph, costs(step));
}

bool StepTimer::play(const StepGraph& step, const CostFactors& factors)
{
    CostFactors others = factors;
    others.gap = 1;
    m_changesOnlyHost = factors.gap != 1 && others.changeNothing();
    if (!m_isUnchanged && !setCosts(step, factors))
        return false;
    retime(step);
    constexpr int rounds = 4; // communication keeps its cost, so this settles at once except at the edges
    for (int i = 0; i < rounds && factors.overlapSlowdown > 0 && stretchBesideStreams(step, factors); ++i)
        retime(step);
    return true;
}

double StepTimer::changeByWeightShare(const StepGraph& step, double usual, double other) const
{
    RawVector<TimeNs> as = costs(step).cost;
    RawVector<TimeNs> changed = as;
    for (uint32_t n = 0; n < step.nodes.size(); ++n) {
        const StepGraph::Node& node = step.nodes[n];
        TimeNs& cost = changed[step.graph->itemOf(n)];
        if (node.isInputGradient)
            cost = scaledTime(cost, (1 - other) / (1 - usual));
        else if (node.isWeightGradient)
            cost = scaledTime(cost, other / usual);
    }
    return double(Retiming::makespanOf(*step.graph, changed) - Retiming::makespanOf(*step.graph, as));
}

TimeNs StepTimer::endWithTail(const StepGraph& step, uint32_t node) const
{
    const TimeNs end = m_retiming.end(*step.graph, node);
    if (node >= step.tails.size() || step.tails[node] == 0)
        return end;
    // The next node counts the tail as its own time: take it back, but no more than it still has.
    const StepGraph::Rank& rank = step.ranks[step.nodes[node].rank];
    const uint32_t next = node + 1;
    const bool isLast = next >= rank.firstNode + rank.nodeCount || step.nodes[next].isStream;
    const TimeNs tail = scaledTime(step.tails[node], m_gap);
    if (isLast || step.nodes[node].isStream) // on a stream the tail is part of the next node's lead
        return end + tail;
    const uint32_t item = step.graph->itemOf(next);
    const bool hasOwnTime = costs(step).lead[item] == 0 && costs(step).cost[item] > 0;
    const TimeNs limit = hasOwnTime ? m_retiming.end(*step.graph, next) : m_retiming.begin(*step.graph, next);
    return std::max(end, std::min(end + tail, limit));
}

StepFigures StepTimer::pipelineFigures(const StepGraph& step) const
{
    StepFigures figures;
    figures.stepNs = double(m_retiming.makespan()); // from the begin of the step, not of its first record
    const auto begin = [&](uint32_t n) { return m_retiming.begin(*step.graph, n); };
    const auto end = [&](uint32_t n) { return m_retiming.end(*step.graph, n); };

    std::vector<TimeNs> busy(step.ranks.size(), 0);
    std::vector<TimeRange> passes(step.ranks.size(), TimeRange::nothing());
    std::vector<int> inFlight(step.ranks.size(), 0);
    std::vector<int> peak(step.ranks.size(), 0);
    std::vector<TimeNs> forward(step.ranks.size(), 0);
    std::vector<int> forwards(step.ranks.size(), 0);
    TimeNs pipelineEnd = 0;
    for (const StepGraph::Span& span : step.spans) {
        const Operation operation = span.operation;
        if (!span.isTop || (!isPass(operation) && !isPointToPoint(operation)))
            continue;
        const TimeRange range {begin(span.firstNode), end(span.lastNode)};
        pipelineEnd = std::max(pipelineEnd, range.end);
        if (!isPass(operation))
            continue;
        const size_t rank = step.nodes[span.firstNode].rank;
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
    const auto count = double(std::max<size_t>(step.ranks.size(), 1));

    double busySum = 0;
    std::vector<int> ranksOfStage;
    for (size_t r = 0; r < step.ranks.size(); ++r) {
        busySum += double(busy[r]);
        const TimeNs span = passes[r].isNothing() ? 0 : passes[r].duration();
        figures.longestStageNs = std::max(figures.longestStageNs, double(span));
        const auto stage = size_t(std::max<int>(step.ranks[r].stage, 0));
        if (stage >= figures.stages.size()) {
            figures.stages.resize(stage + 1);
            ranksOfStage.resize(stage + 1, 0);
        }
        StepFigures::Stage& sum = figures.stages[stage];
        sum.stage = int(stage);
        sum.busyNs += double(busy[r]);
        const double microbatches = std::max(forwards[r] / step.chunks, 1);
        sum.forwardNs += double(forward[r]) / microbatches;
        sum.backwardNs += double(busy[r] - forward[r]) / microbatches;
        sum.spanNs = std::max(sum.spanNs, double(span));
        sum.peakInFlight = std::max(sum.peakInFlight, double(peak[r]) / step.chunks);
        ++ranksOfStage[stage];
    }
    for (size_t s = 0; s < figures.stages.size(); ++s) {
        for (double StepFigures::Stage::*sum :
            {&StepFigures::Stage::busyNs, &StepFigures::Stage::forwardNs, &StepFigures::Stage::backwardNs})
            figures.stages[s].*sum /= std::max(ranksOfStage[s], 1);
    }
    if (figures.longestStageNs > 0) // passes may overlap
        figures.bubbleShareLongestStage = std::max(0.0, 1 - busySum / (count * figures.longestStageNs));
    return figures;
}

} // namespace bubblescope
