// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "pricing.h"

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
    // Every rank of a node is in a group of this kind.
    placement.groupsSharingNics = std::max(1, ranksPerNode / placement.ranksPerNode);
    return placement;
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
