// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run.h"

#include <map>
#include <string>
#include <vector>

namespace bubblescope {

/// In bytes/s, beyond any link between GPUs: NVLink of 2026 does 1.8e12 per direction.
inline constexpr double impossibleBandwidth = 4e12;
/// Smaller communication may take no measurable time in files with two decimals of a millisecond.
inline constexpr int64_t leastTimedBytes = 1 << 20;

/// Why a recorded duration cannot be a measurement.
enum class Implausible : uint8_t {
    None,
    Flagged,    ///< marked by the importer: a stub, a launch without an end, no time stamp
    ZeroLength, ///< a large message that took no time
    TooFast,    ///< exceeds the bandwidth of any link
};

/// Number of ranks that take part in a rank's communication, by group; from the layout, else from the trace.
class GroupSizes {
public:
    GroupSizes(const Trace& trace, const ParallelLayout& layout);
    /// 0 if unknown.
    int size(Category group) const { return m_size[size_t(group)]; }

private:
    std::array<int, categoryCount> m_size {};
};

/// Can a message or collective have taken its recorded time? With `groupSize` 1 nothing moves, so it may take none.
Implausible implausible(const Trace& trace, SpanId span, int groupSize);

/// Communication whose durations are excluded from averages, by kind.
struct Plausibility {
    struct Kind {
        Category group = Category::Other;
        Operation operation = Operation::Other;
        Implausible why = Implausible::None;
        uint64_t count = 0;
        bool isInner = false; ///< recorded inside other operations
        SpanId largest;       ///< the one with the most bytes
        double bandwidth = 0; ///< of the largest, in bytes/s; 0 if no time was recorded
    };
    std::vector<Kind> kinds; ///< most bytes first
    uint64_t count = 0;
    uint64_t communications = 0; ///< that state their size
};
Plausibility findImplausible(const Trace& trace, const ParallelLayout& layout);

} // namespace bubblescope
