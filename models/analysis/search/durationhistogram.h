// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "timerange.h"

#include <cstdint>
#include <limits>
#include <vector>

namespace bubblescope {

/// Number of spans per range of durations, in logarithmic steps; durations of 0 have a separate first
/// bar.
struct DurationHistogram {
    struct Bar {
        TimeNs from = 0; ///< inclusive
        TimeNs to = 0;   ///< exclusive
        uint64_t count = 0;
    };
    std::vector<Bar> bars;
};

/// Counts durations of any number of spans in little memory, until a histogram is made of them: bars begin and end
/// where durations are distinguished, within 1/64 of their size.
class DurationCounts {
public:
    void add(TimeNs duration);
    DurationHistogram histogram(int mostBars = 32) const;

private:
    std::vector<uint64_t> m_counts; ///< by place(): as many as were needed
    uint64_t m_zeros = 0;
    TimeNs m_shortest = std::numeric_limits<TimeNs>::max();
    TimeNs m_longest = 0;
};

} // namespace bubblescope
