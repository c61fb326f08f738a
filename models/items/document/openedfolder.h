// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "hanganalysis.h"
#include "knownrun.h"
#include "levelofdetail.h"
#include "memoryusage.h"
#include "rankblocks.h"
#include "run.h"
#include "runsummary.h"

#include <memory>
#include <vector>

namespace bubblescope {

/// What was opened, with the levels of detail of its runs (in the same order), built before it reaches the window.
struct OpenedFolder {
    RunFolder folder;
    std::vector<LevelOfDetail> levels;
    /// Time splits of whole runs, indexed like the runs; empty, or null for some, until they are computed.
    std::vector<std::shared_ptr<const RunSummary>> summaries {};
    /// Who hangs, where there are dumps of a flight recorder: one of each of hangsAmong() them.
    std::vector<HangReport> hangs {};
    /// Indexed like the memory snapshots.
    std::vector<MemoryFigures> memoryFigures {};
    /// Reads the ranks that are not in memory, indexed like the runs; empty where all are.
    std::vector<std::shared_ptr<const RankBlocks>> blocks {};
    uint64_t memory = 0; ///< bytes that what they read may take
    /// Ranks of which what an index holds was read and is damaged, indexed like the runs; global numbers, rising.
    std::vector<std::vector<int32_t>> damagedRanks {};
    /// That it is of, opened once; null for files, and where only a range was read.
    KnownIndexPtr index {};
    /// By run: not all of its spans, or of the step that was read of it, are in memory; empty where all are.
    std::vector<bool> lacksSpans {};
};
using OpenedFolderPtr = std::shared_ptr<const OpenedFolder>;

/// The door to everything that is known of its runs, in memory or not. Refers to the folder.
inline KnownFolder knownOf(const OpenedFolder& opened)
{
    return {opened.folder, opened.index, opened.lacksSpans, opened.memory};
}

} // namespace bubblescope
