// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "devicesteps.h"

#include "wholerecording.h"

#include <algorithm>
#include <utility>

namespace bubblescope {

/// Of one step.
struct DeviceSteps::Work {
    TimeRange range = TimeRange::nothing();  ///< of what was launched in it
    TimeNs firstLaunch = 0;                  ///< of what begins first
    std::optional<TimeNs> endOfEarlier = {}; ///< of what was launched between the range of the step before and its own
    std::optional<TimeNs> lastLaunch = {};   ///< return of it; the driver is called inside of calls of the runtime
    std::optional<TimeNs> lastLost = {};     ///< launch of which nothing was recorded on the device

    bool isAny() const { return !range.isNothing(); }
    /// Also all of it.
    bool lacksItsEnd() const { return lastLost && (!isAny() || *lastLost > *lastLaunch); }
};

/// Of one rank.
struct DeviceSteps::Device {
    TimeRange recorded = TimeRange::nothing();
    std::optional<TimeNs> lastLost = {}; ///< launch of which nothing was recorded

    bool endsBeforeLaunches() const { return !recorded.isNothing() && lastLost && recorded.end < *lastLost; }
};

namespace {
std::span<const RankStep> stepsOfRank(std::span<const RankStep> steps, int32_t rank)
{
    const auto [from, to] = std::equal_range(steps.begin(), steps.end(), RankStep {rank, {}},
        [](const RankStep& a, const RankStep& b) { return a.rank < b.rank; });
    return {from, to};
}

/// Keeps the number of the step.
void standForAll(RankStep& step, TimeRange recorded)
{
    const int32_t number = step.step.number;
    step = wholeRecording(step.rank, recorded);
    step.step.number = number;
}

/// Where no launch is recorded and the file breaks off, a step up to the end of which nothing was recorded of the
/// device is not known; if that is so for all, what was recorded stands for them.
void leaveOutUnrecorded(std::span<RankStep> steps, TimeRange recorded)
{
    const auto isWhole = [&](const RankStep& step) { return step.step.range.end <= recorded.end; };
    bool isAnyKnown = std::any_of(steps.begin(), steps.end(), isWhole);
    for (RankStep& step : steps) {
        if (isWhole(step))
            step.host = step.isStated() ? step.host : TimeRange {};
        else if (!std::exchange(isAnyKnown, true))
            standForAll(step, recorded);
        else
            step = RankStep {step.rank, {}};
    }
}

/// Where no launch is recorded, all steps but the last end with their host's range: what the device still does after
/// that one, it does for those before as well.
void leaveOutDrain(std::span<RankStep> steps)
{
    constexpr size_t fewestSteps = 3;
    constexpr TimeNs largestPart = 20; // of a step: a twentieth
    RankStep& last = steps.back();
    if (steps.size() >= fewestSteps && last.step.range.end - last.host.end > last.host.duration() / largestPart)
        last.step.range.end = last.host.end;
}
} // namespace

std::vector<DeviceSteps::Work> DeviceSteps::workOf(std::span<const RankStep> steps) const
{
    std::vector<Work> works(steps.size());
    std::span<const RankStep> own;
    /// By the begin of a call: the step whose host made it, or the one that follows.
    const auto placeOf = [&](uint32_t lane, TimeNs call) {
        const int32_t rank = m_recorded.ranks[lane];
        if (own.empty() || own.front().rank != rank) // launches stand together by rank
            own = stepsOfRank(steps, rank);
        const auto next = std::upper_bound(own.begin(), own.end(), call,
            [](TimeNs time, const RankStep& step) { return time < step.step.range.begin; });
        const bool isInside = next != own.begin() && call < std::prev(next)->host.end;
        const auto index = size_t((isInside ? std::prev(next) : next) - own.begin());
        Work* const work = index < own.size() ? works.data() + (own.data() - steps.data()) + index : nullptr;
        return std::pair(work, isInside);
    };
    const TimeNs base = m_recorded.base;
    const auto beginOf = [&](uint32_t call) { return m_recorded.builder.range(call).begin - base; };
    for (const LaunchPairs::Pair& launch : m_recorded.launches) {
        const TimeNs call = beginOf(launch.call);
        const TimeRange started = m_recorded.builder.range(launch.started);
        const TimeRange range {started.begin - base, started.end - base};
        const auto [work, isInside] = placeOf(launch.lane, call);
        if (isInside) {
            if (!work->isAny() || range.begin < work->range.begin)
                work->firstLaunch = call;
            work->range = work->range.united(range);
            const TimeNs returned = m_recorded.builder.range(launch.call).end - base;
            work->lastLaunch = std::max(work->lastLaunch.value_or(returned), returned);
        } else if (work) {
            work->endOfEarlier = std::max(work->endOfEarlier.value_or(range.end), range.end);
        }
    }
    for (const LaunchPairs::Lost& lost : m_recorded.lost) {
        const TimeNs call = beginOf(lost.call);
        if (const auto [work, isInside] = placeOf(lost.lane, call); isInside)
            work->lastLost = std::max(work->lastLost.value_or(call), call);
    }
    return works;
}

std::map<int32_t, DeviceSteps::Device> DeviceSteps::devicesOfRanks() const
{
    std::map<int32_t, Device> devices;
    for (uint32_t lane = 0; lane < m_recorded.lanes.size(); ++lane) {
        const EventLane& own = m_recorded.lanes[lane];
        if (!isOnDevice(own.place) || own.range.isNothing())
            continue;
        Device& device = devices[m_recorded.ranks[lane]];
        device.recorded = device.recorded.united(own.range);
    }
    for (const LaunchPairs::Lost& lost : m_recorded.lost) {
        const TimeNs call = m_recorded.builder.range(lost.call).begin - m_recorded.base;
        Device& device = devices[m_recorded.ranks[lost.lane]];
        device.lastLost = std::max(device.lastLost.value_or(call), call);
    }
    return devices;
}

void DeviceSteps::settleRank(
    std::span<RankStep> steps, std::span<const Work> works, const Device& device, std::optional<TimeRange> slice) const
{
    const bool areMarked = std::all_of(steps.begin(), steps.end(), [](const RankStep& s) { return s.isOfDevice(); });
    if (!areMarked || std::none_of(works.begin(), works.end(), [](const Work& work) { return work.isAny(); })) {
        if (areMarked && !slice && device.endsBeforeLaunches()) {
            // Its work was launched before the recording began: it is of none of the steps that were marked.
            for (size_t i = 1; i < steps.size(); ++i)
                steps[i] = RankStep {steps[i].rank, {}};
            standForAll(steps.front(), device.recorded);
            return;
        }
        if (areMarked && !slice && m_recorded.isCut && !device.recorded.isNothing()) {
            leaveOutUnrecorded(steps, device.recorded);
            return;
        }
        if (areMarked && !slice)
            leaveOutDrain(steps);
        for (RankStep& step : steps)
            step.host = step.isStated() ? step.host : TimeRange {};
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
    if (!slice)
        dropUnfinished(steps, works, device);
}

void DeviceSteps::dropUnfinished(std::span<RankStep> steps, std::span<const Work> works, const Device& device) const
{
    // Where a file breaks off, nothing shows that the last step with work is whole; of later ones all is missing.
    size_t known = works.size();
    while (m_recorded.isCut && known > 0 && !works[--known].isAny()) { }
    const auto isWhole = [&](size_t i) { return i < known && !works[i].lacksItsEnd(); };
    bool isAnyWhole = false;
    for (size_t i = 0; i < works.size(); ++i)
        isAnyWhole = isAnyWhole || (works[i].isAny() && isWhole(i));
    for (size_t i = 0; i < works.size(); ++i) {
        if (isWhole(i))
            continue;
        const bool standsForAll = !isAnyWhole && works[i].isAny();
        isAnyWhole = isAnyWhole || standsForAll;
        if (standsForAll)
            standForAll(steps[i], device.recorded);
        else
            steps[i] = RankStep {steps[i].rank, {}};
    }
}

void DeviceSteps::settle(std::vector<RankStep>& steps, std::optional<TimeRange> slice) const
{
    std::sort(steps.begin(), steps.end(), [](const RankStep& a, const RankStep& b) {
        return std::pair(a.rank, a.step.range.begin) < std::pair(b.rank, b.step.range.begin);
    });
    const std::vector<Work> works = workOf(steps);
    std::map<int32_t, Device> devices = devicesOfRanks();
    for (size_t begin = 0; begin < steps.size();) {
        const size_t count = stepsOfRank(steps, steps[begin].rank).size();
        settleRank(std::span(steps).subspan(begin, count), std::span(works).subspan(begin, count),
            devices[steps[begin].rank], slice);
        begin += count;
    }
}

} // namespace bubblescope
