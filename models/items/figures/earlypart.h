// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rankblocks.h"
#include "run.h"
#include "runsummary.h"

#include <memory>
#include <vector>

namespace bubblescope {

/// Whether a run has spans of fewer ranks than its overview, which comes with an index, knows: its own figures would be
/// those of a few ranks, and wrong about all.
bool isOfFewerRanks(const Trace& trace, const RunSummary& overview);

/// Ranks of the overview of which nothing is in memory; ascending. O(rows).
std::vector<int32_t> unreadRanks(const Trace& trace, const RunSummary& overview);

/// Whether the rest of the ranks is still on its way, rather than left out for good.
bool isEarlyPart(
    const RunFolder& folder, size_t run, const std::vector<std::shared_ptr<const RunSummary>>& summaries);

/// Whether not all ranks fit into memory: those in sight are read, others are not.
bool isReadByRank(
    const RunFolder& folder, size_t run, const std::vector<std::shared_ptr<const RunSummary>>& summaries);

/// Whether ranks are left out of a run and nothing is known of them: its index is of another version of the program.
bool hasUnknownRanks(const std::vector<std::shared_ptr<const RankBlocks>>& blocks, size_t run,
    const std::vector<std::shared_ptr<const RunSummary>>& summaries);

} // namespace bubblescope
