// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "timescale.h"
#include "trace.h"

#include <cstdint>
#include <span>
#include <vector>

namespace bubblescope {

/// How many matches of a search are on a lane. `matches` are span numbers, sorted.
size_t hitsOfTrack(const Trace& trace, std::span<const uint32_t> matches, TrackId track);
/// How many matches of a search are on the lanes of a rank, be they shown or folded. `matches` are span numbers,
/// ascending. O(lanes of the rank x log matches).
size_t hitsOfRank(const Trace& trace, std::span<const uint32_t> matches, int32_t rank);

/// Sets the columns of a scale that begins at 0 in which a match of the rank lies; of very short ones, where it begins.
/// Costs at most columns.
void lightHits(const Trace& trace, const Timing& timing, std::span<const uint32_t> matches, int32_t rank,
    const TimeScale& scale, std::vector<uint8_t>& columns);

} // namespace bubblescope
