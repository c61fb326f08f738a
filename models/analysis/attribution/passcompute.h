// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "runcontext.h"

#include <vector>

namespace bubblescope {

/// Compute of one rank for one microbatch (forward, backward and weight gradient together), without the communication
/// inside it. ns.
struct PassCompute {
    uint32_t rank = 0; ///< index into Trace::ranks()
    int stage = -1;
    int step = 0; ///< index into Trace::steps()
    int32_t microbatch = -1;
    uint32_t passes = 0; ///< that were added up
    TimeNs plain = 0;
    TimeNs expert = 0; ///< between the two exchanges of a mixture of experts: goes with the tokens the rank was given
    TimeNs total() const { return plain + expert; }
};

/// By stage, step, microbatch, rank. Passes of which the file gives no time are left out. O(n log n) per rank.
std::vector<PassCompute> passCompute(const RunContext& context);

/// How unevenly tokens are spread over the ranks of an expert group, from the shapes of the exchanges.
struct ExpertLoad {
    struct Rank {
        uint32_t rank = 0;     ///< index into Trace::ranks()
        double tokens = 0;     ///< given to it in one exchange, mean over all
        double mean = 0;       ///< over the ranks of its group; where they are not in the trace, what it sends itself
        SpanId span;           ///< an exchange in which it had that many (the nearest)
        TimeNs expertTime = 0; ///< sum of its compute between the exchanges, all steps
        double factor() const { return mean > 0 ? tokens / mean : 1; }
    };
    std::vector<Rank> ranks;     ///< by rank
    const Rank* busiest() const; ///< null for none
};
/// The busiest rank has so many times the mean of tokens: routers are trained to stay below.
inline constexpr double expertImbalanceFactor = 1.1;
ExpertLoad expertLoad(const RunContext& context);

} // namespace bubblescope
