// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "timerange.h"

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace bubblescope {

/// Durations of millions of spans, until their percentiles are known: most fit half the memory.
class DurationList {
public:
    void add(TimeNs duration)
    {
        if (duration <= TimeNs(std::numeric_limits<uint32_t>::max()))
            m_ns.push_back(static_cast<uint32_t>(duration));
        else
            m_longNs.push_back(duration);
    }

    /// Values at these places in order, which are below the number of values, and how many values are longer than one
    /// limit (ascending) but not than the next; the last count is of those beyond all limits. Exact, in two passes: all
    /// are counted by their leading bits, then only the buckets that matter are looked into. Empties the list.
    struct Figures {
        std::vector<TimeNs> values;
        std::vector<uint32_t> counts;
    };
    Figures take(std::span<const size_t> places, std::span<const TimeNs> limits);

private:
    std::vector<uint32_t> m_ns;
    std::vector<TimeNs> m_longNs; // 4.3 s and more
};

} // namespace bubblescope
