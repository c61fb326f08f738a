// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "idlecauses.h"
#include "overtime.h"
#include "rankgroups.h"
#include "roundedtime.h"
#include "runanalysis.h"
#include "steadystate.h"
#include "wholerecording.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

namespace bubblescope {

/// The input of all rules. Each rule adds at most one finding per id.
struct FindingContext {
    const Run& run;
    const Trace& trace;
    const RankGroups& groups;
    RunAnalysis& analysis;
    StepPricer* pricer; ///< null if the ranks share no step
    StepTable steps {}; ///< these two are filled by findChanges()
    std::vector<OverTime> overTime {};
    std::vector<std::vector<IdleStretch>> idle {}; ///< of the step, by rank index: what parts call waiting and bubbles
    std::vector<std::vector<DevicePause>> pauses {}; ///< of the GPUs, by rank index
    std::vector<IdleCause> idleCauses {}; ///< of them, by rank index, then most time first
    std::set<std::pair<uint32_t, IdleKind>> reportedIdle {}; ///< of rank indexes, by findings so far
    std::optional<SteadyState> steady {}; ///< of a profiler's step that can be repeated

    double stepNs() const { return double(analysis.stepTime); }
    int rankNumber(uint32_t index) const { return trace.ranks()[index].rank; }
    /// Mean over all ranks with spans in the step: how much shorter it would be if this time were used for work.
    double perRank(TimeNs sum) const
    {
        return double(sum) / double(std::max<size_t>(analysis.summary.ranks.size(), 1));
    }
    /// What shares are of, inside a sentence: a whole recording is no step.
    Message ofStep() const { return isWholeRecording(trace) ? say("of the recording") : say("of the step"); }
    TimeRange window() const { return pricer ? pricer->window() : trace.range(); }
    /// False if nothing of the step records when its ranks wait for each other.
    bool recordsWaits() const
    {
        return !pricer || !pricer->graph().meetings.empty() || trace.ranks().size() < 2;
    }
    bool isProfile() const { return run.kind == Run::Kind::Scaling || !trace.ranksAreComparable(); }
    /// Sets the finding's share of the step, and adds the finding if that is at least `leastShare`.
    void add(Finding finding, double leastShare);
};

/// How the costs of faults are computed; starts a sentence.
inline Message retimed() { return say("The step was re-timed from its own records"); }
inline Message meanOverRanks() { return say("The cost is the mean over all ranks."); }
/// For StepPricer::gain(), where only costs change.
inline constexpr auto sameTransfer = [](uint32_t, TimeNs ns) { return ns; };
inline TimeNs scaled(TimeNs ns, double factor)
{
    return TimeNs(std::clamp(double(ns) * factor, -double(longestPlaced), double(longestPlaced)));
}

} // namespace bubblescope
