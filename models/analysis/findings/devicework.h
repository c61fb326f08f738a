// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "findingrules.h"

#include <span>
#include <vector>

namespace bubblescope {

/// What the device of one rank of a profiler run does in the analysed step, by begin.
struct DeviceWorkOfRank {
    std::vector<SpanId> compute;
    std::vector<SpanId> communication;
    std::vector<TimeRange> computing;     ///< without overlaps
    std::vector<TimeRange> communicating; ///< without overlaps
};
DeviceWorkOfRank deviceWorkOfRank(const FindingContext& c, const RankInfo& rank);
/// How much of the range lies in ranges that do not overlap, by begin. O(log n) and what it meets.
TimeNs coveredBy(std::span<const TimeRange> ranges, TimeRange range);

/// Exposed communication of one operation in one pass, all ranks together.
struct ExposedPart {
    Operation operation = Operation::Other;
    Category pass = Category::OtherCompute; ///< Forward or Backward, where kernels show it
    TimeNs exposed = 0;
    TimeNs ahead = 0; ///< of it: would be hidden if it began with the compute before it, after its predecessor
    TimeNs betweenCompute = 0; ///< of it: ran on the stream that computes
    uint64_t count = 0;
    uint64_t exposedCount = 0; ///< for more than half of their time
    SpanId longest; ///< exposed
    TimeNs longestNs = 0;
};
/// Most exposed time first.
std::vector<ExposedPart> exposedParts(const FindingContext& c, Category group);

/// Kernels that take longer beside communication than alone.
void addContention(FindingContext& c);

} // namespace bubblescope
