// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Why GPUs have no work: what their hosts did meanwhile.
#include "idlerules.h"

#include "characters.h"
#include "devicelanes.h"
#include "devicespans.h"
#include "findingtext.h"
#include "functionname.h"
#include "launches.h"
#include "median.h"
#include "playedsteps.h"
#include "profiledspans.h"
#include "ranksplit.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <string_view>

namespace bubblescope {

namespace {

using namespace std::string_view_literals;

std::string shownName(const Trace& trace, StringId name) { return shortFunctionName(trace.strings().text(name)); }

/// What a call does with memory, by its name.
enum class MemoryCall : uint8_t { None, Takes, GivesBack, OfHost };

MemoryCall memoryCallOf(std::string_view name)
{
    const auto startsWith = [name](std::span<const std::string_view> words) {
        return std::any_of(
            words.begin(), words.end(), [name](std::string_view word) { return name.starts_with(word); });
    };
    constexpr std::array taking {"cudaMalloc"sv, "cuMemAlloc"sv, "cuMemCreate"sv, "cuMemMap"sv, "cuMemSetAccess"sv,
        "hipMalloc"sv, "hipMemCreate"sv, "hipMemMap"sv};
    constexpr std::array giving {
        "cudaFree"sv, "cuMemFree"sv, "cuMemUnmap"sv, "cuMemRelease"sv, "hipFree"sv, "hipMemUnmap"sv, "hipMemRelease"sv};
    constexpr std::array ofHost {"cudaHost"sv, "cuMemHost"sv, "hipHost"sv};
    const bool isTaking = startsWith(taking);
    const bool isGiving = startsWith(giving);
    if (startsWith(ofHost) || ((isTaking || isGiving) && holds(name, "Host")))
        return MemoryCall::OfHost;
    return isTaking ? MemoryCall::Takes : isGiving ? MemoryCall::GivesBack : MemoryCall::None;
}

/// The calls of its runtime that a thread makes next to one of them, in order of time.
std::vector<SpanId> callsAround(const Trace& trace, SpanId call)
{
    constexpr uint32_t reach = 64; // records of a row, either way
    std::vector<SpanId> calls;
    for (const Row& row : trace.rowsOf(trace.track(call))) {
        uint32_t from = row.firstSpan;
        uint32_t to = row.firstSpan + row.spanCount;
        for (uint32_t count = to - from; count > 0;) { // the first that does not begin before it
            const uint32_t half = count / 2;
            const bool isBefore = trace.begin(SpanId(from + half)) < trace.begin(call);
            from = isBefore ? from + half + 1 : from;
            count = isBefore ? count - half - 1 : half;
        }
        to = std::min(to, from + reach);
        from = std::max(row.firstSpan, from - std::min(from, reach));
        for (uint32_t i = from; i < to; ++i) {
            if (isRuntimeCall(trace.name(SpanId(i))))
                calls.push_back(SpanId(i));
        }
    }
    std::stable_sort(
        calls.begin(), calls.end(), [&](SpanId a, SpanId b) { return trace.begin(a) < trace.begin(b); });
    return calls;
}

/// Among the calls for memory that a call is one of, one gives memory back and the next takes some. What only asks or
/// waits lies between them: a caching allocator does both before it frees (CUDACachingAllocator.cpp of PyTorch).
bool gaveBackToTake(const Trace& trace, SpanId call)
{
    const auto isPassed = [&](SpanId at) {
        const std::string_view name = trace.name(at);
        return memoryCallOf(name) != MemoryCall::None || holds(name, "Synchronize") || holds(name, "Query")
            || holds(name, "IsCapturing") || holds(name, "GetLastError");
    };
    const std::vector<SpanId> calls = callsAround(trace, call);
    const auto at = std::find(calls.begin(), calls.end(), call);
    if (at == calls.end())
        return false;
    const auto end = std::find_if_not(at, calls.end(), isPassed);
    const auto begin = std::find_if_not(std::make_reverse_iterator(at), calls.rend(), isPassed).base();
    bool hasGiven = false;
    for (auto each = begin; each != end; ++each) {
        const MemoryCall kind = memoryCallOf(trace.name(*each));
        if (hasGiven && kind == MemoryCall::Takes)
            return true;
        hasGiven = hasGiven || kind == MemoryCall::GivesBack;
    }
    return false;
}

/// "1.2 ms in aten::mm, 0.3 ms in decode and 0.1 ms with nothing recorded", of a rank.
Message meanwhile(const FindingContext& c, std::span<const IdleSum> sums)
{
    struct Part {
        TimeNs time;
        IdleKind kind;
        StringId name;
    };
    std::vector<Part> parts;
    for (const IdleSum& sum : sums) {
        if (sum.kind == IdleKind::Launching || sum.kind == IdleKind::Unrecorded) {
            parts.push_back({sum.time, sum.kind, sum.names.empty() ? StringId() : sum.names.front().second});
        } else {
            for (const auto& [time, name] : sum.names)
                parts.push_back({time, sum.kind, name});
        }
    }
    std::stable_sort(parts.begin(), parts.end(), [](const Part& a, const Part& b) { return a.time > b.time; });
    constexpr size_t shown = 3;
    constexpr double leastShown = 0.001; // of the largest
    Message list;
    for (size_t i = 0; i < std::min(shown, parts.size()); ++i) {
        if (double(parts[i].time) < leastShown * double(parts.front().time))
            break;
        const Part& part = parts[i];
        list += i == 0 ? Message() : Message(", ");
        const std::string time = timeText(c.perRank(part.time));
        list += part.kind == IdleKind::Unrecorded ? say("{} with nothing recorded", time)
            : part.kind == IdleKind::Launching
            ? say("{} in operators, calls and short work between launches ({} …)", time, shownName(c.trace, part.name))
            : say("{} in {}", time, shownName(c.trace, part.name));
    }
    return list;
}

bool isOwnFinding(IdleKind kind) { return kind < IdleKind::Synchronization; }

std::string idOf(IdleKind kind)
{
    switch (kind) {
    case IdleKind::Input:
        return "input";
    case IdleKind::GarbageCollection:
        return "garbage-collection";
    case IdleKind::Allocation:
        return "memory-allocation";
    case IdleKind::ModuleLoading:
        return "module-loading";
    default:
        return "host-bound";
    }
}

Message idleTitle(IdleKind kind)
{
    switch (kind) {
    case IdleKind::Input:
        return say("GPUs wait for their input");
    case IdleKind::GarbageCollection:
        return say("GPUs wait while Python collects garbage");
    case IdleKind::Allocation:
        return say("GPUs wait while memory is allocated");
    case IdleKind::ModuleLoading:
        return say("GPUs wait while modules are loaded");
    default:
        return say("GPUs wait for their hosts");
    }
}

void setPlace(const FindingContext& c, Finding& finding, const IdleCause& longest)
{
    for (const SpanId span : {longest.span, longest.next}) {
        if (span.isValid())
            finding.evidence.spans.push_back(span);
    }
    finding.evidence.range = longest.longest;
    finding.evidence.ranks = {c.rankNumber(longest.rank)};
}

/// `stated`: what was said before of how long they are together.
Message longestPause(const FindingContext& c, const IdleCause& longest, TimeNs stated)
{
    const std::string time = timeText(double(longest.longest.duration()));
    if (longest.longest.duration() > stated) // which has other causes as well
        return longest.next.isValid()
            ? say(" A part of it lies in a pause of {} on rank {}, which ends with {}.", time,
                c.rankNumber(longest.rank), shortFunctionName(c.trace.name(longest.next)))
            : say(" A part of it lies in a pause of {} on rank {}.", time, c.rankNumber(longest.rank));
    return longest.next.isValid()
        ? say(" The longest such pause, {} on rank {}, ends with {}.", time, c.rankNumber(longest.rank),
            shortFunctionName(c.trace.name(longest.next)))
        : say(" The longest such pause, {}, is on rank {}.", time, c.rankNumber(longest.rank));
}

void addOwn(FindingContext& c, const IdleSum& sum)
{
    Finding finding;
    finding.kind = Finding::Kind::Shape;
    finding.id = idOf(sum.kind);
    finding.title = idleTitle(sum.kind);
    finding.costNs = c.perRank(sum.time);
    finding.sentence = say("A GPU is idle for {} {} ({}) while its host is in {}.", timeText(finding.costNs),
        c.ofStep(), shareText(finding.costNs / std::max(c.stepNs(), 1.0)), namesOf(c.trace, sum));
    finding.sentence += longestPause(c, *sum.longest, sum.time);
    setPlace(c, finding, *sum.longest);
    finding.howComputed = say("Time without a kernel or copy on any stream, until the call that launches the next one "
                              "has returned, by what the launching thread did. {}",
        meanOverRanks());
    finding.suggestion = adviceAgainst(c.trace, *sum.longest);
    c.add(std::move(finding), 0);
}

/// The longest pause of a GPU by what is not known of it.
struct LongestPause {
    TimeRange range;
    int32_t rank = -1;
    void add(TimeRange pause, int32_t ofRank)
    {
        if (pause.duration() > range.duration()) {
            range = pause;
            rank = ofRank;
        }
    }
};

/// Where kernels were recorded without the calls that launched them, or nothing follows.
void addUnexplainedIdle(FindingContext& c)
{
    const double lost = c.perRank(c.analysis.summary.split.unknownWait);
    if (lost < largeShare * c.stepNs())
        return;
    LongestPause any;
    LongestPause unlaunched; // ends with what has no known launch
    LongestPause last;       // nothing follows on the rank
    for (const RankInfo& rank : c.trace.ranks()) {
        const TimeRange window = ownWindow(c.trace, rank, c.window());
        const DeviceSpans device(c.trace, rank.rank, window);
        TimeNs end = window.begin;
        for (const SpanId span : device.byBegin()) {
            const TimeRange pause {end, c.trace.begin(span)};
            any.add(pause, rank.rank);
            if (!c.trace.launchOf(span).isValid())
                unlaunched.add(pause, rank.rank);
            end = std::max(end, c.trace.end(span));
        }
        if (!device.byBegin().empty())
            last.add({end, window.end}, rank.rank);
    }
    const bool isUnlaunched = unlaunched.rank >= 0 && unlaunched.range.duration() >= last.range.duration();
    const bool isLast = !isUnlaunched && last.rank >= 0 && last.range.duration() >= any.range.duration();
    const LongestPause& longest = isUnlaunched ? unlaunched : isLast ? last : any;
    if (longest.rank < 0)
        return;
    Finding finding;
    finding.kind = Finding::Kind::Shape;
    finding.id = "idle";
    finding.title = say("GPUs are idle");
    finding.costNs = lost;
    finding.sentence = say(isUnlaunched
            ? say("For {} {} ({}) a GPU has no work, and when the next kernels were launched was not recorded; the "
                  "longest such pause, {}, is on rank {}.")
            : isLast
            ? say("For {} {} ({}) a GPU has no work, and no launch of any that would follow was recorded; the "
                  "longest such pause, {}, is behind the last kernel of rank {}.")
            : say("For {} {} ({}) a GPU has no work, and no record tells what it waits for; its longest pause, "
                  "{}, is on rank {}."),
        timeText(lost), c.ofStep(), shareText(lost / std::max(c.stepNs(), 1.0)),
        timeText(double(longest.range.duration())), longest.rank);
    finding.evidence.range = longest.range;
    finding.evidence.ranks = {longest.rank};
    finding.howComputed = isUnlaunched
        ? say(
            "Time without a kernel or copy on any stream before kernels whose launch is not known. {}", meanOverRanks())
        : say("Time without a kernel or copy on any stream for which no record gives a reason. {}", meanOverRanks());
    finding.suggestion = isUnlaunched
        ? say("Record the host as well, with its calls of the runtime: they tell what GPUs wait for.")
        : isLast ? say("Let the recording end with the work of the GPUs, or look at what hosts do after it.")
                 : adviceAgainst(IdleKind::Unrecorded);
    c.add(std::move(finding), leastShapeShare);
}

bool isHostNode(const FindingContext& c, const TraceGraph::Node& node)
{
    return !node.isStart && !node.isWork && !node.isCommunication && !isDevice(c, node);
}

} // namespace

std::vector<IdleSum> idleByKind(std::span<const IdleCause> causes, std::optional<uint32_t> rank)
{
    std::map<IdleKind, IdleSum> kinds;
    std::map<IdleKind, std::map<StringId, TimeNs>> names;
    for (const IdleCause& cause : causes) {
        if (rank && cause.rank != *rank)
            continue;
        IdleSum& sum = kinds[cause.kind];
        sum.kind = cause.kind;
        sum.time += cause.time;
        sum.kernelWait += cause.kernelWait;
        sum.recorded += cause.recorded;
        if (cause.name.isValid())
            names[cause.kind][cause.name] += cause.time;
        if (!sum.longest || cause.longest.duration() > sum.longest->longest.duration())
            sum.longest = &cause;
    }
    std::vector<IdleSum> sums;
    for (auto& [kind, sum] : kinds) {
        for (const auto& [name, time] : names[kind])
            sum.names.emplace_back(time, name);
        std::stable_sort(
            sum.names.begin(), sum.names.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
        sums.push_back(std::move(sum));
    }
    std::stable_sort(sums.begin(), sums.end(), [](const IdleSum& a, const IdleSum& b) { return a.time > b.time; });
    return sums;
}

Message namesOf(const Trace& trace, const IdleSum& sum)
{
    std::vector<std::string> names;
    for (const auto& [time, name] : sum.names)
        names.push_back(shownName(trace, name));
    return namesText(names);
}

Message adviceAgainst(IdleKind kind)
{
    switch (kind) {
    case IdleKind::Input:
        return say("More loader workers, prefetching to the GPU, pinned memory.");
    case IdleKind::GarbageCollection:
        return say("Switch it off in the step (gc.disable(), gc.freeze()) and collect at the same step on all ranks.");
    case IdleKind::Allocation:
        return say("Leave the allocator more memory, or let it grow in place "
                   "(PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True).");
    case IdleKind::ModuleLoading:
        return say("Load them before the first step: run each shape once, or set CUDA_MODULE_LOADING=EAGER.");
    case IdleKind::Synchronization:
        return say("Avoid .item(), .cpu(), nonzero() and synchronous copies inside the step; read results a step "
                   "later.");
    case IdleKind::HostWork:
        return say("Move it out of the step or to another thread, or run it while GPUs compute.");
    case IdleKind::Launching:
        return say("CUDA graphs or torch.compile, larger batches, fewer and larger kernels.");
    case IdleKind::Unrecorded:
        break;
    }
    return say("Record what the host does there: Python frames (with_stack=True), or ranges of your own.");
}

Message adviceAgainst(const Trace& trace, const IdleCause& cause)
{
    if (cause.kind != IdleKind::Allocation || !cause.span.isValid())
        return adviceAgainst(cause.kind);
    if (gaveBackToTake(trace, cause.span))
        return say("Leave the allocator more memory, or let it grow in place "
                   "(PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True): it gave memory back to get other.");
    switch (memoryCallOf(trace.name(cause.span))) {
    case MemoryCall::GivesBack:
        return say("Give no memory back in the step: no torch.cuda.empty_cache(), and nothing that is taken and freed "
                   "past the caching allocator.");
    case MemoryCall::OfHost:
        return say("Pin memory of the host once, before the first step, and use it again.");
    default:
        return adviceAgainst(cause.kind);
    }
}

void addIdleGpus(FindingContext& c)
{
    addUnexplainedIdle(c);
    std::vector<IdleCause> causes;
    for (const IdleCause& cause : c.idleCauses) {
        if (!c.reportedIdle.contains({cause.rank, cause.kind}))
            causes.push_back(cause);
    }
    std::vector<IdleSum> sums = idleByKind(causes);
    for (const IdleSum& sum : sums) {
        if (isOwnFinding(sum.kind) && c.perRank(sum.time) >= leastShapeShare * c.stepNs())
            addOwn(c, sum);
    }
    std::erase_if(sums, [&](const IdleSum& sum) {
        return isOwnFinding(sum.kind) && c.perRank(sum.time) >= leastShapeShare * c.stepNs();
    });
    TimeNs rest = 0;
    const IdleCause* longest = nullptr;
    for (const IdleSum& sum : sums) {
        rest += sum.time;
        longest = !longest || sum.longest->longest.duration() > longest->longest.duration() ? sum.longest : longest;
    }
    const double lost = c.perRank(rest);
    if (!longest || lost < leastShapeShare * c.stepNs())
        return;
    Finding finding;
    finding.kind = Finding::Kind::Shape;
    finding.id = idOf(IdleKind::Launching);
    finding.title = idleTitle(IdleKind::Launching);
    finding.sentence = say(
        "A GPU is idle for {} {} ({}) because the host has not launched the next kernel yet. Meanwhile it spends {}.",
        timeText(lost), c.ofStep(), shareText(lost / std::max(c.stepNs(), 1.0)), meanwhile(c, sums));
    finding.sentence += longestPause(c, *longest, rest);
    setPlace(c, finding, *longest);
    double gain = lost;
    if (c.steady) {
        gain = c.stepNs() - stepAfter(c.stepNs(), double(c.steady->period), double(c.steady->withoutHost));
    } else if (c.pricer) {
        const ColumnVector<TraceGraph::Node>& nodes = c.pricer->graph().nodes;
        gain = double(
            c.pricer->gain([&](uint32_t n, TimeNs ns) { return isHostNode(c, nodes[n]) ? 0 : ns; }, sameTransfer));
    }
    // What holds the step up may be another rank or the GPU itself; a GPU that is idle so long is told nevertheless.
    const bool isBesideThePath = gain < leastShapeShare * c.stepNs() && lost >= largeShare * c.stepNs();
    if (isBesideThePath)
        finding.sentence += say(" Without it the step, re-timed from its own records, would hardly be shorter: what "
                                "holds it up is elsewhere on the critical path.");
    finding.costNs = isBesideThePath ? lost : std::min(lost, gain);
    finding.costOrigin = isBesideThePath || !c.pricer ? Origin::Measured : Origin::Modelled;
    finding.howComputed = say("Time without a kernel or copy on any stream, until the call that launches the next one "
                              "has returned. {}",
        finding.costOrigin == Origin::Measured
            ? meanOverRanks()
            : say(
                "{} with hosts that take no time between their launches; no more counts than the mean pause of a GPU.",
                retimed()));
    finding.suggestion = adviceAgainst(sums.front().kind);
    finding.tryKnobs = {{"host-gaps", "0.5"}};
    c.add(std::move(finding), leastShapeShare);
}

std::optional<HoldUp> holdUpOf(const FindingContext& c, std::span<const IdleCause> causes,
    std::span<const IdleCause> usually, std::span<const TimeNs> waitedFor, TimeNs least)
{
    const size_t ranks = c.trace.ranks().size();
    std::map<IdleKind, std::vector<TimeNs>> excess; // by rank index
    const auto count = [&](std::span<const IdleCause> of, TimeNs sign) {
        for (const IdleCause& cause : of) {
            if (isNamedCause(cause.kind))
                excess.try_emplace(cause.kind, ranks, 0).first->second[cause.rank] += sign * cause.time;
        }
    };
    count(causes, 1);
    count(usually, -1);
    std::optional<HoldUp> found;
    for (auto& [kind, ofRank] : excess) {
        const auto most = uint32_t(std::max_element(ofRank.begin(), ofRank.end()) - ofRank.begin());
        if (ofRank[most] <= 0 || ofRank[most] < least || (found && ofRank[most] <= found->idle))
            continue;
        std::vector<TimeNs> sorted = ofRank;
        const bool areAllAlike = ranks == 1 || 2 * medianOf(sorted) >= ofRank[most];
        const std::vector<IdleSum> sums = idleByKind(causes, most);
        const auto sum
            = std::find_if(sums.begin(), sums.end(), [kind = kind](const IdleSum& of) { return of.kind == kind; });
        if (sum == sums.end())
            continue;
        found = HoldUp {areAllAlike ? std::nullopt : std::optional(most), kind, namesOf(c.trace, *sum), ofRank[most],
            sum->recorded, waitedFor.empty() || ranks < 2 ? 0 : waitedFor[most] / TimeNs(ranks - 1), *sum->longest};
        // Who waits longer waits for something else, too.
        found->awaited = std::min(found->awaited, found->idle);
    }
    return found;
}

std::optional<HoldUp> holdUpOfStep(const FindingContext& c, int step)
{
    const TimeRange window = c.trace.steps()[size_t(step)].range;
    const TimeNs excess = window.duration() - c.analysis.stepTime;
    if (step == c.analysis.step || excess <= 0)
        return {};
    const std::shared_ptr<const RunContext> context = contextOf(c.run);
    const Timing& timing = c.trace.timing();
    const auto pauses = devicePauses(*context, timing, window, c.analysis.waiting);
    std::vector<TimeNs> waitedFor(c.trace.ranks().size(), 0);
    for (const Waiting& waiting : c.analysis.waiting) {
        if (waiting.lastToCome.isValid() && waiting.lastToCome != waiting.span
            && window.contains(c.trace.begin(waiting.span)))
            waitedFor[rankIndex(c.trace, c.trace.track(c.trace.track(waiting.lastToCome)).rank)]
                += waiting.until - c.trace.begin(waiting.span);
    }
    return holdUpOf(c, idleCausesOf(c.trace, pauses), c.idleCauses, waitedFor, excess / 2);
}

} // namespace bubblescope
