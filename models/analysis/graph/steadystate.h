// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "runcontext.h"
#include "tracegraph.h"

#include <algorithm>
#include <array>
#include <optional>

namespace bubblescope {

/// How long a recorded step takes if its period, re-timed, goes from `before` to `after`. Repeated, it may take longer
/// than it was recorded: what is gained of that is no gain.
inline double stepAfter(double recorded, double before, double after)
{
    return after < before && recorded < before ? std::min(recorded, after) : recorded + after - before;
}

/// What sets the period of a profiler's step that follows itself again and again, see makeRepeatedGraph(): shown by the
/// periods that it would have under other costs, as what-ifs predict them.
struct SteadyState {
    enum class Part : uint8_t { Gpu, Host, Communication };
    static constexpr size_t partCount = 3;

    TimeNs period = 0;
    TimeNs withoutHost = 0; ///< the period if hosts took no time between their calls
    /// By Part: how far the period follows it; 1 where a tenth less of it makes the period a tenth shorter.
    std::array<double, partCount> share {};
    /// Index into Trace::ranks(): the only one whose GPU or host, whichever binds, holds the others up.
    std::optional<uint32_t> rank;

    double shareOf(Part part) const { return share[size_t(part)]; }
    /// What the period follows most; nothing where it follows none of them much.
    std::optional<Part> binds() const;
};

/// An Error where no launch was recorded, or if `progress` returned false. O(operations of the step), once for each
/// part and rank, on the graph that all of the step share.
Result<SteadyState> findSteadyState(const RunContext& context, int step, const ProgressFn& progress = {});

} // namespace bubblescope
