// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "deviceprocesses.h"

#include "communicationnames.h"

#include <algorithm>

namespace bubblescope {

namespace {

using namespace std::string_view_literals;

/// Summary rows that XLA and TensorFlow draw above the operations of a device, and the totals that Ascend's tools add:
/// they repeat the time of other rows.
bool coversOthers(std::string_view thread)
{
    static constexpr std::string_view words[] = {"XLA Modules"sv, "XLA TraceMe"sv, "Steps"sv, "Name Scope"sv,
        "Framework Ops"sv, "TensorFlow Ops"sv, "Source"sv, "Launch Stats"sv};
    return std::any_of(std::begin(words), std::end(words),
        [thread](std::string_view word) { return thread.find(word) != std::string_view::npos; });
}

/// Where events without a category run, judging by the name of their process.
EventPlace placeOfProcess(std::string_view process, std::string_view thread)
{
    if (process.starts_with("/device:"sv) && !process.starts_with("/device:CPU"sv))
        return coversOthers(thread) ? EventPlace::GpuAnnotation : EventPlace::Stream;
    if (process == "Ascend Hardware"sv)
        return EventPlace::Stream;
    if (process == "HCCL"sv || process == "Communication"sv) // planes hold the parts of the group's operations
        return thread.starts_with("Plane"sv) ? EventPlace::GpuAnnotation : EventPlace::Communication;
    if (process == "Overlap Analysis"sv)
        return EventPlace::GpuAnnotation;
    return EventPlace::Thread;
}

/// XLA's names; its "broadcast" and "reduce" move nothing between devices.
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

void settleDeviceProcesses(TraceBuilder& builder, EventLanes& lanes, const TraceProcesses& processes)
{
    std::vector<bool> isMoved;
    for (uint32_t i = 0; i < lanes.size(); ++i) {
        EventLane& lane = lanes[i];
        const TraceProcesses::Process* const process = processes.process(lane.process);
        if (lane.place != EventPlace::Thread || !lane.hasNoCategory || !process)
            continue;
        const TraceProcesses::Thread* const thread = processes.thread(lane.process, lane.thread);
        lane.place = placeOfProcess(process->name, thread ? std::string_view(thread->name) : std::string_view());
        if (lane.place == EventPlace::Thread)
            continue;
        isMoved.resize(lanes.size(), false);
        isMoved[i] = true;
    }
    if (isMoved.empty())
        return;
    const std::vector<uint32_t> laneOfTrack = lanes.byTrack();
    for (uint32_t span = 0; span < builder.spanCount(); ++span) {
        const uint32_t number = laneOfTrack[builder.trackOf(span).value];
        if (!isMoved[number])
            continue;
        const EventPlace place = lanes[number].place;
        const std::string_view name = builder.text(builder.name(span));
        if (place == EventPlace::GpuAnnotation)
            builder.setMeaning(span, Category::Other, Operation::Other);
        else if (place == EventPlace::Communication || isCommunicationKernel(name) || isXlaCommunication(name))
            builder.setMeaning(span, Category::OtherComm, collectiveOfName(name));
        else
            builder.setMeaning(span, isCopy(name) ? Category::MemoryCopy : Category::OtherCompute, Operation::Other);
    }
}

} // namespace bubblescope
