// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "retiming.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace bubblescope {

void Retiming::run(const DependencyGraph& graph, const DependencyGraph::Costs& costs)
{
    m_isPartOfMore = m_isRecorded = false;
    pass(graph, costs, nullptr);
}

void Retiming::pass(const DependencyGraph& graph, const DependencyGraph::Costs& costs, const TimeNs* earliest)
{
    const uint32_t items = graph.itemCount();
    m_begin.resize(items);
    m_end.resize(items);
    m_makespan = 0;
    m_last = DependencyGraph::none;

    const uint32_t* firstInput = graph.m_firstInput.data();
    const uint32_t* inputs = graph.m_inputs.data();
    const TimeNs* cost = costs.cost.data();
    const TimeNs* lead = costs.lead.data();
    for (uint32_t i = 0; i < items; ++i) {
        TimeNs ready = earliest ? earliest[i] : 0;
        for (uint32_t k = firstInput[i]; k < firstInput[i + 1]; ++k)
            ready = std::max(ready, m_end[inputs[k]]);
        m_begin[i] = ready + lead[i];
        m_end[i] = m_begin[i] + cost[i];
        if (m_end[i] >= m_makespan) {
            m_makespan = m_end[i];
            m_last = i;
        }
    }
}

void Retiming::repeat(const DependencyGraph& graph, const DependencyGraph::Costs& costs,
    std::span<const Carried> carried, std::span<const uint32_t> lasts)
{
    constexpr double settled = 1e-5;
    m_isRecorded = false;
    uint32_t depth = 1;
    for (const Carried& edge : carried)
        depth = std::max(depth, edge.back);
    m_ends.resize(depth * carried.size());
    TimeNs reached = 0;
    TimeNs period = 0;
    m_earliest.assign(graph.itemCount(), 0);
    for (uint32_t repetition = 0; repetition < mostRepetitions; ++repetition) {
        for (const Carried& edge : carried)
            m_earliest[graph.itemOf(edge.to)] = 0;
        for (size_t c = 0; c < carried.size(); ++c) {
            if (carried[c].back > repetition)
                continue;
            TimeNs& earliest = m_earliest[graph.itemOf(carried[c].to)];
            earliest = std::max(earliest, m_ends[(repetition - carried[c].back) % depth * carried.size() + c]);
        }
        pass(graph, costs, m_earliest.data());
        for (size_t c = 0; c < carried.size(); ++c)
            m_ends[repetition % depth * carried.size() + c] = m_end[graph.m_endItem[carried[c].from]];
        findLast(graph, lasts);
        const TimeNs before = period;
        const TimeNs begin = reached;
        reached = m_last == DependencyGraph::none ? m_makespan : m_end[m_last];
        period = reached - begin;
        const bool hasSettled = repetition > depth && std::abs(double(period - before)) <= settled * double(period);
        if (!hasSettled && repetition + 1 < mostRepetitions)
            continue;
        for (TimeNs& time : m_begin)
            time -= begin;
        for (TimeNs& time : m_end)
            time -= begin;
        break;
    }
    m_makespan = period;
    m_isPartOfMore = true;
}

void Retiming::findLast(const DependencyGraph& graph, std::span<const uint32_t> lasts)
{
    m_last = DependencyGraph::none;
    for (const uint32_t node : lasts) {
        const uint32_t item = graph.m_endItem[node];
        const bool isLast = m_last == DependencyGraph::none || m_end[item] > m_end[m_last]
            || (m_isRecorded && item != m_last && isLater(graph, item, m_last));
        m_last = isLast ? item : m_last;
    }
}

void Retiming::take(const DependencyGraph& graph, std::span<const TimeRange> recorded, TimeRange window,
    std::span<const uint32_t> lasts)
{
    const uint32_t items = graph.itemCount();
    m_begin.resize(items);
    m_end.resize(items);
    m_makespan = window.duration();
    m_last = DependencyGraph::none;
    m_isPartOfMore = m_isRecorded = true;
    for (uint32_t i = 0; i < items; ++i) {
        const uint32_t subject = graph.m_subject[i];
        if (subject < graph.nodeCount()) {
            const bool isArrival = graph.m_endItem[subject] != i;
            m_begin[i] = recorded[subject].begin - window.begin;
            m_end[i] = isArrival ? m_begin[i] : recorded[subject].end - window.begin;
        } else {
            m_begin[i] = 0;
            for (uint32_t k = graph.m_firstInput[i]; k < graph.m_firstInput[i + 1]; ++k)
                m_begin[i] = k == graph.m_firstInput[i] ? m_end[graph.m_inputs[k]]
                                                        : std::max(m_begin[i], m_end[graph.m_inputs[k]]);
            m_end[i] = m_begin[i] + graph.costs().cost[i];
        }
    }
    findLast(graph, lasts);
}

TimeNs Retiming::makespanOf(const DependencyGraph& graph, RawVector<TimeNs>& costs)
{
    const uint32_t* firstInput = graph.m_firstInput.data();
    const uint32_t* inputs = graph.m_inputs.data();
    const TimeNs* lead = graph.m_costs.lead.data();
    TimeNs* const end = costs.data();
    TimeNs makespan = 0;
    for (uint32_t i = 0; i < graph.itemCount(); ++i) {
        TimeNs ready = 0;
        for (uint32_t k = firstInput[i]; k < firstInput[i + 1]; ++k)
            ready = std::max(ready, end[inputs[k]]);
        end[i] += ready + lead[i];
        makespan = std::max(makespan, end[i]);
    }
    return makespan;
}

/// The node that an item stands for; of a meeting the one that it waited for.
uint32_t Retiming::nodeOf(const DependencyGraph& graph, uint32_t item) const
{
    if (graph.m_subject[item] < graph.nodeCount())
        return graph.m_subject[item];
    const uint32_t cause = causeOf(graph, item);
    return cause == DependencyGraph::none ? cause : memberOf(graph, item, cause);
}

/// Of recorded times many are equal: then the one that began last, and then the number of the node decides, so that the
/// order in which files were read says nothing.
bool Retiming::isLater(const DependencyGraph& graph, uint32_t item, uint32_t other) const
{
    if (m_end[item] != m_end[other] || !m_isRecorded)
        return m_end[item] >= m_end[other];
    if (m_begin[item] != m_begin[other])
        return m_begin[item] > m_begin[other];
    return nodeOf(graph, item) >= nodeOf(graph, other);
}

/// The input that ended last; of equals the last one; none if there are no inputs.
uint32_t Retiming::causeOf(const DependencyGraph& graph, uint32_t item) const
{
    uint32_t cause = DependencyGraph::none;
    for (uint32_t k = graph.m_firstInput[item]; k < graph.m_firstInput[item + 1]; ++k) {
        const uint32_t input = graph.m_inputs[k];
        if (cause == DependencyGraph::none || isLater(graph, input, cause))
            cause = input;
    }
    return cause;
}

/// Of a meeting: the node that it waited for; where it queued behind another one, its own sender.
uint32_t Retiming::memberOf(const DependencyGraph& graph, uint32_t meeting, uint32_t cause)
{
    for (uint32_t k = graph.m_firstInput[meeting]; graph.m_subject[cause] >= graph.nodeCount(); ++k)
        cause = graph.m_inputs[k];
    return graph.m_subject[cause];
}

std::vector<Retiming::CriticalPiece> Retiming::criticalPath(const DependencyGraph& graph) const
{
    std::vector<CriticalPiece> path;
    for (uint32_t item = m_last; item != DependencyGraph::none;) {
        const uint32_t subject = graph.m_subject[item];
        const uint32_t cause = causeOf(graph, item);
        const TimeRange range {m_begin[item], m_end[item]};
        if (m_isPartOfMore && range.end <= 0)
            break;
        if (subject >= graph.nodeCount() && cause != DependencyGraph::none)
            path.push_back({memberOf(graph, item, cause), range, true, subject - graph.nodeCount()});
        else if (subject < graph.nodeCount() && !range.isEmpty())
            path.push_back({subject, range, false, DependencyGraph::none});
        item = cause;
    }
    std::reverse(path.begin(), path.end());
    return path;
}

std::vector<TimeNs> Retiming::slack(const DependencyGraph& graph, const DependencyGraph::Costs& costs) const
{
    std::vector<TimeNs> latestEnd(graph.itemCount(), m_makespan);
    for (uint32_t i = graph.itemCount(); i-- > 0;) {
        const TimeNs ready = latestEnd[i] - costs.cost[i] - costs.lead[i];
        for (uint32_t k = graph.m_firstInput[i]; k < graph.m_firstInput[i + 1]; ++k)
            latestEnd[graph.m_inputs[k]] = std::min(latestEnd[graph.m_inputs[k]], ready);
    }
    std::vector<TimeNs> slack(graph.nodeCount());
    for (uint32_t n = 0; n < graph.nodeCount(); ++n)
        slack[n] = latestEnd[graph.itemOf(n)] - m_end[graph.itemOf(n)];
    return slack;
}

std::vector<TimeNs> Retiming::slackOfRepeated(const DependencyGraph& graph, const DependencyGraph::Costs& costs,
    std::span<const Carried> carried, std::span<const uint32_t> lasts, TimeNs period) const
{
    constexpr TimeNs never = std::numeric_limits<TimeNs>::max();
    const TimeNs until = m_last == DependencyGraph::none ? m_makespan : m_end[m_last];
    const TimeNs apart = std::max(period, m_makespan);
    std::vector<TimeNs> latestEnd(graph.itemCount(), never);
    for (const uint32_t node : lasts)
        latestEnd[graph.m_endItem[node]] = until;
    bool hasChanged = true;
    for (uint32_t pass = 0; hasChanged && pass < mostRepetitions; ++pass) {
        for (uint32_t i = graph.itemCount(); i-- > 0;) {
            if (latestEnd[i] == never)
                continue;
            const TimeNs ready = latestEnd[i] - costs.cost[i] - costs.lead[i];
            for (uint32_t k = graph.m_firstInput[i]; k < graph.m_firstInput[i + 1]; ++k)
                latestEnd[graph.m_inputs[k]] = std::min(latestEnd[graph.m_inputs[k]], ready);
        }
        hasChanged = false;
        for (const Carried& edge : carried) {
            const uint32_t to = graph.itemOf(edge.to);
            if (latestEnd[to] == never)
                continue;
            const TimeNs ready = latestEnd[to] - costs.cost[to] - costs.lead[to] + TimeNs(edge.back) * apart;
            TimeNs& latest = latestEnd[graph.m_endItem[edge.from]];
            hasChanged = hasChanged || ready < latest;
            latest = std::min(latest, ready);
        }
    }
    std::vector<TimeNs> slack(graph.nodeCount());
    for (uint32_t n = 0; n < graph.nodeCount(); ++n) {
        const TimeNs latest = latestEnd[graph.itemOf(n)];
        slack[n] = std::max<TimeNs>(
            0, (latest == never ? std::max(until, m_end[graph.itemOf(n)]) : latest) - m_end[graph.itemOf(n)]);
    }
    for (const CriticalPiece& piece : criticalPath(graph))
        slack[piece.node] = 0;
    return slack;
}

} // namespace bubblescope
