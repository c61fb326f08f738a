// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "jobprofile.h"

#include <span>
#include <vector>

namespace bubblescope {

/// One recording is no distribution: a piece of a pass that took far longer than its like, in the rank and on its peers,
/// was disturbed. Its like count instead. `members` do the same work. Returns what was replaced: "10.3 ms on rank 3 (its
/// peers take 3.5 ms)".
std::vector<Message> removeHiccups(std::span<RankWork* const> members);

/// The first step of an optimizer also makes its states. Where each rank was recorded alone in one step, an optimizer
/// that takes many times as long as another of as many parameters was such a one: the shortest counts. `members` are of
/// stages with as much to update. Returns what was replaced, as above.
std::vector<Message> removeFirstUpdates(std::span<RankWork* const> members);

/// What ranks share evenly takes what most of them take; of experts the busiest counts: the others wait for it.
/// `ranksOfExperts`: consecutive ranks that share experts. `members` must not be empty.
RankWork usualWork(std::span<RankWork* const> members, int ranksOfExperts);

} // namespace bubblescope
