// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "devicestreams.h"

#include "devicelanes.h"

#include <algorithm>
#include <iterator>
#include <limits>

namespace bubblescope {

namespace {

bool isOneStream(const Trace& trace, const DeviceSpans::Lane& lane)
{
    const Track& track = trace.track(lane.track);
    return track.lane != Lane::Communication && track.group == Category::Other;
}

/// True if something that is launched later was over long before what is launched earlier began.
bool isContradicted(const Trace& trace, const std::vector<SpanId>& launched)
{
    TimeNs begun = std::numeric_limits<TimeNs>::min();
    for (const SpanId span : launched) {
        if (trace.end(span) + clockError < begun)
            return true;
        begun = std::max(begun, trace.begin(span));
    }
    return false;
}

/// Those of each thread stay in their order; of these, what begins first comes first.
std::vector<SpanId> mergedByBegin(const Trace& trace, const std::vector<SpanId>& launched)
{
    std::map<TrackId, std::vector<SpanId>> ofThreads;
    for (const SpanId span : launched)
        ofThreads[trace.track(trace.launchOf(span))].push_back(span);
    std::vector<SpanId> merged;
    for (const auto& [thread, own] : ofThreads) {
        // Neither is in order of begin, where clocks are in error.
        const std::vector<SpanId> others = std::exchange(merged, {});
        auto other = others.begin();
        for (const SpanId span : own) {
            while (other != others.end() && trace.begin(*other) <= trace.begin(span))
                merged.push_back(*other++);
            merged.push_back(span);
        }
        merged.insert(merged.end(), other, others.end());
    }
    return merged;
}

} // namespace

std::vector<SpanId> inLaunchOrder(const Trace& trace, std::vector<SpanId> byBegin)
{
    std::vector<SpanId> launched;
    for (const SpanId span : byBegin) {
        if (trace.launchOf(span).isValid())
            launched.push_back(span);
    }
    std::stable_sort(launched.begin(), launched.end(),
        [&](SpanId a, SpanId b) { return trace.begin(trace.launchOf(a)) < trace.begin(trace.launchOf(b)); });
    if (isContradicted(trace, launched))
        launched = mergedByBegin(trace, launched);
    auto next = launched.begin();
    for (SpanId& span : byBegin) {
        if (trace.launchOf(span).isValid())
            span = *next++;
    }
    return byBegin;
}

std::vector<DeviceStream> streamsOf(const Trace& trace, const DeviceSpans& device)
{
    std::vector<DeviceStream> all;
    std::vector<const DeviceSpans::Lane*> others; // lanes of process groups
    for (const DeviceSpans::Lane& lane : device.lanes()) {
        if (isOneStream(trace, lane))
            all.push_back({lane, {lane.track}, true});
        else
            others.push_back(&lane);
    }
    const size_t count = all.size();
    for (const DeviceSpans::Lane* const lane : others) {
        const auto own
            = std::find_if(all.begin(), all.begin() + std::ptrdiff_t(count), [&](const DeviceStream& stream) {
                  return isOnStream(trace, trace.track(lane->track), trace.track(stream.tracks.front()));
              });
        if (own == all.begin() + std::ptrdiff_t(count)) {
            all.push_back({*lane, {lane->track}, false});
            continue;
        }
        std::vector<SpanId>& spans = own->lane.spans;
        const auto middle = std::ptrdiff_t(spans.size());
        spans.insert(spans.end(), lane->spans.begin(), lane->spans.end());
        std::inplace_merge(spans.begin(), spans.begin() + middle, spans.end(),
            [&](SpanId a, SpanId b) { return trace.begin(a) < trace.begin(b); });
        own->tracks.push_back(lane->track);
    }
    return all;
}

const DeviceSpans::Lane* busiestStream(const Trace& trace, const DeviceSpans& device)
{
    const DeviceSpans::Lane* busiest = nullptr;
    for (const DeviceSpans::Lane& lane : device.lanes()) {
        if (isOneStream(trace, lane) && (!busiest || lane.spans.size() > busiest->spans.size()))
            busiest = &lane;
    }
    return busiest;
}

SpanId lastEnded(const Trace& trace, const DeviceSpans::Lane& lane)
{
    return *std::max_element(
        lane.spans.begin(), lane.spans.end(), [&](SpanId a, SpanId b) { return trace.end(a) < trace.end(b); });
}

bool areInOrder(const Trace& trace, SpanId before, SpanId span)
{
    const SpanId first = trace.launchOf(before);
    const SpanId second = trace.launchOf(span);
    return first.isValid() && second.isValid() && first != second && isOverBy(trace, before, trace.end(span));
}

TimeNs LaunchOrder::time(SpanId span) const
{
    const SpanId call = m_trace->launchOf(span);
    return call.isValid() ? m_trace->begin(call) : m_trace->begin(span);
}

SpanId LaunchOrder::lastBefore(const DeviceSpans::Lane& lane, TimeNs time)
{
    const auto [known, isNew] = m_launches.try_emplace(lane.track);
    std::vector<std::pair<TimeNs, size_t>>& launches = known->second;
    if (isNew) {
        for (size_t i = 0; i < lane.spans.size(); ++i)
            launches.emplace_back(this->time(lane.spans[i]), i);
        std::sort(launches.begin(), launches.end());
        size_t last = 0;
        for (auto& [launched, index] : launches)
            last = index = std::max(last, index);
    }
    const auto next = std::partition_point(
        launches.begin(), launches.end(), [time](const auto& launch) { return launch.first < time; });
    return next == launches.begin() ? SpanId() : lane.spans[std::prev(next)->second];
}

UnrecordedWaits unrecordedWaits(const Trace& trace, const DeviceSpans& device, const std::vector<HostThread>& threads)
{
    UnrecordedWaits waits;
    for (const HostThread& thread : threads) {
        for (const HostEvent& event : thread.events) {
            if (event.kind == HostEvent::Kind::StreamWait)
                return waits;
        }
    }
    const DeviceSpans::Lane* const compute = busiestStream(trace, device);
    if (!compute)
        return waits;
    std::vector<SpanId> launched;
    for (const SpanId span : compute->spans) {
        if (!isCommunication(trace.category(span)) && trace.launchOf(span).isValid())
            launched.push_back(span);
    }
    const LaunchOrder order(trace);
    const auto byLaunch = [&](SpanId a, SpanId b) { return order.time(a) < order.time(b); };
    std::stable_sort(launched.begin(), launched.end(), byLaunch);
    for (const DeviceSpans::Lane& lane : device.lanes()) {
        if (&lane == compute)
            continue;
        std::vector<SpanId> comms;
        for (const SpanId span : lane.spans) {
            if (isCommunication(trace.category(span)) && trace.launchOf(span).isValid())
                comms.push_back(span);
        }
        std::stable_sort(comms.begin(), comms.end(), byLaunch);
        const bool runsBeside = std::any_of(comms.begin(), comms.end(), [&](SpanId comm) {
            const auto next = std::upper_bound(launched.begin(), launched.end(), comm, byLaunch);
            return next != launched.end() && trace.begin(*next) + clockError < trace.end(comm);
        });
        // Its stream was free and its launch had arrived: only the collective can have held it up.
        const auto isHeldUp = [&](SpanId comm) {
            const auto next = std::upper_bound(launched.begin(), launched.end(), comm, byLaunch);
            const TimeNs over = trace.end(comm);
            return next != launched.end() && order.time(*next) + promptStart < over
                && isOverBy(trace, comm, trace.begin(*next)) && trace.begin(*next) < over + clockError
                && (next == launched.begin() || trace.end(*std::prev(next)) + clockError < trace.begin(*next));
        };
        // The optimizer waits for the last one in any case.
        waits.ofCollectives |= !runsBeside && comms.size() > 1;
        waits.areSeen |= runsBeside || (comms.size() > 1 && std::any_of(comms.begin(), comms.end() - 1, isHeldUp));
        for (const SpanId comm : comms) {
            const auto next = std::upper_bound(launched.begin(), launched.end(), comm, byLaunch);
            if (next != launched.begin() && isOverBy(trace, *std::prev(next), trace.begin(comm)))
                waits.pairs.emplace_back(*std::prev(next), comm);
            if (runsBeside && comm != comms.back())
                continue;
            const auto after = std::find_if(
                next, launched.end(), [&](SpanId span) { return isOverBy(trace, comm, trace.begin(span)); });
            if (after != launched.end())
                waits.pairs.emplace_back(comm, *after);
        }
    }
    return waits;
}

TimeRange launchTimeOf(std::span<const RankStep> steps, std::span<const RankStep>::iterator step)
{
    const auto next = std::next(step);
    const bool isFollowed
        = next != steps.end() && next->isOfDevice() && next->step.number == int64_t(step->step.number) + 1;
    return {step->host.begin, isFollowed ? next->host.begin : step->host.end};
}

TimeRange untilLastLaunch(const Trace& trace, const DeviceSpans& device, TimeRange step)
{
    TimeNs end = step.begin;
    for (const SpanId span : device.byBegin()) {
        if (const SpanId call = trace.launchOf(span); call.isValid())
            end = std::max(end, trace.end(call));
    }
    return {step.begin, std::min(end, step.end)};
}

TimeRange stepOfDevice(const Trace& trace, int32_t rank, const DeviceSpans& device, TimeRange host)
{
    if (device.byBegin().empty())
        return host;
    TimeRange own = TimeRange::nothing();
    for (const SpanId span : device.byBegin())
        own = own.united(trace.range(span));
    const std::optional<TimeNs> over = DeviceSpans::through(trace, rank, own.end, host.begin);
    return {std::min(over.value_or(own.begin), own.end), own.end};
}

} // namespace bubblescope
