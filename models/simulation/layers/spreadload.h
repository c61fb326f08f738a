// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "jobprofile.h"

#include <cstddef>
#include <vector>

namespace bubblescope {

/// Of each layer, where nothing tells.
inline constexpr int assumedExperts = 8;

/// What the ranks of another expert-parallel group are sent, by what those of this one are: fewer take over the experts
/// of several in turn, of more each takes some of those of one, for as many times the senders. What the experts of a
/// rank are sent apart is not recorded: shares of `experts` in all are taken to be Dirichlet-distributed, as unlike as
/// those of the ranks are together with what is usual. One new rank of each old one gets what makes the busiest of all
/// what it is at the median of that; the others share the rest.
std::vector<double> spreadLoad(
    const std::vector<double>& bytes, size_t ranks, ExpertShares shares, int experts = assumedExperts);

} // namespace bubblescope
