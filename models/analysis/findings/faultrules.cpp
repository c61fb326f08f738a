// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Ranks, stages and microbatches that compute longer than their peers.
#include "faultrules.h"

#include "findingtext.h"
#include "median.h"
#include "overtimerules.h"
#include "peerprice.h"
#include "slowhosts.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace bubblescope {

namespace {

using Node = TraceGraph::Node;
bool isWork(const FindingContext& c, const Node& node) { return isRankCompute(c.trace, node); }

/// The longest passes of some ranks or a microbatch in the step. Not what else they do: an optimizer step is mostly
/// waiting.
template <typename Wanted> std::vector<SpanId> longestPasses(const FindingContext& c, Wanted wanted)
{
    std::vector<SpanId> spans;
    for (const Node& node : c.pricer->graph().nodes) {
        if (isPass(c.trace.operation(node.operation)) && wanted(node)
            && (spans.empty() || spans.back() != node.operation))
            spans.push_back(node.operation);
    }
    const size_t kept = std::min(spans.size(), maximumEvidence);
    std::partial_sort(spans.begin(), spans.begin() + std::ptrdiff_t(kept), spans.end(),
        [&](SpanId a, SpanId b) { return c.trace.duration(a) > c.trace.duration(b); });
    spans.resize(kept);
    return spans;
}

bool isStraggler(const FindingContext& c, uint32_t rank)
{
    const Stragglers::Rank* known = c.analysis.stragglers.of(rank);
    return known && known->isStraggler;
}

/// The same pass on a rank of the same stage that does not straggle, as long as the median of them; invalid for none.
SpanId peersPass(const FindingContext& c, SpanId pass, int stage)
{
    std::vector<SpanId> spans;
    for (const Node& node : c.pricer->graph().nodes) {
        const SpanId span = node.operation;
        if (span.isValid() && c.trace.operation(span) == c.trace.operation(pass)
            && c.trace.microbatch(span) == c.trace.microbatch(pass) && c.groups.stage(node.rank) == stage
            && !isStraggler(c, node.rank) && (spans.empty() || spans.back() != span))
            spans.push_back(span);
    }
    if (spans.empty())
        return {};
    std::sort(spans.begin(), spans.end(),
        [&](SpanId a, SpanId b) { return c.trace.duration(a) < c.trace.duration(b); });
    return spans[spans.size() / 2];
}

/// Slow ranks with one cause: those of a fault of hosts, or single ones together.
struct SlowPart {
    SlowHosts fault {};                     // no hosts: of single ranks
    std::vector<Stragglers::Rank> ranks {}; // slowest first
    std::vector<int> mendedHosts {};        // of the parts before it
};

/// The part with the slowest rank first.
std::vector<SlowPart> slowParts(const FindingContext& c, std::vector<Stragglers::Rank> slow)
{
    const auto hostOf = [&c](const Stragglers::Rank& rank) { return int(c.trace.ranks()[rank.rank].host); };
    std::vector<PacedRank> paces;
    for (const Stragglers::Rank& rank : c.analysis.stragglers.ranks)
        paces.push_back({hostOf(rank), rank.factor, rank.isStraggler});
    std::vector<SlowPart> parts;
    for (SlowHosts& fault : findSlowHosts(paces)) {
        const auto onThem = std::stable_partition(slow.begin(), slow.end(), [&](const Stragglers::Rank& rank) {
            return !std::binary_search(fault.hosts.begin(), fault.hosts.end(), hostOf(rank));
        });
        if (onThem == slow.end())
            continue;
        parts.push_back({std::move(fault), {onThem, slow.end()}, {}});
        slow.erase(onThem, slow.end());
    }
    if (!slow.empty())
        parts.push_back({{}, std::move(slow), {}});
    std::stable_sort(parts.begin(), parts.end(),
        [](const SlowPart& a, const SlowPart& b) { return a.ranks.front().factor > b.ranks.front().factor; });
    std::vector<int> hosts;
    for (SlowPart& part : parts) {
        part.mendedHosts = hosts;
        hosts.insert(hosts.end(), part.fault.hosts.begin(), part.fault.hosts.end());
    }
    return parts;
}

Message sentenceOfHosts(const FindingContext& c, const SlowPart& part)
{
    Message sentence = say(
        "{} ranks there compute {} times as long as their peers for the same microbatch; the others wait for them.",
        part.ranks.size(), factorText(part.fault.factor));
    sentence += countedAfter(part.mendedHosts, c.trace.hosts());
    return sentence;
}

Message sentenceOfRanks(const FindingContext& c, const std::vector<Stragglers::Rank>& slow)
{
    const Stragglers::Rank& worst = slow.front();
    const int number = c.rankNumber(worst.rank);
    Message sentence = worst.stage < 0
        ? say("Rank {} computes {} times as long as its peers for the same microbatch; the others wait for it.", number,
            factorText(worst.factor))
        : say(worst.peersAreStages
                ? say("Rank {} of stage {} computes {} times as long as the other stages for the same microbatch; they "
                      "wait for it.")
                : say("Rank {} of stage {} computes {} times as long as its peers for the same microbatch; the others "
                      "wait for it."),
            number, worst.stage, factorText(worst.factor));
    if (worst.peersAreStages)
        sentence += say(" No other rank holds stage {}: more work in it would look the same.", worst.stage);
    if (slow.size() > 1)
        sentence += say(" The next is rank {} with {}.", c.rankNumber(slow[1].rank), factorText(slow[1].factor));
    return sentence;
}

/// `costNs`: what the step would be shorter without this part's slowness, those before it mended; `mended`: the ranks
/// of all of them.
void addSlowPart(FindingContext& c, const SlowPart& part, double costNs, std::span<const Stragglers::Rank> mended)
{
    const std::vector<Stragglers::Rank>& slow = part.ranks;
    const bool isHost = !part.fault.hosts.empty();
    Finding finding;
    finding.id = isHost ? slowHostId : "straggling-rank";
    finding.costNs = costNs;
    const Stragglers::Rank& worst = slow.front();
    for (const Stragglers::Rank& rank : slow) {
        finding.evidence.ranks.push_back(c.rankNumber(rank.rank));
        finding.evidence.stages.push_back(rank.stage);
    }
    const int number = finding.evidence.ranks.front();
    const std::vector<int> numbers(finding.evidence.ranks.begin(), finding.evidence.ranks.end());
    if (isHost) {
        finding.title = say(part.fault.hosts.size() == 1 ? say("Host {} is slow") : say("Hosts {} are slow"),
            hostNames(part.fault.hosts, c.trace.hosts()));
        finding.sentence = sentenceOfHosts(c, part);
    } else {
        finding.title
            = say(slow.size() == 1 ? say("{} is slow") : say("{} are slow"), listText(Numbered::Ranks, numbers));
        finding.sentence = sentenceOfRanks(c, slow);
        finding.sentence += countedAfter(part.mendedHosts, c.trace.hosts());
    }
    finding.evidence.spans = longestPasses(c, [&](const Node& node) { return node.rank == worst.rank; });
    if (!finding.evidence.spans.empty()) {
        const SpanId slowest = finding.evidence.spans.front();
        finding.evidence.range = c.trace.range(slowest);
        if (const SpanId peer = peersPass(c, slowest, worst.stage); peer.isValid()) {
            finding.evidence.spans.insert(finding.evidence.spans.begin() + 1, peer);
            finding.evidence.spans.resize(std::min(finding.evidence.spans.size(), maximumEvidence));
            finding.evidence.range = finding.evidence.range.united(c.trace.range(peer));
        }
    }
    finding.howComputed = say(
        "Compute of forward and backward without the communication inside it, {}; the factor is the median of {}. "
        "{} with the compute of {} divided by that factor.",
        worst.peersAreStages ? say("against the median of the other stages")
                             : say("each microbatch against the median of the ranks of the same stage"),
        microbatchesText(worst.samples), retimed(), slow.size() == 1 ? say("this rank") : say("these ranks"));
    finding.suggestion = isHost
        ? say("Look at power and temperature, clocks, PCIe and other programs there; or leave it out of the job.")
        : say("Look at that GPU: clocks and throttling, other processes on it, its host's memory and PCIe; or "
              "leave it out of the job.");
    finding.costOrigin = Origin::Modelled;
    // Alone it may gain nothing while those before it are slow.
    std::string cure;
    for (const Stragglers::Rank& rank : mended)
        cure += fmt::format("{}rank:{}={:.4g}", cure.empty() ? "" : ",", c.rankNumber(rank.rank), 1 / rank.factor);
    finding.tryKnobs = {{"straggler", cure}};
    if (finding.costNs < leastFaultShare * c.stepNs() && !c.recordsWaits()) {
        finding.kind = Finding::Kind::Caveat;
        finding.costNs = 0;
        finding.sentence = isHost
            ? say(
                "{} ranks there compute {} times as long as their peers for the same microbatch. No communication was "
                "recorded: what that costs is not known.",
                slow.size(), factorText(part.fault.factor))
            : say("Rank {} computes {} times as long as its peers for the same microbatch. No communication was "
                  "recorded: what that costs is not known.",
                number, factorText(worst.factor));
        finding.tryKnobs.clear();
        c.analysis.findings.list.push_back(std::move(finding));
        return;
    }
    if (finding.costNs < leastFaultShare * c.stepNs()) {
        // It would cost as soon as nothing else is slower, so it is not passed over.
        finding.kind = Finding::Kind::Caveat;
        finding.costNs = 0;
        finding.title = isHost ? say("{}, but that costs nothing now", finding.title)
                               : say(slow.size() == 1 ? say("{} is slow, but costs nothing now")
                                                      : say("{} are slow, but cost nothing now"),
                                   listText(Numbered::Ranks, numbers));
        finding.sentence += say(" The step would not be shorter without that: something else is slower.");
        c.analysis.findings.list.push_back(std::move(finding));
        return;
    }
    c.add(std::move(finding), leastFaultShare);
}

void addStragglers(FindingContext& c)
{
    const std::set<int32_t> known = ranksOfSlowHosts(c);
    std::vector<Stragglers::Rank> slow = slowRanks(c.analysis.stragglers);
    std::erase_if(slow, [&](const Stragglers::Rank& rank) { return known.contains(c.rankNumber(rank.rank)); });
    if (slow.empty() || c.isProfile() || !c.pricer)
        return;
    // One after another, so that their costs add up to that of all.
    std::vector<Stragglers::Rank> mended;
    double before = 0;
    for (const SlowPart& part : slowParts(c, std::move(slow))) {
        mended.insert(mended.end(), part.ranks.begin(), part.ranks.end());
        const auto all = double(priceOfSlowness(*c.pricer, c.trace, mended));
        addSlowPart(c, part, std::max(0.0, all - before), mended);
        before = std::max(before, all);
    }
}

/// How many times as long the slowest straggler of each stage takes: it stays slow, whatever layers it gets.
std::vector<double> slownessOfStages(const FindingContext& c)
{
    const Stragglers& stragglers = c.analysis.stragglers;
    std::vector<double> slowness;
    for (const Stragglers::Stage& stage : stragglers.stages) {
        slowness.push_back(1);
        for (const Stragglers::Rank& rank : stragglers.ranks) {
            if (rank.isStraggler && rank.stage == stage.stage)
                slowness.back() = std::max(slowness.back(), rank.factor);
        }
    }
    return slowness;
}

/// Whole layers by stage, and what their passes then take, in ns a microbatch.
struct Partition {
    std::string layers;
    std::vector<double> time; // of a rank at full speed, by stage, in the order of the stragglers' list
};

/// The contiguous partition whose longest stage is shortest, if one stage has more work than its layers explain; else
/// empty.
Partition balancedPartition(const FindingContext& c)
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
    const std::vector<double> slowness = slownessOfStages(c);
    std::vector<int> held(size_t(count), 1);
    std::vector<double> withNext; // what each stage takes with one layer more
    for (int s = 0; s < count; ++s) {
        const double extra = std::max(0.0, double(stages[size_t(s)].compute) - layersOf(s) * layer);
        withNext.push_back(slowness[size_t(s)] * (extra + 2 * layer));
    }
    for (int given = count; given < layers; ++given) {
        const auto least = size_t(std::min_element(withNext.begin(), withNext.end()) - withNext.begin());
        ++held[least];
        withNext[least] += slowness[least] * layer;
    }
    bool isAsItIs = true;
    std::vector<double> time;
    for (int s = 0; s < count; ++s) {
        isAsItIs = isAsItIs && held[size_t(s)] == layersOf(s);
        time.push_back(withNext[size_t(s)] / slowness[size_t(s)] - layer);
    }
    return isAsItIs ? Partition() : Partition {fmt::format("{}", fmt::join(held, ",")), std::move(time)};
}

void addSlowStage(FindingContext& c)
{
    const std::vector<Stragglers::Stage>& stages = c.analysis.stragglers.stages;
    if (stages.size() < 2 || !c.pricer || c.isProfile())
        return;
    const auto slowest = std::max_element(
        stages.begin(), stages.end(), [](const auto& a, const auto& b) { return a.compute < b.compute; });
    // If the layers do not divide evenly, some stage must have one more. If they do, only the first and the last have
    // work of their own.
    const int layers = c.run.layout.layers.value_or(0);
    const auto count = int(stages.size());
    const double uneven = layers >= count ? double((layers + count - 1) / count) / double(layers / count) : 1;
    const bool isEven = layers >= count && layers % count == 0;
    double slower = 1; // of the stages between them
    for (const Stragglers::Stage& stage : stages) {
        if (isEven && stage.stage > 0 && stage.stage + 1 < c.groups.stageCount())
            slower = std::max(slower, stage.factor);
    }
    // With as many layers as the others it is slower, not larger, and need not be balanced; unless another is much
    // longer.
    constexpr double alike = 0.8; // of what they are slower
    const bool isSlower = slower >= stragglerFactor && (slowest->factor - 1) * alike <= slower - 1;
    const double least = isSlower ? std::max(stragglerFactor, 1 + alike * (slower - 1))
                                  : std::max(slowStageFactor, uneven * stragglerFactor);
    std::vector<int> slow;
    for (const Stragglers::Stage& stage : stages) {
        if (stage.factor >= least)
            slow.push_back(stage.stage);
    }
    if (slow.empty())
        return;
    double mean = 0;
    for (const Stragglers::Stage& stage : stages)
        mean += double(stage.compute) / count;
    std::map<int, double> factors;
    for (const Stragglers::Stage& stage : stages) {
        if (!isSlower)
            factors[stage.stage] = stage.compute > 0 ? mean / double(stage.compute) : 1;
        else if (stage.factor >= least)
            factors[stage.stage] = 1 / stage.factor;
    }
    const ColumnVector<Node>& nodes = c.pricer->graph().nodes;
    const auto factorOf = [&](const Node& node) {
        const auto found = factors.find(c.groups.stage(node.rank));
        return isPass(c.trace.operation(node.operation)) && found != factors.end() ? found->second : 1;
    };
    const auto gain = [&] {
        return double(c.pricer->gain(
            [&](uint32_t n, TimeNs ns) { return isWork(c, nodes[n]) ? scaled(ns, factorOf(nodes[n])) : ns; },
            sameTransfer));
    };
    Finding finding;
    finding.id = "slow-stage";
    finding.costNs = gain();
    // Where each microbatch passes all stages one after another, it does not matter which of them has the work.
    const bool isSum = !isSlower && finding.costNs < leastFaultShare * c.stepNs();
    if (isSum) {
        factors.clear();
        for (const Stragglers::Stage& stage : stages) {
            if (stage.factor >= least)
                factors[stage.stage] = 1 / stage.factor;
        }
        finding.kind = Finding::Kind::Shape;
        finding.costNs = gain();
    }
    const bool isLast = slowest->stage + 1 == c.groups.stageCount();
    const double median = double(slowest->compute) / slowest->factor;
    finding.evidence.stages = slow;
    for (uint32_t r = 0; r < c.trace.ranks().size(); ++r) {
        if (std::find(slow.begin(), slow.end(), c.groups.stage(r)) != slow.end())
            finding.evidence.ranks.push_back(c.rankNumber(r));
    }
    // A rank alone in its stage has no peers that could tell whether rank or stage is slow.
    const bool isLone = finding.evidence.ranks.size() == 1;
    std::vector<std::string> names;
    for (const int stage : slow)
        names.push_back(std::to_string(stage));
    finding.title
        = say(slow.size() == 1 ? say("Stage {} has more work than the others")
                               : say("Stages {} have more work than the others"),
            namesText(names));
    if (isSlower && !isLone)
        finding.title += say(", or slower GPUs");
    if (isLone)
        finding.title += say(", or rank {} is slow", finding.evidence.ranks.front());
    finding.sentence
        = say("Stage {} computes {} for a microbatch, {} times the median of the other stages ({}); they wait for it.",
            slowest->stage, timeText(double(slowest->compute)), factorText(slowest->factor), timeText(median));
    if (isLone)
        finding.sentence += say(" Rank {} holds it alone: without a peer, more work and a slower GPU look the same.",
            finding.evidence.ranks.front());
    // The table of stages counts them: two figures of one stage need a word.
    std::vector<std::string> leftOut;
    for (uint32_t r = 0; r < c.trace.ranks().size(); ++r) {
        if (!isLone && c.groups.stage(r) == slowest->stage && isStraggler(c, r))
            leftOut.push_back(std::to_string(c.rankNumber(r)));
    }
    if (leftOut.size() == 1)
        finding.sentence += say(" Rank {} is slow, and not counted here.", leftOut.front());
    else if (!leftOut.empty())
        finding.sentence += say(" Ranks {} are slow, and not counted here.", namesText(leftOut));
    const auto isTypical = [&](const Node& node) {
        return c.groups.stage(node.rank) == slowest->stage && !isStraggler(c, node.rank);
    };
    finding.evidence.spans = longestPasses(c, isTypical); // a straggler's would show that
    if (finding.evidence.spans.empty())
        finding.evidence.spans
            = longestPasses(c, [&](const Node& node) { return c.groups.stage(node.rank) == slowest->stage; });
    if (!finding.evidence.spans.empty())
        finding.evidence.range = c.trace.range(finding.evidence.spans.front());
    finding.howComputed = say("Compute of forward and backward per microbatch, median over microbatches, steps "
                              "and ranks that do not straggle. {}.",
        isSlower || isSum ? say("{} with these stages at the median of the others", retimed())
                          : say("{} with all stages at their mean of {}", retimed(), timeText(mean)));
    finding.costOrigin = Origin::Modelled;
    finding.suggestion = isSlower
        ? say("It has as many layers as the others: check its GPUs and hosts, or move layers from it.")
        : isLast
        ? say("The last stage also holds the output layer (lm_head) and the loss: give it fewer layers, or split the "
              "vocabulary over more ranks.")
        : say("Move layers from this stage to the others.");
    if (isSum)
        finding.suggestion = say("Moving its work to other stages would not shorten the step, in which few microbatches "
                                 "pass all stages one after another: more of them, or less work, would.");
    if (isLone && !isSlower)
        finding.suggestion += say(" If its work is not larger, check the GPU.");
    if (const Partition partition = balancedPartition(c); !isSlower && !isSum && !partition.layers.empty()) {
        finding.tryKnobs = {{"partition", partition.layers}};
        for (size_t s = 0; s < stages.size(); ++s)
            factors[stages[s].stage] = stages[s].compute > 0 ? partition.time[s] / double(stages[s].compute) : 1;
        constexpr double alike = 0.95;
        const double saved = std::max(gain(), 0.0);
        const std::vector<double> slowness = slownessOfStages(c);
        if (saved < alike * finding.costNs)
            finding.suggestion += say(" Whole layers cannot make all stages equal: {} would save about {} of it.",
                partition.layers, timeText(saved));
        else if (alike * saved > finding.costNs
            && std::any_of(slowness.begin(), slowness.end(), [](double times) { return times > 1; }))
            finding.suggestion += say(
                " {} would save about {}, more than equal stages would: stages with a slow rank get fewer layers.",
                partition.layers, timeText(saved));
    } else {
        // What the cost was computed with.
        std::string cure;
        for (const auto& [stage, factor] : factors)
            cure += fmt::format("{}stage:{}={:.4g}", cure.empty() ? "" : ",", stage, factor);
        finding.tryKnobs = {{"straggler", cure}};
    }
    c.add(std::move(finding), isSum ? leastShapeShare : leastFaultShare);
}

void addSlowMicrobatch(FindingContext& c)
{
    const auto& slow = c.analysis.stragglers.slowMicrobatches;
    if (slow.empty() || !c.pricer)
        return;
    const ColumnVector<Node>& nodes = c.pricer->graph().nodes;
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
    finding.title
        = say(slow.size() == 1 ? say("{} is slow") : say("{} are slow"), listText(Numbered::Microbatches, numbers));
    finding.sentence = say("Microbatch {} computes {} times as long as the others on the same rank{}.", numbers.front(),
        factorText(slow.front().factor),
        numbers.front() == 0 ? say("; the first one pays for what is set up or cached") : Message());
    finding.evidence.spans = longestPasses(
        c, [&](const Node& node) { return c.trace.microbatch(node.operation) == slow.front().microbatch; });
    if (!finding.evidence.spans.empty())
        finding.evidence.range = c.trace.range(finding.evidence.spans.front());
    finding.howComputed = say("Compute of a microbatch against the median microbatch of the same rank, median "
                              "over ranks and steps. {} with it divided by that factor.",
        retimed());
    finding.costOrigin = Origin::Modelled;
    finding.suggestion = numbers.front() == 0
        ? say("Warm up kernels, allocator and communicators before the first step; "
              "check what the first microbatch allocates.")
        : say("Look at the input of this microbatch: longer sequences take longer.");
    c.add(std::move(finding), leastFaultShare);
}

} // namespace

void addComputeFaults(FindingContext& context)
{
    addStragglers(context);
    addSlowStage(context);
    addSlowMicrobatch(context);
}

} // namespace bubblescope
