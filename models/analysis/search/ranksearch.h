// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "durationhistogram.h"
#include "rankblocks.h"
#include "spanquery.h"

#include <functional>
#include <memory>
#include <vector>

namespace bubblescope {

/// A match with what a list says of it. Its place among the spans of its rank identifies it, whether that rank
/// is in memory or not.
struct FoundSpan {
    TimeNs begin = 0;
    TimeNs duration = 0;
    StringId name;
    StringId detail;
    int32_t rank = -1;
    uint32_t place = 0;
    int16_t stage = -1;
    Operation operation = Operation::Other;
    int32_t microbatch = -1;

    bool isSameAs(const FoundSpan& other) const { return rank == other.rank && place == other.place; }
};
FoundSpan foundSpan(const Trace& trace, SpanId span);
/// Which rank and place a span has, given by its number in the whole run: all that RankBlocks::tables() know.
FoundSpan placeOf(const Trace& tables, SpanId span);
/// Invalid where the rank is not in memory.
SpanId spanOf(const FoundSpan& found, const Trace& trace);

/// Matches in all ranks of a run that is read a few ranks at a time.
struct RankMatches {
    /// By begin, rank and place: all of them, or the earliest of those that begin at `from` or later, and then of the
    /// others.
    std::vector<FoundSpan> first;
    TimeNs from = 0;
    uint64_t count = 0;
    std::vector<int32_t> ranks; ///< that have any, ascending
    DurationHistogram durations;
    uint32_t searchedRanks = 0; ///< of allRanks; those that cannot match count, too
    uint32_t allRanks = 0;
    uint32_t damagedRanks = 0; ///< that could not be read
    bool isComplete() const { return searchedRanks == allRanks; }
};
using RankMatchesPtr = std::shared_ptr<const RankMatches>;

struct RankSearchOptions {
    unsigned threads = 1;
    TimeNs from = 0;           ///< see RankMatches::first
    size_t mostKept = 100'000; ///< more are counted, but not kept
};

/// Reads all ranks that can have matches. `report` gets what was found so far before each batch of
/// ranks; false ends the search.
RankMatchesPtr searchRanks(const RankBlocks& blocks, const SpanQuery& query, const RankSearchOptions& options,
    const std::function<bool(const RankMatchesPtr& soFar)>& report);

} // namespace bubblescope
