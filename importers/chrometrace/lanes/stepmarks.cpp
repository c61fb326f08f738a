// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "stepmarks.h"

#include "devicestages.h"

#include <algorithm>

namespace bubblescope {

StepMarks::Steps StepMarks::unitedByRank(const TraceProcesses& processes) const
{
    Steps steps;
    for (const Mark& mark : m_marks) {
        const auto [found, isNew]
            = steps.try_emplace({processes.rankOf(mark.process), mark.number}, Place {mark.begin});
        Place& step = found->second;
        step.begin = std::min(step.begin, mark.begin);
        if (mark.end)
            step.end = mark.end;
        if (mark.rangeEnd)
            step.rangeEnd = std::max(step.rangeEnd.value_or(*mark.rangeEnd), *mark.rangeEnd);
    }
    return steps;
}

void StepMarks::settle(TraceBuilder& builder, const EventLanes& lanes, const TraceProcesses& processes, TimeNs base,
    std::optional<TimeRange> slice) const
{
    Steps steps = unitedByRank(processes);
    std::map<int32_t, TimeRange> recorded;
    std::map<int32_t, TimeNs> deviceEnds;
    for (const EventLane& lane : lanes) {
        if (lane.range.isNothing() || lane.place == EventPlace::Profiler)
            continue;
        const int32_t rank = processes.rankOf(lane.process);
        if (isOnDevice(lane.place)) {
            TimeNs& end = deviceEnds.try_emplace(rank, lane.range.end).first->second;
            end = std::max(end, lane.range.end);
        }
        TimeRange& range = recorded.try_emplace(rank, TimeRange::nothing()).first->second;
        range = range.united(lane.range);
    }
    for (auto& [rank, range] : recorded) {
        if (const TimeRange wanted = range.intersected(m_wanted); !wanted.isEmpty())
            range = wanted;
        const auto first = steps.lower_bound({rank, 0});
        if (first == steps.end() || first->first.first != rank)
            steps[{rank, 1}].begin = range.begin;
    }
    const DeviceStages stages(builder, lanes, processes, base);
    for (auto it = steps.begin(); it != steps.end(); ++it) {
        const auto& [rank, number] = it->first;
        const Place& step = it->second;
        const auto next = std::next(it);
        const auto device = deviceEnds.find(rank);
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
            end = device == deviceEnds.end() ? *step.rangeEnd : std::max(*step.rangeEnd, device->second);
        } else if (range != recorded.end()) {
            end = range->second.end;
        }
        TimeRange here {step.begin, end};
        const TimeRange stage = stages.of(rank, here);
        if (!slice || here.begin >= slice->begin)
            here.begin = stage.begin;
        if (!slice || here.end <= slice->end)
            here.end = stage.end;
        if (slice) // otherwise time that was not read would count as idle
            here = here.intersected(*slice);
        if (!here.isEmpty())
            builder.addStep(rank, {number, {here.begin + base, here.end + base}});
    }
}

} // namespace bubblescope
