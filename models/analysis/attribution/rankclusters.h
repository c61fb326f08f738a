// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "runsummary.h"

#include <vector>

namespace bubblescope {

/// Ranks of one stage that spend their time alike; one of them represents all.
struct RankCluster {
    int stage = -1;
    int32_t representative = -1; ///< global number of the rank closest to the cluster's median
    std::vector<int32_t> ranks;  ///< global numbers, ascending; includes the representative
    /// True if the cluster has most ranks of the stage, or is its only one.
    bool isUsual = false;
};

/// By stage, largest cluster first. Ranks are alike if no part of their time split (compute, exposed communication by
/// group, waiting by group, bubbles by phase, host) differs by more than alikeTolerance of the time that was split.
std::vector<RankCluster> clusterRanks(const RunSummary& summary);

/// Share of the split time: smaller differences are invisible across a window, so one rank may represent both.
inline constexpr double alikeTolerance = 0.02;

} // namespace bubblescope
