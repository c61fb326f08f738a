// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Costs in a profiler run: hosts that lag behind, copies, calls that wait, ranks that arrive last.
#include "profilerrules.h"

#include "devicelanes.h"
#include "findingtext.h"
#include "functionname.h"
#include "hostthreads.h"
#include "median.h"

#include <fmt/format.h>

#include <map>

namespace bubblescope {

namespace {

using Node = TraceGraph::Node;

const auto sameTransfer = [](uint32_t, TimeNs ns) { return ns; };
constexpr double leastRankFactor = 1.1; ///< GPUs of one model differ by some percent in the same kernels

bool isDevice(const FindingContext& c, const Node& node)
{
    return !node.isStart && isDeviceLane(c.trace.track(c.trace.track(node.span)).lane);
}
bool isHost(const FindingContext& c, const Node& node)
{
    return !node.isStart && !node.isWork && !node.isCommunication && !isDevice(c, node);
}

/// Keeps the longest of the spans it is given.
class LongestSpans {
public:
    explicit LongestSpans(const Trace& trace) : m_trace(trace) { }
    void add(SpanId span)
    {
        ++count;
        total += m_trace.duration(span);
        m_spans.push_back(span);
    }
    Evidence evidence(const FindingContext& c)
    {
        const size_t kept = std::min(m_spans.size(), maximumEvidence);
        std::partial_sort(m_spans.begin(), m_spans.begin() + std::ptrdiff_t(kept), m_spans.end(),
            [&](SpanId a, SpanId b) { return m_trace.duration(a) > m_trace.duration(b); });
        m_spans.resize(kept);
        Evidence made;
        made.spans = m_spans;
        made.range = m_spans.empty() ? c.window() : m_trace.range(m_spans.front());
        if (!m_spans.empty())
            made.ranks = {m_trace.track(m_trace.track(m_spans.front())).rank};
        return made;
    }
    uint64_t count = 0;
    TimeNs total = 0;

private:
    const Trace& m_trace;
    std::vector<SpanId> m_spans;
};

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
            timeText(lost), shareText(split.total() > 0 ? double(split.hostWait) / double(split.total()) : 0));
    finding.sentence += split.kernelWait > 0
        ? say("; {} more pass between launch and begin.", timeText(c.perRank(split.kernelWait)))
        : say(".");
    DeviceGap widest;
    uint32_t rankOfWidest = 0;
    for (uint32_t r = 0; r < c.trace.ranks().size(); ++r) {
        for (const DeviceGap& gap : deviceGaps(c, r)) {
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
        timeText(lost), shareText(split.total() > 0 ? double(split.kernelWait) / double(split.total()) : 0),
        timeText(double(longest)), shortFunctionName(c.trace.name(worst)));
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
    finding.sentence = say("{} copies of {} take {} per rank, {} of it beside no kernel.",
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

/// Ranks whose GPU computes longer than that of the others.
void addSlowDevices(FindingContext& c)
{
    // By rank index; ranks without work in this step are not compared.
    std::vector<double> compute(c.trace.ranks().size(), 0);
    std::vector<double> sorted;
    for (const RankSummary& rank : c.analysis.summary.ranks) {
        sorted.push_back(double(rank.split.compute()));
        compute[rankIndex(c.trace, rank.rank)] = sorted.back();
    }
    const size_t peers = sorted.size();
    if (peers < 3)
        return; // with two ranks, neither is the outlier
    const double usual = medianOf(sorted);
    std::vector<int> slow;
    for (size_t r = 0; r < compute.size(); ++r) {
        if (usual > 0 && compute[r] > leastRankFactor * usual)
            slow.push_back(int(r));
    }
    if (slow.empty() || 2 * slow.size() > peers)
        return;
    std::sort(slow.begin(), slow.end(), [&](int a, int b) { return compute[size_t(a)] > compute[size_t(b)]; });
    const std::vector<Node>& nodes = c.pricer->graph().nodes;
    Finding finding;
    finding.id = "straggling-rank";
    finding.costNs = double(c.pricer->gain(
        [&](uint32_t n, TimeNs ns) {
            const double factor = compute[nodes[n].rank] / usual;
            const bool isWork = isDevice(c, nodes[n]) && isCompute(c.trace.category(nodes[n].span));
            return isWork && factor > leastRankFactor ? scaled(ns, 1 / factor) : ns;
        },
        sameTransfer));
    std::string cure;
    for (const int r : slow) {
        finding.evidence.ranks.push_back(c.rankNumber(uint32_t(r)));
        cure += fmt::format(
            "{}rank:{}={:.4g}", cure.empty() ? "" : ",", c.rankNumber(uint32_t(r)), usual / compute[size_t(r)]);
    }
    const std::vector<int> numbers(finding.evidence.ranks.begin(), finding.evidence.ranks.end());
    const auto worst = uint32_t(slow.front());
    finding.title = say(slow.size() == 1 ? say("{} is slow") : say("{} are slow"), listText(Numbered::Ranks, numbers));
    finding.sentence = say("The GPU of rank {} computes {} in this step, {} times the median of all ranks ({}).",
        numbers.front(), timeText(compute[worst]), factorText(compute[worst] / usual), timeText(usual));
    LongestSpans kernels(c.trace);
    for (const Node& node : nodes) {
        if (node.rank == worst && isDevice(c, node) && isCompute(c.trace.category(node.span)))
            kernels.add(node.span);
    }
    const std::vector<int32_t> named = finding.evidence.ranks;
    finding.evidence = kernels.evidence(c);
    finding.evidence.ranks = named;
    finding.howComputed = say(
        "Time in which a GPU computes, against the median of all. {} with the kernels of {} shorter by that factor.",
        retimed(), slow.size() == 1 ? say("this rank") : say("these ranks"));
    finding.costOrigin = Origin::Modelled;
    finding.suggestion
        = say("Look at clocks and throttling of that GPU, and at whether it gets more work than the others "
              "(longer sequences, larger shards).");
    finding.tryKnobs = {{"straggler", cure}};
    c.add(std::move(finding), leastFaultShare);
}

/// Collectives start when their last member arrives.
void addLateRanks(FindingContext& c)
{
    const TraceGraph& graph = c.pricer->graph();
    std::map<int32_t, TimeNs> causedBy;
    std::map<int32_t, std::pair<TimeNs, SpanId>> worstOf; // longest wait for a rank
    std::map<SpanId, TimeRange> meetings;                 // by the last member to arrive
    TimeNs total = 0;
    for (const Waiting& waiting : c.analysis.waiting) {
        if (!waiting.lastToCome.isValid() || waiting.lastToCome == waiting.span
            || !graph.window.contains(c.trace.begin(waiting.span))
            || !namesProcessGroup(c.trace, c.trace.track(c.trace.track(waiting.span))))
            continue;
        const TimeNs lost = waiting.until - c.trace.begin(waiting.span);
        const int32_t rank = c.trace.track(c.trace.track(waiting.lastToCome)).rank;
        total += lost;
        causedBy[rank] += lost;
        std::pair<TimeNs, SpanId>& worst = worstOf[rank];
        if (!worst.second.isValid() || lost > worst.first)
            worst = {lost, waiting.span};
        meetings[waiting.lastToCome] = meetings.try_emplace(waiting.lastToCome, TimeRange::nothing())
                                           .first->second.united({c.trace.begin(waiting.span), waiting.until});
    }
    if (causedBy.empty())
        return;
    const auto worst = std::max_element(
        causedBy.begin(), causedBy.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
    const int32_t rank = worst->first;
    uint64_t lastAt = 0;
    for (const auto& [span, range] : meetings)
        lastAt += c.trace.track(c.trace.track(span)).rank == rank;
    Finding finding;
    finding.id = "late-rank";
    finding.title = say("Ranks wait for rank {} in collectives", rank);
    finding.costNs = c.perRank(worst->second);
    finding.sentence = say("In collectives each rank waits {} for others, {} of it for rank {}, which comes last to {} "
                           "of {} collectives in which ranks waited.",
        timeText(c.perRank(total)), timeText(c.perRank(worst->second)), rank, lastAt, meetings.size());
    TimeNs earliest = std::numeric_limits<TimeNs>::max();
    TimeNs own = 0;
    for (uint32_t n = 0; n < graph.nodes.size(); ++n) {
        if (!graph.nodes[n].isStart)
            continue;
        earliest = std::min(earliest, graph.graph.cost(n));
        own = c.rankNumber(graph.nodes[n].rank) == rank ? graph.graph.cost(n) : own;
    }
    if (own - earliest > TimeNs(c.perRank(worst->second)) / 4) {
        finding.sentence += say(" It begins this step {} after the first rank; the cause lies in the step before.",
            timeText(double(own - earliest)));
    }
    finding.evidence.ranks = {rank};
    const SpanId longestWait = worstOf[rank].second;
    finding.evidence.spans = {longestWait};
    for (const auto& [span, range] : meetings) {
        if (c.trace.track(c.trace.track(span)).rank == rank && finding.evidence.spans.size() < maximumEvidence)
            finding.evidence.spans.push_back(span);
    }
    finding.evidence.range = c.trace.range(longestWait);
    finding.howComputed = say("Time from the begin of a collective's kernel until its last member begins, by who "
                              "that was. {}",
        meanOverRanks());
    finding.suggestion
        = say("Compare what this rank does before those collectives with another rank: more work, a slower GPU "
              "or host, or input that came late.");
    c.add(std::move(finding), leastFaultShare);
}

void addLoneRank(FindingContext& c)
{
    const int world = c.run.layout.world.value_or(1);
    const auto here = int(c.trace.ranks().size());
    bool communicates = false;
    for (const Overlap::Group& group : c.analysis.overlap.groups)
        communicates = communicates || group.exposed + group.hidden > 0;
    if (!communicates || here >= world || here > 1)
        return;
    Finding finding;
    finding.kind = Finding::Kind::Caveat;
    finding.id = "one-rank";
    finding.title = say("Only one of {} ranks was opened", world);
    finding.sentence
        = say("Its collectives count as recorded: how much of them is waiting for other ranks is unknown.");
    finding.evidence.ranks = {c.rankNumber(0)};
    finding.evidence.range = c.window();
    finding.howComputed = say("World size of the trace against the ranks that were opened.");
    finding.suggestion = say("Open the traces of all ranks of the step together.");
    c.analysis.findings.list.push_back(std::move(finding));
}

} // namespace

void addProfilerFindings(FindingContext& context)
{
    if (!context.pricer || !isProfilerRun(context.trace))
        return;
    addSlowDevices(context);
    addLateRanks(context);
    addHostBound(context);
    addLateKernels(context);
    addSynchronizingCalls(context);
    addCopies(context);
    addLoneRank(context);
}

} // namespace bubblescope
