// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "stepmarks.h"

#include "wholerecording.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace bubblescope {

StepMarks::Steps StepMarks::unitedByRank(const TraceProcesses& processes) const
{
    Steps steps;
    for (const Mark& mark : m_marks) {
        const auto [found, isNew]
            = steps.try_emplace({processes.rankOf(mark.process), mark.number}, Place {mark.begin});
        Place& step = found->second;
        step.isRecording = step.isRecording || mark.isRecording;
        if (mark.end && mark.lag) {
            step.host = {mark.begin, *mark.end};
            step.lag = *mark.lag;
        } else if (mark.end) {
            step.begin = step.end ? std::min(step.begin, mark.begin) : mark.begin; // of several devices
            step.end = std::max(step.end.value_or(*mark.end), *mark.end);
        } else if (!step.end) {
            step.begin = std::min(step.begin, mark.begin);
        }
        if (mark.rangeEnd)
            step.rangeEnd = std::max(step.rangeEnd.value_or(*mark.rangeEnd), *mark.rangeEnd);
    }
    return steps;
}

std::vector<RankStep> StepMarks::settled(const EventLanes& lanes, const TraceProcesses& processes,
    const DeviceStages& stages, std::optional<TimeRange> slice) const
{
    Steps steps = unitedByRank(processes);
    std::map<int32_t, TimeRange> recorded;
    std::map<int32_t, TimeRange> devices;
    for (const EventLane& lane : lanes) {
        if (lane.range.isNothing() || lane.place == EventPlace::Profiler)
            continue;
        const int32_t rank = processes.rankOf(lane.process);
        if (isOnDevice(lane.place)) {
            TimeRange& device = devices.try_emplace(rank, lane.range).first->second;
            device = device.united(lane.range);
        }
        TimeRange& range = recorded.try_emplace(rank, TimeRange::nothing()).first->second;
        range = range.united(lane.range);
    }
    for (auto& [rank, range] : recorded) {
        if (const TimeRange wanted = range.intersected(m_wanted); !wanted.isEmpty())
            range = wanted;
        const auto first = steps.lower_bound({rank, 0});
        if (first == steps.end() || first->first.first != rank) {
            const auto device = devices.find(rank);
            const TimeRange work = device != devices.end() && !slice ? device->second : range;
            Place& recording = steps[{rank, 1}];
            recording.begin = isStartUp({range.begin, work.end}, work.begin) ? work.begin : range.begin;
            if (isShutDown({work.begin, range.end}, work.end))
                recording.end = work.end;
            recording.isRecording = true;
        }
    }
    std::vector<RankStep> found;
    for (auto it = steps.begin(); it != steps.end(); ++it) {
        const auto& [rank, number] = it->first;
        const Place& step = it->second;
        const auto next = std::next(it);
        const auto device = devices.find(rank);
        const auto range = recorded.find(rank);
        TimeNs end = step.begin;
        if (step.end) {
            end = *step.end;
        } else if (next != steps.end() && next->first.first == rank) {
            end = next->second.begin;
        } else if (m_isCut && step.rangeEnd) {
            const bool isFirst = it == steps.begin() || std::prev(it)->first.first != rank;
            if (!isFirst && range != recorded.end() && range->second.end <= *step.rangeEnd)
                continue; // nothing shows that it is whole
            end = *step.rangeEnd;
        } else if (step.rangeEnd) {
            end = device == devices.end() ? *step.rangeEnd : std::max(*step.rangeEnd, device->second.end);
        } else if (range != recorded.end()) {
            end = range->second.end;
        }
        RankStep& own = found.emplace_back(step.isRecording ? wholeRecording(rank, {step.begin, end})
                                                            : RankStep {rank, {number, {step.begin, end}}});
        const TimeRange stage = stages.of(rank, own.step.range);
        const bool isStaged = stage != own.step.range;
        if (!slice || step.begin >= slice->begin)
            own.step.range.begin = stage.begin;
        if (!slice || end <= slice->end)
            own.step.range.end = stage.end;
        if (step.end && !step.isRecording)
            std::tie(own.host, own.lag) = std::tie(step.host, step.lag);
        else if (!step.isRecording && !(isStaged && slice))
            std::tie(own.host, own.lag) = std::pair(TimeRange {step.begin, std::min(end, step.rangeEnd.value_or(end))},
                isStaged ? RankStep::unknownLag : 0);
    }
    return found;
}

} // namespace bubblescope
