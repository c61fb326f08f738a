// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "pricing.h"

#include "measuretext.h"

#include <fmt/format.h>

#include <algorithm>

namespace bubblescope {

GroupPlacement placementOf(std::vector<int> nodesOfMembers, int ranksPerNode)
{
    GroupPlacement placement;
    placement.ranks = int(nodesOfMembers.size());
    std::sort(nodesOfMembers.begin(), nodesOfMembers.end());
    for (size_t i = 0; i < nodesOfMembers.size();) {
        size_t next = i;
        while (next < nodesOfMembers.size() && nodesOfMembers[next] == nodesOfMembers[i])
            ++next;
        placement.ranksPerNode = std::max(placement.ranksPerNode, int(next - i));
        i = next;
    }
    // Every rank of a node belongs to a group of this kind.
    placement.groupsSharingNics = std::max(1, ranksPerNode / placement.ranksPerNode);
    return placement;
}

Message transferFormula(const PricedTransfer& t)
{
    const std::string size = bytesText(t.bytes);
    const std::string speed = speedText(t.link.bytesPerSecond);
    const std::string latency = timeText(t.link.latencyNs);
    const std::string result = timeText(t.ns);
    const int n = t.placement.ranks;
    const auto number = [](double value) { return fmt::format("{:.4g}", value); };
    if (t.origin == Origin::Measured)
        return say("as measured = {}", result);
    if (n <= 1 && !isPointToPoint(t.operation))
        return say("a group of one rank does not communicate = {}", result);
    if (t.algorithm == CollectiveAlgorithm::InSwitch)
        return say("a + S/B = {} + {} / {} = {}", latency, size, speed, result);
    if (t.algorithm == CollectiveAlgorithm::Tree)
        return say("L + S/(0.5 B) = L + {} / (0.5 × {}) = {}", size, speed, result);
    if (t.algorithm == CollectiveAlgorithm::Curve)
        return say("measured bandwidth curve at {} = {}", size, result);
    switch (t.operation) {
    case Operation::AllReduce:
        return say("2(n−1)a + 2(n−1)/n · S/B = {} × {} + {} × {} / {} = {}", 2 * (n - 1), latency,
            number(2.0 * (n - 1) / n), size, speed, result);
    case Operation::AllGather:
    case Operation::ReduceScatter:
        return say("(n−1)a + (n−1)/n · S/B = {} × {} + {} × {} / {} = {}", n - 1, latency, number(double(n - 1) / n),
            size, speed, result);
    case Operation::AllToAll:
        return say(
            "(n−1)a + max(S(g−1)/n/B, S(n−g)/n/NIC) = {} × {} + {} at {} = {}", n - 1, latency, size, speed, result);
    case Operation::Broadcast:
    case Operation::Reduce:
        return say("(n−1)a + S/B = {} × {} + {} / {} = {}", n - 1, latency, size, speed, result);
    default:
        return say("a + S/B = {} + {} / {} = {}", latency, size, speed, result);
    }
}

CollectivePrice priceOf(const PricedTransfer& kind, const Pricing& pricing)
{
    constexpr double unknownBytes = 64 << 20;
    const double bytes = kind.bytes >= 0 ? kind.bytes : unknownBytes;
    if (!isPointToPoint(kind.operation))
        return priceCollective(
            kind.operation, bytes, kind.placement, pricing.hardware, pricing.algorithm, pricing.curves);
    CollectivePrice price;
    price.ns = messageNs(bytes, kind.placement.spansNodes(), pricing.hardware);
    price.link = linkSpeed(kind.placement, pricing.hardware);
    price.isSmall = bytes < smallMessageBytes;
    return price;
}

} // namespace bubblescope
