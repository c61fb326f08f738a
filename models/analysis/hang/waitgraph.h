// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "hanggroups.h"

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace bubblescope {

/// Who waits for whom in a job that hangs. A rank waits in the first operation that it did not complete, for those
/// members that have not come to it; sends, which seldom block, count where a rank has nothing else. Following that
/// from rank to rank ends at the roots: ranks that others wait for and that wait for nobody, or only for each other.
class WaitGraph {
public:
    WaitGraph(std::span<const FlightDump> dumps, const std::vector<HangMembers>& groups);
    bool isRoot(int32_t rank) const;
    /// How many wait for it, each divided by the number of ranks that it waits for.
    double waitersOf(int32_t rank) const;
    /// Whether the first operation of a rank that is not completed is also that of one of the others.
    bool waitsWithAny(int32_t rank, const std::vector<int32_t>& others) const;

private:
    using Node = uint32_t;
    /// The first operation of a rank that is not completed.
    struct Front {
        size_t group = SIZE_MAX;
        const FlightOperation* operation = nullptr;
    };

    /// A collective that is the front of a rank.
    struct Operation {
        int64_t sequence = -1;
        Node node = 0;
        bool isStarted = false; ///< by some
    };

    Node nodeOf(int32_t rank);
    void findFronts(const std::vector<HangMembers>& groups);
    void connectCollectives(const HangMembers& members, size_t number);
    void connectLaggards(const HangMembers& members, size_t number, const Operation& operation);
    void connectMessages(const HangMembers& members, size_t number);
    bool isBusyBefore(Node rank, const FlightOperation& operation) const;
    void connect(Node from, Node to);
    void findRoots();

    std::unordered_map<int32_t, Node> m_nodes;
    std::vector<std::vector<Node>> m_edges; ///< of ranks and, behind them, of operations
    std::vector<Front> m_fronts;            ///< of ranks
    std::vector<bool> m_hasDump;
    std::vector<bool> m_isRoot;
    std::vector<double> m_waiters;
    size_t m_edgeCount = 0;
};

} // namespace bubblescope
