// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "chrometracereader.h"

#include <algorithm>

namespace bubblescope {

namespace {

using namespace std::string_view_literals;

/// What XLA and TensorFlow draw above the operations of a device, and the sums that Ascend's tools add: they repeat
/// what others last.
bool coversOthers(std::string_view thread)
{
    static constexpr std::string_view words[] = {"XLA Modules"sv, "XLA TraceMe"sv, "Steps"sv, "Name Scope"sv,
        "Framework Ops"sv, "TensorFlow Ops"sv, "Source"sv, "Launch Stats"sv};
    return std::any_of(std::begin(words), std::end(words),
        [thread](std::string_view word) { return thread.find(word) != std::string_view::npos; });
}

/// Where events without a category run, by the name of their process.
EventPlace placeOfProcess(std::string_view process, std::string_view thread)
{
    if (process.starts_with("/device:"sv) && !process.starts_with("/device:CPU"sv))
        return coversOthers(thread) ? EventPlace::GpuAnnotation : EventPlace::Stream;
    if (process == "Ascend Hardware"sv)
        return EventPlace::Stream;
    if (process == "HCCL"sv || process == "Communication"sv) // planes carry the pieces of what the group does
        return thread.starts_with("Plane"sv) ? EventPlace::GpuAnnotation : EventPlace::Communication;
    if (process == "Overlap Analysis"sv)
        return EventPlace::GpuAnnotation;
    return EventPlace::Thread;
}

/// XLA's own words; its "broadcast" and "reduce" move nothing between devices.
bool isXlaCommunication(std::string_view name)
{
    static constexpr std::string_view words[] = {"all-reduce"sv, "all-gather"sv, "reduce-scatter"sv, "all-to-all"sv,
        "collective-permute"sv, "collective-broadcast"sv};
    return std::any_of(
        std::begin(words), std::end(words), [name](std::string_view word) { return name.starts_with(word); });
}

bool isCopy(std::string_view name)
{
    return name.starts_with("Memcpy"sv) || name.starts_with("MEMCPY"sv) || name.starts_with("Memset"sv);
}

} // namespace

/// JAX, TensorFlow and Ascend's profiler give their events no category: the names of processes, which may stand behind
/// all events, tell what runs on a device.
void ChromeTraceReader::settleDevices()
{
    std::vector<bool> isMoved;
    for (uint32_t i = 0; i < m_lanes.size(); ++i) {
        EventLane& lane = m_lanes[i];
        const auto process = m_processes.find(lane.process);
        if (m_isOwn || lane.place != EventPlace::Thread || !lane.hasNoCategory || process == m_processes.end())
            continue;
        const auto thread = m_threads.find({lane.process, lane.thread});
        const std::string_view name = thread == m_threads.end() ? std::string_view() : thread->second.name;
        lane.place = placeOfProcess(process->second.name, name);
        if (lane.place == EventPlace::Thread)
            continue;
        isMoved.resize(m_lanes.size(), false);
        isMoved[i] = true;
    }
    if (isMoved.empty())
        return;
    const std::vector<uint32_t> laneOfTrack = lanesByTrack();
    for (uint32_t span = 0; span < m_builder.spanCount(); ++span) {
        const uint32_t number = laneOfTrack[m_builder.trackOf(span).value];
        if (!isMoved[number])
            continue;
        const EventPlace place = m_lanes[number].place;
        const std::string_view name = m_builder.text(m_builder.name(span));
        if (place == EventPlace::GpuAnnotation)
            m_builder.setMeaning(span, Category::Other, Operation::Other);
        else if (place == EventPlace::Communication || isCommunicationKernel(name) || isXlaCommunication(name))
            m_builder.setMeaning(span, Category::OtherComm, collectiveOfName(name));
        else
            m_builder.setMeaning(span, isCopy(name) ? Category::MemoryCopy : Category::OtherCompute, Operation::Other);
    }
}

} // namespace bubblescope
