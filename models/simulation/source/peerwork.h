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

/// What ranks share evenly takes what most of them take; of experts the busiest counts: the others wait for it.
/// `ranksOfExperts`: consecutive ranks that share experts. `members` must not be empty.
RankWork usualWork(std::span<RankWork* const> members, int ranksOfExperts);

} // namespace bubblescope
