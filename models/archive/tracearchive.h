// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "binaryarchive.h"
#include "rankblocks.h"
#include "trace.h"

namespace bubblescope {

struct RankEnds;

/// Writes and reads the columns of a trace: whole, or its tables and the spans of each rank by themselves.
class TraceArchive {
public:
    /// The spans of one rank; see spansByRank().
    using Block = RankSpans;
    /// Everything but the spans and what ends in them.
    static void writeTables(BinaryWriter& archive, const Trace& trace);
    static void writeSpans(BinaryWriter& archive, const Trace& trace, Block block, const RankEnds& ends);
    /// A trace whose spans are still to be read.
    struct Tables {
        std::shared_ptr<Trace> trace; ///< null if they could not be read
        uint32_t spans = 0;
        uint8_t columns = 0; ///< which of those are stored that may be all as usual
        /// Memory that a span will take, in bytes.
        size_t spanBytes() const;
    };
    /// A failed archive if the file cannot hold so many spans: `mostSpans` is what it could.
    static Tables readTables(BinaryReader& archive, uint64_t mostSpans);
    /// Leaves only the spans of some ranks, given by rank index; spansByRank() then gives their new places.
    static void keepRanks(Tables& tables, const std::vector<bool>& isKept);
    /// A copy without samples of counters.
    static Tables withoutSamples(const Tables& tables);
    /// Makes room for the spans, on this many threads: most of the time is the first touch of the memory. `mostSpans`: so
    /// many are about to come. `pool`: where they lie, if there were none yet; null where they come and go, as memory that
    /// was used before is faster.
    static void makeRoom(Tables& tables, unsigned threads, const ColumnPoolPtr& pool, uint32_t mostSpans = 0);
    /// Several threads may read blocks of one trace. Where a block fails, its spans are as clearSpans() leaves them, and
    /// nothing ends there. `written`: where the block was in the trace that was written, with all its spans.
    static void readSpans(
        BinaryReader& archive, Trace& trace, Block block, RankEnds& ends, Block written, uint32_t writtenSpans);
    static void setEnds(Trace& trace, RankEnds&& ends);
    /// Room for the spans of one rank by themselves, beginning with 0; without tracks.
    static std::shared_ptr<Trace> rankAlone(const Tables& tables, uint32_t spans);
    /// Spans without length, name or meaning, at the begin of the run.
    static void clearSpans(Trace& trace, Block block);
    /// Completes a trace all of whose spans were read; null if anything is inconsistent.
    static TracePtr finished(std::shared_ptr<Trace> trace, unsigned threads = 1);

    /// A span takes at least that many bytes unpacked, and nothing real packs better than that.
    static constexpr uint64_t leastSpanBytes = 5;
    static constexpr uint64_t bestPacking = 4096;

private:
    template <typename Archive, typename TraceType> static void exchangeTables(Archive& archive, TraceType& trace);
    template <typename TraceType, typename Function>
    static void forEachColumn(TraceType& trace, Block block, const Function& exchangeColumn);
    static bool isSound(const Trace& trace, unsigned threads);
    static bool spansAreSound(const Trace& trace);
};

} // namespace bubblescope
