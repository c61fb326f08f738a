// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace bubblescope {

/// A level that rose, or fell, a little with each build: no single one changed it.
struct Creep {
    size_t first = 0; ///< the last build that was still at `before`
    size_t last = 0;  ///< the first that was at `after`
    double before = 0;
    double after = 0;
};

/// Takes those of `changes` (builds, ascending) that are pieces of a creep out of them, and returns the creeps.
/// `levels`: of the builds, as logarithms. Between changes of the other direction a level that rises along a straight
/// line from one build to another is compared with one that jumps: it crept over four builds and more if the jumps
/// leave at least twice the squares that the line leaves, of few builds five times: a jump four times as high as builds
/// scatter is taken for a creep in fewer than 1 of 100 cases, a higher one in none. Where nothing jumped, it crept by
/// more than `limit` if Student's t of the slope says so at this level. O(builds²).
std::vector<Creep> findCreeps(std::span<const double> levels, std::vector<size_t>& changes, double limit, double level);

} // namespace bubblescope
