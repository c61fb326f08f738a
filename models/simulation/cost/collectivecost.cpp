// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "collectivecost.h"

#include "roundedtime.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace bubblescope {

namespace {

constexpr std::array<std::pair<CollectiveAlgorithm, std::string_view>, 5> algorithmKeys {{
    {CollectiveAlgorithm::Automatic, "automatic"},
    {CollectiveAlgorithm::Ring, "ring"},
    {CollectiveAlgorithm::Tree, "tree"},
    {CollectiveAlgorithm::InSwitch, "nvls"},
    {CollectiveAlgorithm::Curve, "curve"},
}};

double transferNs(double bytes, double bytesPerSecond)
{
    return bytesPerSecond > 0 ? bytes / bytesPerSecond * nsPerSecond : 0;
}

/// One rank's share of the network cards of its node.
double networkShare(const GroupPlacement& group, const Hardware& hardware)
{
    return hardware.nicsPerNode * hardware.nicBandwidth / std::max(group.groupsSharingNics, 1);
}

/// For the mean step of a pairwise exchange: each partner on another node means a step across nodes.
double pairwiseLatencyNs(const GroupPlacement& group, const Hardware& hardware)
{
    const int local = std::min(group.ranksPerNode, group.ranks);
    return ((local - 1) * hardware.intraLatencyNs + (group.ranks - local) * hardware.interLatencyNs)
        / (group.ranks - 1);
}

double allToAllNs(double bytes, const GroupPlacement& group, const Hardware& hardware)
{
    const double n = group.ranks;
    const double local = std::min(group.ranksPerNode, group.ranks);
    // Here each rank has its own share of the cards: all members on a node send to other nodes at once.
    const double nic = networkShare(group, hardware) / std::max(local, 1.0);
    const double inside = transferNs(bytes * (local - 1) / n, hardware.nvlinkBandwidth);
    const double outside = transferNs(bytes * (n - local) / n, nic);
    return (n - 1) * pairwiseLatencyNs(group, hardware) + std::max(inside, outside);
}

/// Each of the two binary trees carries half of the bytes up to its root and back down.
double treeAllReduceNs(double bytes, const GroupPlacement& group, const Hardware& hardware, const LinkSpeed& link)
{
    const double nodes = group.nodes();
    const double latency
        = 2 * (std::log2(nodes) * hardware.interLatencyNs + (group.ranks / nodes - 1) * hardware.intraLatencyNs);
    return latency + transferNs(bytes, 0.5 * link.bytesPerSecond);
}

/// The candidates of priceCollective() for an all-reduce.
CollectivePrice treePrice(double bytes, const GroupPlacement& group, const Hardware& hardware)
{
    const LinkSpeed link = linkSpeed(group, hardware);
    return {treeAllReduceNs(bytes, group, hardware, link), CollectiveAlgorithm::Tree, link, bytes < uncertainBytes};
}
/// Whole nodes are joined by the two binary trees (NCCL's NVLSTree): a node sends and receives half of the bytes twice,
/// after its switch has added them up. 2 x 8 H800 reached a bus bandwidth of 147 GB/s: rings, which one node's 215 do
/// not outrun once the network is paid for as well.
CollectivePrice inSwitchPrice(double bytes, const GroupPlacement& group, const Hardware& hardware)
{
    LinkSpeed link {hardware.nvlsBandwidth, hardware.nvlsLatencyNs, Bottleneck::Switch};
    if (group.spansNodes()) {
        link.latencyNs += 2 * std::log2(double(group.nodes())) * hardware.interLatencyNs;
        if (const double network = 0.5 * networkShare(group, hardware); network > 0) {
            link.bottleneck = network < link.bytesPerSecond ? Bottleneck::Network : Bottleneck::Switch;
            link.bytesPerSecond = 1 / (1 / link.bytesPerSecond + 1 / network);
        }
    }
    return {link.latencyNs + transferNs(bytes, link.bytesPerSecond), CollectiveAlgorithm::InSwitch, link,
        bytes < uncertainBytes};
}

/// As the same operation was measured on this kind of GPU; nullopt across nodes and where nothing is known.
std::optional<CollectivePrice> measuredPrice(
    Operation operation, double bytes, const GroupPlacement& group, const Hardware& hardware)
{
    const CollectiveCurves& known = hardware.collectives;
    const auto at = group.spansNodes() ? std::nullopt : known.at(operation, group.ranks, bytes);
    if (!at)
        return std::nullopt;
    CollectivePrice price;
    price.algorithm = CollectiveAlgorithm::Curve;
    price.link = {hardware.nvlinkBandwidth, known.callNs(at->baseNs, hardware.intraLatencyNs), Bottleneck::NvLink};
    price.ns = price.link.latencyNs
        + at->factor * busFactor(operation, group.ranks) * transferNs(bytes, hardware.nvlinkBandwidth);
    price.isSmall = at->isExtrapolated && bytes < uncertainBytes;
    return price;
}

} // namespace

std::string_view collectiveAlgorithmKey(CollectiveAlgorithm algorithm)
{
    return algorithmKeys[static_cast<size_t>(algorithm)].second;
}

std::optional<CollectiveAlgorithm> collectiveAlgorithmFromKey(std::string_view key)
{
    for (const auto& [algorithm, its] : algorithmKeys) {
        if (its == key)
            return algorithm;
    }
    return std::nullopt;
}

LinkSpeed linkSpeed(const GroupPlacement& group, const Hardware& hardware)
{
    if (group.ranks <= 1)
        return {};
    LinkSpeed link {hardware.nvlinkBandwidth, hardware.intraLatencyNs, Bottleneck::NvLink};
    if (group.spansNodes()) {
        // A ring enters each node once; all other steps stay inside, as in NCCL's model.
        const int steps = group.ranks - 1;
        const int across = std::min(group.nodes(), steps);
        link.latencyNs
            = (across * hardware.interLatencyNs + (steps - across) * hardware.intraLatencyNs) / double(steps);
        const double network = networkShare(group, hardware);
        if (group.ranksPerNode <= 1 || network < link.bytesPerSecond) {
            link.bytesPerSecond = network;
            link.bottleneck = Bottleneck::Network;
        }
    }
    return link;
}

std::string_view bottleneckName(Bottleneck bottleneck)
{
    switch (bottleneck) {
    case Bottleneck::None:
        break;
    case Bottleneck::NvLink:
        return "NVLink";
    case Bottleneck::Network:
        return "network cards";
    case Bottleneck::Switch:
        return "NVLink switch";
    }
    return "";
}

double collectiveNs(Operation operation, double bytes, const GroupPlacement& group, const Hardware& hardware)
{
    if (group.ranks <= 1 || bytes < 0)
        return 0;
    const LinkSpeed link = linkSpeed(group, hardware);
    const double n = group.ranks;
    const double once = transferNs(bytes, link.bytesPerSecond);
    switch (operation) {
    case Operation::AllReduce:
        return 2 * (n - 1) * link.latencyNs + 2 * (n - 1) / n * once;
    case Operation::AllGather:
    case Operation::ReduceScatter:
        return (n - 1) * link.latencyNs + (n - 1) / n * once;
    case Operation::AllToAll:
        return allToAllNs(bytes, group, hardware);
    case Operation::Broadcast:
    case Operation::Reduce:
        return (n - 1) * link.latencyNs + once;
    default:
        return link.latencyNs + once;
    }
}

LinkSpeed messageLink(const GroupPlacement& peers, const Hardware& hardware)
{
    if (peers.spansNodes())
        return {hardware.nicBandwidth, hardware.interLatencyNs, Bottleneck::Network};
    const bool hasFewChannels = peers.pipelineNodes > 1 && hardware.messageBandwidth > 0;
    return {hasFewChannels ? std::min(hardware.messageBandwidth, hardware.nvlinkBandwidth) : hardware.nvlinkBandwidth,
        hardware.intraLatencyNs, Bottleneck::NvLink};
}

double messageNs(double bytes, const GroupPlacement& peers, const Hardware& hardware)
{
    const LinkSpeed link = messageLink(peers, hardware);
    return link.latencyNs + transferNs(bytes, link.bytesPerSecond);
}

double messageNs(double bytes, bool acrossNodes, const Hardware& hardware)
{
    return messageNs(bytes, GroupPlacement {2, acrossNodes ? 1 : 2, 1, 1}, hardware);
}

double algorithmBandwidth(double bytes, double ns) { return ns > 0 ? bytes / ns * nsPerSecond : 0; }

double busBandwidth(Operation operation, double bytes, int ranks, double ns)
{
    return algorithmBandwidth(bytes, ns) * busFactor(operation, ranks);
}

const BandwidthCurve* fittingCurve(
    std::span<const BandwidthCurve> curves, Operation operation, const GroupPlacement& group)
{
    const int perNode = std::min(group.ranksPerNode, group.ranks);
    for (const BandwidthCurve& curve : curves) {
        if (curve.operation == operation && curve.ranks == group.ranks && curve.ranksPerNode == perNode)
            return &curve;
    }
    return nullptr;
}

CollectivePrice priceCollective(Operation operation, double bytes, const GroupPlacement& group,
    const Hardware& hardware, CollectiveAlgorithm algorithm, std::span<const BandwidthCurve> curves)
{
    CollectivePrice price;
    if (group.ranks <= 1 || bytes < 0)
        return price;
    const bool isAutomatic = algorithm == CollectiveAlgorithm::Automatic;
    if (isAutomatic || algorithm == CollectiveAlgorithm::Curve) {
        if (const BandwidthCurve* curve = fittingCurve(curves, operation, group); curve && curve->covers(bytes)) {
            price.ns = curve->nsAt(bytes);
            price.algorithm = CollectiveAlgorithm::Curve;
            return price;
        }
        if (const std::optional<CollectivePrice> measured = measuredPrice(operation, bytes, group, hardware))
            return *measured;
    }
    price.link = linkSpeed(group, hardware);
    if (operation == Operation::AllToAll)
        price.link.latencyNs = pairwiseLatencyNs(group, hardware);
    price.isSmall = bytes < uncertainBytes;
    price.ns = collectiveNs(operation, bytes, group, hardware);
    if (operation != Operation::AllReduce)
        return price;
    const bool hasWholeNodes = group.ranksPerNode == hardware.gpusPerNode && group.ranks % group.ranksPerNode == 0;
    const bool hasSwitch = hardware.nvlsBandwidth > 0 && (!group.spansNodes() || hasWholeNodes);
    if (algorithm == CollectiveAlgorithm::Tree)
        return treePrice(bytes, group, hardware);
    if (algorithm == CollectiveAlgorithm::InSwitch && hasSwitch)
        return inSwitchPrice(bytes, group, hardware);
    if (!isAutomatic)
        return price;
    const auto consider = [&price](const CollectivePrice& other) {
        if (other.ns < price.ns)
            price = other;
    };
    consider(treePrice(bytes, group, hardware));
    // The switch is only known for whole nodes.
    if (hasSwitch && hasWholeNodes)
        consider(inSwitchPrice(bytes, group, hardware));
    return price;
}

} // namespace bubblescope
