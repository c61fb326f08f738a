// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "stagetimes.h"
#include "timesplit.h"
#include "waitingtimes.h"

#include <vector>

namespace bubblescope {

struct RankSummary {
    int32_t rank = -1;
    int16_t stage = -1;
    uint16_t host = 0; ///< index into Trace::hosts()
    TimeRange window;  ///< what was split: the run for comparable ranks, else (and in a profiler's run) its own range
    TimeSplit split;   ///< adds up to the window exactly
};

struct StageSummary {
    int stage = -1;
    int ranks = 0;
    std::optional<TimeNs> forwardPerMicrobatch; ///< median
    std::optional<TimeNs> backwardPerMicrobatch;
    TimeSplit split;          ///< sum over its ranks
    double busyShare() const; ///< computing, without the communication inside it
};

/// The figures of a run's headline, its rank heat map and its stages. Times in ns, shares 0..1 of all ranks' time.
struct RunSummary {
    std::optional<TimeRange> part; ///< nothing for the whole run
    TimeNs stepTime = 0;           ///< median over the steps; with one step, the run's range
    int steps = 0;
    TimeSplit split;                  ///< sum over all ranks
    std::vector<RankSummary> ranks;   ///< by rank, without those that have nothing in it
    int ranksWithout = 0;             ///< of the trace, that have nothing in it: in no row, mean or count
    std::vector<StageSummary> stages; ///< by stage; ranks whose stage is not known are in none
    StageTimes stageTimes;
    WaitingTimes waiting; ///< of the whole run; left out of the summary of a part

    double busyShare() const; ///< computing, without the communication inside it
    double exposedCommunicationShare() const;
    double bubbleShare() const; ///< of the pipeline
    double waitingShare() const; ///< without the pipeline's bubbles
    double idleShare() const;
    /// What the mean rank has of a sum over all.
    double perRank(TimeNs sum) const;
};

/// The whole run. O(n) with a small factor for the lanes of a rank. `extent`: what belongs to it beside its records, as
/// the host's time before the first of a simulated step.
RunSummary summarizeRun(
    const RunContext& context, const Timing& timing, TimeRange extent = TimeRange::nothing());
/// A part of it: `window` limits the split and the stage times, not the step time. `waiting` is that of the whole.
RunSummary summarizePart(
    const RunContext& context, const Timing& timing, TimeRange window, const WaitingTimes& waiting);
/// Index `step` of Trace::steps() as a part of the run; nothing where the step is all that there is.
std::optional<TimeRange> windowOfStep(const Trace& trace, int step);
/// The same, or of the whole, with the stretches without work, by index of rank.
RunSummary summarizeStep(const RunContext& context, const Timing& timing, std::optional<TimeRange> window,
    const std::vector<Waiting>& waiting, std::vector<std::vector<IdleStretch>>* idle = nullptr);

} // namespace bubblescope
