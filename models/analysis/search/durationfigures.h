// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "timerange.h"

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace bubblescope {

/// Place of the percentile among `count` > 0 values in order, nearest-rank definition.
size_t nearestRank(size_t count, double share);

/// Durations of millions of spans, until their percentiles are known: most fit half the memory.
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
    /// Takes over what the other holds.
    void append(DurationList other);

    /// Values at these places in order, which are below the number of values. Exact, in two passes: all are counted by
    /// their leading bits, then only the buckets that matter are looked into, on so many threads. Empties the list.
    std::vector<TimeNs> take(std::span<const size_t> places, unsigned threads = 1);

private:
    void beginBlock();

    std::vector<uint32_t> m_ns;                  // the last block, not full
    std::vector<std::vector<uint32_t>> m_blocks; // never moved: growing would touch all memory twice
    std::vector<TimeNs> m_longNs; // 4.3 s and more
};

} // namespace bubblescope
