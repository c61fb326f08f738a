// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "clockpairs.h"

#include <vector>

namespace bubblescope {

/// Offsets of all hosts that matches connect with host 0, relative to it: exact along the heaviest edges, then the
/// small disagreements of further edges are distributed by weighted least squares.
class ClockGraph {
public:
    ClockGraph(size_t hosts, const ClockPairs& pairs);

    /// By host, in ns; 0 where it was not reached.
    TimeNs offset(size_t host) const { return m_offset[host]; }
    /// True if matches connect it with host 0.
    bool isReached(size_t host) const { return m_reached[host]; }

private:
    struct Edge {
        size_t to;
        TimeNs offset;
        double weight;
    };
    void walk();
    void spread();

    std::vector<std::vector<Edge>> m_edges;
    std::vector<TimeNs> m_offset;
    std::vector<bool> m_reached;
};

} // namespace bubblescope
