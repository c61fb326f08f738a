// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "deviceprocesses.h"

#include "communicationnames.h"
#include "plainnumber.h"

#include <algorithm>
#include <limits>
#include <map>
#include <unordered_map>

namespace bubblescope {

namespace {

using namespace std::string_view_literals;

bool isOfGroups(std::string_view process) { return process == "HCCL"sv || process == "Communication"sv; }

/// Where events without a category run, judging by the name of their process.
EventPlace placeOfProcess(std::string_view process, std::string_view thread)
{
    if (process.starts_with("/device:"sv) && !process.starts_with("/device:CPU"sv))
        return coversDeviceWork(thread) ? EventPlace::GpuAnnotation : EventPlace::Stream;
    if (process == "Ascend Hardware"sv)
        return EventPlace::Stream;
    // Of PyTorch's first profiler, which also writes "CPU functions".
    if (process == "CUDA functions"sv || process == "HIP functions"sv || process == "XPU functions"sv
        || process == "PrivateUse1 functions"sv)
        return EventPlace::Stream;
    if (isOfGroups(process)) // planes hold the parts of the group's operations
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

bool isSynchronizingCall(std::string_view call)
{
    return call.find("Synchronize"sv) != std::string_view::npos || call.find("StreamWait"sv) != std::string_view::npos;
}

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
    bool hasGroups = false;
    const auto move = [&](uint32_t lane, EventPlace place) {
        lanes[lane].place = place;
        isMoved.resize(lanes.size(), false);
        isMoved[lane] = true;
    };
    for (uint32_t i = 0; i < lanes.size(); ++i) {
        const EventLane& lane = lanes[i];
        if (lane.place != EventPlace::Thread || !lane.hasNoCategory)
            continue;
        const TraceProcesses::Process* const process = processes.process(lane.process);
        const TraceProcesses::Thread* const thread = processes.thread(lane.process, lane.thread);
        const EventPlace place = placeOfProcess(process && !process->name.empty() ? process->name : lane.process,
            thread ? std::string_view(thread->name) : std::string_view());
        hasGroups = hasGroups || (place == EventPlace::Communication && process && isOfGroups(process->name));
        // CANN's calls are the host's, also those that are named after what they start.
        if (place != EventPlace::Thread || (process && process->name == "CANN"sv))
            move(i, place);
    }
    // What collectives run on the device's own units is a part of what their group shows.
    for (uint32_t i = 0; hasGroups && i < lanes.size(); ++i) {
        const TraceProcesses::Process* const process = processes.process(lanes[i].process);
        if (lanes[i].place == EventPlace::Communication && process && process->name == "Ascend Hardware"sv)
            move(i, EventPlace::GpuAnnotation);
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
        if (place == EventPlace::Thread)
            meaning = {isSynchronizingCall(builder.text(builder.name(span))) ? Category::Waiting : Category::Host,
                Operation::Other};
        else if (place != EventPlace::GpuAnnotation)
            meaning = meaningOf(builder.name(span));
        if (place == EventPlace::Communication && !isCommunication(meaning.category))
            meaning = {Category::OtherComm, collectiveOfName(builder.text(builder.name(span)))};
        builder.setMeaning(span, meaning.category, meaning.operation);
    }
}

int nextStepNumber(int last, std::optional<int> stated)
{
    if (stated && *stated > last)
        return *stated;
    return last == std::numeric_limits<int>::max() ? last : last + 1;
}

void markDeviceSteps(const TraceBuilder& builder, const EventLanes& lanes, const TraceProcesses& processes, TimeNs base,
    StepMarks& steps)
{
    std::map<uint32_t, std::vector<uint32_t>> spans; // by lane
    for (uint32_t i = 0; i < lanes.size(); ++i) {
        const TraceProcesses::Process* const process = processes.process(lanes[i].process);
        const TraceProcesses::Thread* const thread = processes.thread(lanes[i].process, lanes[i].thread);
        if (lanes[i].place == EventPlace::GpuAnnotation && process && process->name.starts_with("/device:"sv) && thread
            && thread->name == "Steps"sv)
            spans[i];
    }
    if (spans.empty())
        return;
    const std::vector<uint32_t> laneOfTrack = lanes.byTrack();
    for (uint32_t span = 0; span < builder.spanCount(); ++span) {
        if (const auto own = spans.find(laneOfTrack[builder.trackOf(span).value]); own != spans.end())
            own->second.push_back(span);
    }
    steps.clear();
    for (auto& [lane, own] : spans) {
        std::stable_sort(own.begin(), own.end(),
            [&](uint32_t a, uint32_t b) { return builder.range(a).begin < builder.range(b).begin; });
        int last = -1;
        for (const uint32_t span : own) {
            last = nextStepNumber(last, toCount(builder.text(builder.name(span))));
            const TimeRange range = builder.range(span);
            steps.add({lanes[lane].process, last, range.begin - base, range.end - base});
        }
    }
}

} // namespace bubblescope
