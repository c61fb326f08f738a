// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importer.h"
#include "recordentries.h"
#include "recordtimes.h"
#include "repeatedrecords.h"
#include "tracemeaning.h"
#include "tracermode.h"
#include "tracerecord.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <vector>

namespace bubblescope {

/// Turns the records of one file into spans. Damage is reported; whatever is usable is kept.
class RankTraceReader {
public:
    RankTraceReader(TracePart& part, ImportReport& report);

    /// `unterminated`: the line ends with the file, so a record that is cut off is expected.
    void readLine(std::string_view line, uint64_t offset, bool unterminated);
    /// Call after the last line: places records that had no time and decides the kind of run.
    void finish();

private:
    static constexpr uint32_t noSpan = Id<struct SpanTag>::noValue;

    /// A record without a time at the start of a rank; it waits for the first record with a time.
    struct Pending {
        SpanRecord span; // parent: index into the pending list
        bool timed = false;
    };
    struct ForwardPasses {
        int count = 0;
        int32_t first = 0; ///< microbatch
        int32_t last = 0;
        void add(int32_t microbatch)
        {
            first = count == 0 ? microbatch : std::min(first, microbatch);
            last = count == 0 ? microbatch : std::max(last, microbatch);
            ++count;
        }
        int microbatches() const { return count == 0 ? 0 : int(std::min<int64_t>(count, int64_t(last) - first + 1)); }
    };
    struct Rank {
        int32_t number = -1;
        int16_t stage = -1;
        std::array<TrackId, traceLaneCount> tracks;
        TimeNs lastEnd = 0;
        bool hasEnd = false;
        TimeRange range = TimeRange::nothing(); ///< of the records that have a time
        uint32_t message = noSpan;              ///< last send or receive that was charged, to find fused pairs
        SpanRecord messageSpan;
        std::vector<Pending> pending;
        ForwardPasses passes; ///< in the current step
    };
    void readRecord(const TraceRecord& record, SubOperationCursor& subs, const char* start);
    void readSubOperations(
        SubOperationCursor& subs, Rank& rank, const SpanRecord& parent, uint32_t parentNumber, bool parentWaits);
    void readGradientBucket(const TraceRecord& record, Rank& rank, SpanRecord& span, const char* where);
    void pairMessages(Rank& rank, SpanRecord& span);
    uint32_t addOperation(Rank& rank, const SpanRecord& span);
    void flushPending(Rank& rank, bool untilKnown, TimeNs known);
    /// True, and reports it, if the record from `start` to the end of its line was read before.
    bool isRepeated(const TraceRecord& record, const RecordInterval& interval, const char* start);
    void reportBadLine(RecordRefusal refusal, std::string_view text, bool unterminated);
    Rank& rankOf(int32_t number, int16_t stage);
    TrackId trackOf(Rank& rank, TraceLane lane);
    void closeStep(Rank& rank);

    TracePart& m_part;
    TraceBuilder& m_builder;
    ImportReport& m_report;
    RecordTimes m_times;
    std::unordered_map<int32_t, Rank> m_ranks;
    Rank* m_lastRank = nullptr;
    RecordEntries m_entries;
    TracerMode m_mode;
    RepeatedRecords m_repeats;
    const char* m_lineEnd = nullptr;
    int m_microbatches = 0;
};

} // namespace bubblescope
