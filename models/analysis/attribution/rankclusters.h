// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "runsummary.h"

#include <vector>

namespace bubblescope {

/// Ranks of one stage that spend their time alike: one of them stands for all.
struct RankCluster {
    int stage = -1;
    int32_t representative = -1; ///< global number of the rank closest to the cluster's median
    std::vector<int32_t> ranks;  ///< global numbers, ascending; the representative is among them
    /// Most ranks of the stage are in it, or none differs from another: what is usual there.
    bool isUsual = false;
};

/// By stage, the largest first. Ranks are alike where no part of their time split (compute, exposed communication by
/// group, waiting by group, bubbles by phase, host) differs by more than alikeTolerance of the time that was split.
std::vector<RankCluster> clusterRanks(const RunSummary& summary);

/// Of the time that was split: what differs by less looks the same across a window, and one rank may stand for both.
inline constexpr double alikeTolerance = 0.02;

} // namespace bubblescope
