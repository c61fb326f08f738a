// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bubblesandwaits.h"
#include "stagetimes.h"
#include "timeparts.h"
#include "timesplit.h"
#include "waitingtimes.h"

#include <memory>
#include <vector>

namespace bubblescope {

struct RankSummary {
    int32_t rank = -1;
    int16_t stage = -1;
    uint16_t host = 0; ///< index into Trace::hosts()
    TimeRange window;  ///< what was split: the run, or the rank's own range for own clocks and profilers
    TimeSplit split;   ///< adds up to the window exactly
};

struct StageSummary {
    int stage = -1;
    int ranks = 0;
    std::optional<TimeNs> forwardPerMicrobatch; ///< median
    std::optional<TimeNs> backwardPerMicrobatch;
    TimeSplit split;          ///< sum over its ranks
};

/// The figures of a run's headline, rank heat map and stages. Times in ns, shares 0..1 of ranks x step: of the time of
/// all ranks, be it recorded or not.
struct RunSummary {
    std::optional<TimeRange> part; ///< nullopt for the whole run
    TimeNs stepTime = 0;           ///< median over the steps; with a single step, the range of the run
    int steps = 0;
    TimeNs whole = 0; ///< of each rank, with what was not recorded of it: the step, or what is looked at
    TimeSplit split;                  ///< sum over all ranks
    std::vector<RankSummary> ranks;   ///< by rank, without ranks that have no spans in it
    int ranksWithout = 0;             ///< ranks of the trace without spans in it; they count in no row, mean or number
    std::vector<StageSummary> stages; ///< by stage, without the ranks whose stage is unknown
    StageTimes stageTimes;
    WaitingTimes waiting; ///< of the whole run; empty in the summary of a part
    std::shared_ptr<const BubblesAndWaits> lost; ///< of the whole run; null in the summary of a part
    /// It came with an index that is not all in memory: of all ranks, but for waiting and lost, which are of those in
    /// memory.
    bool isOverview = false;

    double busyShare() const; ///< compute without the communication inside
    double exposedCommunicationShare() const;
    double bubbleShare() const; ///< pipeline bubbles
    double waitingShare() const; ///< without pipeline bubbles
    double idleShare() const;
    TimeParts parts() const; ///< all of the time of all ranks
    bool hasPipeline() const { return isPipeline(stages.size(), double(split.bubble())); }
    /// Whether a part is worth a word: a bubble of 0 is, but only where there is a pipeline.
    bool mentions(TimePart part) const
    {
        return part == TimePart::Bubble ? hasPipeline() : part <= TimePart::Waiting ? true : parts().of(part) != 0;
    }
    /// Converts a sum over all ranks to the mean per rank.
    double perRank(TimeNs sum) const;
};

/// All of the time of a rank or stage, as shares of it are shown: of the step, be it recorded or not, like those of the
/// run; of its own time where ranks were recorded one after another.
TimeParts partsOf(const Trace& trace, const RunSummary& summary, const RankSummary& rank);
TimeParts partsOf(const Trace& trace, const RunSummary& summary, const StageSummary& stage);

/// Summarizes the whole run. O(n) with a small factor for the lanes of a rank. `extent`: time that belongs to the run
/// in addition to its records, such as host time before the first one of a simulated step.
RunSummary summarizeRun(
    const RunContext& context, const Timing& timing, TimeRange extent = TimeRange::nothing());
/// Summarizes a part: `window` limits split and stage times, not the step time. `waiting` is that of the whole run.
/// `ofRanks`: what it is of each rank instead, by index into Trace::ranks().
RunSummary summarizePart(const RunContext& context, const Timing& timing, TimeRange window, const WaitingTimes& waiting,
    const std::vector<TimeRange>& ofRanks = {});
/// The time of all ranks in a part of a run.
struct PartSplit {
    TimeSplit split;
    size_t ranks = 0;                 ///< that have spans in it
    double perRank(TimeNs sum) const; ///< see RunSummary
};
/// Of several parts, which may overlap, what summarizePart() would say of each. O(spans), and O(spans inside of each).
std::vector<PartSplit> splitParts(const RunContext& context, const Timing& timing,
    const std::vector<TimeRange>& windows, const std::vector<Waiting>& waiting);
/// Index `step` of Trace::steps() as a part of the run; nullopt if the run has no other step.
std::optional<TimeRange> windowOfStep(const Trace& trace, int step);
/// Summarizes a step, or the whole run; also returns the stretches without work, indexed by rank index.
RunSummary summarizeStep(const RunContext& context, const Timing& timing, std::optional<TimeRange> window,
    const std::vector<Waiting>& waiting, std::vector<std::vector<IdleStretch>>* idle = nullptr);

} // namespace bubblescope
