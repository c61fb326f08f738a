// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "collectivecost.h"
#include "message.h"

#include <cstdint>
#include <vector>

namespace bubblescope {

/// One kind of communication as it was priced, for the formula behind a figure.
struct PricedTransfer {
    Operation operation = Operation::Other;
    Category group = Category::OtherComm;
    double bytes = 0;
    GroupPlacement placement;
    CollectiveAlgorithm algorithm = CollectiveAlgorithm::Ring;
    LinkSpeed link;
    double ns = 0;
    uint32_t count = 0; ///< of its kind in the step, all ranks together
    Origin origin = Origin::Modelled;
    bool isSmall = false; ///< below 1 MiB: ±50 %
};

/// How ranks sit, given the node of each member.
GroupPlacement placementOf(std::vector<int> nodesOfMembers, int ranksPerNode);
/// What transfers are priced by.
struct Pricing {
    Hardware hardware = defaultHardware();
    CollectiveAlgorithm algorithm = CollectiveAlgorithm::Automatic;
    std::vector<BandwidthCurve> curves;
};
/// The formula with its numbers: n ranks, S bytes, B bandwidth, a latency of a step.
Message transferFormula(const PricedTransfer& transfer);
CollectivePrice priceOf(const PricedTransfer& kind, const Pricing& pricing);

} // namespace bubblescope
