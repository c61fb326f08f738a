// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "category.h"
#include "column.h"
#include "columnvector.h"
#include "ids.h"
#include "linktable.h"
#include "shared.h"
#include "sidetables.h"
#include "stringpool.h"
#include "timerange.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// What a track shows of its rank.
enum class Lane : uint8_t {
    Compute,
    Communication, ///< one per group, blocking
    Stream, ///< communication that overlaps with compute (gradient buckets), or a GPU stream
    Host,
    Thread,
};

/// Facts about a span that are not in its times. Bits of one byte.
namespace SpanFlag {
inline constexpr uint8_t fused = 1; ///< one of two records of one fused send/recv call; this one is drawn and charged
inline constexpr uint8_t fusedLeg = 2; ///< the other record: same interval, its parent is the charged one; never charged
inline constexpr uint8_t untimed = 4; ///< the file gave no time stamp; placed after its predecessor
inline constexpr uint8_t notMeasured = 8; ///< duration is a stub or a placeholder, not a measurement
inline constexpr uint8_t launchOnly = 16; ///< only the launch is known (metadata_only gradient buckets)
inline constexpr uint8_t waitOnly = 32; ///< the call only waits for communication launched earlier
inline constexpr uint8_t subOperation = 64; ///< recorded inside its parent; its time is part of the parent's
}

/// One lane of one rank (or thread, or stream).
struct Track {
    StringId name; ///< "compute", "comm tp", …
    int32_t rank = -1; ///< global rank, -1 where unknown
    int16_t stage = -1; ///< pipeline stage of the rank, -1 where unknown
    uint16_t host = 0; ///< index into Trace::hosts()
    Lane lane = Lane::Compute;
    Category group = Category::Other; ///< for communication lanes: whose communication
    uint32_t firstRow = 0; ///< rows of a track are contiguous
    uint32_t rowCount = 0;
};

/// Spans of a row are contiguous, sorted, and do not overlap each other.
struct Row {
    enum class Kind : uint8_t {
        Nested, ///< depth 0 is the lane itself, deeper rows hold spans nested on the same lane
        Overflow, ///< spans that overlap others without nesting; shown below, with a badge
        FusedLegs, ///< second records of fused pairs; kept, never drawn
    };
    TrackId track;
    uint16_t depth = 0; ///< nesting depth, or number of the overflow row
    Kind kind = Kind::Nested;
    uint32_t firstSpan = 0;
    uint32_t spanCount = 0;
};

/// One training step as one range over all ranks; those of devices follow each other, see updateSteps().
struct Step {
    int32_t number = 0;
    TimeRange range;
};

/// One training step of one rank; ranks of a pipeline begin and end it at different times. Where a profiler recorded
/// what a host launched in the step, it is the device's: from the end of what was launched before it to the end of what
/// was launched in it.
struct RankStep {
    static constexpr TimeNs unknownLag = -2;

    int32_t rank = -1;
    Step step;
    TimeRange host {}; ///< of a device's step, also where its recorder states it: its host's range; else empty
    TimeNs lag = 0;    ///< of a device's step: how far the device was behind its host when it began

    RankStep shifted(TimeNs by) const;
    /// Holds what was launched in its host's range.
    bool isOfDevice() const { return !host.isEmpty() && lag != unknownLag; }
    /// The recorder itself says from when to when the device worked on it, not what was launched when.
    bool isStated() const { return !host.isEmpty() && lag == unknownLag; }
    /// How far it was behind when the step ended. A host that waits for its device is never ahead.
    TimeNs lagAtEnd() const { return std::max<TimeNs>(0, step.range.end - host.end); }
};

/// How far a rank's clock can be trusted against the others'.
enum class ClockState : uint8_t {
    Reference, ///< its host is the one that others are measured against
    Aligned, ///< shifted by its host's offset, recovered from matched messages
    OwnStart, ///< not comparable: drawn from its own start
};

struct RankInfo {
    int32_t rank = -1;
    int16_t stage = -1;
    uint16_t host = 0;
    ClockState clock = ClockState::Reference;
    TimeNs shift = 0; ///< what was added to the file's times
};

/// Where a record stands: file (index into Trace::files()) and byte offset in the uncompressed text.
struct SourcePosition {
    uint32_t file = 0;
    uint64_t offset = 0;
};

/// When every span and step began and ended, apart from the structure: a what-if that keeps the order of operations is
/// another Timing of the same Trace.
struct Timing {
    ColumnVector<TimeNs> begin;
    ColumnVector<TimeNs> end;
    /// By number: as the files number them, else from 1; ranges of neighbours overlap where a pipeline is skewed.
    std::vector<Step> steps;
    std::vector<RankStep> rankSteps; ///< sorted by rank, then number
    std::vector<TimeRange> rankRanges; ///< first start to last end of each of Trace::ranks()

    /// O(log steps); none for a rank that has none.
    std::span<const RankStep> stepsOf(int32_t rank) const;
};

/// The spans of one run, as columns. Immutable once TraceBuilder::finish() made it; shared between threads without
/// locks as std::shared_ptr<const Trace>. Times are ns relative to origin(), the run's start.
class Trace
{
public:
    uint32_t spanCount() const { return static_cast<uint32_t>(m_name->size()); }
    /// Records that stand for themselves, fused seconds included; the rest are sub-operations.
    uint32_t operationCount() const { return spanCount() - m_subOperationCount; }
    uint32_t subOperationCount() const { return m_subOperationCount; }

    TimeNs begin(SpanId s) const { return m_timing.begin[s.value]; }
    TimeNs end(SpanId s) const { return m_timing.end[s.value]; }
    TimeNs duration(SpanId s) const { return end(s) - begin(s); }
    TimeRange range(SpanId s) const { return {begin(s), end(s)}; }
    const Timing& timing() const { return m_timing; }

    StringId nameId(SpanId s) const { return m_name[s.value]; }
    std::string_view name(SpanId s) const { return m_strings->text(m_name[s.value]); }
    /// What equal names differ in: function, shape and type, description. May be empty.
    std::string_view detail(SpanId s) const { return m_strings->text(detailId(s)); }
    StringId detailId(SpanId s) const { return m_detail[s.value]; }
    /// The inputs of an operator as text, see inputtext.h; empty where they are not recorded.
    std::string_view inputs(SpanId s) const { return m_strings->text(inputsId(s)); }
    StringId inputsId(SpanId s) const { return m_inputs[s.value]; }
    /// The span this one lies in, on this or another lane of its rank; invalid for none.
    SpanId parent(SpanId s) const { return m_parent[s.value]; }
    /// The record that is drawn and charged for this one: itself, or the first of its fused pair.
    SpanId charged(SpanId s) const { return hasFlag(s, SpanFlag::fusedLeg) && parent(s).isValid() ? parent(s) : s; }
    Category category(SpanId s) const { return m_category[s.value]; }
    Operation operation(SpanId s) const { return m_operation[s.value]; }
    uint8_t flags(SpanId s) const { return m_flags[s.value]; }
    bool hasFlag(SpanId s, uint8_t flag) const { return (m_flags[s.value] & flag) != 0; }
    int stage(SpanId s) const { return m_stage[s.value]; }
    /// -1 where unknown.
    int microbatch(SpanId s) const { return m_microbatch[s.value]; }
    /// Size of the message, -1 where unknown.
    int64_t bytes(SpanId s) const { return m_bytes[s.value]; }
    SourcePosition source(SpanId s) const;

    /// O(log rows): the row, and so the track, of a span follow from its number.
    RowId row(SpanId s) const;
    TrackId track(SpanId s) const { return m_rows[row(s).value].track; }

    /// Sorted by rank.
    std::span<const Track> tracks() const { return *m_tracks; }
    std::span<const Row> rows() const { return *m_rows; }
    const Track& track(TrackId t) const { return m_tracks[t.value]; }
    const Row& row(RowId r) const { return m_rows[r.value]; }
    std::span<const Row> rowsOf(TrackId t) const
    {
        return std::span(*m_rows).subspan(m_tracks[t.value].firstRow, m_tracks[t.value].rowCount);
    }
    /// The lanes of one rank, O(log tracks); none for a rank that is not in the trace.
    std::span<const Track> tracksOf(int32_t rank) const;
    /// The number of one of tracks().
    TrackId idOf(const Track& track) const { return TrackId(static_cast<uint32_t>(&track - m_tracks->data())); }
    /// True where a lane shows a thread of the host: only profilers record them.
    bool hasThreads() const { return m_hasThreads; }
    std::string_view trackName(TrackId t) const { return m_strings->text(m_tracks[t.value].name); }
    /// Messages: a send and the receive that it feeds.
    std::span<const Link> links() const { return *m_links; }
    /// The same by the spans at their ends.
    const LinkTable& linkTable() const;
    /// Calls of the host and the kernels and copies that they started, by the latter; one call may start several.
    std::span<const Link> launches() const { return *m_launches; }
    /// The call that started a kernel or copy, O(log launches); invalid for other spans.
    SpanId launchOf(SpanId s) const;
    const CounterTable& counters() const { return m_counters; }
    const CollectiveTable& collectives() const { return *m_collectives; }
    /// Sorted by rank.
    std::span<const RankInfo> ranks() const { return m_ranks; }
    const RankInfo* findRank(int rank) const;
    // Of timing().
    /// First start to last end of one of ranks().
    TimeRange rangeOf(const RankInfo& rank) const { return m_timing.rankRanges[size_t(&rank - m_ranks.data())]; }
    std::span<const Step> steps() const { return m_timing.steps; }
    std::span<const RankStep> rankSteps() const { return m_timing.rankSteps; }
    std::span<const RankStep> stepsOf(int32_t rank) const { return m_timing.stepsOf(rank); }
    std::span<const std::string> hosts() const { return m_hosts; }
    std::span<const std::string> files() const { return m_files; }
    const StringPool& strings() const { return *m_strings; }

    /// First start to last end.
    TimeRange range() const { return m_range; }
    /// Where the bulk of the spans lies: range() without far outliers; what a view should fit.
    TimeRange denseRange() const { return m_denseRange; }
    /// The file's own time stamp of time 0, in ns.
    TimeNs origin() const { return m_origin; }
    /// False where ranks were recorded one after another: nothing on two ranks is simultaneous.
    bool ranksAreComparable() const { return m_ranksAreComparable; }

    size_t memoryBytes() const;
    /// Where its columns lie, for what others find out of all of its spans.
    ColumnPoolPtr pool() const { return poolOf(*m_name); }
    /// True if the other one plays the same spans in the same rows, at these times or others.
    bool sharesRowsWith(const Trace& other) const
    {
        return m_tracks.isSameAs(other.m_tracks) && m_rows.isSameAs(other.m_rows);
    }

private:
    friend class TraceBuilder;
    friend class DerivedTrace;
    friend class TraceArchive; // reads and writes the columns whole, for the cache

    Timing m_timing;
    // The structure: traces that play the same spans at other times share it.
    Shared<ColumnVector<StringId>> m_name;
    Shared<Column<StringId>> m_detail;
    Shared<Column<StringId>> m_inputs;
    Shared<ColumnVector<SpanId>> m_parent;
    Shared<ColumnVector<Category>> m_category;
    Shared<Column<Operation, Operation::Other>> m_operation;
    Shared<Column<uint8_t>> m_flags;
    Shared<Column<int16_t, -1>> m_stage;
    Shared<Column<int32_t, -1>> m_microbatch;
    Shared<Column<int64_t, -1>> m_bytes;
    Shared<Column<uint64_t>>
        m_source; // see packedSource(); none where a run is of one file whose records have no offset
    Shared<std::vector<Track>> m_tracks;
    Shared<std::vector<Row>> m_rows;
    Shared<std::vector<Link>> m_links;
    std::shared_ptr<const LinkTable> m_linkTable; // null where there are no links
    Shared<std::vector<Link>> m_launches;
    Shared<CollectiveTable> m_collectives;
    Shared<StringPool> m_strings;
    // What goes with the times.
    CounterTable m_counters;
    std::vector<RankInfo> m_ranks;
    std::vector<std::string> m_hosts;
    std::vector<std::string> m_files;
    TimeRange m_range;
    TimeRange m_denseRange;
    TimeNs m_origin = 0;
    uint32_t m_subOperationCount = 0;
    bool m_ranksAreComparable = true;
    bool m_hasThreads = false;
};

using TracePtr = std::shared_ptr<const Trace>;

} // namespace bubblescope
