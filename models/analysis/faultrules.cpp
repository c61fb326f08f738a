// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// What differs from those who do the same work.
#include "findingrules.h"
#include "findingtext.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>

namespace bubblescope {

namespace {

using Node = TraceGraph::Node;

const auto sameTransfer = [](uint32_t, TimeNs ns) { return ns; };
const auto sameCost = [](uint32_t, TimeNs ns) { return ns; };

constexpr std::string_view retimed = "The step was re-timed from its own records";

TimeNs scaled(TimeNs ns, double factor) { return TimeNs(double(ns) * factor); }

bool isWork(const FindingContext& c, const Node& node)
{
    return !node.isCommunication && isCompute(c.trace.category(node.operation));
}

/// The longest passes of some ranks or a microbatch in the step.
template <typename Wanted> std::vector<SpanId> longestPasses(const FindingContext& c, Wanted wanted)
{
    std::vector<SpanId> spans;
    for (const Node& node : c.pricer->graph().nodes) {
        if (isWork(c, node) && wanted(node) && (spans.empty() || spans.back() != node.operation))
            spans.push_back(node.operation);
    }
    const size_t kept = std::min(spans.size(), maximumEvidence);
    std::partial_sort(spans.begin(), spans.begin() + std::ptrdiff_t(kept), spans.end(),
        [&](SpanId a, SpanId b) { return c.trace.duration(a) > c.trace.duration(b); });
    spans.resize(kept);
    return spans;
}

void addStragglers(FindingContext& c)
{
    std::vector<Stragglers::Rank> slow;
    for (const Stragglers::Rank& rank : c.analysis.stragglers.ranks) {
        if (rank.factor >= stragglerFactor)
            slow.push_back(rank);
    }
    if (slow.empty() || c.isProfile() || !c.pricer)
        return;
    std::stable_sort(slow.begin(), slow.end(), [](const auto& a, const auto& b) { return a.factor > b.factor; });
    std::map<uint32_t, double> factors;
    for (const Stragglers::Rank& rank : slow)
        factors[rank.rank] = rank.factor;
    const auto factorOf = [&](uint32_t rank) {
        const auto found = factors.find(rank);
        return found == factors.end() ? 1 : found->second;
    };
    const std::vector<Node>& nodes = c.pricer->graph().nodes;
    Finding finding;
    finding.id = "straggling-rank";
    finding.costNs = double(c.pricer->gain(
        [&](uint32_t n, TimeNs ns) { return isWork(c, nodes[n]) ? scaled(ns, 1 / factorOf(nodes[n].rank)) : ns; },
        sameTransfer));
    const Stragglers::Rank& worst = slow.front();
    for (const Stragglers::Rank& rank : slow) {
        finding.evidence.ranks.push_back(c.rankNumber(rank.rank));
        finding.evidence.stages.push_back(rank.stage);
    }
    const int number = finding.evidence.ranks.front();
    const std::vector<int> numbers(finding.evidence.ranks.begin(), finding.evidence.ranks.end());
    finding.title = listText("Rank", "Ranks", numbers) + (slow.size() == 1 ? " is slow" : " are slow");
    finding.sentence = fmt::format("Rank {} of stage {} computes {} times as long as {} for the same microbatch; "
                                   "{} wait for it.",
        number, worst.stage, factorText(worst.factor), worst.peersAreStages ? "the other stages" : "its peers",
        worst.peersAreStages ? "they" : "the others");
    if (slow.size() > 1)
        finding.sentence
            += fmt::format(" The next is rank {} with {}.", c.rankNumber(slow[1].rank), factorText(slow[1].factor));
    finding.evidence.spans = longestPasses(c, [&](const Node& node) { return node.rank == worst.rank; });
    if (!finding.evidence.spans.empty())
        finding.evidence.range = c.trace.range(finding.evidence.spans.front());
    finding.howComputed = fmt::format(
        "Compute of forward and backward without the communication inside it, each microbatch against the median of "
        "the "
        "ranks of the same stage; the factor is the median of {} microbatches. {} with the compute of {} divided by "
        "that factor.",
        worst.samples, retimed, slow.size() == 1 ? "this rank" : "these ranks");
    finding.suggestion
        = "Look at that GPU: clocks and throttling, other processes on it, its host's memory and PCIe; or "
          "leave it out of the job.";
    finding.costOrigin = Origin::Modelled;
    finding.tryKnobs = {{"straggler", fmt::format("rank:{}={:.4g}", number, 1 / worst.factor)}};
    c.add(std::move(finding), leastFaultShare);
}

/// The contiguous partition with the shortest longest stage, where one stage has more to do than its layers.
std::string balancedPartition(const FindingContext& c)
{
    const std::vector<Stragglers::Stage>& stages = c.analysis.stragglers.stages;
    const int layers = c.run.layout.layers.value_or(0);
    const int count = int(stages.size());
    if (layers < count || count < 2 || c.run.layout.pipeline.value_or(0) != count)
        return {};
    const auto layersOf = [&](int s) { return layers / count + (s < layers % count ? 1 : 0); };
    std::vector<double> perLayer;
    for (int s = 0; s < count; ++s)
        perLayer.push_back(double(stages[size_t(s)].compute) / layersOf(s));
    std::vector<double> sorted = perLayer;
    const double layer = medianOf(sorted);
    std::vector<int> held(size_t(count), 1);
    std::vector<double> time;
    for (int s = 0; s < count; ++s)
        time.push_back(std::max(0.0, double(stages[size_t(s)].compute) - layersOf(s) * layer) + layer);
    for (int given = count; given < layers; ++given) {
        const auto least = size_t(std::min_element(time.begin(), time.end()) - time.begin());
        ++held[least];
        time[least] += layer;
    }
    bool isAsItIs = true;
    for (int s = 0; s < count; ++s)
        isAsItIs = isAsItIs && held[size_t(s)] == layersOf(s);
    return isAsItIs ? std::string() : fmt::format("{}", fmt::join(held, ","));
}

void addSlowStage(FindingContext& c)
{
    const std::vector<Stragglers::Stage>& stages = c.analysis.stragglers.stages;
    if (stages.size() < 2 || !c.pricer || c.isProfile())
        return;
    const auto slowest = std::max_element(
        stages.begin(), stages.end(), [](const auto& a, const auto& b) { return a.compute < b.compute; });
    // Where layers do not divide, somebody must hold one more.
    const int layers = c.run.layout.layers.value_or(0);
    const auto count = int(stages.size());
    const double uneven = layers >= count ? double((layers + count - 1) / count) / double(layers / count) : 1;
    if (slowest->factor < slowStageFactor || slowest->factor < uneven * stragglerFactor)
        return;
    double mean = 0;
    for (const Stragglers::Stage& stage : stages)
        mean += double(stage.compute) / count;
    std::map<int, double> factors;
    for (const Stragglers::Stage& stage : stages)
        factors[stage.stage] = stage.compute > 0 ? mean / double(stage.compute) : 1;
    const std::vector<Node>& nodes = c.pricer->graph().nodes;
    const auto factorOf = [&](const Node& node) {
        const auto found = factors.find(c.groups.stage(node.rank));
        const Operation operation = c.trace.operation(node.operation);
        const bool isPass = operation == Operation::Forward || operation == Operation::Backward
            || operation == Operation::WeightGradient;
        return isPass && found != factors.end() ? found->second : 1;
    };
    Finding finding;
    finding.id = "slow-stage";
    finding.costNs = double(
        c.pricer->gain([&](uint32_t n, TimeNs ns) { return isWork(c, nodes[n]) ? scaled(ns, factorOf(nodes[n])) : ns; },
            sameTransfer));
    const bool isLast = slowest->stage + 1 == c.groups.stageCount();
    const double median = double(slowest->compute) / slowest->factor;
    finding.title = fmt::format("Stage {} has more to do than the others", slowest->stage);
    finding.sentence = fmt::format(
        "Stage {} computes {} for a microbatch, {} times the median of the other stages ({}); they wait for it.",
        slowest->stage, timeText(double(slowest->compute)), factorText(slowest->factor), timeText(median));
    finding.evidence.stages = {slowest->stage};
    for (uint32_t r = 0; r < c.trace.ranks().size(); ++r) {
        if (c.groups.stage(r) == slowest->stage)
            finding.evidence.ranks.push_back(c.rankNumber(r));
    }
    finding.evidence.spans
        = longestPasses(c, [&](const Node& node) { return c.groups.stage(node.rank) == slowest->stage; });
    if (!finding.evidence.spans.empty())
        finding.evidence.range = c.trace.range(finding.evidence.spans.front());
    finding.howComputed = fmt::format("Compute of forward and backward per microbatch, median over microbatches, steps "
                                      "and ranks that do not straggle. {} with all stages at their mean of {}.",
        retimed, timeText(mean));
    finding.costOrigin = Origin::Modelled;
    finding.suggestion = isLast
        ? "The last stage also holds the output layer (lm_head) and the loss: give it fewer layers, or split the "
          "vocabulary over more ranks."
        : "Move layers from this stage to the others.";
    if (const std::string partition = balancedPartition(c); !partition.empty())
        finding.tryKnobs = {{"partition", partition}};
    else
        finding.tryKnobs = {{"straggler", fmt::format("stage:{}={:.4g}", slowest->stage, 1 / slowest->factor)}};
    c.add(std::move(finding), leastFaultShare);
}

/// Transfers between a stage and the next.
struct LinkTimes {
    int stage = 0;
    bool crossesHosts = false;
    std::vector<double> nsPerByte;
    std::vector<uint32_t> meetings;
    double typical = 0;
    double factor = 0;
};

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
        link.nsPerByte.push_back(double(meeting.transfer) / double(c.trace.bytes(meeting.span)));
        link.meetings.push_back(m);
    }
    std::vector<LinkTimes> all;
    for (auto& [key, link] : links) {
        // The mean of the middle half: times are rounded, a median would be one of few values.
        std::vector<double> sorted = link.nsPerByte;
        std::sort(sorted.begin(), sorted.end());
        const auto quarter = std::ptrdiff_t(sorted.size() / 4);
        link.typical = std::accumulate(sorted.begin() + quarter, sorted.end() - quarter, 0.0)
            / double(std::ptrdiff_t(sorted.size()) - 2 * quarter);
        all.push_back(link);
    }
    // Against links of the same kind; a lone link across hosts against what networks of the day do.
    constexpr double networkNsPerByte = 1e9 / 48.5e9; // 400 Gb/s NDR, effective
    bool hasPeers = false;
    LinkTimes* slowest = nullptr;
    for (LinkTimes& link : all) {
        std::vector<double> peers;
        for (const LinkTimes& other : all) {
            if (&other != &link && other.crossesHosts == link.crossesHosts)
                peers.push_back(other.typical);
        }
        const double normal = !peers.empty() ? medianOf(peers) : link.crossesHosts ? networkNsPerByte : 0;
        link.factor = normal > 0 ? link.typical / normal : 1;
        if (!slowest || link.factor > slowest->factor) {
            slowest = &link;
            hasPeers = !peers.empty();
        }
    }
    if (!slowest || slowest->factor < slowLinkFactor)
        return;
    std::vector<bool> isSlow(graph.meetings.size(), false);
    for (const uint32_t m : slowest->meetings)
        isSlow[m] = true;
    Finding finding;
    finding.id = "slow-link";
    finding.costNs = double(c.pricer->gain(
        sameCost, [&](uint32_t m, TimeNs ns) { return isSlow[m] ? scaled(ns, 1 / slowest->factor) : ns; }));
    const int next = (slowest->stage + 1) % std::max(c.groups.stageCount(), 1);
    finding.title = fmt::format("The link between stages {} and {} is slow", slowest->stage, next);
    const std::string normal = hasPeers
        ? fmt::format("the other links {}do {}", slowest->crossesHosts ? "between hosts " : "",
            speedText(1e9 * slowest->factor / slowest->typical))
        : fmt::format("a 400 Gb/s network does {}", speedText(1e9 / networkNsPerByte));
    finding.sentence = fmt::format("Messages between stages {} and {} move at {} and take {} times as long as they "
                                   "should: {}.",
        slowest->stage, next, speedText(1e9 / slowest->typical), factorText(slowest->factor), normal);
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
    finding.howComputed
        = fmt::format("Transfer is what is left of a send and its receive once both are there; time per "
                      "byte, mean of the middle half of {} messages, against {}. {} with these "
                      "transfers divided by {}.",
            slowest->meetings.size(), hasPeers ? "the median of the other links of its kind" : "48.5 GB/s", retimed,
            factorText(slowest->factor));
    finding.costOrigin = Origin::Modelled;
    finding.suggestion = slowest->crossesHosts
        ? "Check the network cards, cables and switch ports between these hosts, and that GPUs use the card next to "
          "them."
        : "Check that these GPUs talk over NVLink and not over PCIe or the host's memory.";
    c.add(std::move(finding), leastFaultShare);
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
    finding.title = fmt::format("Rank {} gets too many tokens", finding.evidence.ranks.front());
    finding.sentence = fmt::format("The experts of rank {} are given {} tokens where the mean is {}, {} times as many; "
                                   "the ranks of its expert group wait for it.",
        finding.evidence.ranks.front(), countText(busiest->tokens), countText(busiest->mean),
        factorText(busiest->factor()));
    finding.suggestion = "Raise the weight of the router's load-balancing loss, or lower the capacity factor.";
    const std::string shapes
        = "Tokens from the shapes of the all-to-all exchanges: what comes back from the experts of "
          "a rank is what it was given.";
    const double factor = busiest->factor();
    if (!c.pricer || c.isProfile()) {
        const auto steps = double(std::max<size_t>(c.trace.steps().size(), 1));
        finding.costNs = double(busiest->expertTime) * (1 - 1 / factor) / steps;
        finding.howComputed = fmt::format("{} The cost is the part of its compute between the exchanges ({}) that it "
                                          "would not have with the mean.",
            shapes, timeText(double(busiest->expertTime) / steps));
        c.add(std::move(finding), 0);
        return;
    }
    // Everybody gets the mean of what the members compute between the exchanges.
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
            sum += graph.nodes[node - 1].cost;
        for (const uint32_t node : members)
            even[node - 1] = sum / TimeNs(members.size());
    }
    finding.costNs = double(c.pricer->gain([&](uint32_t n, TimeNs ns) { return even[n] >= 0 ? even[n] : ns; },
        [&](uint32_t m, TimeNs ns) { return isExpertMeeting[m] ? scaled(ns, 1 / factor) : ns; }));
    finding.howComputed = fmt::format("{} {} with the compute between the exchanges at the mean of the group, and the "
                                      "exchanges divided by {}.",
        shapes, retimed, factorText(factor));
    finding.costOrigin = Origin::Modelled;
    c.add(std::move(finding), leastFaultShare);
}

void addSlowMicrobatch(FindingContext& c)
{
    const auto& slow = c.analysis.stragglers.slowMicrobatches;
    if (slow.empty() || !c.pricer)
        return;
    const std::vector<Node>& nodes = c.pricer->graph().nodes;
    const auto factorOf = [&](const Node& node) {
        for (const Stragglers::Microbatch& microbatch : slow) {
            if (microbatch.microbatch == c.trace.microbatch(node.operation))
                return microbatch.factor;
        }
        return 1.0;
    };
    Finding finding;
    finding.id = "slow-microbatch";
    finding.costNs = double(c.pricer->gain(
        [&](uint32_t n, TimeNs ns) { return isWork(c, nodes[n]) ? scaled(ns, 1 / factorOf(nodes[n])) : ns; },
        sameTransfer));
    std::vector<int> numbers;
    for (const Stragglers::Microbatch& microbatch : slow)
        numbers.push_back(microbatch.microbatch);
    finding.title = listText("Microbatch", "Microbatches", numbers) + (slow.size() == 1 ? " is slow" : " are slow");
    finding.sentence = fmt::format("Microbatch {} computes {} times as long as the others on the same rank{}.",
        numbers.front(), factorText(slow.front().factor),
        numbers.front() == 0 ? "; the first one pays for what is set up or cached" : "");
    finding.evidence.spans = longestPasses(
        c, [&](const Node& node) { return c.trace.microbatch(node.operation) == slow.front().microbatch; });
    if (!finding.evidence.spans.empty())
        finding.evidence.range = c.trace.range(finding.evidence.spans.front());
    finding.howComputed = fmt::format("Compute of a microbatch against the median microbatch of the same rank, median "
                                      "over ranks and steps. {} with it divided by that factor.",
        retimed);
    finding.costOrigin = Origin::Modelled;
    finding.suggestion = numbers.front() == 0 ? "Warm up kernels, allocator and communicators before the first step; "
                                                "check what the first microbatch allocates."
                                              : "Look at the input of this microbatch: longer sequences take longer.";
    c.add(std::move(finding), leastFaultShare);
}

} // namespace

void addFaults(FindingContext& context)
{
    addStragglers(context);
    addSlowStage(context);
    addSlowLink(context);
    addExpertImbalance(context);
    addSlowMicrobatch(context);
}

} // namespace bubblescope
