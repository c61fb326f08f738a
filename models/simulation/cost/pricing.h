// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "collectivecost.h"
#include "message.h"
#include "transferfit.h"

#include <cstdint>
#include <vector>

namespace bubblescope {

/// What a transfer takes, and what of it is spent on no link.
struct TransferPrice : CollectivePrice {
    double overheadNs = 0; ///< of the call
    double copyNs = 0;     ///< in the GPU's own memory
    double factor = 1;     ///< on the formula
    double linkNs() const { return ns - overheadNs - copyNs; }
};

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
    // How the price came about.
    double formulaNs = 0;  ///< by the hardware alone
    double overheadNs = 0; ///< of the call and of copies, on no link
    double factor = 1;     ///< on the formula, by what the run recorded
    double pricedNs() const { return overheadNs + factor * formulaNs; }
    void takePrice(const TransferPrice& price);
};

/// How ranks sit, given the node of each member.
GroupPlacement placementOf(std::vector<int> nodesOfMembers, int ranksPerNode);
/// What transfers are priced by.
struct Pricing {
    Hardware hardware = defaultHardware();
    CollectiveAlgorithm algorithm = CollectiveAlgorithm::Automatic;
    std::vector<BandwidthCurve> curves;
    TransferFit fit; ///< to what was recorded on this hardware
};
/// The formula with its numbers: n ranks, S bytes, B bandwidth, a latency of a step.
Message transferFormula(const PricedTransfer& transfer);
/// By formula and fit. A group of one only copies.
TransferPrice priceOf(const PricedTransfer& kind, const Pricing& pricing);

} // namespace bubblescope
