// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "timesplit.h"

#include <vector>

namespace bubblescope {

/// All communication of one operation, group and size in a range: how long it takes once everybody is there, and what
/// that makes as a bandwidth.
struct CommunicationKind {
    Category group = Category::Other;
    Operation operation = Operation::Other;
    int64_t bytes = -1;         ///< of one call; -1 where not known
    int ranks = 0;              ///< that take part; 0 where not known
    uint64_t count = 0;         ///< records
    uint64_t notMeasured = 0;   ///< left out of what follows
    TimeNs transfer = 0;        ///< sum, without waiting
    TimeNs waiting = 0;         ///< sum
    TimeNs typicalTransfer = 0; ///< mean of those that were measured and took any time
    SpanId longest;             ///< by transfer
    /// Bytes/s of the typical transfer; 0 where bytes or time are not known. Bus bandwidth as nccl-tests defines it; 0
    /// where it goes by the number of ranks and that is not known.
    double algorithmBandwidth() const;
    double busBandwidth() const;
};

/// What hides communication and what does not, by group, ns over all ranks.
struct Overlap {
    struct Group {
        Category group = Category::Other;
        TimeNs hidden = 0;  ///< beside compute
        TimeNs exposed = 0; ///< transfer that no compute hides
        TimeNs waiting = 0;
        double hiddenShare() const { return hidden + exposed > 0 ? double(hidden) / double(hidden + exposed) : 0; }
    };
    std::vector<Group> groups;            ///< those that communicate
    std::vector<CommunicationKind> kinds; ///< longest transfer in all first
};

/// `split` is that of all ranks in the window. O(spans in the window).
Overlap findOverlap(const RunContext& context, const Timing& timing, const std::vector<Waiting>& waiting,
    const TimeSplit& split, TimeRange window);

} // namespace bubblescope
