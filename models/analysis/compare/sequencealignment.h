// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace bubblescope {

/// Which members of two sequences belong together, so that what was added to one or left out moves nothing else: their
/// places, ascending in both, with equal keys. A longest common subsequence (Myers, "An O(ND) Difference Algorithm and
/// Its Variations", 1986), found piece by piece where the two differ much. O(n) where they differ little.
std::vector<std::pair<uint32_t, uint32_t>> alignedPlaces(std::span<const uint64_t> a, std::span<const uint64_t> b);

} // namespace bubblescope
