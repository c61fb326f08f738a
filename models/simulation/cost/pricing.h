// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "collectivecost.h"
#include "message.h"

#include <cstdint>
#include <vector>

namespace bubblescope {

/// The price of one kind of communication, to show the formula behind a figure.
struct PricedTransfer {
    Operation operation = Operation::Other;
    Category group = Category::OtherComm;
    double bytes = 0;
    GroupPlacement placement;
    CollectiveAlgorithm algorithm = CollectiveAlgorithm::Ring;
    LinkSpeed link;
    double ns = 0;
    uint32_t count = 0; ///< of this kind in the step, over all ranks
    Origin origin = Origin::Modelled;
    bool isSmall = false; ///< below 1 MiB: ±50 %
};

/// Placement of a group, given the node of each member.
GroupPlacement placementOf(std::vector<int> nodesOfMembers, int ranksPerNode);
/// What prices of transfers are based on.
struct Pricing {
    Hardware hardware = defaultHardware();
    CollectiveAlgorithm algorithm = CollectiveAlgorithm::Automatic;
    std::vector<BandwidthCurve> curves;
};
/// The formula with its numbers: n ranks, S bytes, B bandwidth, a latency per step.
Message transferFormula(const PricedTransfer& transfer);
CollectivePrice priceOf(const PricedTransfer& kind, const Pricing& pricing);

} // namespace bubblescope
