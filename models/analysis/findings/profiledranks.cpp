// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiledranks.h"

#include "findingtext.h"
#include "hostthreads.h"
#include "median.h"
#include "profiledspans.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>

namespace bubblescope {

namespace {

using Node = TraceGraph::Node;

constexpr double leastRankFactor = 1.1; ///< GPUs of one model differ by some percent in the same kernels

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

/// Collectives start when their last member arrives. Between stages the pipeline decides who that is.
void addLateRanks(FindingContext& c)
{
    const TraceGraph& graph = c.pricer->graph();
    std::map<int32_t, TimeNs> causedBy;
    std::map<int32_t, std::pair<TimeNs, SpanId>> worstOf; // longest wait for a rank
    std::map<SpanId, TimeRange> meetings;                 // by the last member to arrive
    TimeNs total = 0;
    const auto stageOf
        = [&c](SpanId span) { return c.groups.stage(rankIndex(c.trace, c.trace.track(c.trace.track(span)).rank)); };
    for (const Waiting& waiting : c.analysis.waiting) {
        if (!waiting.lastToCome.isValid() || waiting.lastToCome == waiting.span
            || !isCollective(c.trace.operation(waiting.span)) || stageOf(waiting.span) != stageOf(waiting.lastToCome)
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

void addProfiledRanks(FindingContext& context)
{
    addSlowDevices(context);
    addLateRanks(context);
    addLoneRank(context);
}

} // namespace bubblescope
