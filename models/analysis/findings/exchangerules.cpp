// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Links and expert groups whose messages take longer, or are larger, than those of their peers.
#include "exchangerules.h"

#include "findingtext.h"
#include "median.h"
#include "passcompute.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace bubblescope {

namespace {

const auto sameCost = [](uint32_t, TimeNs ns) { return ns; };
/// Rank traces state times in steps of 0.01 ms.
constexpr TimeNs grainNs = 10'000;

/// Transfers between a stage and the next one.
struct LinkTimes {
    int stage = 0;
    bool crossesHosts = false;
    std::vector<uint32_t> meetings;
    std::vector<uint32_t> plain; ///< those of them whose send is a separate call
    double typical = 0;          ///< ns per byte, like the quartiles
    double lowQuartile = 0;
    double highQuartile = 0;
    double factor = 0;
    double lost = 0; ///< ns, by which all its messages together exceed what they should take
    double shortestNs = 0; ///< duration of its typical message
    bool isGrainy = true;  ///< all its transfers are multiples of the grain
    bool hasPeers = false;
    bool areStagesStated = true; ///< by the ranks themselves
    bool isApart = false; ///< three quarters of its messages take longer than three quarters of its peers'
};

/// Measures the link itself, without delays by anything else.
void measureLink(const FindingContext& c, LinkTimes& link)
{
    // A fused call ends only when its receive has ended, and receives are recorded as over some time after the message:
    // if there are enough calls that only send, use those alone.
    constexpr size_t fewestPlain = 4;
    const std::vector<uint32_t>& counted = link.plain.size() >= fewestPlain ? link.plain : link.meetings;
    const ColumnVector<TraceGraph::Meeting>& meetings = c.pricer->graph().meetings;
    std::vector<std::pair<double, double>> times; // ns per byte, rounding error of the file's times
    double leastBytes = double(c.trace.bytes(meetings[counted.front()].span));
    for (const uint32_t m : counted) {
        const auto bytes = double(c.trace.bytes(meetings[m].span));
        times.emplace_back(double(meetings[m].transfer) / bytes, double(grainNs) / bytes);
        leastBytes = std::min(leastBytes, bytes);
        link.isGrainy = link.isGrainy && meetings[m].transfer % grainNs == 0;
    }
    std::sort(times.begin(), times.end());
    const size_t quarter = times.size() / 4;
    link.lowQuartile = times[quarter].first;
    link.highQuartile = times[times.size() - 1 - quarter].first;
    // Mean of all transfers that are as fast as rounding can tell. A quantile would be one of few rounded values.
    double sum = 0;
    int count = 0;
    for (const auto& [nsPerByte, rounding] : times) {
        if (nsPerByte <= link.lowQuartile + rounding) {
            sum += nsPerByte;
            ++count;
        }
    }
    link.typical = sum / count;
    link.shortestNs = link.typical * leastBytes;
}

/// Possible error of the factor because begins and ends are rounded. Equal durations are all rounded alike, so more
/// messages do not help.
double factorError(const LinkTimes& link)
{
    if (!link.isGrainy)
        return 0;
    const double own = 0.5 * double(grainNs) / link.shortestNs;
    return link.factor * (link.hasPeers ? own * (1 + link.factor) : own);
}

void addSlowLink(FindingContext& c)
{
    if (!c.pricer)
        return;
    const TraceGraph& graph = c.pricer->graph();
    std::map<std::pair<int, bool>, LinkTimes> links;
    for (uint32_t m = 0; m < graph.meetings.size(); ++m) {
        const TraceGraph::Meeting& meeting = graph.meetings[m];
        if (!meeting.isMessage || meeting.transfer <= 0 || c.trace.bytes(meeting.span) <= 0)
            continue;
        const auto members = graph.membersOf(meeting);
        const uint32_t from = graph.nodes[members[0]].rank;
        const uint32_t to = graph.nodes[members[1]].rank;
        const int a = c.groups.stage(from);
        const int b = c.groups.stage(to);
        if (a < 0 || b < 0)
            continue;
        const bool crosses = c.trace.ranks()[from].host != c.trace.ranks()[to].host;
        const int stage = std::abs(a - b) == 1 ? std::min(a, b) : std::max(a, b);
        LinkTimes& link = links[{stage, crosses}];
        link.stage = stage;
        link.crossesHosts = crosses;
        link.meetings.push_back(m);
        link.areStagesStated
            = link.areStagesStated && c.trace.ranks()[from].stage == a && c.trace.ranks()[to].stage == b;
        if (!graph.nodes[members[0]].leg.isValid())
            link.plain.push_back(m);
    }
    std::vector<LinkTimes> all;
    for (auto& [key, link] : links) {
        measureLink(c, link);
        all.push_back(link);
    }
    // Compare with links of the same kind; a single link across hosts with typical networks.
    constexpr double networkNsPerByte = 1e9 / 48.5e9; // 400 Gb/s NDR, effective
    LinkTimes* slowest = nullptr;
    for (LinkTimes& link : all) {
        std::vector<double> typical;
        std::vector<double> high;
        for (const LinkTimes& other : all) {
            if (&other != &link && other.crossesHosts == link.crossesHosts) {
                typical.push_back(other.typical);
                high.push_back(other.highQuartile);
            }
        }
        link.hasPeers = !typical.empty();
        if (!link.hasPeers && !link.crossesHosts)
            continue;
        link.factor = link.typical / (link.hasPeers ? medianOf(typical) : networkNsPerByte);
        link.isApart = link.lowQuartile >= slowLinkFactor * (link.hasPeers ? medianOf(high) : networkNsPerByte);
        link.isApart = link.isApart && link.factor >= slowLinkFactor;
        for (const uint32_t m : link.meetings)
            link.lost += double(graph.meetings[m].transfer) * (1 - 1 / link.factor);
        if (link.isApart && (!slowest || link.lost > slowest->lost))
            slowest = &link;
    }
    if (!slowest)
        return;
    const bool hasPeers = slowest->hasPeers;
    // Messages inside and across hosts may be slow between the same two stages: assume that a repair speeds up both.
    std::vector<double> slowness(graph.meetings.size(), 1);
    for (const LinkTimes& link : all) {
        if (!link.isApart || link.stage != slowest->stage)
            continue;
        for (const uint32_t m : link.meetings)
            slowness[m] = link.factor;
    }
    Finding finding;
    finding.id = "slow-link";
    finding.costNs
        = double(c.pricer->gain(sameCost, [&](uint32_t m, TimeNs ns) { return scaled(ns, 1 / slowness[m]); }));
    const int next = (slowest->stage + 1) % std::max(c.groups.stageCount(), 1);
    finding.title = say("The link between stages {} and {} is slow", slowest->stage, next);
    const std::string usual = speedText(1e9 * (hasPeers ? slowest->factor / slowest->typical : 1 / networkNsPerByte));
    const Message normal = !hasPeers ? say("a 400 Gb/s network does {}", usual)
        : slowest->crossesHosts      ? say("the other links between hosts do {}", usual)
                                     : say("the other links do {}", usual);
    finding.sentence = say("Messages between stages {} and {} move at {} and take {} times as long as they "
                           "should: {}.",
        slowest->stage, next, speedText(1e9 / slowest->typical), factorText(slowest->factor), normal);
    constexpr double shownError = 0.05; // relative to the factor
    if (const double error = factorError(*slowest); error > shownError * slowest->factor)
        finding.sentence += say(" The times are recorded to {}: the factor may be off by {}.",
            timeText(double(grainNs)), factorText(error));
    finding.evidence.stages = {slowest->stage, next};
    std::sort(slowest->meetings.begin(), slowest->meetings.end(),
        [&](uint32_t a, uint32_t b) { return graph.meetings[a].transfer > graph.meetings[b].transfer; });
    for (const uint32_t m : slowest->meetings) {
        const auto members = graph.membersOf(graph.meetings[m]);
        for (const uint32_t node : members) {
            if (finding.evidence.spans.size() < maximumEvidence)
                finding.evidence.spans.push_back(graph.nodes[node].span);
            const int rank = c.rankNumber(graph.nodes[node].rank);
            std::vector<int32_t>& ranks = finding.evidence.ranks;
            if (std::find(ranks.begin(), ranks.end(), rank) == ranks.end())
                ranks.push_back(rank);
        }
    }
    std::sort(finding.evidence.ranks.begin(), finding.evidence.ranks.end());
    finding.evidence.range = c.trace.range(finding.evidence.spans.front());
    finding.howComputed = say("Transfer is what is left of a send and its receive once both are there; time per "
                              "byte, mean of the fastest of {} messages, against {}. {} with these "
                              "transfers divided by {}.",
        slowest->meetings.size(), hasPeers ? say("the median of the other links of its kind") : Message("48.5 GB/s"),
        retimed(), factorText(slowest->factor));
    finding.costOrigin = Origin::Modelled;
    finding.suggestion = slowest->crossesHosts
        ? say(
            "Check the network cards, cables and switch ports between these hosts, and that GPUs use the card next to "
            "them.")
        : say("Check that these GPUs talk over NVLink and not over PCIe or the host's memory.");
    // The knob moves all messages between two stages alike.
    const auto isBetweenThem = [slowest](const LinkTimes& link) { return link.stage == slowest->stage; };
    if (slowest->areStagesStated && std::count_if(all.begin(), all.end(), isBetweenThem) == 1)
        finding.tryKnobs = {{"link",
            fmt::format(
                "{}-{}={:.4g}", std::min(slowest->stage, next), std::max(slowest->stage, next), 1 / slowest->factor)}};
    c.add(std::move(finding), hasPeers ? leastLinkShare : leastFaultShare);
}

void addExpertImbalance(FindingContext& c)
{
    const ExpertLoad::Rank* busiest = c.analysis.experts.busiest();
    if (!busiest || busiest->factor() < expertImbalanceFactor)
        return;
    Finding finding;
    finding.id = "expert-imbalance";
    finding.evidence.ranks = {c.rankNumber(busiest->rank)};
    finding.evidence.spans = {busiest->span};
    finding.evidence.range = c.trace.range(busiest->span);
    finding.title = say("Rank {} gets too many tokens", finding.evidence.ranks.front());
    finding.sentence = say("The experts of rank {} are given {} tokens where the mean is {}, {} times as many; "
                           "the ranks of its expert group wait for it.",
        finding.evidence.ranks.front(), countText(busiest->tokens), countText(busiest->mean),
        factorText(busiest->factor()));
    finding.suggestion = say("Raise the weight of the router's load-balancing loss, or lower the capacity factor.");
    const Message shapes
        = say("Tokens from the shapes of the all-to-all exchanges: what comes back from the experts of "
              "a rank is what it was given.");
    const double factor = busiest->factor();
    if (!c.pricer || c.isProfile()) {
        const auto steps = double(std::max<size_t>(c.trace.steps().size(), 1));
        finding.costNs = double(busiest->expertTime) * (1 - 1 / factor) / steps;
        finding.howComputed = say("{} The cost is the part of its compute between the exchanges ({}) that it "
                                  "would not have with the mean.",
            shapes, timeText(double(busiest->expertTime) / steps));
        c.add(std::move(finding), 0);
        return;
    }
    // With balanced routing every member would compute the mean between the all-to-alls.
    const TraceGraph& graph = c.pricer->graph();
    std::vector<TimeNs> even(graph.nodes.size(), -1);
    const auto isExchange = [&](uint32_t n) {
        return c.trace.category(graph.nodes[n].span) == Category::ExpertComm
            && c.trace.operation(graph.nodes[n].span) == Operation::AllToAll;
    };
    std::vector<bool> isReturn(graph.nodes.size(), false);
    for (uint32_t n = 1; n < graph.nodes.size(); ++n) {
        if (!isExchange(n))
            continue;
        for (uint32_t before = n; before-- > 0 && graph.nodes[before].operation == graph.nodes[n].operation;) {
            if (isExchange(before)) {
                isReturn[n] = !isReturn[before];
                break;
            }
        }
    }
    std::vector<bool> isExpertMeeting(graph.meetings.size(), false);
    for (uint32_t m = 0; m < graph.meetings.size(); ++m) {
        const auto members = graph.membersOf(graph.meetings[m]);
        isExpertMeeting[m] = isExchange(members.front());
        if (!isExpertMeeting[m] || !isReturn[members.front()])
            continue;
        TimeNs sum = 0;
        for (const uint32_t node : members)
            sum += graph.graph.cost(node - 1);
        for (const uint32_t node : members)
            even[node - 1] = sum / TimeNs(members.size());
    }
    finding.costNs = double(c.pricer->gain([&](uint32_t n, TimeNs ns) { return even[n] >= 0 ? even[n] : ns; },
        [&](uint32_t m, TimeNs ns) { return isExpertMeeting[m] ? scaled(ns, 1 / factor) : ns; }));
    finding.howComputed = say("{} {} with the compute between the exchanges at the mean of the group, and the "
                              "exchanges divided by {}.",
        shapes, retimed(), factorText(factor));
    finding.costOrigin = Origin::Modelled;
    c.add(std::move(finding), leastFaultShare);
}

} // namespace

void addCommunicationFaults(FindingContext& context)
{
    addSlowLink(context);
    addExpertImbalance(context);
}

} // namespace bubblescope
