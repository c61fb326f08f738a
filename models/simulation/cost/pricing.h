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
    bool isUsual = false;  ///< factor and overhead are those of other runs
    double linkNs() const { return ns - overheadNs - copyNs; }
};

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
    bool isSmall = false; ///< ±50 %
    // How the price came about.
    double formulaNs = 0;  ///< by the hardware alone
    double overheadNs = 0; ///< of the call and of copies, on no link
    double factor = 1;     ///< on the formula, by what the run recorded
    bool isUsual = false;  ///< or by what others did
    double pricedNs() const { return overheadNs + factor * formulaNs; }
    void takePrice(const TransferPrice& price);
};

/// Placement of a group, given the node of each member.
GroupPlacement placementOf(std::vector<int> nodesOfMembers, int ranksPerNode);
/// What prices of transfers are based on.
struct Pricing {
    Hardware hardware = defaultHardware();
    CollectiveAlgorithm algorithm = CollectiveAlgorithm::Automatic;
    std::vector<BandwidthCurve> curves;
    TransferFit fit; ///< to what was recorded on this hardware
};
/// The formula with its numbers: n ranks, S bytes, B bandwidth, a latency per step.
Message transferFormula(const PricedTransfer& transfer);
/// By formula and fit. A group of one only copies.
TransferPrice priceOf(const PricedTransfer& kind, const Pricing& pricing);
/// Its time in ns; 0 where the bytes are unknown.
double pricedNs(const PricedTransfer& kind, const Pricing& pricing);

} // namespace bubblescope
