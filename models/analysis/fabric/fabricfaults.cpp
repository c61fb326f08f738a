// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "fabricfaults.h"

#include "busbandwidth.h"
#include "median.h"
#include "roundedtime.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string_view>
#include <tuple>

namespace bubblescope {

namespace {

/// Times as long as its like: healthy networks differ by about 10 %.
constexpr double slowFactor = 1.3;
constexpr double healthyFactor = 1.15;
/// Beside the factor: so many times the median deviation of its like, which differ more where a network is shared.
constexpr double apartBy = 6;
constexpr uint32_t fewestMeasured = 3;
constexpr size_t fewestAlike = 5; // with itself
/// Below, latency decides, and sizes that are only about the same are not alike.
constexpr double leastMixedBytes = double(4 << 20);
constexpr size_t mostFaults = 64;

bool crossesNodes(const Fabric& fabric, const Fabric::Speed& speed)
{
    if (speed.isMessage())
        return fabric.processes[speed.from].host != fabric.processes[speed.to].host;
    return fabric.groups[speed.group].nodes > 1;
}

using ShapeKey = std::tuple<Operation, int32_t, int32_t>;

ShapeKey shapeOf(const Fabric& fabric, const Fabric::Speed& speed)
{
    const Fabric::Group& group = fabric.groups[speed.group];
    return speed.isMessage() ? ShapeKey {speed.operation, 2, 2} : ShapeKey {speed.operation, group.ranks, group.nodes};
}

/// Bus bandwidths of what is alike, and how far they usually are from their median.
struct Alike {
    std::vector<uint32_t> speeds;
    double usual = 0;
    double deviation = 0; ///< relative

    void settle(const std::vector<double>& bandwidths)
    {
        std::vector<double> values;
        for (const uint32_t s : speeds)
            values.push_back(bandwidths[s]);
        usual = medianOf(values);
        for (double& value : values)
            value = std::abs(value / usual - 1);
        deviation = medianOf(values);
    }
};

/// Groups of at least fewestAlike speeds.
std::vector<Alike> alikeSpeeds(const Fabric& fabric)
{
    std::vector<double> bandwidths(fabric.speeds.size());
    std::map<std::pair<ShapeKey, double>, Alike> bySize;
    for (uint32_t s = 0; s < fabric.speeds.size(); ++s) {
        const Fabric::Speed& speed = fabric.speeds[s];
        bandwidths[s] = busBandwidth(fabric, speed);
        if (speed.count >= fewestMeasured && bandwidths[s] > 0 && crossesNodes(fabric, speed))
            bySize[{shapeOf(fabric, speed), speed.bytes}].speeds.push_back(s);
    }
    std::map<std::pair<ShapeKey, int>, Alike> about;
    std::vector<Alike> all;
    for (auto& [key, alike] : bySize) {
        if (alike.speeds.size() >= fewestAlike) {
            all.push_back(std::move(alike));
        } else if (key.second >= leastMixedBytes) {
            std::vector<uint32_t>& mixed = about[{key.first, int(std::lround(std::log2(key.second)))}].speeds;
            mixed.insert(mixed.end(), alike.speeds.begin(), alike.speeds.end());
        }
    }
    for (auto& [key, alike] : about) {
        if (alike.speeds.size() >= fewestAlike)
            all.push_back(std::move(alike));
    }
    for (Alike& alike : all)
        alike.settle(bandwidths);
    return all;
}

/// A member whose log is missing may be at fault, and those that were read may only have waited for it.
bool isWhollyRead(const Fabric::Group& group) { return group.members.size() == size_t(group.ranks); }

/// All that was measured between the same members across nodes.
struct Crossing {
    std::vector<uint32_t> members; ///< processes
    uint32_t group = Fabric::none; ///< of collectives
    std::vector<double> factors;
    double factor = 1;
    bool isSlow = false;
    bool isHealthy = false;
    bool isExplained = false;
    double worst = 0; ///< factor, of this bandwidth
    double busBandwidth = 0;
    double usual = 0;
};

std::vector<Crossing> crossingsOf(const Fabric& fabric)
{
    std::map<std::pair<uint32_t, uint32_t>, Crossing> found; // group and none, or both ends
    std::map<std::pair<uint32_t, uint32_t>, double> deviations;
    for (const Alike& alike : alikeSpeeds(fabric)) {
        for (const uint32_t s : alike.speeds) {
            const Fabric::Speed& speed = fabric.speeds[s];
            const auto key = speed.isMessage() ? std::pair(speed.from, speed.to) : std::pair(Fabric::none, speed.group);
            Crossing& crossing = found[key];
            const double own = busBandwidth(fabric, speed);
            const double factor = alike.usual / own;
            crossing.factors.push_back(factor);
            deviations[key] = std::max(deviations[key], alike.deviation);
            if (factor > crossing.worst) {
                crossing.worst = factor;
                crossing.busBandwidth = own;
                crossing.usual = alike.usual;
            }
            if (!crossing.members.empty())
                continue;
            if (speed.isMessage()) {
                crossing.members = {speed.from, speed.to};
                continue;
            }
            crossing.group = speed.group;
            const std::vector<uint32_t>& members = fabric.groups[speed.group].members;
            const std::set<uint32_t> distinct(members.begin(), members.end());
            crossing.members.assign(distinct.begin(), distinct.end());
        }
    }
    std::vector<Crossing> crossings;
    for (auto& [key, crossing] : found) {
        crossing.factor = medianOf(crossing.factors);
        const bool isTold = crossing.group == Fabric::none || isWhollyRead(fabric.groups[crossing.group]);
        crossing.isSlow = isTold && crossing.factor >= std::max(slowFactor, 1 + apartBy * deviations[key]);
        crossing.isHealthy = crossing.factor < healthyFactor;
        crossings.push_back(std::move(crossing));
    }
    return crossings;
}

/// What may be at fault for slow crossings.
struct Accused {
    FabricFault::Kind kind = FabricFault::Kind::Nic;
    std::vector<uint32_t> processes;
    std::vector<uint32_t> crossings; ///< ascending; all that go through it

    std::vector<uint32_t> unexplained(const std::vector<Crossing>& all) const
    {
        std::vector<uint32_t> slow;
        for (const uint32_t c : crossings) {
            if (all[c].isSlow && !all[c].isExplained)
                slow.push_back(c);
        }
        return slow;
    }
};

/// Of all NICs, hosts and rails those that no healthy crossing goes through; NICs first.
std::vector<Accused> accusedOf(const Fabric& fabric, const std::vector<Crossing>& crossings)
{
    std::vector<std::vector<uint32_t>> ofProcess(fabric.processes.size());
    std::map<std::string_view, std::set<uint32_t>> ofHost;
    std::map<int32_t, std::set<uint32_t>> ofRail; // wholly on it
    for (uint32_t c = 0; c < crossings.size(); ++c) {
        std::set<int32_t> places;
        for (const uint32_t member : crossings[c].members) {
            ofProcess[member].push_back(c);
            ofHost[fabric.processes[member].host].insert(c);
            places.insert(fabric.processes[member].place);
        }
        if (places.size() == 1)
            ofRail[*places.begin()].insert(c);
    }
    std::vector<Accused> allAccused;
    const auto add = [&](Accused&& accused) {
        const auto isHealthy = [&](uint32_t c) { return crossings[c].isHealthy; };
        const auto isSlow = [&](uint32_t c) { return crossings[c].isSlow; };
        if (std::none_of(accused.crossings.begin(), accused.crossings.end(), isHealthy)
            && std::any_of(accused.crossings.begin(), accused.crossings.end(), isSlow))
            allAccused.push_back(std::move(accused));
    };
    std::map<std::string_view, std::vector<uint32_t>> hosts; // their processes that cross nodes
    std::map<int32_t, std::vector<uint32_t>> rails;
    for (uint32_t p = 0; p < fabric.processes.size(); ++p) {
        if (ofProcess[p].empty())
            continue;
        hosts[fabric.processes[p].host].push_back(p);
        rails[fabric.processes[p].place].push_back(p);
        add({FabricFault::Kind::Nic, {p}, std::move(ofProcess[p])});
    }
    for (auto& [host, processes] : hosts) {
        const std::set<uint32_t>& through = ofHost[host];
        if (processes.size() > 1)
            add({FabricFault::Kind::Host, std::move(processes), {through.begin(), through.end()}});
    }
    for (auto& [place, processes] : rails) {
        const std::set<uint32_t>& along = ofRail[place];
        if (rails.size() > 1 && along.size() > 1)
            add({FabricFault::Kind::Rail, std::move(processes), {along.begin(), along.end()}});
    }
    return allAccused;
}

FabricFault faultOf(FabricFault::Kind kind, std::vector<uint32_t>&& processes, const std::vector<uint32_t>& explained,
    std::vector<Crossing>& crossings)
{
    FabricFault fault;
    fault.kind = kind;
    fault.processes = std::move(processes);
    std::vector<double> factors;
    std::set<uint32_t> victims;
    double worst = 0;
    for (const uint32_t c : explained) {
        Crossing& crossing = crossings[c];
        crossing.isExplained = true;
        factors.push_back(crossing.factor);
        if (crossing.worst > worst) {
            worst = crossing.worst;
            fault.busBandwidth = crossing.busBandwidth;
            fault.usual = crossing.usual;
        }
        if (crossing.group != Fabric::none)
            fault.groups.push_back(crossing.group);
        else
            fault.messages.emplace_back(crossing.members.front(), crossing.members.back());
        victims.insert(crossing.members.begin(), crossing.members.end());
    }
    for (const uint32_t process : fault.processes)
        victims.erase(process);
    fault.victims.assign(victims.begin(), victims.end());
    fault.factor = medianOf(factors);
    return fault;
}

} // namespace

double busBandwidth(const Fabric& fabric, const Fabric::Speed& speed)
{
    const int ranks = speed.isMessage() ? 2 : fabric.groups[speed.group].ranks;
    return busFactor(speed.operation, ranks) * speed.bytes / speed.ns * nsPerSecond;
}

std::vector<double> slownessOf(const Fabric& fabric)
{
    std::vector<double> slowness(fabric.speeds.size(), 0);
    for (const Alike& alike : alikeSpeeds(fabric)) {
        for (const uint32_t s : alike.speeds)
            slowness[s] = alike.usual / busBandwidth(fabric, fabric.speeds[s]);
    }
    return slowness;
}

std::vector<FabricFault> findFabricFaults(const Fabric& fabric)
{
    std::vector<Crossing> crossings = crossingsOf(fabric);
    std::vector<Accused> allAccused = accusedOf(fabric, crossings);
    std::vector<FabricFault> faults;
    while (faults.size() < mostFaults) {
        const Accused* best = nullptr;
        std::vector<uint32_t> explained;
        std::vector<uint32_t> alike; // processes whose cards would explain the same
        for (const Accused& accused : allAccused) {
            std::vector<uint32_t> own = accused.unexplained(crossings);
            if (own.empty() || own.size() < explained.size())
                continue;
            if (own.size() > explained.size()) {
                best = &accused;
                explained = std::move(own);
                alike.clear();
            } else if (accused.kind == FabricFault::Kind::Nic && own == explained) {
                alike.insert(alike.end(), accused.processes.begin(), accused.processes.end());
            }
        }
        if (!best)
            break;
        std::vector<uint32_t> processes = best->processes;
        const bool isClear = alike.empty();
        processes.insert(processes.end(), alike.begin(), alike.end());
        faults.push_back(
            faultOf(isClear ? best->kind : FabricFault::Kind::OneOf, std::move(processes), explained, crossings));
    }
    for (uint32_t c = 0; c < crossings.size() && faults.size() < mostFaults; ++c) {
        if (crossings[c].isSlow && !crossings[c].isExplained)
            faults.push_back(
                faultOf(FabricFault::Kind::Path, std::vector<uint32_t>(crossings[c].members), {c}, crossings));
    }
    return faults;
}

} // namespace bubblescope
