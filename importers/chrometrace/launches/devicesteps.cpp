// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "devicesteps.h"

#include <algorithm>
#include <utility>

namespace bubblescope {

/// Of one step.
struct DeviceSteps::Work {
    TimeRange range = TimeRange::nothing();  ///< of what was launched in it
    TimeNs firstLaunch = 0;                  ///< of what begins first
    std::optional<TimeNs> endOfEarlier = {}; ///< of what was launched between the range of the step before and its own

    bool isAny() const { return !range.isNothing(); }
};

namespace {
std::span<const RankStep> stepsOfRank(std::span<const RankStep> steps, int32_t rank)
{
    const auto [from, to] = std::equal_range(steps.begin(), steps.end(), RankStep {rank, {}},
        [](const RankStep& a, const RankStep& b) { return a.rank < b.rank; });
    return {from, to};
}
} // namespace

DeviceSteps::DeviceSteps(const TraceBuilder& builder, const std::vector<LaunchPairs::Pair>& launches,
    const std::vector<int32_t>& rankOfLane, TimeNs base)
    : m_builder(builder), m_launches(launches), m_ranks(rankOfLane), m_base(base)
{
}

std::vector<DeviceSteps::Work> DeviceSteps::workOf(std::span<const RankStep> steps) const
{
    std::vector<Work> works(steps.size());
    std::span<const RankStep> own;
    for (const LaunchPairs::Pair& launch : m_launches) {
        const int32_t rank = m_ranks[launch.lane];
        if (own.empty() || own.front().rank != rank) // launches stand together by rank
            own = stepsOfRank(steps, rank);
        const TimeNs call = m_builder.range(launch.call).begin - m_base;
        const TimeRange started = m_builder.range(launch.started);
        const TimeRange range {started.begin - m_base, started.end - m_base};
        const auto next = std::upper_bound(own.begin(), own.end(), call,
            [](TimeNs time, const RankStep& step) { return time < step.step.range.begin; });
        const auto index = size_t(next - own.begin());
        Work* const first = works.data() + (own.data() - steps.data());
        if (index > 0 && call < own[index - 1].host.end) {
            Work& work = first[index - 1];
            if (!work.isAny() || range.begin < work.range.begin)
                work.firstLaunch = call;
            work.range = work.range.united(range);
        } else if (index < own.size()) {
            std::optional<TimeNs>& end = first[index].endOfEarlier;
            end = std::max(end.value_or(range.end), range.end);
        }
    }
    return works;
}

void DeviceSteps::settleRank(std::span<RankStep> steps, const Work* works, std::optional<TimeRange> slice) const
{
    const bool areMarked = std::all_of(steps.begin(), steps.end(), [](const RankStep& s) { return s.isOfDevice(); });
    if (!areMarked || std::none_of(works, works + steps.size(), [](const Work& work) { return work.isAny(); })) {
        for (RankStep& step : steps)
            step.host = {};
        return;
    }
    std::optional<TimeNs> reached;
    for (size_t i = 0; i < steps.size(); ++i) {
        RankStep& step = steps[i];
        const Work& work = works[i];
        if (work.endOfEarlier)
            reached = std::max(reached.value_or(*work.endOfEarlier), *work.endOfEarlier);
        TimeRange range {reached.value_or(step.host.begin), step.host.end};
        TimeNs behind = step.host.begin;
        if (work.isAny()) {
            // Nothing is left of a step whose work ends before that of the step before, on another stream.
            range = {reached.value_or(work.range.begin), work.range.end};
            behind = reached ? step.host.begin : work.firstLaunch;
        }
        reached = std::max(reached.value_or(range.end), range.end);
        if (slice && !(slice->contains(step.host) && slice->contains(range))) {
            step.host = {};
            continue;
        }
        step.lag = std::max<TimeNs>(0, range.begin - behind);
        step.step.range = range;
    }
}

void DeviceSteps::settle(std::vector<RankStep>& steps, std::optional<TimeRange> slice) const
{
    std::sort(steps.begin(), steps.end(), [](const RankStep& a, const RankStep& b) {
        return std::pair(a.rank, a.step.range.begin) < std::pair(b.rank, b.step.range.begin);
    });
    const std::vector<Work> works = workOf(steps);
    for (size_t begin = 0; begin < steps.size();) {
        const size_t count = stepsOfRank(steps, steps[begin].rank).size();
        settleRank(std::span(steps).subspan(begin, count), works.data() + begin, slice);
        begin += count;
    }
}

} // namespace bubblescope
