// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "awaitedgaps.h"
#include "trace.h"

#include <cstddef>
#include <memory>
#include <vector>

namespace bubblescope {

/// Calls `visit(row)` for every row of a rank that holds spans; the second records of fused pairs take no time of it.
template <typename Visit> void forEachRowOf(const Trace& trace, int32_t rank, Visit visit)
{
    for (const Track& track : trace.tracksOf(rank)) {
        for (uint32_t r = track.firstRow; r < track.firstRow + track.rowCount; ++r) {
            if (trace.rows()[r].kind != Row::Kind::FusedLegs && trace.rows()[r].spanCount > 0)
                visit(RowId(r));
        }
    }
}

/// What a rank did of a step: first begin to last end of its spans that begin in it.
struct PlayedStep {
    size_t index = 0;   ///< into Timing::steps
    size_t ordinal = 0; ///< among the rank's own steps
    TimeRange range;
};
/// Only steps in which the rank did anything; one if the run has no steps.
std::vector<PlayedStep> playedStepsOf(const Trace& trace, const Timing& timing, int32_t rank);

/// What the time of one rank is split by, of all ranks.
struct PlayedRun {
    PlayedRun(const RunContext& context, const Timing& timing);
    std::vector<std::vector<PlayedStep>> ofRanks; ///< by rank index; see playedStepsOf()
    /// By step index: first begin to last end of the work of any rank in it; of all spans if there are no steps.
    std::vector<TimeRange> steps;
    std::shared_ptr<const AwaitedGaps> awaited; ///< never null
};
/// The same; made once for all that ask of the timing of the context's trace. Never null. Thread-safe.
std::shared_ptr<const PlayedRun> playedRunOf(const RunContext& context, const Timing& timing);

/// First begin to last end of a rank's spans in this timing; nothing() if it has none.
TimeRange rangeOfRank(const Trace& trace, const Timing& timing, int32_t rank);
/// The same, without what a profiler recorded before the rank's first step and after its last one: that is time of no
/// step.
TimeRange rangeInSteps(const Trace& trace, const Timing& timing, int32_t rank);

} // namespace bubblescope
