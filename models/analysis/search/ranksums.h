// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rankblocks.h"
#include "selectionsummary.h"

#include <functional>
#include <memory>

namespace bubblescope {

/// Sums over all ranks of a run that is read a few ranks at a time: as of the whole run, but for waiting, which only
/// shows between ranks. Spans are given by their numbers in the whole run; see placeOf().
struct RankSums {
    SelectionSummary summary;
    uint32_t damagedRanks = 0; ///< left out
};
using RankSumsPtr = std::shared_ptr<const RankSums>;

/// On so many threads; null if `report`, which gets the share that is done, returned false.
RankSumsPtr sumRanks(const RankBlocks& blocks, TimeRange range, SelectionSummary::GroupBy by, unsigned threads,
    const std::function<bool(double share)>& report);

} // namespace bubblescope
