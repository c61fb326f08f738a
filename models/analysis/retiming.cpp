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
    m_cause.resize(items);
    m_makespan = 0;
    m_last = DependencyGraph::none;

    const uint32_t* firstInput = graph.m_firstInput.data();
    const uint32_t* inputs = graph.m_inputs.data();
    const TimeNs* cost = costs.cost.data();
    const TimeNs* lead = costs.lead.data();
    for (uint32_t i = 0; i < items; ++i) {
        TimeNs ready = 0;
        uint32_t cause = DependencyGraph::none;
        for (uint32_t k = firstInput[i]; k < firstInput[i + 1]; ++k) {
            const TimeNs over = m_end[inputs[k]];
            if (over >= ready) {
                ready = over;
                cause = inputs[k];
            }
        }
        m_begin[i] = ready + lead[i];
        m_end[i] = m_begin[i] + cost[i];
        m_cause[i] = cause;
        if (m_end[i] >= m_makespan) {
            m_makespan = m_end[i];
            m_last = i;
        }
    }
}

std::vector<Retiming::CriticalPiece> Retiming::criticalPath(const DependencyGraph& graph) const
{
    std::vector<CriticalPiece> path;
    for (uint32_t item = m_last; item != DependencyGraph::none; item = m_cause[item]) {
        const uint32_t subject = graph.m_subject[item];
        const TimeRange range {m_begin[item], m_end[item]};
        if (subject >= graph.nodeCount() && m_cause[item] != DependencyGraph::none)
            path.push_back({graph.m_subject[m_cause[item]], range, true});
        else if (subject < graph.nodeCount() && !range.isEmpty())
            path.push_back({subject, range, false});
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
        slack[n] = latestEnd[graph.m_beginItem[n]] - m_end[graph.m_beginItem[n]];
    return slack;
}

} // namespace bubblescope
