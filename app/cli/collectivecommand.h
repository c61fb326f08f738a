// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pricing.h"

#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// One collective to price, as the command line tells it.
struct CollectiveQuestion {
    std::string operation; ///< "all-reduce"; empty if nothing is asked
    double bytes = 0;
    int ranks = 0;
    int perNode = 0; ///< ranks of the group on each node; 0 for as many as the hardware has
    CollectiveAlgorithm algorithm = CollectiveAlgorithm::Automatic;
    std::string hardware = "h100"; ///< preset or JSON file
};
struct PricedCollective {
    PricedTransfer transfer;
    Hardware hardware;
};

/// All that --collective takes: "all-reduce", "all-gather" …, "send".
std::vector<std::string_view> collectiveKeys();
/// "64MB" (1e6), "64MiB" (2^20); refuses anything else with a sentence.
Result<double> parseBytes(std::string_view text);
/// Refuses, with a sentence, what names no operation, hardware or group.
Result<PricedCollective> priceOne(const CollectiveQuestion& question, const HardwareCatalog& catalog);

std::string collectiveText(const PricedCollective& priced);
std::string collectiveJson(const PricedCollective& priced);

} // namespace bubblescope
