// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "devicestages.h"

#include <algorithm>
#include <tuple>

namespace bubblescope {

using namespace std::string_view_literals;

DeviceStages::DeviceStages(
    const TraceBuilder& builder, const EventLanes& lanes, const TraceProcesses& processes, TimeNs base)
{
    std::map<uint32_t, int32_t> rankOf; // of the lanes that tell
    for (uint32_t i = 0; i < lanes.size(); ++i) {
        const TraceProcesses::Process* const process = processes.process(lanes[i].process);
        const TraceProcesses::Thread* const thread = processes.thread(lanes[i].process, lanes[i].thread);
        if (process && thread && process->name == "Overlap Analysis"sv
            && (thread->name == "Computing"sv || thread->name == "Communication"sv))
            rankOf.emplace(i, processes.rankOf(lanes[i].process));
    }
    if (rankOf.empty())
        return;
    const std::vector<uint32_t> laneOfTrack = lanes.byTrack();
    for (uint32_t span = 0; span < builder.spanCount(); ++span) {
        const auto rank = rankOf.find(laneOfTrack[builder.trackOf(span).value]);
        const TimeRange range = builder.range(span);
        if (rank != rankOf.end())
            m_work[rank->second].push_back({range.begin - base, range.end - base});
    }
    for (auto& [rank, work] : m_work)
        std::sort(work.begin(), work.end(), [](const TimeRange& a, const TimeRange& b) {
            return std::tuple(a.begin, a.end) < std::tuple(b.begin, b.end);
        });
}

TimeRange DeviceStages::of(int32_t rank, TimeRange step) const
{
    const auto known = m_work.find(rank);
    if (known == m_work.end())
        return step;
    const auto beginsBefore = [](const TimeRange& range, TimeNs time) { return range.begin < time; };
    const std::vector<TimeRange>& work = known->second;
    const auto first = std::lower_bound(work.begin(), work.end(), step.begin, beginsBefore);
    const auto last = std::lower_bound(first, work.end(), step.end, beginsBefore);
    TimeRange stage = TimeRange::nothing();
    for (auto range = first; range != last; ++range)
        stage = stage.united(*range);
    return stage.isEmpty() ? step : stage;
}

} // namespace bubblescope
