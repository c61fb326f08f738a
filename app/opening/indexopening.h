// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "knownindex.h"
#include "progress.h"
#include "rankblocks.h"
#include "result.h"
#include "run.h"
#include "runsummary.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace bubblescope {

/// What an index holds, and its runs' overviews (see runOverview(); null where there is none).
struct OpenedIndex {
    RunFolder folder;
    std::vector<std::shared_ptr<const RunSummary>> overviews;
    std::vector<std::shared_ptr<const RankBlocks>> blocks {}; ///< by run; empty where all ranks are in memory
    std::vector<std::vector<int32_t>> damagedRanks {};        ///< by run, rising: read, and left out
    KnownIndexPtr index {};          ///< null where only a range was read: what the merge found is of whole runs
    std::vector<bool> lacksSpans {}; ///< by run, see OpenedFolder
    uint64_t spanCount() const; ///< in memory
};

/// Ranks that somebody looks at, the most important first.
struct WantedRanks {
    std::string run; ///< its name
    std::vector<int32_t> ranks; ///< global numbers
    bool operator==(const WantedRanks&) const = default;
};

/// The step that a command looks at.
struct WantedStep {
    std::optional<int32_t> number {}; ///< nullopt: the one that represents its run
    bool alone = false;               ///< the rest is of no use: it is not read even where it fits
};

/// Bytes that the spans of a run of an index, or what is read of files, may take: those that are given, or a quarter of
/// the machine's; three of them for what is of no use in part.
uint64_t spanMemory(uint64_t given, bool needsAll);

struct IndexOpening {
    unsigned threads = 1;
    uint64_t memory = UINT64_MAX; ///< bytes that the spans of a run may take
    /// Where memory is short, leaves out all ranks but one of each group and the wanted ones; else every n-th is opened,
    /// too, since nobody will ask for another.
    bool readsByRank = false;
    /// The same for who reads all others himself, through the blocks: nothing is missing that would be reported.
    bool asksByRank = false;
    bool asksFewRanks = false; ///< with asksByRank: only some, so that none is opened before, even where all fit
    WantedRanks wanted;
    std::optional<TimeRange> range; ///< only what meets it, of all ranks
    /// Where memory is short, or it is wanted alone, a step of all ranks is opened instead of some ranks.
    std::optional<WantedStep> step;
    bool needsAll = false;          ///< where memory is short, nothing is opened
    Asked asked = Asked::Spans;     ///< where the index keeps the answer, nothing else is opened
    uint64_t manySpans = 0; ///< to read more of them is noticed
    ProgressFn progress;
    /// Of an index with many spans: receives, before them, all ranks with just the spans
    /// of one rank of each group of similar ones, which is what a timeline shows at first.
    std::function<void(OpenedIndex&& few)> takeFew;
};

/// Where memory is short, wanted ranks and one of each group come first. `paths`: all that were named; an index stands alone.
Result<OpenedIndex> openIndex(
    const std::vector<std::string>& paths, const std::string& index, const IndexOpening& opening);

} // namespace bubblescope
