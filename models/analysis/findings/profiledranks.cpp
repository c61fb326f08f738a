// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiledranks.h"

#include "devicelanes.h"
#include "findingtext.h"
#include "functionname.h"
#include "idlerules.h"
#include "median.h"
#include "profiledspans.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace bubblescope {

namespace {

using Node = TraceGraph::Node;

constexpr double leastRankFactor = 1.1; ///< GPUs of one model differ by some percent in the same kernels

/// In which kernels a rank computes longer than the median of the others, if the rest of its kernels, a good part of its
/// time, take no longer than there: then it is not slow in all that it does, as what-ifs have it. Else nothing.
Message moreWorkText(const FindingContext& c, uint32_t rank)
{
    constexpr double alike = 1.03;
    constexpr double leastRest = 0.2; // of what it computes
    const size_t ranks = c.trace.ranks().size();
    std::map<uint32_t, std::vector<double>> byName; // ns by rank
    double all = 0;
    for (const Node& node : c.pricer->graph().nodes) {
        if (!isDevice(c, node) || !isCompute(c.trace.category(node.span)))
            continue;
        std::vector<double>& times = byName[c.trace.nameId(node.span).value];
        times.resize(ranks, 0);
        times[node.rank] += double(c.trace.duration(node.span));
        all += node.rank == rank ? double(c.trace.duration(node.span)) : 0;
    }
    double rest = 0;
    std::map<std::string, double> longer;
    for (const auto& [name, times] : byName) {
        std::vector<double> others = times;
        others.erase(others.begin() + std::ptrdiff_t(rank));
        const double usual = medianOf(others);
        if (times[rank] <= alike * usual)
            rest += times[rank];
        else
            longer[shortFunctionName(c.trace.strings().text(StringId(name)))] += times[rank] - usual;
    }
    if (longer.empty() || rest < leastRest * all)
        return {};
    const auto most = std::max_element(
        longer.begin(), longer.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
    return say(" It takes {} longer in {}, while other kernels, {} of what it computes, take no longer than elsewhere: it "
               "has more of that work, or is slow in that alone. A factor on all of its kernels is not what would help.",
        timeText(most->second), most->first, shareText(rest / all));
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
    const ColumnVector<Node>& nodes = c.pricer->graph().nodes;
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
    if (slow.size() == 1)
        finding.sentence += moreWorkText(c, worst);
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

/// Who comes last to the collectives in a time, and how long the others wait for it. Between stages the pipeline
/// decides who that is.
struct Lateness {
    std::vector<TimeNs> waitedFor;                      ///< by rank index, all others together
    std::vector<std::pair<TimeNs, SpanId>> longestWait; ///< by rank index
    std::map<SpanId, TimeRange> meetings;               ///< by the last member to arrive
    TimeNs total = 0;

    /// Over a whole run, where only who it is counts: also what compute hides.
    static Lateness ofRun(const FindingContext& c)
    {
        Lateness late(c, c.trace.range());
        for (const Waiting& waiting : c.analysis.waiting) {
            if (late.counts(waiting))
                late.add(waiting, waiting.until - c.trace.begin(waiting.span));
        }
        return late;
    }
    /// Of the step: what parts call waiting. A rank that computes meanwhile loses nothing by it.
    static Lateness ofStep(const FindingContext& c)
    {
        Lateness late(c, c.window());
        const std::vector<Waiting>& all = c.analysis.waiting;
        for (const std::vector<IdleStretch>& ofRank : c.idle) {
            for (const IdleStretch& stretch : ofRank) {
                if (!stretch.span.isValid())
                    continue;
                const SpanId charged = chargedRecord(c.trace, stretch.span);
                const auto waiting = std::lower_bound(
                    all.begin(), all.end(), charged, [](const Waiting& w, SpanId span) { return w.span < span; });
                if (waiting != all.end() && waiting->span == charged && late.counts(*waiting))
                    late.add(*waiting, stretch.range.duration());
            }
        }
        return late;
    }
    uint32_t chief() const
    {
        return uint32_t(std::max_element(waitedFor.begin(), waitedFor.end()) - waitedFor.begin());
    }

private:
    Lateness(const FindingContext& c, TimeRange window)
        : waitedFor(c.trace.ranks().size(), 0), longestWait(c.trace.ranks().size()), m_context(c)
    {
        for (const RankInfo& rank : c.trace.ranks()) // they do not begin a step together
            m_own.push_back(ownWindow(c.trace, rank, window));
    }
    size_t rankOf(SpanId span) const
    {
        const Trace& trace = m_context.trace;
        return rankIndex(trace, trace.track(trace.track(span)).rank);
    }
    bool counts(const Waiting& waiting) const
    {
        const Trace& trace = m_context.trace;
        return waiting.lastToCome.isValid() && waiting.lastToCome != waiting.span && mayBeCollective(trace, waiting.span)
            && m_context.groups.stage(rankOf(waiting.span)) == m_context.groups.stage(rankOf(waiting.lastToCome))
            && m_own[rankOf(waiting.span)].contains(trace.begin(waiting.span))
            && namesProcessGroup(trace, trace.track(trace.track(waiting.span)));
    }
    void add(const Waiting& waiting, TimeNs lost)
    {
        const size_t rank = rankOf(waiting.lastToCome);
        total += lost;
        waitedFor[rank] += lost;
        if (!longestWait[rank].second.isValid() || lost > longestWait[rank].first)
            longestWait[rank] = {lost, waiting.span};
        meetings[waiting.lastToCome] = meetings.try_emplace(waiting.lastToCome, TimeRange::nothing())
                                           .first->second.united({m_context.trace.begin(waiting.span), waiting.until});
    }

    const FindingContext& m_context;
    std::vector<TimeRange> m_own;
};

/// "20 of 24 reduce-scatters and 2 of 24 all-reduces"; empty if all are of one operation.
Message lastByOperation(const FindingContext& c, const Lateness& late, int32_t rank)
{
    std::map<Operation, std::pair<uint64_t, uint64_t>> counts; // last, all
    for (const auto& [span, range] : late.meetings) {
        auto& [last, all] = counts[c.trace.operation(span)];
        last += c.trace.track(c.trace.track(span)).rank == rank;
        ++all;
    }
    if (counts.size() < 2)
        return {};
    std::vector<std::pair<uint64_t, std::string>> parts;
    for (const auto& [operation, count] : counts)
        parts.emplace_back(
            count.first, fmt::format("{}: {}/{}", std::string(operationName(operation)), count.first, count.second));
    std::stable_sort(parts.begin(), parts.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    std::vector<std::string> texts;
    for (const auto& [last, text] : parts)
        texts.push_back(text);
    return say(" ({})", namesText(texts));
}

/// The rank comes last in this step or to these collectives only: nothing is wrong with it.
void addLateInTurn(FindingContext& c, const Lateness& late, bool isByStep)
{
    Finding finding;
    finding.id = "late-ranks-in-turn";
    finding.costNs = c.perRank(late.total);
    std::map<int32_t, uint64_t> lastOf; // by rank
    for (const auto& [span, range] : late.meetings)
        ++lastOf[c.trace.track(c.trace.track(span)).rank];
    std::vector<std::pair<int32_t, uint64_t>> oftenFirst(lastOf.begin(), lastOf.end());
    std::stable_sort(
        oftenFirst.begin(), oftenFirst.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
    std::vector<std::string> counts;
    for (const auto& [rank, last] : oftenFirst)
        counts.push_back(fmt::format("{}: {}", rank, last));
    for (const auto& [rank, last] : lastOf)
        finding.evidence.ranks.push_back(rank);
    finding.title = isByStep ? say("In each step another rank comes last to collectives")
                             : say("Ranks come last to collectives in turn");
    finding.sentence
        = say("In collectives each rank waits {} for others ({} of the step), but not always for the same: of "
              "{} in which ranks waited, they came last to (rank: number) {}.",
            timeText(finding.costNs), shareText(finding.costNs / std::max(c.stepNs(), 1.0)), late.meetings.size(),
            namesText(counts));
    const std::pair<TimeNs, SpanId>& longest = *std::max_element(late.longestWait.begin(), late.longestWait.end(),
        [](const auto& a, const auto& b) { return a.first < b.first; });
    finding.evidence.spans = {longest.second};
    finding.evidence.range = c.trace.range(longest.second);
    finding.howComputed = say("Time from the begin of a collective's kernel until its last member begins, as far as "
                              "nothing computes meanwhile, by who that was. {}",
        meanOverRanks());
    finding.suggestion = say("Nothing is wrong with a single rank: look at how work is spread among them from layer to "
                             "layer and from step to step, such as the tokens of experts or lengths of sequences.");
    c.add(std::move(finding), leastFaultShare);
}

/// True if others cause much of the total, too.
bool isShared(TimeNs one, TimeNs total) { return 5 * one < 3 * total; }

/// True if over all steps no rank is waited for most of the time, though in this one some is.
bool movesByStep(const FindingContext& c, uint32_t chief)
{
    constexpr size_t fewestSteps = 3;
    if (c.trace.steps().size() < fewestSteps)
        return false;
    const Lateness all = Lateness::ofRun(c);
    return isShared(all.waitedFor[all.chief()], all.total) && isShared(all.waitedFor[chief], all.total);
}

/// How much later than the first rank a rank of a profiler begins the step.
TimeNs lateBegin(const FindingContext& c, int32_t rank)
{
    constexpr TimeNs never = std::numeric_limits<TimeNs>::max();
    if (!isProfilerRun(c.trace) || size_t(c.analysis.step) >= c.trace.steps().size())
        return 0;
    const int32_t number = c.trace.steps()[size_t(c.analysis.step)].number;
    TimeNs earliest = never;
    TimeNs own = never;
    for (const RankInfo& info : c.trace.ranks()) {
        for (const RankStep& step : c.trace.stepsOf(info.rank)) {
            if (step.step.number != number || info.clock == ClockState::OwnStart)
                continue;
            earliest = std::min(earliest, step.step.range.begin);
            own = info.rank == rank ? step.step.range.begin : own;
        }
    }
    return own == never ? 0 : own - earliest;
}

/// Collectives start when their last member arrives.
void addLateRanks(FindingContext& c)
{
    const Lateness late = Lateness::ofStep(c);
    if (late.meetings.empty())
        return;
    const uint32_t chief = late.chief();
    const TimeNs waitedFor = late.waitedFor[chief];
    const int32_t rank = c.rankNumber(chief);
    const TimeNs ofOne = waitedFor / TimeNs(std::max<size_t>(c.trace.ranks().size() - 1, 1)); // mean of the others
    const std::optional<HoldUp> holdUp = holdUpOf(c, c.idleCauses, {}, late.waitedFor, ofOne / 2);
    const bool isHeldUp = holdUp && holdUp->rank == chief && ofOne > 0;
    if (!isHeldUp) {
        const bool isInTurn = isShared(waitedFor, late.total);
        if (isInTurn || movesByStep(c, chief))
            return addLateInTurn(c, late, !isInTurn);
    }
    uint64_t lastAt = 0;
    for (const auto& [span, range] : late.meetings)
        lastAt += c.trace.track(c.trace.track(span)).rank == rank;
    Finding finding;
    finding.id = "late-rank";
    finding.title = say("Ranks wait for rank {} in collectives", rank);
    finding.costNs = c.perRank(waitedFor);
    finding.sentence = say("In collectives each rank waits {} for others, {} of it for rank {}, which comes last to {} "
                           "of {} collectives in which ranks waited{}.",
        timeText(c.perRank(late.total)), timeText(c.perRank(waitedFor)), rank, lastAt, late.meetings.size(),
        lastByOperation(c, late, rank));
    if (const TimeNs behind = lateBegin(c, rank); behind > ofOne / 2) {
        finding.sentence += say(" It begins this step {} after the first rank; the cause lies in the step before.",
            timeText(double(behind)));
    }
    finding.evidence.ranks = {rank};
    const SpanId longestWait = late.longestWait[chief].second;
    finding.evidence.spans = {longestWait};
    for (const auto& [span, range] : late.meetings) {
        if (c.trace.track(c.trace.track(span)).rank == rank && finding.evidence.spans.size() < maximumEvidence)
            finding.evidence.spans.push_back(span);
    }
    finding.evidence.range = c.trace.range(longestWait);
    finding.howComputed = say("Time from the begin of a collective's kernel until its last member begins, as far as "
                              "nothing computes meanwhile, by who that was. {}",
        meanOverRanks());
    finding.suggestion
        = say("Compare what this rank does before those collectives with another rank: more work, a slower GPU "
              "or host, or input that came late.");
    if (isHeldUp) {
        // One loss: what its GPU waits for its host, and the others for it.
        finding.title = holdUp->kind == IdleKind::Input
            ? say("Ranks wait for rank {}, which waits for its input", rank)
            : say("Ranks wait for rank {}, whose host is in {}", rank, holdUp->names);
        const auto others = TimeNs(c.trace.ranks().size() - 1);
        finding.costNs = c.perRank(std::min(waitedFor, others * holdUp->idle) + holdUp->idle);
        finding.sentence
            = say("The host of rank {} is in {} for {}, and its GPU idle for {}; the other ranks wait {} for it in "
                  "collectives. Together that is {} of the step.",
                rank, holdUp->names, timeText(double(holdUp->recorded)), timeText(double(holdUp->idle)),
                timeText(double(holdUp->awaited)), shareText(finding.costNs / std::max(c.stepNs(), 1.0)));
        if (const TimeNs more = ofOne - holdUp->awaited; double(more) >= leastFaultShare * c.stepNs())
            finding.sentence
                += say(" They wait {} more for rank {}, which that does not explain.", timeText(double(more)), rank);
        finding.evidence.range = holdUp->longest.longest;
        if (holdUp->longest.span.isValid())
            finding.evidence.spans.insert(finding.evidence.spans.begin(), holdUp->longest.span);
        finding.suggestion = adviceAgainst(c.trace, holdUp->longest);
        c.reportedIdle.insert({chief, holdUp->kind});
    }
    c.add(std::move(finding), leastFaultShare);
}

/// Ranks that share a group with those that were opened, as far as traces state their groups.
std::set<int32_t> missingMembers(const Trace& trace)
{
    const CollectiveTable& collectives = trace.collectives();
    std::set<const Communicator*> used;
    for (const CollectiveCall& call : collectives.calls) {
        if (const Communicator* const group = collectives.communicatorOf(call))
            used.insert(group);
    }
    std::set<int32_t> missing;
    for (const Communicator* const group : used) {
        std::copy_if(group->ranks.begin(), group->ranks.end(), std::inserter(missing, missing.end()),
            [&trace](int32_t rank) { return !trace.findRank(rank); });
    }
    return missing;
}

/// Where several ranks were opened, but not all members of their groups.
void addMissingRanks(FindingContext& c)
{
    const std::set<int32_t> missing = missingMembers(c.trace);
    if (missing.empty() || c.trace.ranks().size() < 2)
        return;
    constexpr size_t mostNamed = 8;
    const std::vector<int> named(
        missing.begin(), std::next(missing.begin(), std::ptrdiff_t(std::min(missing.size(), mostNamed))));
    Finding finding;
    finding.kind = Finding::Kind::Caveat;
    finding.id = "missing-ranks";
    finding.title = missing.size() > mostNamed
        ? say("{} ranks that take part in collectives were not opened", missing.size())
        : say("Not opened, but part of collectives: {}", listText(Numbered::Ranks, named));
    finding.sentence = say("How much of these collectives is waiting for them is unknown: it counts as transfer.");
    finding.evidence.range = c.window();
    finding.howComputed = say("The members of each collective's group, as the traces state them, against the ranks that "
                              "were opened.");
    finding.suggestion = say("Open the traces of all ranks of the step together.");
    c.analysis.findings.list.push_back(std::move(finding));
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

/// GPUs to which a program only copies count in means over the ranks, though they take no part in its work.
void addIdleRanks(FindingContext& c)
{
    std::vector<int> idle;
    TimeNs compute = 0;
    for (const RankSummary& rank : c.analysis.summary.ranks) {
        const TimeSplit& split = rank.split;
        const bool isCopiesOnly = split.compute() == 0 && split.exposedCommunication() == 0
            && split.hiddenCommunication == 0 && split.waiting() == 0 && split.of(Category::MemoryCopy) > 0;
        if (isCopiesOnly)
            idle.push_back(rank.rank);
        compute += split.compute();
    }
    const size_t others = c.analysis.summary.ranks.size() - idle.size();
    if (idle.empty() || others == 0 || compute == 0)
        return;
    Finding finding;
    finding.kind = Finding::Kind::Caveat;
    finding.id = "copies-only";
    finding.title = idle.size() == 1 ? say("{} only gets copies", listText(Numbered::Ranks, idle))
                                     : say("{} only get copies", listText(Numbered::Ranks, idle));
    finding.sentence
        = say("Nothing is computed there, and means over the ranks include that. On the others, "
              "compute is {} {}.",
            shareText(double(compute) / double(others) / c.stepNs()), c.ofStep());
    finding.evidence.ranks.assign(idle.begin(), idle.end());
    finding.evidence.range = c.window();
    finding.howComputed = say("Ranks with copies, and without any kernel, against those that compute.");
    finding.suggestion = say("Judge by the ranks that compute.");
    c.analysis.findings.list.push_back(std::move(finding));
}

} // namespace

void addProfiledRanks(FindingContext& context)
{
    addIdleRanks(context);
    addSlowDevices(context);
    addLateRanks(context);
    addLoneRank(context);
    addMissingRanks(context);
}

void addRanksOfKernels(FindingContext& context)
{
    if (context.pricer && context.analysis.stragglers.ranks.empty())
        addLateRanks(context);
}

} // namespace bubblescope
