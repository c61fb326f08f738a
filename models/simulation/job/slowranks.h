// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "message.h"

#include <cstdint>
#include <span>
#include <vector>

namespace bubblescope {

struct JobProfile;

/// A GPU that takes longer than its peers for what they do as well. It stays slow, whatever work it gets.
struct SlowRank {
    /// What tells it. One of a few passes that happened to be slow would look alike; slightly, ranks differ without a
    /// cause. Ends: the first and the last stage, for all stages that are as slow.
    enum class By : uint8_t { Passes, FewPasses, Slightly, Optimizer, Ends };
    int rank = 0;
    double factor = 1;   ///< how many times as long
    bool isThere = true; ///< false in a layout of fewer GPUs
    By by = By::Passes;
    double error = 0; ///< a share of the factor: told by optimizers alone, which ran once, or beside an embedding
    bool operator==(const SlowRank&) const = default;
};

/// Ranks whose own compute takes longer than that of others of their stage, by the limits of Stragglers; by rank. Not
/// those whose experts are sent more: that may be up to a tenth of their other work, too, unless others that are as busy
/// take less. A stage that is slow as a whole is found by findSlowStages().
std::vector<SlowRank> slowRanks(const JobProfile& job);
/// Those that are not as slow as a few passes can tell, but slower than many passes would have to be; of many passes,
/// those that are slower than others of their stage by nearly as much as tells a slow GPU, without busier experts.
std::vector<SlowRank> perhapsSlowRanks(const JobProfile& job);

/// Of few passes a single slow one may be an event: how slow a rank has to be at least. 1 where they are enough.
double notableOf(int microbatches);

/// Both, by rank; of a rank in both what `more` says.
std::vector<SlowRank> mergedSlowRanks(std::span<const SlowRank> slow, std::vector<SlowRank> more);

/// Of a rank that stays; 1 of any other.
double slownessOf(std::span<const SlowRank> slow, int rank);

/// What becomes of them in another layout, a sentence each; of many the slowest.
std::vector<Message> slowRankTexts(std::span<const SlowRank> slow);
/// The same of JobFacts::doubtedRanks.
std::vector<Message> doubtedRankTexts(std::span<const SlowRank> doubted);

} // namespace bubblescope
