// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "timerange.h"

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace bubblescope {

/// Index of a percentile among `count` > 0 sorted values, by the nearest-rank definition.
size_t nearestRank(size_t count, double share);

/// Collects durations of millions of spans until their percentiles are computed; most take only four bytes.
class DurationList {
public:
    void add(TimeNs duration)
    {
        if (duration > TimeNs(std::numeric_limits<uint32_t>::max())) {
            m_longNs.push_back(duration);
            return;
        }
        if (m_ns.size() == m_ns.capacity())
            beginBlock();
        m_ns.push_back(static_cast<uint32_t>(duration));
    }
    /// Appends all values of another list.
    void append(DurationList other);

    /// The values at these valid indexes of the sorted list. Exact, in two passes: counts values by their leading bits,
    /// then examines only the relevant buckets, on up to `threads` threads. Empties the list.
    std::vector<TimeNs> take(std::span<const size_t> places, unsigned threads = 1);

private:
    void beginBlock();

    std::vector<uint32_t> m_ns;                  // the last block, partly filled
    std::vector<std::vector<uint32_t>> m_blocks; // full blocks, never moved: growing would touch all memory twice
    std::vector<TimeNs> m_longNs; // durations of 4.3 s and more
};

} // namespace bubblescope
