// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run.h"

#include <optional>

namespace bubblescope {

/// How many ranks share experts, by what they exchange: of a group in Megatron's rank order, all together get what all
/// together sent. Ranks of one context-parallel group are neighbours in it, as in Megatron Core since 0.9; nothing where
/// each of them exchanges with other groups, where ranks are missing, get what they sent themselves, or no size fits.
std::optional<int> expertRanksByExchange(const Trace& trace, const ParallelLayout& layout);

} // namespace bubblescope
