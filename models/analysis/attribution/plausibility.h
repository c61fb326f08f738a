// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run.h"

#include <map>
#include <string>
#include <vector>

namespace bubblescope {

/// More than any link between GPUs moves, bytes/s: NVLink of 2026 does 1.8e12 in one direction.
inline constexpr double impossibleBandwidth = 4e12;
/// Communication of less may truly take no time in files with two decimals of a millisecond.
inline constexpr int64_t leastTimedBytes = 1 << 20;

/// Why a recorded duration is no measurement.
enum class Implausible : uint8_t {
    None,
    Flagged,    ///< the importer knew: a stub, a launch without an end, no time stamp
    ZeroLength, ///< a large message in no time
    TooFast,    ///< a bandwidth that no link has
};

/// How many ranks take part in the communication of a rank and group; from the layout, else from who is there.
class GroupSizes {
public:
    GroupSizes(const Trace& trace, const ParallelLayout& layout);
    /// 0 where it is not known.
    int size(Category group) const { return m_size[size_t(group)]; }

private:
    std::array<int, categoryCount> m_size {};
};

/// A message or collective that cannot have taken what is recorded; `groupSize` 1 moves nothing and may take no time.
Implausible implausible(const Trace& trace, SpanId span, int groupSize);

/// Communication whose durations are excluded from averages, by kind.
struct Plausibility {
    struct Kind {
        Category group = Category::Other;
        Operation operation = Operation::Other;
        Implausible why = Implausible::None;
        uint64_t count = 0;
        bool isInner = false; ///< recorded inside other operations
        SpanId largest;       ///< the one with most bytes
        double bandwidth = 0; ///< of the largest, bytes/s; 0 where no time was recorded
    };
    std::vector<Kind> kinds; ///< most bytes first
    uint64_t count = 0;
    uint64_t communications = 0; ///< of all that state their size
};
Plausibility findImplausible(const Trace& trace, const ParallelLayout& layout);

} // namespace bubblescope
