// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Costs in a profiler run: hosts that lag behind, copies, calls that wait.
#include "profilerrules.h"

#include "devicelanes.h"
#include "findingtext.h"
#include "functionname.h"
#include "hostthreads.h"
#include "profiledranks.h"
#include "profiledspans.h"

#include <fmt/format.h>

#include <map>

namespace bubblescope {

namespace {

using Node = TraceGraph::Node;

bool isHost(const FindingContext& c, const Node& node)
{
    return !node.isStart && !node.isWork && !node.isCommunication && !isDevice(c, node);
}

/// A time during which the GPU of a rank has no work.
struct DeviceGap {
    TimeRange range;
    SpanId next; ///< the span that ends it
};

std::vector<DeviceGap> deviceGaps(const FindingContext& c, uint32_t rank)
{
    const TraceGraph& graph = c.pricer->graph();
    std::vector<SpanId> busy;
    for (uint32_t n = graph.firstNode[rank]; n < graph.firstNode[rank + 1]; ++n) {
        if (isDevice(c, graph.nodes[n]))
            busy.push_back(graph.nodes[n].span);
    }
    std::sort(busy.begin(), busy.end(), [&](SpanId a, SpanId b) { return c.trace.begin(a) < c.trace.begin(b); });
    std::vector<DeviceGap> gaps;
    TimeNs over = busy.empty() ? 0 : c.trace.begin(busy.front());
    for (const SpanId span : busy) {
        if (c.trace.begin(span) > over)
            gaps.push_back({{over, c.trace.begin(span)}, span});
        over = std::max(over, c.trace.end(span));
    }
    return gaps;
}

void addHostBound(FindingContext& c)
{
    const TimeSplit& split = c.analysis.summary.split;
    const double lost = c.perRank(split.hostWait);
    if (lost < leastShapeShare * c.stepNs())
        return;
    const std::vector<Node>& nodes = c.pricer->graph().nodes;
    Finding finding;
    finding.kind = Finding::Kind::Shape;
    finding.id = "host-bound";
    finding.title = say("GPUs wait for their hosts");
    finding.costNs = std::min(lost,
        double(c.pricer->gain([&](uint32_t n, TimeNs ns) { return isHost(c, nodes[n]) ? 0 : ns; }, sameTransfer)));
    finding.sentence
        = say("A GPU is idle for {} of the step ({}) because the host has not launched the next kernel yet",
            timeText(lost), shareText(c.analysis.summary.parts().share(TimePart::HostWait)));
    finding.sentence += split.kernelWait > 0
        ? say("; {} more pass between launch and begin.", timeText(c.perRank(split.kernelWait)))
        : say(".");
    DeviceGap widest;
    uint32_t rankOfWidest = 0;
    for (uint32_t r = 0; r < c.trace.ranks().size(); ++r) {
        for (DeviceGap& gap : deviceGaps(c, r)) {
            // What passes after the call is no pause of the host, nor is what nothing is known of.
            const SpanId call = c.trace.launchOf(gap.next);
            if (!call.isValid())
                continue;
            gap.range.end = std::clamp(c.trace.begin(call), gap.range.begin, gap.range.end);
            if (gap.range.duration() > widest.range.duration()) {
                widest = gap;
                rankOfWidest = r;
            }
        }
    }
    if (widest.next.isValid()) {
        const SpanId call = c.trace.launchOf(widest.next);
        finding.evidence.spans = {call.isValid() ? call : widest.next};
        finding.evidence.range = widest.range;
        finding.evidence.ranks = {c.rankNumber(rankOfWidest)};
        finding.sentence
            += say(" The longest such pause, {} on rank {}, ends with {}.", timeText(double(widest.range.duration())),
                c.rankNumber(rankOfWidest), shortFunctionName(c.trace.name(widest.next)));
    } else { // before the first kernel or after the last
        const auto& ranks = c.analysis.summary.ranks;
        const auto idlest = std::max_element(ranks.begin(), ranks.end(),
            [](const RankSummary& a, const RankSummary& b) { return a.split.hostWait < b.split.hostWait; });
        finding.evidence.ranks = {idlest->rank};
        finding.evidence.range = idlest->window;
    }
    finding.howComputed = say(
        "Time without a kernel or copy on any stream, until the call that launches the next one. {} with hosts that "
        "take no time between their launches; no more counts than the mean pause of a GPU.",
        retimed());
    finding.costOrigin = Origin::Modelled;
    finding.suggestion
        = say("CUDA graphs or torch.compile, larger batches, fewer and larger kernels; no .item(), print() or "
              "logging of tensors inside the step.");
    finding.tryKnobs = {{"host-gaps", "0.5"}};
    c.add(std::move(finding), leastShapeShare);
}

/// Kernels that were launched and yet do not begin, beside an idle GPU.
void addLateKernels(FindingContext& c)
{
    const TimeSplit& split = c.analysis.summary.split;
    const double lost = c.perRank(split.kernelWait);
    if (lost < largeShare * c.stepNs())
        return;
    LongestSpans late(c.trace);
    TimeNs longest = 0;
    SpanId worst;
    for (uint32_t r = 0; r < c.trace.ranks().size(); ++r) {
        for (const DeviceGap& gap : deviceGaps(c, r)) {
            const SpanId call = c.trace.launchOf(gap.next);
            if (!call.isValid())
                continue;
            const TimeNs wait = gap.range.end - std::max(gap.range.begin, c.trace.end(call));
            if (wait <= 0)
                continue;
            late.add(gap.next);
            if (wait > longest) {
                longest = wait;
                worst = gap.next;
            }
        }
    }
    if (!worst.isValid())
        return;
    Finding finding;
    finding.kind = Finding::Kind::Shape;
    finding.id = "late-kernels";
    finding.title = say("Kernels begin long after their launch");
    finding.costNs = lost;
    finding.sentence = say("A GPU is idle for {} of the step ({}) although its next kernel was launched already; the "
                           "longest such pause, {}, is before {}.",
        timeText(lost), shareText(c.analysis.summary.parts().share(TimePart::KernelWait)), timeText(double(longest)),
        shortFunctionName(c.trace.name(worst)));
    finding.evidence = late.evidence(c);
    finding.evidence.spans.insert(finding.evidence.spans.begin(), worst);
    if (finding.evidence.spans.size() > maximumEvidence)
        finding.evidence.spans.pop_back();
    finding.evidence.range = {c.trace.begin(worst) - longest, c.trace.end(worst)};
    finding.evidence.ranks = {c.trace.track(c.trace.track(worst)).rank};
    finding.howComputed = say("Time without a kernel or copy on any stream, from the end of the call that launches "
                              "the next one to its begin. {}",
        meanOverRanks());
    finding.suggestion = say("Look for events that one stream waits for on another, for other processes on the GPU, "
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
    TimeNs lost = 0;
    LongestSpans calls(c.trace);
    const TraceGraph& graph = c.pricer->graph();
    std::map<std::string_view, uint64_t> names;
    for (uint32_t r = 0; r < c.trace.ranks().size(); ++r) {
        std::vector<SpanId> ofRank;
        for (uint32_t n = graph.firstNode[r]; n < graph.firstNode[r + 1]; ++n) {
            const SpanId span = graph.nodes[n].span;
            if (awaitsDevice(c.trace, span) && (ofRank.empty() || ofRank.back() != span))
                ofRank.push_back(span);
        }
        std::sort(ofRank.begin(), ofRank.end(), [&](SpanId a, SpanId b) { return c.trace.end(a) < c.trace.end(b); });
        ofRank.erase(std::unique(ofRank.begin(), ofRank.end()), ofRank.end());
        for (const SpanId span : ofRank) {
            calls.add(span);
            ++names[c.trace.name(span)];
        }
        for (const DeviceGap& gap : deviceGaps(c, r)) {
            const auto call = std::lower_bound(ofRank.begin(), ofRank.end(), gap.range.begin,
                [&](SpanId span, TimeNs time) { return c.trace.end(span) < time; });
            if (call != ofRank.end() && c.trace.begin(*call) <= gap.range.begin)
                lost += gap.range.duration();
        }
    }
    if (calls.count == 0)
        return;
    const auto most = std::max_element(
        names.begin(), names.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
    Finding finding;
    finding.kind = Finding::Kind::Shape;
    finding.id = "synchronizing-calls";
    finding.title = say("Hosts wait for their GPUs");
    finding.costNs = c.perRank(lost);
    finding.sentence = say("{} calls ({} of them {}) block the host for {} per rank; meanwhile nothing is queued, and "
                           "afterwards GPUs are idle for {}.",
        countText(double(calls.count)), countText(double(most->second)), most->first, timeText(c.perRank(calls.total)),
        timeText(c.perRank(lost)));
    finding.evidence = calls.evidence(c);
    finding.howComputed = say("Pauses of the GPU that begin while such a call waits. {}", meanOverRanks());
    finding.suggestion
        = say("Avoid .item(), .cpu(), nonzero() and synchronous copies inside the step; read results a step "
              "later.");
    c.add(std::move(finding), leastShapeShare);
}

} // namespace

void addProfilerFindings(FindingContext& context)
{
    if (!context.pricer || !isProfilerRun(context.trace))
        return;
    addProfiledRanks(context);
    addHostBound(context);
    addLateKernels(context);
    addSynchronizingCalls(context);
    addCopies(context);
}

} // namespace bubblescope
