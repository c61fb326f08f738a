// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "category.h"
#include "timerange.h"

#include <cstdint>
#include <map>
#include <vector>

namespace bubblescope {

/// Tells which communication of the host a launch belongs to, by the ranges around it on its thread. Asynchronous
/// ranges may span whatever else the thread does meanwhile. Times are the file's own. All communications are added,
/// then all other ranges, then settle(), then questions.
class CommunicationRanges {
public:
    struct Communication {
        Operation operation = Operation::Other;
        int64_t bytes = -1; ///< -1 where unknown
    };
    struct Around {
        const Communication* communication = nullptr; ///< the innermost one; null for none
        bool isInnermost = false;                     ///< nothing else of the host lies between it and the launch
    };

    void add(uint32_t lane, TimeRange range, const Communication& communication);
    /// Ranges that do not begin within a communication of their lane change nothing and are dropped: O(log n).
    void addOther(uint32_t lane, TimeRange range);
    bool isEmpty() const { return m_lanes.empty(); }
    bool hasLane(uint32_t lane) const { return m_lanes.count(lane) > 0; }
    /// O(n log n), however ranges cross each other.
    void settle();
    Around at(uint32_t lane, TimeNs time) const;

private:
    static constexpr uint32_t none = UINT32_MAX;
    struct Range {
        TimeRange range;
        uint32_t communication; ///< none for others
    };
    /// From `time` to the next one's.
    struct Stretch {
        TimeNs time;
        uint32_t communication;
        bool isInnermost;
    };
    struct Lane {
        std::vector<Range> ranges;      ///< until settle()
        std::vector<TimeRange> covered; ///< by communications, without gaps or overlaps
        std::vector<Stretch> stretches;
    };

    static void makeCovered(Lane& lane);
    static void makeStretches(Lane& lane);

    std::vector<Communication> m_communications;
    std::map<uint32_t, Lane> m_lanes;
};

} // namespace bubblescope
