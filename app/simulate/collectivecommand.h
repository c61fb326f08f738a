// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pricing.h"

#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// One collective to price, from the command line.
struct CollectiveQuestion {
    std::string operation; ///< "all-reduce"; empty if nothing is asked
    double bytes = 0;
    int ranks = 0;
    int perNode = 0; ///< ranks of the group per node; 0 for as many as the hardware has
    CollectiveAlgorithm algorithm = CollectiveAlgorithm::Automatic;
    std::string hardware = "h100"; ///< preset or JSON file
};
struct PricedCollective {
    PricedTransfer transfer;
    Hardware hardware;
};

/// All values of --collective: "all-reduce", "all-gather" …, "send".
std::vector<std::string_view> collectiveKeys();
/// Parses "64MB" (1e6) or "64MiB" (2^20); anything else is an error.
Result<double> parseBytes(std::string_view text);
/// An error for an unknown operation or hardware, or an impossible group.
Result<PricedCollective> priceOne(const CollectiveQuestion& question, const HardwareCatalog& catalog);

std::string collectiveText(const PricedCollective& priced);
std::string collectiveJson(const PricedCollective& priced);

} // namespace bubblescope
