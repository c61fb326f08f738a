// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "dependencies.h"

#include <span>
#include <vector>

namespace bubblescope {

/// Begin and end of every operation for a set of costs. Running it again on the same graph allocates nothing.
class Retiming {
public:
    /// What a node of a repeated step waits for: the end of another one, so many repetitions before.
    struct Carried {
        uint32_t from = 0;
        uint32_t to = 0;
        uint32_t back = 1;
    };

    /// O(operations + edges), one pass over flat arrays.
    void run(const DependencyGraph& graph, const DependencyGraph::Costs& costs);
    static constexpr uint32_t mostRepetitions = 12;
    /// One repetition after the other, until the time from one to the next has settled: what is kept is the last one,
    /// from the end of the one before it, and its makespan is the period of the step. A repetition ends with the last
    /// of the nodes `lasts`; others may begin before it does.
    void repeat(const DependencyGraph& graph, const DependencyGraph::Costs& costs, std::span<const Carried> carried,
        std::span<const uint32_t> lasts);
    /// Nothing is computed: the times of the nodes as they were recorded, from the begin of the step.
    void take(const DependencyGraph& graph, std::span<const TimeRange> recorded, TimeRange window,
        std::span<const uint32_t> lasts);
    /// Only the latest end of all, with the graph's own leads; overwrites `costs` (ns, by item) with the ends.
    static TimeNs makespanOf(const DependencyGraph& graph, RawVector<TimeNs>& costs);

    /// When the operation starts; for a receive or a collective this includes its waiting.
    TimeNs begin(const DependencyGraph& graph, uint32_t node) const { return m_begin[graph.itemOf(node)]; }
    TimeNs end(const DependencyGraph& graph, uint32_t node) const { return m_end[graph.m_endItem[node]]; }
    /// From the arrival of the last member to the end of the meeting.
    TimeRange meeting(const DependencyGraph& graph, uint32_t meeting) const
    {
        const uint32_t item = graph.itemOfMeeting(meeting);
        return {m_begin[item], m_end[item]};
    }
    /// Latest end of all.
    TimeNs makespan() const { return m_makespan; }

    /// A piece of the critical path.
    struct CriticalPiece {
        uint32_t node; ///< for a transfer: the last member to arrive
        TimeRange range;
        bool isTransfer;                          ///< time of a message or collective instead of the operation's own
        uint32_t meeting = DependencyGraph::none; ///< of a transfer
    };
    /// From the first cause to the last end; pieces are contiguous except for leads.
    std::vector<CriticalPiece> criticalPath(const DependencyGraph& graph) const;
    /// By node: how much longer its own work could take without a later last end, everything else unchanged. One
    /// backward pass; `costs` must be those given to run().
    std::vector<TimeNs> slack(const DependencyGraph& graph, const DependencyGraph::Costs& costs) const;
    /// The same after take(), where the next repetitions may end no later either: they follow after the recorded time
    /// or `period`, whichever is longer. 0 for what is on the recorded path.
    std::vector<TimeNs> slackOfRepeated(const DependencyGraph& graph, const DependencyGraph::Costs& costs,
        std::span<const Carried> carried, std::span<const uint32_t> lasts, TimeNs period) const;

private:
    void findLast(const DependencyGraph& graph, std::span<const uint32_t> lasts);
    void pass(const DependencyGraph& graph, const DependencyGraph::Costs& costs, const TimeNs* earliest);
    uint32_t causeOf(const DependencyGraph& graph, uint32_t item) const;
    bool isLater(const DependencyGraph& graph, uint32_t item, uint32_t other) const;
    uint32_t nodeOf(const DependencyGraph& graph, uint32_t item) const;
    static uint32_t memberOf(const DependencyGraph& graph, uint32_t meeting, uint32_t cause);

    RawVector<TimeNs> m_begin; // by item
    RawVector<TimeNs> m_end;
    TimeNs m_makespan = 0;
    uint32_t m_last = DependencyGraph::none;
    bool m_isRecorded = false;      // by take()
    bool m_isPartOfMore = false;    // other steps go before it: its critical path begins with it
    std::vector<TimeNs> m_earliest; // by item, scratch space of repeat()
    std::vector<TimeNs> m_ends;     // by repetition and item that is carried
};

} // namespace bubblescope
