// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "deviceprocesses.h"

#include "communicationnames.h"

#include <algorithm>
#include <unordered_map>

namespace bubblescope {

namespace {

using namespace std::string_view_literals;

/// Where events without a category run, judging by the name of their process.
EventPlace placeOfProcess(std::string_view process, std::string_view thread)
{
    if (process.starts_with("/device:"sv) && !process.starts_with("/device:CPU"sv))
        return coversDeviceWork(thread) ? EventPlace::GpuAnnotation : EventPlace::Stream;
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

bool coversDeviceWork(std::string_view lane)
{
    static constexpr std::string_view words[] = {"XLA Modules"sv, "XLA TraceMe"sv, "Steps"sv, "Name Scope"sv,
        "Framework Ops"sv, "TensorFlow Ops"sv, "Source"sv, "Launch Stats"sv};
    return std::any_of(std::begin(words), std::end(words),
        [lane](std::string_view word) { return lane.find(word) != std::string_view::npos; });
}

DeviceWorkMeaning meaningOfDeviceWork(std::string_view name, const KernelNames& kernels)
{
    if (const std::optional<KernelNames::Meaning> known = kernels.meaningOf(name))
        return {known->category, known->operation};
    if (isXlaCommunication(name))
        return {Category::OtherComm, collectiveOfName(name)};
    return {isCopy(name) ? Category::MemoryCopy : Category::OtherCompute, Operation::Other};
}

void settleDeviceProcesses(
    TraceBuilder& builder, EventLanes& lanes, const TraceProcesses& processes, const KernelNames& kernels)
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
    std::unordered_map<StringId, DeviceWorkMeaning> known;
    const auto meaningOf = [&](StringId name) {
        const auto [meaning, isNew] = known.try_emplace(name);
        if (isNew)
            meaning->second = meaningOfDeviceWork(builder.text(name), kernels);
        return meaning->second;
    };
    for (uint32_t span = 0; span < builder.spanCount(); ++span) {
        const uint32_t number = laneOfTrack[builder.trackOf(span).value];
        if (!isMoved[number])
            continue;
        const EventPlace place = lanes[number].place;
        DeviceWorkMeaning meaning {Category::Other, Operation::Other};
        if (place != EventPlace::GpuAnnotation)
            meaning = meaningOf(builder.name(span));
        if (place == EventPlace::Communication && !isCommunication(meaning.category))
            meaning = {Category::OtherComm, collectiveOfName(builder.text(builder.name(span)))};
        builder.setMeaning(span, meaning.category, meaning.operation);
    }
}

} // namespace bubblescope
