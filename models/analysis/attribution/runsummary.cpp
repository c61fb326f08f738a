// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "runsummary.h"

#include "devicelanes.h"
#include "median.h"
#include "parallel.h"
#include "playedsteps.h"
#include "ranksplit.h"

#include <algorithm>
#include <functional>
#include <map>
#include <mutex>
#include <utility>

namespace bubblescope {

namespace {

TimeParts partsOfRanks(const Trace& trace, const RunSummary& summary, const TimeSplit& split, size_t ranks)
{
    const double step = trace.ranksAreComparable() ? double(summary.whole) * double(ranks) : 0;
    return {split, std::max(step, double(split.total()))};
}

TimeNs medianStep(std::span<const Step> steps)
{
    std::vector<TimeNs> durations;
    for (const Step& step : steps)
        durations.push_back(step.range.duration());
    return medianOf(durations);
}

} // namespace

TimeParts RunSummary::parts() const
{
    return {split, std::max(double(whole) * double(ranks.size()), double(split.total()))};
}
double RunSummary::busyShare() const { return parts().share(TimePart::Compute); }
double RunSummary::exposedCommunicationShare() const { return parts().share(TimePart::ExposedComm); }
double RunSummary::bubbleShare() const { return parts().share(TimePart::Bubble); }
double RunSummary::waitingShare() const { return parts().share(TimePart::Waiting); }
double RunSummary::idleShare() const { return parts().idleShare(); }
double RunSummary::perRank(TimeNs sum) const { return ranks.empty() ? 0 : double(sum) / double(ranks.size()); }
TimeParts partsOf(const Trace& trace, const RunSummary& summary, const RankSummary& rank)
{
    return partsOfRanks(trace, summary, rank.split, 1);
}
TimeParts partsOf(const Trace& trace, const RunSummary& summary, const StageSummary& stage)
{
    return partsOfRanks(trace, summary, stage.split, size_t(stage.ranks));
}
double PartSplit::perRank(TimeNs sum) const { return ranks == 0 ? 0 : double(sum) / double(ranks); }

namespace {

/// What of the time of each rank, given by index, is looked at.
struct RankParts {
    RankParts(const Trace& of, const Timing& timing, TimeRange extent)
        : trace(of), isProfiler(isProfilerRun(of)), common(extent)
    {
        for (const RankInfo& rank : trace.ranks()) {
            own.push_back(rangeOfRank(trace, timing, rank.rank));
            inSteps.push_back(rangeInSteps(trace, timing, rank.rank));
            if (isComparable(rank))
                common = common.united(inSteps.back());
            longest = std::max(longest, inSteps.back().duration());
        }
    }

    /// With a clock of its own, or ranks recorded in turn, nothing shows when the others began and ended.
    bool isComparable(const RankInfo& rank) const
    {
        return trace.ranksAreComparable() && rank.clock != ClockState::OwnStart;
    }
    TimeRange of(size_t r, std::optional<TimeRange> window) const
    {
        const TimeRange part = cut(r, window);
        return part.isEmpty() ? TimeRange {} : part;
    }
    bool isThere(size_t r, std::optional<TimeRange> window) const
    {
        return !own[r].isNothing() && !(window && cut(r, window).isEmpty());
    }

    /// The time from the first begin to the last end of all ranks, as far as these can be told.
    TimeNs whole() const { return common.isNothing() ? longest : std::max(common.duration(), longest); }

    const Trace& trace;
    bool isProfiler; ///< it starts and stops at different times on each rank: time it did not observe is not idle
    TimeRange common;
    std::vector<TimeRange> own;
    std::vector<TimeRange> inSteps; ///< see rangeInSteps()
    TimeNs longest = 0;
    std::vector<TimeRange> windows; ///< what a window is of each rank; empty where it is the same of all

private:
    TimeRange cut(size_t r, std::optional<TimeRange> window) const
    {
        if (window && r < windows.size())
            return own[r].intersected(windows[r]);
        const RankInfo& info = trace.ranks()[r];
        const bool isCommon = isComparable(info) && !isProfiler;
        if (!window)
            return isCommon ? common : inSteps[r];
        const TimeRange all = isCommon ? common : own[r];
        return all.intersected(isProfiler ? ownWindow(trace, info, *window) : *window);
    }
};

/// Gets what a rank, given by index, is idle for; ranks come in any order, on several threads.
using TakeIdle = std::function<void(size_t rank, std::vector<IdleStretch>&& idle)>;

RunSummary summarize(const RunContext& context, const Timing& timing, std::optional<TimeRange> window,
    const std::vector<Waiting>& waiting, const TakeIdle& takeIdle = {}, TimeRange extent = TimeRange::nothing(),
    const std::vector<TimeRange>& ofRanks = {})
{
    const Trace& trace = context.trace();
    RunSummary summary;
    summary.part = window;
    const RankGroups& groups = context.groups();

    RankParts parts(trace, timing, extent);
    parts.windows = ofRanks;
    std::vector<RankSummary> all(parts.own.size());
    std::vector<uint8_t> isThere(parts.own.size(), 1);
    const std::shared_ptr<const PlayedRun> played = playedRunOf(context, timing);
    const bool isWorthThreads = trace.spanCount() >= spansWorthThreadsOfAnalysis;
    forEachParallel(parts.own.size() + 1, isWorthThreads ? threadCount() : 1, [&](size_t task) {
        if (task == 0) {
            summary.stageTimes = stageTimes(trace, timing, window);
            return;
        }
        const size_t r = task - 1;
        const RankInfo& info = trace.ranks()[r];
        const TimeRange of = parts.of(r, window);
        isThere[r] = parts.isThere(r, window);
        std::vector<IdleStretch> idle;
        all[r] = {info.rank, static_cast<int16_t>(groups.stage(r)), info.host, of,
            splitRank(context, timing, info.rank, of, waiting, *played, takeIdle ? &idle : nullptr)};
        if (takeIdle)
            takeIdle(r, std::move(idle));
    });
    summary.ranks.reserve(all.size());
    for (size_t r = 0; r < all.size(); ++r) {
        if (isThere[r])
            summary.ranks.push_back(all[r]);
    }
    summary.ranksWithout = int(all.size() - summary.ranks.size());
    std::map<int, StageSummary> stages;
    for (const RankSummary& rank : summary.ranks) {
        summary.split += rank.split;
        if (rank.stage >= 0) {
            StageSummary& sum = stages[rank.stage];
            sum.stage = rank.stage;
            ++sum.ranks;
            sum.split += rank.split;
        }
    }
    for (const StageTimes::Stage& times : summary.stageTimes.stages) {
        const auto found = stages.find(times.stage);
        if (found != stages.end()) {
            found->second.forwardPerMicrobatch = times.forwardPerMicrobatch;
            found->second.backwardPerMicrobatch = times.backwardPerMicrobatch;
        }
    }
    for (auto& [number, stage] : stages)
        summary.stages.push_back(std::move(stage));

    summary.steps = std::max(static_cast<int>(timing.steps.size()), parts.own.empty() ? 0 : 1);
    const bool knowsSteps = timing.steps.size() > 1 || (parts.isProfiler && !timing.steps.empty());
    summary.whole = window ? window->duration() : parts.whole();
    summary.stepTime = knowsSteps ? medianStep(timing.steps) : parts.whole();
    return summary;
}

} // namespace

RunSummary summarizeRun(const RunContext& context, const Timing& timing, TimeRange extent)
{
    const std::vector<Waiting> waiting = findWaiting(context, timing);
    // What a rank is idle for takes twice as much as what is drawn of it: not of all ranks at once.
    std::vector<RankWaits> lost(context.trace().ranks().size());
    const auto takeIdle = [&lost](size_t rank, std::vector<IdleStretch>&& idle) {
        std::vector<std::vector<IdleStretch>> alone(1);
        alone.front() = std::move(idle);
        lost[rank] = BubblesAndWaits(alone).ranks().front(); // a copy, without room to grow
    };
    RunSummary summary = summarize(context, timing, std::nullopt, waiting, takeIdle, extent);
    const uint32_t spans = context.trace().spanCount();
    forEachParallel(2, spans >= spansWorthThreadsOfAnalysis ? 2 : 1, [&](size_t task) {
        if (task == 0)
            summary.lost = std::make_shared<const BubblesAndWaits>(std::move(lost));
        else
            summary.waiting = WaitingTimes(spans, timing, waiting);
    });
    return summary;
}

RunSummary summarizePart(const RunContext& context, const Timing& timing, TimeRange window, const WaitingTimes& waiting,
    const std::vector<TimeRange>& ofRanks)
{
    return summarize(context, timing, window, waiting.list(timing), {}, TimeRange::nothing(), ofRanks);
}

std::vector<PartSplit> splitParts(const RunContext& context, const Timing& timing,
    const std::vector<TimeRange>& windows, const std::vector<Waiting>& waiting)
{
    const Trace& trace = context.trace();
    const RankParts parts(trace, timing, TimeRange::nothing());
    const std::shared_ptr<const PlayedRun> played = playedRunOf(context, timing);
    std::vector<PartSplit> sums(windows.size());
    std::mutex summing;
    const bool isWorthThreads = trace.spanCount() >= spansWorthThreadsOfAnalysis;
    forEachParallel(parts.own.size(), isWorthThreads ? threadCount() : 1, [&](size_t r) {
        std::vector<TimeRange> own;
        for (const TimeRange window : windows)
            own.push_back(parts.of(r, window));
        const std::vector<TimeSplit> splits
            = splitRankWindows(context, timing, trace.ranks()[r].rank, own, waiting, *played);
        const std::lock_guard lock(summing); // sums of whole numbers, in any order
        for (size_t w = 0; w < windows.size(); ++w) {
            if (!parts.isThere(r, windows[w]))
                continue;
            sums[w].split += splits[w];
            ++sums[w].ranks;
        }
    });
    return sums;
}

std::optional<TimeRange> windowOfStep(const Trace& trace, int step)
{
    const auto steps = trace.steps();
    if (step < 0 || size_t(step) >= steps.size())
        return std::nullopt;
    // The only step of a run that is no profiler's is all of it, but for what was recorded before it.
    if (steps.size() == 1 && !isProfilerRun(trace) && steps.front().range.begin <= trace.range().begin)
        return std::nullopt;
    return steps[size_t(step)].range;
}

RunSummary summarizeStep(const RunContext& context, const Timing& timing, std::optional<TimeRange> window,
    const std::vector<Waiting>& waiting, std::vector<std::vector<IdleStretch>>* idle)
{
    if (!idle)
        return summarize(context, timing, window, waiting);
    idle->resize(context.trace().ranks().size());
    return summarize(context, timing, window, waiting,
        [idle](size_t rank, std::vector<IdleStretch>&& own) { (*idle)[rank] = std::move(own); });
}

} // namespace bubblescope
