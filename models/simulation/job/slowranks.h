// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "message.h"

#include <span>
#include <vector>

namespace bubblescope {

struct JobProfile;

/// A GPU that takes longer than its peers for what they do as well. It stays slow, whatever work it gets.
struct SlowRank {
    int rank = 0;
    double factor = 1;   ///< how many times as long
    bool isThere = true; ///< false in a layout of fewer GPUs
    bool operator==(const SlowRank&) const = default;
};

/// Ranks whose own compute takes longer than that of others of their stage, by the limits of Stragglers; of a rank
/// alone in its stage, than a layer takes in other stages. By rank. Not those whose experts are sent more: that may be
/// up to a tenth of their other work, too.
std::vector<SlowRank> slowRanks(const JobProfile& job);

/// Of a rank that stays; 1 of any other.
double slownessOf(std::span<const SlowRank> slow, int rank);

/// What becomes of them in another layout, a sentence each; of many the slowest.
std::vector<Message> slowRankTexts(std::span<const SlowRank> slow);

} // namespace bubblescope
