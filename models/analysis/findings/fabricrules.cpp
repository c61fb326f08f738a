// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Network cards, hosts and rails that are slow by what communicators measured.
#include "fabricrules.h"

#include "fabricfaults.h"
#include "findingtext.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

namespace {

std::string_view firstLabel(std::string_view host) { return host.substr(0, host.find('.')); }

/// Numbers processes as the run numbers the ranks of their hosts, where there are as many of both.
void placeOnRun(Fabric& fabric, const Trace& trace)
{
    std::map<std::string_view, std::vector<int32_t>> ranks;
    for (const RankInfo& rank : trace.ranks()) {
        if (rank.host < trace.hosts().size())
            ranks[firstLabel(trace.hosts()[rank.host])].push_back(rank.rank);
    }
    for (auto& [host, ofHost] : ranks)
        std::sort(ofHost.begin(), ofHost.end());
    std::map<std::string_view, size_t> processes;
    for (const Fabric::Process& process : fabric.processes)
        ++processes[firstLabel(process.host)];
    for (Fabric::Process& process : fabric.processes) {
        const auto ofHost = ranks.find(firstLabel(process.host));
        if (ofHost == ranks.end() || ofHost->second.size() != processes[ofHost->first])
            continue;
        if (process.rank < 0 || !std::binary_search(ofHost->second.begin(), ofHost->second.end(), process.rank))
            process.rank = ofHost->second[size_t(process.place)];
    }
}

Message processName(const Fabric& fabric, uint32_t index)
{
    const Fabric::Process& process = fabric.processes[index];
    return process.rank >= 0 ? say("rank {} ({})", process.rank, process.host)
                             : say("process {} of {}", process.place, process.host);
}

Message processNames(const Fabric& fabric, const std::vector<uint32_t>& processes)
{
    std::set<int32_t> ranks;
    for (const uint32_t process : processes)
        ranks.insert(fabric.processes[process].rank);
    if (processes.size() > 1 && ranks.size() == processes.size() && *ranks.begin() >= 0) {
        std::vector<std::string> numbers;
        for (const int32_t rank : ranks)
            numbers.push_back(std::to_string(rank));
        return say("ranks {}", namesText(numbers));
    }
    constexpr size_t mostShown = 4;
    Message list;
    for (size_t i = 0; i < std::min(processes.size(), mostShown); ++i) {
        list += i == 0 ? Message() : Message(", ");
        list += processName(fabric, processes[i]);
    }
    if (processes.size() > mostShown)
        list += say(" and {} more", processes.size() - mostShown);
    return list;
}

Message titleOfFault(const Fabric& fabric, const FabricFault& fault)
{
    switch (fault.kind) {
    case FabricFault::Kind::Nic:
        return say("The network card of {} is slow", processName(fabric, fault.processes.front()));
    case FabricFault::Kind::Host:
        return say("The network of host {} is slow", fabric.processes[fault.processes.front()].host);
    case FabricFault::Kind::Rail:
        return say("Rail {} of the network is slow", fabric.processes[fault.processes.front()].place);
    case FabricFault::Kind::OneOf:
        return say("One network card among {} ranks is slow", fault.processes.size());
    case FabricFault::Kind::Path:
        break;
    }
    return say("A path of the network between {} ranks is slow", fault.processes.size());
}

std::string_view idOfFault(FabricFault::Kind kind)
{
    switch (kind) {
    case FabricFault::Kind::Nic:
        return "slow-network-card";
    case FabricFault::Kind::Host:
        return "slow-host-network";
    case FabricFault::Kind::Rail:
        return "slow-rail";
    case FabricFault::Kind::OneOf:
        return "slow-communicator";
    case FabricFault::Kind::Path:
        break;
    }
    return "slow-network-path";
}

/// "2 communicators (DP 3, DP 7) and 4 pairs of ranks".
Message throughIt(const Fabric& fabric, const FabricFault& fault)
{
    std::vector<std::string> names;
    for (const uint32_t group : fault.groups) {
        const Fabric::Group& one = fabric.groups[group];
        names.push_back(one.name.empty() ? one.id : one.name + ' ' + one.id);
    }
    const Message groups = names.size() == 1 ? say("communicator {}", names.front())
                                             : say("{} communicators ({})", names.size(), namesText(names));
    const Message messages = fault.messages.size() == 1
        ? say("the messages of one pair of ranks")
        : say("the messages of {} pairs of ranks", fault.messages.size());
    return names.empty() ? messages : fault.messages.empty() ? groups : say("{} and {}", groups, messages);
}

Message sentenceOfFault(const Fabric& fabric, const FabricFault& fault)
{
    Message sentence
        = say("What goes through it takes {} times as long as its like: {}, at worst at {} of bus bandwidth "
              "instead of {}.",
            factorText(fault.factor), throughIt(fabric, fault), speedText(fault.busBandwidth), speedText(fault.usual));
    switch (fault.kind) {
    case FabricFault::Kind::OneOf:
        sentence
            += say(" It is one of {}: what was measured does not tell which.", processNames(fabric, fault.processes));
        break;
    case FabricFault::Kind::Path:
        sentence += say(" It is between {}, each of which is fast elsewhere.", processNames(fabric, fault.processes));
        break;
    case FabricFault::Kind::Rail:
        sentence += say(" Nothing that stays on it is as fast as its like.");
        break;
    default:
        sentence
            += say(" All that it exchanges with other nodes is slow; what its partners exchange without it is not.");
        break;
    }
    if (!fault.victims.empty())
        sentence += say(" Victims, which only wait for it: {}.", processNames(fabric, fault.victims));
    return sentence;
}

Message adviceOfFault(FabricFault::Kind kind)
{
    switch (kind) {
    case FabricFault::Kind::Host:
        return say("Check the cards of that host, its firmware and PCIe settings, and the switch it hangs on.");
    case FabricFault::Kind::Rail:
        return say("Check the switch of that rail, and that its cards run at their full rate on all hosts.");
    case FabricFault::Kind::Path:
        return say("Check the switches and uplinks between these hosts, and how traffic is spread over them.");
    case FabricFault::Kind::OneOf:
        return say("Measure these ranks in pairs, such as with nccl-tests: the slow one shows in all of its pairs.");
    case FabricFault::Kind::Nic:
        break;
    }
    return say(
        "Check that card: its link rate and errors, its cable and switch port, and that its GPU uses the card next "
        "to it.");
}

Finding findingOfFault(const Fabric& fabric, const FabricFault& fault)
{
    Finding finding;
    finding.id = idOfFault(fault.kind);
    finding.title = titleOfFault(fabric, fault);
    finding.sentence = sentenceOfFault(fabric, fault);
    for (const uint32_t process : fault.processes) {
        if (fabric.processes[process].rank >= 0 && finding.evidence.ranks.size() < maximumEvidence)
            finding.evidence.ranks.push_back(fabric.processes[process].rank);
    }
    std::sort(finding.evidence.ranks.begin(), finding.evidence.ranks.end());
    finding.howComputed
        = say("NCCL Inspector's times: of a collective that of its last member, of messages the fastest "
              "quarter; bus bandwidth against the median of the same operation, size, ranks and nodes.");
    finding.suggestion = adviceOfFault(fault.kind);
    return finding;
}

bool isPlaced(const Fabric& fabric, const FabricFault& fault)
{
    return std::none_of(fault.processes.begin(), fault.processes.end(),
        [&](uint32_t process) { return fabric.processes[process].rank < 0; });
}

/// What the step would gain were its slow transfers as fast as their like.
double gainWithoutFault(const FindingContext& c, const Fabric& fabric, const FabricFault& fault)
{
    std::set<int32_t> ranks;
    for (const uint32_t process : fault.processes)
        ranks.insert(fabric.processes[process].rank);
    const bool needsAll = fault.kind != FabricFault::Kind::Nic && fault.kind != FabricFault::Kind::Host;
    const TraceGraph& graph = c.pricer->graph();
    std::vector<bool> isSlow(graph.meetings.size(), false);
    for (uint32_t m = 0; m < graph.meetings.size(); ++m) {
        bool crosses = false;
        size_t ofFault = 0;
        const auto members = graph.membersOf(graph.meetings[m]);
        for (const uint32_t node : members) {
            const RankInfo& rank = c.trace.ranks()[graph.nodes[node].rank];
            crosses = crosses || rank.host != c.trace.ranks()[graph.nodes[members.front()].rank].host;
            ofFault += ranks.contains(rank.rank);
        }
        isSlow[m] = crosses && (needsAll ? ofFault == members.size() : ofFault > 0);
    }
    return double(c.pricer->gain([](uint32_t, TimeNs ns) { return ns; },
        [&](uint32_t m, TimeNs ns) { return isSlow[m] ? scaled(ns, 1 / fault.factor) : ns; }));
}

} // namespace

void addFabricFaults(FindingContext& c)
{
    if (!c.run.fabric || c.isProfile())
        return;
    Fabric fabric = *c.run.fabric;
    placeOnRun(fabric, c.trace);
    constexpr size_t mostPriced = 16;
    size_t priced = 0;
    std::set<std::string_view> known; // one of a kind, which explains most of those that cost something
    for (const FabricFault& fault : findFabricFaults(fabric)) {
        if (known.contains(idOfFault(fault.kind)) || priced++ >= mostPriced)
            continue;
        Finding finding = findingOfFault(fabric, fault);
        finding.evidence.range = c.window();
        if (!c.pricer || !isPlaced(fabric, fault)) { // what the step loses by it cannot be told
            known.insert(idOfFault(fault.kind));
            finding.kind = Finding::Kind::Caveat;
            c.analysis.findings.list.push_back(std::move(finding));
            continue;
        }
        finding.costNs = gainWithoutFault(c, fabric, fault);
        if (finding.costNs > 0)
            known.insert(idOfFault(fault.kind));
        finding.costOrigin = Origin::Modelled;
        finding.howComputed += say(" {} with the transfers through it as fast as their like.", retimed());
        c.add(std::move(finding), 0);
    }
}

Findings findFabricFindings(const Fabric& fabric)
{
    Findings findings;
    for (const FabricFault& fault : findFabricFaults(fabric))
        findings.list.push_back(findingOfFault(fabric, fault));
    if (!findings.list.empty())
        findings.verdict = findings.list.front().sentence;
    return findings;
}

} // namespace bubblescope
