// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

namespace bubblescope {

/// A rank that was compared with its peers.
struct PacedRank {
    int host = 0;      ///< index into Trace::hosts()
    double factor = 1; ///< how many times as long as its peers it computes
    bool isSlow = false;
};

/// Hosts that are one fault: they are about equally slow, so that a step may be no shorter without one of them.
struct SlowHosts {
    std::vector<int> hosts; ///< ascending
    double factor = 1;      ///< of the slowest: median over its slow ranks
};

/// The hosts of which nearly all ranks are slow, two at least: what slows them down is theirs, not a GPU's. Slowest
/// first, one element a fault; empty where all ranks are of one host.
std::vector<SlowHosts> findSlowHosts(std::span<const PacedRank> ranks);

} // namespace bubblescope
