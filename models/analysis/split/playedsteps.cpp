// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "playedsteps.h"

#include "devicelanes.h"

#include <algorithm>
#include <span>

namespace bubblescope {

namespace {

size_t indexOfStep(const Timing& timing, int32_t number)
{
    const std::vector<Step>& steps = timing.steps;
    const auto found = std::lower_bound(
        steps.begin(), steps.end(), number, [](const Step& step, int32_t wanted) { return step.number < wanted; });
    return size_t(found - steps.begin());
}

} // namespace

std::vector<PlayedStep> playedStepsOf(const Trace& trace, const Timing& timing, int32_t rank)
{
    const std::span<const RankStep> own = timing.stepsOf(rank);
    std::vector<PlayedStep> played;
    if (own.size() < 2) {
        const size_t index = own.empty() ? 0 : indexOfStep(timing, own[0].step.number);
        if (const TimeRange range = rangeOfRank(trace, timing, rank); !range.isNothing())
            played.push_back({index, 0, range});
        return played;
    }
    for (size_t step = 0; step < own.size(); ++step) {
        TimeRange range = TimeRange::nothing();
        forEachRowOf(trace, rank, [&](RowId id) {
            const Row& row = trace.row(id);
            const auto begins = std::span(timing.begin).subspan(row.firstSpan, row.spanCount);
            const auto at = [&](TimeNs time) {
                return uint32_t(std::lower_bound(begins.begin(), begins.end(), time) - begins.begin());
            };
            const uint32_t from = step == 0 ? 0 : at(own[step].step.range.begin);
            const uint32_t to = step + 1 == own.size() ? row.spanCount : at(own[step + 1].step.range.begin);
            if (from < to)
                range = range.united({timing.begin[row.firstSpan + from], timing.end[row.firstSpan + to - 1]});
        });
        if (!range.isNothing())
            played.push_back({indexOfStep(timing, own[step].step.number), step, range});
    }
    return played;
}

TimeRange rangeOfRank(const Trace& trace, const Timing& timing, int32_t rank)
{
    TimeRange range = TimeRange::nothing();
    forEachRowOf(trace, rank, [&](RowId id) {
        const Row& row = trace.row(id);
        range = range.united({timing.begin[row.firstSpan], timing.end[row.firstSpan + row.spanCount - 1]});
    });
    return range;
}

TimeRange rangeInSteps(const Trace& trace, const Timing& timing, int32_t rank)
{
    const TimeRange range = rangeOfRank(trace, timing, rank);
    const std::span<const RankStep> steps = timing.stepsOf(rank);
    if (!isProfilerRun(trace) || steps.empty())
        return range;
    return range.intersected({steps.front().step.range.begin, steps.back().step.range.end});
}

PlayedRun::PlayedRun(const RunContext& context, const Timing& timing)
    : steps(std::max(timing.steps.size(), size_t(1)), TimeRange::nothing()), awaited(awaitedGapsOf(context, timing))
{
    for (const RankInfo& rank : context.trace().ranks()) {
        const std::vector<PlayedStep>& own = ofRanks.emplace_back(playedStepsOf(context.trace(), timing, rank.rank));
        for (const PlayedStep& step : own) {
            if (rank.clock != ClockState::OwnStart && step.index < steps.size())
                steps[step.index] = steps[step.index].united(step.range);
        }
    }
}

std::shared_ptr<const PlayedRun> playedRunOf(const RunContext& context, const Timing& timing)
{
    const auto make = [&] { return std::make_shared<const PlayedRun>(context, timing); };
    if (&timing != &context.trace().timing())
        return make();
    RunContext::KeptRun& kept = context.keptRun();
    std::call_once(kept.isMade, [&] { kept.run = make(); });
    return kept.run;
}

} // namespace bubblescope
