// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiletrace.h"

#include "devicesteps.h"
#include "functionname.h"
#include "repeatedsteps.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <string>

namespace bubblescope {

ProfileTrace::ProfileTrace(TracePart& tracePart)
    : part(tracePart)
    , builder(tracePart.builder)
    , lanes(builder)
    , passes(builder)
    , communication(builder, lanes)
    , phases(builder, lanes)
{
}

void ProfileTrace::noteName(StringId id, std::string_view name, std::string_view category, const EventMeaning& meaning)
{
    if (meaning.isOperator)
        phases.addOperator(id);
    communication.noteName(id, name, category, meaning);
}

void ProfileTrace::takeMeaning(const EventMeaning& meaning, SpanRecord& span)
{
    // Whether a pass stands for work or only for its launching shows once all is read.
    const Category ofPass = meaning.place == EventPlace::Thread ? Category::Host : Category::Other;
    span.category = meaning.isPass ? ofPass : meaning.category;
    span.operation = meaning.isPass ? Operation::Other : meaning.operation;
    span.stage = meaning.stage;
    span.microbatch = meaning.microbatch;
}

uint32_t ProfileTrace::addSpan(const SpanRecord& span, uint32_t lane, const EventMeaning& meaning)
{
    const uint32_t added = lanes.addSpan(span, lane);
    if (meaning.isPass)
        passes.add(added, lane, meaning);
    if (meaning.scope != LaunchScope::None)
        phases.addRange(lane, {span.begin, span.end}, meaning);
    if (meaning.message != Operation::Other && meaning.place == EventPlace::Thread)
        communication.addAction(lane, {span.begin, span.end}, meaning);
    if (meaning.isMessageKernel && span.operation == Operation::Other)
        communication.addMessageKernel(added);
    if (meaning.step && meaning.place == EventPlace::Thread)
        steps.add({lanes[lane].process, *meaning.step, span.begin, {}, span.end});
    if (meaning.step && meaning.place == EventPlace::GpuAnnotation)
        m_stepsOnDevices.push_back({lane, *meaning.step, {span.begin, span.end}});
    if (const auto name = meaning.isStepRange && meaning.place == EventPlace::Thread
            ? stepRanges.nameOf(builder.text(span.name))
            : std::nullopt)
        stepRanges.add(*name, lane, {span.begin, span.end});
    if (meaning.profilerCall == EventMeaning::ProfilerCall::Start)
        steps.leaveOutUntil(span.end);
    if (meaning.profilerCall == EventMeaning::ProfilerCall::Stop)
        steps.leaveOutFrom(span.begin);
    return added;
}

void ProfileTrace::addLaunchEnd(
    std::optional<uint64_t> number, uint32_t lane, uint32_t span, const EventMeaning& meaning)
{
    if (number && meaning.isLaunch)
        launches.addCall(*number, lane, span);
    else if (number)
        launches.addStarted(*number, lane, span);
}

bool ProfileTrace::settle(const Settling& settling, ImportReport& report, const std::function<bool()>& mayContinue)
{
    const TimeNs base = settling.base;
    if (!mayContinue())
        return false;
    settleStepRanges();
    const std::vector<int32_t> ranks = processes.ranksOf(lanes);
    const std::vector<int32_t> scopes = processes.launchScopesOf(lanes);
    const std::vector<LaunchPairs::Pair> pairs = launches.take([&scopes](uint32_t lane) { return scopes[lane]; },
        [&](uint32_t call) { return !settling.isOwn && launchesKernel(builder.text(builder.name(call))); });
    for (const LaunchPairs::Pair& launch : pairs)
        builder.addLaunch(launch.call, launch.started);
    communication.settleLaunches(pairs, base);
    communication.settleRecords(pairs, ranks, base);
    std::set<int32_t> withDevice = lanes.ranksWithDevice(ranks);
    for (const LaunchPairs::Lost& lost : launches.lost()) // what operators only launch is not theirs
        withDevice.insert(ranks[lost.lane]);
    phases.settle(pairs, ranks, withDevice, base);
    if (!mayContinue())
        return false;
    communication.settleMessages(ranks);
    if (counters.dropped() > 0) {
        report.add(IssueKind::BadRecord, std::nullopt,
            say("more counters than can be drawn: {} samples of the later ones are left out", counters.dropped()));
    }
    counters.finish(builder, base, [this](const std::string& process) { return processes.rankOf(process); });
    passes.settle(lanes, ranks, withDevice);
    communication.settleMessageKernels();
    TrackSettler::Stages stages = passes.stages(ranks);
    for (const auto& [rank, places] : communication.stages(ranks))
        stages.try_emplace(rank, places); // what the passes say counts more
    if (settling.stageOfRank)
        stages[settling.stageOfRank->first].insert(settling.stageOfRank->second);
    TrackSettler(builder, lanes, processes, settling.isOwn).settle(std::move(stages));
    settleSteps(pairs, ranks, settling);
    if (const int microbatches = passes.microbatches(); microbatches > 0)
        part.layout.microbatches = microbatches;
    part.clock = ClockPolicy::Recording;
    return true;
}

void ProfileTrace::settleStepRanges()
{
    if (!steps.isEmpty())
        return;
    EventMeaning step;
    step.scope = LaunchScope::Step;
    for (const StepRanges::Range& range : stepRanges.settled()) {
        phases.addRange(range.lane, range.range, step);
        steps.add({lanes[range.lane].process, range.number, range.range.begin, std::nullopt, range.range.end});
    }
}

/// Where no host's range of a step was recorded. Ranges of devices may hold nothing but what the profiler happened to
/// attribute: they are steps if they hold what the device does from the first on.
void ProfileTrace::settleStepsOnDevices(const std::vector<int32_t>& ranks, TimeNs base)
{
    struct OfRank {
        std::map<int, TimeRange> steps; // by number, of all streams
        std::map<TimeNs, TimeNs> ends;  // of them, by begin
        std::string process;
        double busy = 0;
        double inside = 0;
    };
    constexpr double leastInside = 0.9;
    std::map<int32_t, OfRank> found;
    for (const StepOnDevice& step : m_stepsOnDevices) {
        OfRank& own = found[ranks[step.lane]];
        TimeRange& range = own.steps.try_emplace(step.number, step.range).first->second;
        range = range.united(step.range);
        own.process = lanes[step.lane].process;
    }
    for (auto& [rank, own] : found) {
        for (const auto& [number, range] : own.steps)
            own.ends[range.begin] = std::max(own.ends[range.begin], range.end);
    }
    const std::vector<uint32_t> laneOfTrack = lanes.byTrack();
    for (uint32_t span = 0; span < builder.spanCount(); ++span) {
        const uint32_t lane = laneOfTrack[builder.trackOf(span).value];
        const auto rank = isOnDevice(lanes[lane].place) ? found.find(ranks[lane]) : found.end();
        if (rank == found.end())
            continue;
        const TimeRange range {builder.range(span).begin - base, builder.range(span).end - base};
        const auto next = rank->second.ends.upper_bound(range.begin);
        if (next == rank->second.ends.begin())
            continue; // begun before
        rank->second.busy += double(range.duration());
        rank->second.inside += range.end <= std::prev(next)->second ? double(range.duration()) : 0;
    }
    for (const auto& [rank, own] : found) {
        if (own.busy <= 0 || own.inside < leastInside * own.busy)
            continue;
        for (const auto& [number, range] : own.steps)
            steps.add({own.process, number, range.begin, range.end});
    }
}

void ProfileTrace::settleSteps(
    const std::vector<LaunchPairs::Pair>& pairs, const std::vector<int32_t>& ranks, const Settling& settling)
{
    if (steps.isEmpty() && !settling.isOwn && !settling.slice && !m_stepsOnDevices.empty())
        settleStepsOnDevices(ranks, settling.base);
    if (steps.isEmpty() && !settling.isOwn && !settling.slice)
        markRepeatedSteps(builder, lanes, pairs, ranks, settling.base, steps);
    std::vector<RankStep> settled
        = steps.settled(lanes, processes, DeviceStages(builder, lanes, processes, settling.base), settling.slice);
    if (!settling.isOwn)
        DeviceSteps({builder, pairs, launches.lost(), lanes, ranks, settling.base, steps.isCut()})
            .settle(settled, settling.slice);
    for (RankStep& step : settled) {
        if (settling.slice) // otherwise time that was not read would count as idle
            step.step.range = step.step.range.intersected(*settling.slice);
        if (!step.step.range.isEmpty())
            builder.addStep(step.shifted(settling.base));
    }
}

} // namespace bubblescope
