// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "retiming.h"

#include <algorithm>

namespace bubblescope {

void Retiming::run(const DependencyGraph& graph, const DependencyGraph::Costs& costs)
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
        TimeNs ready = 0;
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

/// The input that ended last; of equals the last one; none if there are no inputs.
uint32_t Retiming::causeOf(const DependencyGraph& graph, uint32_t item) const
{
    uint32_t cause = DependencyGraph::none;
    for (uint32_t k = graph.m_firstInput[item]; k < graph.m_firstInput[item + 1]; ++k) {
        const uint32_t input = graph.m_inputs[k];
        if (cause == DependencyGraph::none || m_end[input] >= m_end[cause])
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

} // namespace bubblescope
