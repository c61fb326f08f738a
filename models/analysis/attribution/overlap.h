// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "timesplit.h"

#include <vector>

namespace bubblescope {

/// All communication of one operation, group and size in a range: how long the transfer takes once every member is
/// there, and the resulting bandwidth.
struct CommunicationKind {
    Category group = Category::Other;
    Operation operation = Operation::Other;
    int64_t bytes = -1;         ///< per call; -1 if unknown
    int ranks = 0;              ///< participants; 0 if unknown
    uint64_t count = 0;         ///< number of records
    uint64_t notMeasured = 0;   ///< records excluded from the figures below
    TimeNs transfer = 0;        ///< sum of transfer times, without waiting
    TimeNs waiting = 0;         ///< sum of waiting times
    TimeNs typicalTransfer = 0; ///< mean of the measured transfers that took any time
    SpanId longest;             ///< the span with the longest transfer
    SpanId longestUnmeasured;   ///< of the records that are excluded, if it takes any time
    TimeNs unmeasured = 0;      ///< how long that is
    SpanId largest() const { return longest.isValid() ? longest : longestUnmeasured; }
    /// Bytes/s of the typical transfer, 0 if bytes or time are unknown. Bus bandwidth as defined by nccl-tests; 0 if it
    /// depends on the number of ranks and that is unknown.
    double algorithmBandwidth() const;
    double busBandwidth() const;
};

/// Hidden and exposed communication by group, in ns summed over all ranks.
struct Overlap {
    struct Group {
        Category group = Category::Other;
        TimeNs hidden = 0;  ///< overlapped by compute
        TimeNs exposed = 0; ///< transfer that no compute hides
        TimeNs waiting = 0;
        double hiddenShare() const { return hidden + exposed > 0 ? double(hidden) / double(hidden + exposed) : 0; }
    };
    std::vector<Group> groups;            ///< only groups that communicate
    std::vector<CommunicationKind> kinds; ///< longest total transfer first
};

/// `split` must be that of all ranks in the window. O(spans in the window).
Overlap findOverlap(const RunContext& context, const Timing& timing, const std::vector<Waiting>& waiting,
    const TimeSplit& split, TimeRange window);

} // namespace bubblescope
