// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Costs in a profiler run: hosts that lag behind, copies, calls that wait.
#include "profilerrules.h"

#include "devicelanes.h"
#include "devicework.h"
#include "findingtext.h"
#include "functionname.h"
#include "hostthreads.h"
#include "idlerules.h"
#include "profiledranks.h"
#include "profiledspans.h"

#include <fmt/format.h>

#include <map>

namespace bubblescope {

namespace {

using Node = TraceGraph::Node;

/// Kernels that were launched and yet do not begin, beside an idle GPU.
void addLateKernels(FindingContext& c)
{
    constexpr TimeNs longestLatency = 20'000; ///< that a launch takes to reach an idle GPU, without any other reason
    const TimeSplit& split = c.analysis.summary.split;
    TimeNs waited = split.kernelWait;
    for (const IdleCause& cause : c.idleCauses)
        waited -= c.toldIdle.contains({cause.rank, cause.kind}) ? cause.kernelWait : 0;
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
        = say("A GPU is idle for {} of the step ({}) although its next kernel was launched already, before "
              "{} kernels per rank; the longest such pause, {}, is before {}.",
            timeText(lost), shareText(lost / std::max(c.stepNs(), 1.0)), countText(c.perRank(TimeNs(late.count))),
            timeText(double(waitOf(worst))), shortFunctionName(c.trace.name(worst.next)));
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
    c.add(std::move(finding), leastShapeShare);
}

void addCopies(FindingContext& c)
{
    const std::vector<Node>& nodes = c.pricer->graph().nodes;
    LongestSpans copies(c.trace);
    TimeNs pageable = 0;
    int64_t bytes = 0;
    for (const Node& node : nodes) {
        if (!isDevice(c, node) || c.trace.category(node.span) != Category::MemoryCopy)
            continue;
        copies.add(node.span);
        bytes += std::max<int64_t>(c.trace.bytes(node.span), 0);
        if (c.trace.name(node.span).find("Pageable") != std::string_view::npos)
            pageable += c.trace.duration(node.span);
    }
    if (copies.count == 0)
        return;
    Finding finding;
    finding.kind = Finding::Kind::Shape;
    finding.id = "memory-copies";
    finding.title = say("Copies between host and GPU take time");
    finding.costNs = double(c.pricer->gain(
        [&](uint32_t n, TimeNs ns) {
            return isDevice(c, nodes[n]) && c.trace.category(nodes[n].span) == Category::MemoryCopy ? 0 : ns;
        },
        sameTransfer));
    finding.sentence = say(copies.count == 1 ? say("{} copy of {} takes {} per rank, {} of it beside no kernel.")
                                             : say("{} copies of {} take {} per rank, {} of it beside no kernel."),
        countText(double(copies.count)), bytesText(double(bytes)), timeText(c.perRank(copies.total)),
        timeText(c.perRank(c.analysis.summary.split.of(Category::MemoryCopy))));
    finding.evidence = copies.evidence(c);
    finding.howComputed = say("Sum over all copies and fills of the step. {} without them.", retimed());
    finding.costOrigin = Origin::Modelled;
    finding.suggestion = 2 * pageable > copies.total
        ? say("Most are from or to pageable memory: pin it (pin_memory=True) and copy with non_blocking=True.")
        : say("Copy fewer and larger pieces, earlier and with non_blocking=True, beside compute.");
    c.add(std::move(finding), leastShapeShare);
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
        ? say("Copies block the host; meanwhile nothing is queued, and afterwards GPUs are idle for {} per rank ({} of "
              "the step).",
            timeText(finding.costNs), shareText(finding.costNs / std::max(c.stepNs(), 1.0)))
        : say(
            "{} per rank and step block the host for {}; meanwhile nothing is queued, and afterwards GPUs are idle for "
            "{} ({} of the step).",
            namesText(counted), timeText(c.perRank(calls.total)), timeText(finding.costNs),
            shareText(finding.costNs / std::max(c.stepNs(), 1.0)));
    finding.evidence = calls.evidence(c);
    finding.evidence.spans.insert(finding.evidence.spans.begin(), sum->longest->span);
    if (finding.evidence.spans.size() > maximumEvidence)
        finding.evidence.spans.pop_back();
    finding.evidence.range = sum->longest->longest;
    finding.evidence.ranks = {c.rankNumber(sum->longest->rank)};
    finding.howComputed = say("Pauses of the GPU that begin while such a call waits, without what else the host is "
                              "seen to do then. {}",
        meanOverRanks());
    finding.suggestion = adviceAgainst(IdleKind::Synchronization);
    if (finding.costNs < leastShapeShare * c.stepNs())
        return;
    c.add(std::move(finding), leastShapeShare);
    for (uint32_t rank = 0; rank < c.trace.ranks().size(); ++rank)
        c.toldIdle.insert({rank, IdleKind::Synchronization});
}

} // namespace

void addProfilerFindings(FindingContext& context)
{
    if (!isProfilerRun(context.trace))
        return addRanksOfKernels(context);
    if (context.pricer)
        addProfiledRanks(context);
    addSynchronizingCalls(context);
    addLateKernels(context);
    addIdleGpus(context);
    if (context.pricer)
        addCopies(context);
    addContention(context);
}

} // namespace bubblescope
