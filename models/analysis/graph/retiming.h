// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "dependencies.h"

#include <vector>

namespace bubblescope {

/// When every operation begins and ends under some costs. Running it again on the same graph allocates nothing.
class Retiming {
public:
    /// O(operations + edges), one pass over flat arrays.
    void run(const DependencyGraph& graph, const DependencyGraph::Costs& costs);
    /// The latest end of all and nothing else, with the graph's own leads: `costs` (ns, by item) become the ends.
    static TimeNs makespanOf(const DependencyGraph& graph, RawVector<TimeNs>& costs);

    /// When the operation gets there; for a receive or a collective this includes its waiting.
    TimeNs begin(const DependencyGraph& graph, uint32_t node) const { return m_begin[graph.itemOf(node)]; }
    TimeNs end(const DependencyGraph& graph, uint32_t node) const { return m_end[graph.m_endItem[node]]; }
    /// When the last member of a meeting arrives, and when it is over.
    TimeRange meeting(const DependencyGraph& graph, uint32_t meeting) const
    {
        const uint32_t item = graph.itemOfMeeting(meeting);
        return {m_begin[item], m_end[item]};
    }
    /// Latest end of all.
    TimeNs makespan() const { return m_makespan; }

    /// A stretch of the critical path.
    struct CriticalPiece {
        uint32_t node; ///< for a transfer: the member that came last
        TimeRange range;
        bool isTransfer; ///< time of a message or collective, not of the operation's own
    };
    /// From the first cause to the last end; pieces touch, but for leads.
    std::vector<CriticalPiece> criticalPath(const DependencyGraph& graph) const;
    /// By node: how much longer its own work could take, everything else as it was, without a later last end. One pass
    /// backwards; `costs` as run() had them.
    std::vector<TimeNs> slack(const DependencyGraph& graph, const DependencyGraph::Costs& costs) const;

private:
    uint32_t causeOf(const DependencyGraph& graph, uint32_t item) const;
    static uint32_t memberOf(const DependencyGraph& graph, uint32_t meeting, uint32_t cause);

    RawVector<TimeNs> m_begin; // by item
    RawVector<TimeNs> m_end;
    TimeNs m_makespan = 0;
    uint32_t m_last = DependencyGraph::none;
};

} // namespace bubblescope
