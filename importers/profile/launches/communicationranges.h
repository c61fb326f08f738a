// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "category.h"
#include "timerange.h"

#include <cstdint>
#include <map>
#include <vector>

namespace bubblescope {

/// Finds the host communication that a launch belongs to, by the ranges around it on its thread. Asynchronous ranges
/// may enclose unrelated work of the thread. Times are the file's own. Usage: add all communications, then all other
/// ranges, call settle(), then query.
class CommunicationRanges {
public:
    struct Communication {
        Operation operation = Operation::Other;
        int64_t bytes = -1; ///< -1 if unknown
    };
    struct Around {
        const Communication* communication = nullptr; ///< the innermost one; null if there is none
        bool isInnermost = false;                     ///< no other host range lies between it and the launch
    };

    void add(uint32_t lane, TimeRange range, const Communication& communication);
    /// O(log n). Ranges that do not begin inside a communication of their lane have no effect and are dropped.
    void addOther(uint32_t lane, TimeRange range);
    bool isEmpty() const { return m_lanes.empty(); }
    bool hasLane(uint32_t lane) const { return m_lanes.count(lane) > 0; }
    /// O(n log n), even for ranges that cross each other.
    void settle();
    Around at(uint32_t lane, TimeNs time) const;

private:
    static constexpr uint32_t none = UINT32_MAX;
    struct Range {
        TimeRange range;
        uint32_t communication; ///< `none` for other ranges
    };
    /// Lasts from `time` to that of the next one.
    struct Stretch {
        TimeNs time;
        uint32_t communication;
        bool isInnermost;
    };
    struct Lane {
        std::vector<Range> ranges;      ///< until settle()
        std::vector<TimeRange> covered; ///< by communications; merged and disjoint
        std::vector<Stretch> stretches;
    };

    static void makeCovered(Lane& lane);
    static void makeStretches(Lane& lane);

    std::vector<Communication> m_communications;
    std::map<uint32_t, Lane> m_lanes;
};

} // namespace bubblescope
