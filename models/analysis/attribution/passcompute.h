// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "columnvector.h"
#include "runcontext.h"

#include <vector>

namespace bubblescope {

/// Compute of one rank for one microbatch (forward, backward and weight gradient together), without the communication
/// inside, in ns.
struct PassCompute {
    uint32_t rank = 0; ///< index into Trace::ranks()
    int stage = -1;
    int step = 0; ///< index into Trace::steps()
    int32_t microbatch = -1;
    uint32_t passes = 0; ///< that were added up
    TimeNs plain = 0;
    TimeNs expert = 0; ///< between the two all-to-alls of a mixture of experts: depends on the tokens the rank received
    TimeNs total() const { return plain + expert; }
};

/// In the pool of the run, since there may be one for every few spans.
using PassComputes = ColumnVector<PassCompute>;
/// By stage, step, microbatch, rank, of which no two are equal. Passes without a recorded time are omitted. O(n log n).
PassComputes passCompute(const RunContext& context);

/// How evenly tokens are distributed among the ranks of an expert group, from the shapes of the all-to-alls.
struct ExpertLoad {
    struct Rank {
        uint32_t rank = 0;     ///< index into Trace::ranks()
        double tokens = 0;     ///< received per all-to-all, mean over all
        double mean = 0;       ///< over the ranks of its group; if those are not in the trace, over what it sends
        SpanId span;           ///< the all-to-all closest to that number of tokens
        TimeNs expertTime = 0; ///< its compute between the two all-to-alls, summed over all steps
        double factor() const { return mean > 0 ? tokens / mean : 1; }
    };
    std::vector<Rank> ranks;     ///< by rank
    const Rank* busiest() const; ///< null if there are none
};
/// Imbalance if the busiest rank gets this many times the mean: routers are trained to stay below.
inline constexpr double expertImbalanceFactor = 1.1;
ExpertLoad expertLoad(const RunContext& context);

} // namespace bubblescope
