// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Costs in a profiler run: hosts that lag behind, copies, calls that wait.
#include "profilerrules.h"

#include "devicelanes.h"
#include "devicespans.h"
#include "devicework.h"
#include "disjointtimes.h"
#include "findingtext.h"
#include "functionname.h"
#include "hostthreads.h"
#include "idlerules.h"
#include "profiledranks.h"
#include "productrules.h"
#include "profiledspans.h"
#include "steadystate.h"
#include "wholerecording.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <map>

namespace bubblescope {

namespace {

using namespace std::string_view_literals;
using Node = TraceGraph::Node;

/// Kernels that the host of a rank launched in the step; of lost ones nothing was recorded.
struct KernelLaunches {
    uint64_t all = 0;
    uint64_t lost = 0;
    bool isAnyKnown = false; ///< of some, what they started was recorded as theirs
};

struct LaunchCall {
    TimeRange range;
    bool hasStarted;
};

/// Of a rank in a time, by begin. The driver is called inside of calls of the runtime: together they are one launch.
std::vector<LaunchCall> launchCalls(
    const FindingContext& c, const RankInfo& rank, TimeRange window, const std::vector<bool>& hasStarted)
{
    std::map<StringId, bool> names;
    std::vector<LaunchCall> calls;
    for (const Track& track : c.trace.tracksOf(rank.rank)) {
        for (const Row& row :
            track.lane == Lane::Thread ? c.trace.rowsOf(c.trace.idOf(track)) : std::span<const Row>()) {
            for (uint32_t i = row.firstSpan; i < row.firstSpan + row.spanCount; ++i) {
                if (!window.contains(c.trace.begin(SpanId(i))))
                    continue;
                const auto [name, isNew] = names.try_emplace(c.trace.nameId(SpanId(i)));
                if (isNew)
                    name->second = launchesKernel(c.trace.name(SpanId(i)));
                if (name->second)
                    calls.push_back({c.trace.range(SpanId(i)), hasStarted[i]});
            }
        }
    }
    std::sort(calls.begin(), calls.end(),
        [](const LaunchCall& a, const LaunchCall& b) { return a.range.begin < b.range.begin; });
    size_t count = 0;
    for (const LaunchCall& call : calls) {
        if (count > 0 && call.range.begin < calls[count - 1].range.end)
            calls[count - 1].hasStarted = calls[count - 1].hasStarted || call.hasStarted;
        else
            calls[count++] = call;
    }
    calls.resize(count);
    return calls;
}

KernelLaunches launchedOn(const FindingContext& c, const RankInfo& rank, const std::vector<bool>& hasStarted)
{
    const std::vector<LaunchCall> calls = launchCalls(c, rank, ownWindow(c.trace, rank, c.window()), hasStarted);
    const size_t count = calls.size();
    // Where a recording ends, later ones are not due.
    size_t due = count;
    while (due > 0 && !calls[due - 1].hasStarted)
        --due;
    const bool isAny = due > 0;
    KernelLaunches launched {count, 0};
    for (size_t i = 0; i < (isAny ? due : count); ++i)
        launched.lost += calls[i].hasStarted ? 0 : 1;
    launched.isAnyKnown = isAny;
    return launched;
}

std::vector<bool> spansThatStart(const Trace& trace)
{
    std::vector<bool> hasStarted(trace.spanCount());
    for (const Link& launch : trace.launches())
        hasStarted[launch.from.value] = true;
    return hasStarted;
}

/// Where nothing at all was recorded of what hosts launch, as in a file that breaks off before it.
void addUnrecordedDevices(FindingContext& c)
{
    const std::vector<bool> hasStarted = spansThatStart(c.trace);
    std::vector<int> without;
    uint64_t launches = 0;
    for (const RankInfo& rank : c.trace.ranks()) {
        const uint64_t lost = showsDevice(c.trace, rank.rank) ? 0 : launchedOn(c, rank, hasStarted).lost;
        launches += lost;
        if (lost > 0)
            without.push_back(rank.rank);
    }
    if (without.empty())
        return;
    Finding finding;
    finding.id = "unrecorded-device";
    finding.title = say("What GPUs did was not recorded");
    finding.sentence = say(without.size() == 1
            ? say("{} launches {} kernels, and none of them was recorded: where the time of its GPU goes is not known, "
                  "and all figures are those of its host.")
            : say(
                "{} launch {} kernels, and none of them was recorded: where the time of their GPUs goes is not known, "
                "and all figures are those of their hosts."),
        listText(Numbered::Ranks, without), countText(double(launches)));
    finding.evidence.ranks.assign(without.begin(), without.end());
    finding.evidence.range = c.window();
    finding.howComputed = say("Calls that launch kernels, on ranks without a single kernel.");
    finding.suggestion
        = say("Record GPUs as well (ProfilerActivity.CUDA); a file that breaks off lacks what stands last "
              "in it: write or copy it again.");
    c.analysis.findings.list.push_back(std::move(finding));
}

/// When the last recorded work of a rank's device ends.
TimeNs endOfDevice(const Trace& trace, int32_t rank)
{
    TimeNs end = std::numeric_limits<TimeNs>::min();
    for (const Track& track : trace.tracksOf(rank)) {
        if (!isDeviceLane(track.lane))
            continue;
        for (const Row& row : trace.rowsOf(trace.idOf(track)))
            end = row.spanCount > 0 ? std::max(end, trace.end(SpanId(row.firstSpan + row.spanCount - 1))) : end;
    }
    return end;
}

/// Where a file breaks off, or a profiler stops, before the device has done what is launched in any step.
void addUnrecordedLaunches(FindingContext& c)
{
    constexpr double leastMissing = 0.01;
    if (!isWholeRecording(c.trace))
        return;
    const std::vector<bool> hasStarted = spansThatStart(c.trace);
    uint64_t all = 0;
    uint64_t later = 0;
    TimeNs latest = 0; // behind the end of the device
    for (const RankInfo& rank : c.trace.ranks()) {
        if (!showsDevice(c.trace, rank.rank))
            continue;
        const TimeNs end = endOfDevice(c.trace, rank.rank);
        const std::vector<LaunchCall> calls = launchCalls(c, rank, c.trace.range(), hasStarted);
        const auto after = std::lower_bound(calls.begin(), calls.end(), end,
            [](const LaunchCall& call, TimeNs time) { return call.range.begin < time; });
        all += calls.size();
        later += uint64_t(calls.end() - after);
        if (after != calls.end())
            latest = std::max(latest, calls.back().range.end - end);
    }
    if (later < 2 || double(later) < leastMissing * double(all))
        return;
    Finding finding;
    finding.kind = Finding::Kind::Caveat;
    finding.id = unrecordedLaunches;
    finding.title = say("What GPUs do ends before the recording does");
    finding.sentence = say(
        "The last {} of {} kernels are launched up to {} after the last recorded work of a GPU: what they did is not "
        "known. All figures are of the time in which GPUs were recorded.",
        countText(double(later)), countText(double(all)), timeText(double(latest)));
    finding.evidence.range = c.window();
    finding.howComputed = say("Calls that launch kernels and begin after the last recorded kernel or copy has ended.");
    finding.suggestion = say("Write or copy the file again if it breaks off; else let the profiler run until its GPUs "
                             "are done.");
    c.analysis.findings.list.push_back(std::move(finding));
}

/// Where a part of the kernels is missing, GPUs are idle less than it seems, and what looks late may be what is
/// missing.
bool addMissingKernels(FindingContext& c)
{
    constexpr double leastMissing = 0.01;
    const std::vector<bool> hasStarted = spansThatStart(c.trace);
    KernelLaunches sum;
    for (const RankInfo& rank : c.trace.ranks()) {
        const KernelLaunches own = showsDevice(c.trace, rank.rank) ? launchedOn(c, rank, hasStarted) : KernelLaunches();
        if (!own.isAnyKnown) // no launch was recorded with what it started
            continue;
        sum.all += own.all;
        sum.lost += own.lost;
    }
    if (sum.lost < 2 || double(sum.lost) < leastMissing * double(sum.all))
        return false;
    Finding finding;
    finding.kind = Finding::Kind::Caveat;
    finding.id = "missing-kernels";
    finding.title = say("Kernels are missing from the recording");
    finding.sentence
        = say("{} of {} kernels that were launched were not recorded: GPUs are idle less than it seems, and "
              "what seems to begin late may have waited for these.",
            countText(double(sum.lost)), countText(double(sum.all)));
    finding.evidence.range = c.window();
    finding.howComputed
        = say("Calls that launch kernels without a kernel of theirs, before the last one that has one.");
    finding.suggestion = say("Record fewer steps, or with larger buffers of the profiler.");
    c.analysis.findings.list.push_back(std::move(finding));
    return true;
}

/// Kernels that were launched and yet do not begin, beside an idle GPU.
void addLateKernels(FindingContext& c)
{
    constexpr TimeNs longestLatency = 20'000; ///< that a launch takes to reach an idle GPU, without any other reason
    const TimeSplit& split = c.analysis.summary.split;
    TimeNs waited = split.kernelWait;
    for (const IdleCause& cause : c.idleCauses)
        waited -= c.reportedIdle.contains({cause.rank, cause.kind}) ? cause.kernelWait : 0;
    const double lost = c.perRank(waited);
    if (lost < largeShare * c.stepNs())
        return;
    LongestSpans late(c.trace);
    TimeNs latency = 0;
    DevicePause worst;
    const auto waitOf = [](const DevicePause& pause) { return pause.range.end - pause.launched; };
    for (const std::vector<DevicePause>& ofRank : c.pauses) {
        for (const DevicePause& pause : ofRank) {
            if (waitOf(pause) <= 0 || !pause.next.isValid())
                continue;
            late.add(pause.next);
            latency += waitOf(pause) <= longestLatency ? waitOf(pause) : 0;
            if (!worst.next.isValid() || waitOf(pause) > waitOf(worst))
                worst = pause;
        }
    }
    if (!worst.next.isValid())
        return;
    const bool isLatency = 2 * latency > split.kernelWait;
    Finding finding;
    finding.kind = Finding::Kind::Shape;
    finding.id = isLatency ? "launch-latency" : "late-kernels";
    finding.title
        = isLatency ? say("GPUs are idle while launches reach them") : say("Kernels begin long after their launch");
    finding.costNs = lost;
    finding.sentence
        = say("A GPU is idle for {} {} ({}) although its next kernel was launched already, before {} kernels per rank; "
              "the longest such pause, {}, is before {}.",
            timeText(lost), c.ofStep(), shareText(lost / std::max(c.stepNs(), 1.0)),
            countText(c.perRank(TimeNs(late.count))), timeText(double(waitOf(worst))),
            shortFunctionName(c.trace.name(worst.next)));
    finding.evidence = late.evidence(c);
    finding.evidence.spans.insert(finding.evidence.spans.begin(), worst.next);
    if (finding.evidence.spans.size() > maximumEvidence)
        finding.evidence.spans.pop_back();
    finding.evidence.range = {worst.launched, c.trace.end(worst.next)};
    finding.evidence.ranks = {c.trace.track(c.trace.track(worst.next)).rank};
    finding.howComputed = say("Time without a kernel or copy on any stream, from the end of the call that launches "
                              "the next one to its begin. {}",
        meanOverRanks());
    finding.suggestion = isLatency
        ? say("CUDA graphs, or fewer and larger kernels: each launch takes some time to reach an idle GPU.")
        : say("Look for events that one stream waits for on another, for other processes on the GPU, "
              "and for the profiler's own cost of each launch.");
    // Where hosts set the pace, GPUs that began at once would wait for them all the longer.
    if (c.steady)
        finding.gainNs = lost * std::clamp(1 - c.steady->shareOf(SteadyState::Part::Host), 0.0, 1.0);
    c.add(std::move(finding), leastShapeShare);
}

/// True for copies and fills that do not touch the memory of a host, as far as names tell: "Memcpy DtoD (Device ->
/// Device)", "CopyDeviceToDevice", "Memset (Device)".
bool staysOnDevices(std::string_view name)
{
    constexpr std::array words {"DtoD"sv, "D2D"sv, "DeviceToDevice"sv, "PtoP"sv, "P2P"sv, "AtoA"sv, "AtoD"sv, "DtoA"sv,
        "Memset"sv, "FillBuffer"sv};
    return std::any_of(
        words.begin(), words.end(), [&](std::string_view word) { return name.find(word) != std::string_view::npos; });
}

/// What devices copy or fill in the step, with or without a host.
struct Copies {
    explicit Copies(const Trace& trace) : spans(trace) { }
    LongestSpans spans;
    TimeNs pageable = 0;
    TimeNs total = 0;
    TimeNs mostOfRank = 0;
    TimeNs besideNoKernel = 0;
    int64_t bytes = 0;
};

template <typename Wanted> Copies copiesInStep(const FindingContext& c, Wanted wanted)
{
    Copies copies(c.trace);
    for (const RankInfo& rank : c.trace.ranks()) {
        const TimeRange window = ownWindow(c.trace, rank, c.window());
        const DeviceSpans device(c.trace, rank.rank, window);
        std::vector<DisjointTimes::Piece> copying;
        std::vector<DisjointTimes::Piece> kernels;
        TimeNs total = 0;
        for (const SpanId span : device.byBegin()) {
            const TimeRange inside = c.trace.range(span).intersected(window);
            if (inside.isEmpty())
                continue;
            if (c.trace.category(span) != Category::MemoryCopy)
                kernels.push_back({inside});
            if (!wanted(span))
                continue;
            copying.push_back({inside});
            copies.spans.add(span);
            total += inside.duration();
            copies.bytes += std::max<int64_t>(c.trace.bytes(span), 0);
            if (c.trace.name(span).find("Pageable") != std::string_view::npos)
                copies.pageable += inside.duration();
        }
        copies.total += total;
        copies.mostOfRank = std::max(copies.mostOfRank, total);
        const DisjointTimes busy(std::move(kernels), DisjointTimes::Ask::Sums);
        const DisjointTimes apart(std::move(copying), DisjointTimes::Ask::Sums);
        for (const DisjointTimes::Piece& piece : apart.pieces())
            copies.besideNoKernel += piece.range.duration() - busy.within(piece.range);
    }
    return copies;
}

void addCopiesOf(FindingContext& c, bool onDevices)
{
    const ColumnVector<Node>& nodes = c.pricer->graph().nodes;
    const auto isWanted = [&c, onDevices](SpanId span) {
        return c.trace.category(span) == Category::MemoryCopy && staysOnDevices(c.trace.name(span)) == onDevices;
    };
    Copies copies = copiesInStep(c, isWanted);
    // Nobody waits for those of a device but what follows on it.
    if (copies.spans.count == 0 || (onDevices && double(copies.mostOfRank) < leastShapeShare * c.stepNs()))
        return;
    Finding finding;
    finding.kind = Finding::Kind::Shape;
    finding.id = onDevices ? "device-copies" : "memory-copies";
    finding.title = onDevices ? say("Copies inside and between GPUs take time")
                              : say("Copies between host and GPU take time");
    finding.costNs = double(c.pricer->gain(
        [&](uint32_t n, TimeNs ns) { return isDevice(c, nodes[n]) && isWanted(nodes[n].span) ? 0 : ns; },
        sameTransfer));
    finding.sentence = say(c.perRank(TimeNs(copies.spans.count)) <= 1
            ? say("{} copy{} takes {} per rank, {} of it beside no kernel.")
            : say("{} copies{} take {} per rank, {} of it beside no kernel."),
        countText(c.perRank(TimeNs(copies.spans.count))),
        copies.bytes > 0 ? say(" of {}", bytesText(c.perRank(copies.bytes))) : Message(),
        timeText(c.perRank(copies.total)), timeText(c.perRank(copies.besideNoKernel)));
    finding.evidence = copies.spans.evidence(c);
    finding.howComputed
        = say(onDevices ? say("Sum over all copies and fills that stay on GPUs. {} without them.")
                        : say("Sum over all copies from and to hosts. {} without them."),
            retimed());
    finding.costOrigin = Origin::Modelled;
    if (onDevices)
        finding.suggestion = say("Copy less of what is there already: clone(), contiguous(), cat() and padding; let "
                                 "torch.compile fuse the rest into kernels.");
    else if (2 * copies.pageable > copies.total)
        finding.suggestion
            = say("Most are from or to pageable memory: pin it (pin_memory=True) and copy with non_blocking=True.");
    else
        finding.suggestion = say("Copy fewer and larger pieces, earlier and with non_blocking=True, beside compute.");
    c.add(std::move(finding), leastShapeShare);
}

void addCopies(FindingContext& c)
{
    addCopiesOf(c, false);
    addCopiesOf(c, true);
}

/// Cost of calls that wait for the GPU: when they return, its queue is empty.
void addSynchronizingCalls(FindingContext& c)
{
    const std::vector<IdleSum> sums = idleByKind(c.idleCauses);
    const auto sum = std::find_if(
        sums.begin(), sums.end(), [](const IdleSum& of) { return of.kind == IdleKind::Synchronization; });
    if (sum == sums.end())
        return;
    LongestSpans calls(c.trace);
    std::map<std::string_view, uint64_t> names; // by the operator that waits
    const TimeRange window = c.window();
    for (const Track& track : c.trace.tracks()) {
        if (track.lane != Lane::Thread)
            continue;
        for (const Row& row : c.trace.rowsOf(c.trace.idOf(track))) {
            for (uint32_t i = row.firstSpan; i < row.firstSpan + row.spanCount; ++i) {
                if (!awaitsDevice(c.trace, SpanId(i)) || !window.contains(c.trace.begin(SpanId(i))))
                    continue;
                calls.add(SpanId(i));
                ++names[c.trace.name(waitingOperator(c.trace, SpanId(i)))];
            }
        }
    }
    std::vector<std::pair<uint64_t, std::string_view>> most;
    for (const auto& [name, count] : names)
        most.emplace_back(count, name);
    std::stable_sort(most.begin(), most.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    std::vector<std::string> counted;
    for (const auto& [count, name] : most)
        counted.push_back(fmt::format("{} × {}", countText(c.perRank(TimeNs(count))), shortFunctionName(name)));
    const TimeNs lost = sum->time + sum->kernelWait;
    Finding finding;
    finding.kind = Finding::Kind::Shape;
    finding.id = "synchronizing-calls";
    finding.title = most.empty() ? say("Hosts wait for their GPUs")
                                 : say("Hosts wait for their GPUs in {}", shortFunctionName(most.front().second));
    finding.costNs = c.perRank(lost);
    finding.sentence = most.empty()
        ? say("Copies block the host; meanwhile nothing is queued, and afterwards GPUs are idle for {} per rank ({} "
              "{}).",
            timeText(finding.costNs), shareText(finding.costNs / std::max(c.stepNs(), 1.0)), c.ofStep())
        : say(isWholeRecording(c.trace)
                ? say("{} per rank block the host for {}; meanwhile nothing is queued, and "
                      "afterwards GPUs are idle for {} ({} {}).")
                : say("{} per rank and step block the host for {}; meanwhile nothing is queued, "
                      "and afterwards GPUs are idle for {} ({} {})."),
            namesText(counted), timeText(c.perRank(calls.total)), timeText(finding.costNs),
            shareText(finding.costNs / std::max(c.stepNs(), 1.0)), c.ofStep());
    finding.evidence = calls.evidence(c);
    finding.evidence.spans.insert(finding.evidence.spans.begin(), sum->longest->span);
    if (finding.evidence.spans.size() > maximumEvidence)
        finding.evidence.spans.pop_back();
    finding.evidence.range = sum->longest->longest;
    finding.evidence.ranks = {c.rankNumber(sum->longest->rank)};
    finding.howComputed = say("Pauses of the GPU that begin while such a call waits, as far as they are no longer than "
                              "the call, without what else the host is seen to do then. {}",
        meanOverRanks());
    finding.suggestion = adviceAgainst(IdleKind::Synchronization);
    if (finding.costNs < leastShapeShare * c.stepNs())
        return;
    c.add(std::move(finding), leastShapeShare);
    for (uint32_t rank = 0; rank < c.trace.ranks().size(); ++rank)
        c.reportedIdle.insert({rank, IdleKind::Synchronization});
}

} // namespace

void addProfilerFindings(FindingContext& context)
{
    if (!isProfilerRun(context.trace)) { // of devices alone, perhaps
        addRanksOfKernels(context);
        if (context.pricer)
            addCopies(context);
        return;
    }
    if (context.pricer)
        addProfiledRanks(context);
    addUnrecordedDevices(context);
    addUnrecordedLaunches(context);
    addSynchronizingCalls(context);
    if (!addMissingKernels(context))
        addLateKernels(context);
    addIdleGpus(context);
    if (context.pricer)
        addCopies(context);
    addContention(context);
    if (context.pricer)
        addSlowProducts(context);
}

} // namespace bubblescope
