// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "durationfigures.h"
#include "trace.h"

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

namespace bubblescope {

class WaitingTimes;

/// Count, total, waiting, mean, percentiles, duration histogram and self time of the spans in a range, by name, category
/// or track. Of a span that reaches beyond the range only the part inside counts, in every figure. Works in slices, to
/// keep the window responsive with ten million spans: call advance() until it returns true. Several threads count a
/// slice; none outlives the call. Second records of fused pairs are skipped, since the pair is charged once.
class SelectionSummary {
public:
    enum class GroupBy : uint8_t { Name, Category, Track };

    /// Histogram of durations: each bar extends to twice the duration of the previous one; the first ends at 1 µs.
    static constexpr size_t histogramBars = 25;
    using Histogram = std::array<uint32_t, histogramBars>;
    static size_t histogramBar(TimeNs duration);
    static TimeNs histogramLimit(size_t bar); ///< longest duration of a bar

    struct Group {
        StringId name;                       ///< only by name
        Category category = Category::Other; ///< of all its spans (one name with two categories gives two groups)
        TrackId track;                       ///< only by track
        uint64_t count = 0;                  ///< spans at least partly in the range
        TimeNs total = 0;                    ///< time inside the range
        TimeNs self = 0;                     ///< total without the spans recorded inside them
        TimeNs waiting = 0;                  ///< part of the total before partners had come
        TimeNs p50 = 0; ///< nearest rank; like all that follows, of the time inside the range
        TimeNs p90 = 0;
        TimeNs p99 = 0;
        TimeNs longestDuration = -1;
        SpanId longest; ///< the first one
        Histogram histogram {};
        double mean() const { return count > 0 ? double(total) / double(count) : 0; } ///< of the time inside the range
    };

    SelectionSummary() = default;
    /// `waiting` is null if unknown. Uses at most this many threads; 0 chooses a number for the machine.
    SelectionSummary(TracePtr trace, TimeRange range, GroupBy by, std::shared_ptr<const WaitingTimes> waiting = nullptr,
        unsigned threads = 0);

    /// A summary of a run that is read a few ranks at a time. First come `tables`, which have no spans to be counted,
    /// then any number of traces with the same names and tracks; advance() is true at the end of each. Durations take
    /// four bytes for each span in the range until the summary is finished.
    static SelectionSummary ofParts(TracePtr tables, TimeRange range, GroupBy by, unsigned threads = 0);
    /// `firstSpan`: the number that the first span of the trace has in the whole run; spans are given by those numbers.
    void goOnWith(TracePtr part, uint32_t firstSpan);
    /// There are no more: advance() finishes the summary.
    void endParts() { m_awaitsParts = false; }

    /// Counts these spans only, given by ascending numbers. To be called before advance().
    void keepOnly(std::shared_ptr<const std::vector<uint32_t>> spans) { m_only = std::move(spans); }

    /// Processes about `spans` further spans, small numbers on the calling thread alone; true when done.
    bool advance(uint32_t spans);
    bool isFinished() const { return m_isFinished; }
    /// 0 .. 1.
    double progress() const;
    /// Longest total first. Percentiles are available when finished.
    const std::vector<Group>& groups() const { return m_groups; }
    TimeRange range() const { return m_range; }
    uint64_t spanCount() const { return m_spanCount; }

private:
    /// Counts of one thread; other threads may have the same groups.
    struct Tally {
        std::vector<Group> groups;
        std::vector<DurationList> durations; ///< by group
        std::vector<uint32_t> firstGroupOf;  ///< by name, category or track
        std::vector<uint32_t> nextGroup;     ///< by group: next group with the same name but another category
        SpanId parent;                       ///< of the previous span: neighbours mostly share it
        uint32_t parentGroup = 0;
    };
    /// Spans of one row that are in the range.
    struct Piece {
        TrackId track;
        uint32_t first;
        uint32_t last;
    };
    bool isKept(SpanId span) const { return !m_only || std::binary_search(m_only->begin(), m_only->end(), span.value); }
    uint32_t groupOf(Tally& tally, StringId name, Category category, TrackId track) const;
    uint32_t groupOf(Tally& tally, SpanId span, TrackId track) const;
    void addSpan(Tally& tally, SpanId span, TrackId track) const;
    std::vector<Piece> nextPieces(uint32_t spans);
    void mergeTallies();
    void finishGroups(uint32_t spans);
    void finishGroup(size_t group, unsigned threads);

    TracePtr m_trace;
    std::shared_ptr<const WaitingTimes> m_waiting;
    std::shared_ptr<const std::vector<uint32_t>> m_only; ///< null: all
    TimeRange m_range;
    GroupBy m_by = GroupBy::Name;
    unsigned m_threads = 1;
    std::vector<Tally> m_tallies; // by thread, until everything is counted
    std::vector<Group> m_groups;
    std::vector<DurationList> m_durations; // by group, until it is finished
    uint64_t m_spanCount = 0;
    uint32_t m_row = 0;
    uint32_t m_nextInRow = 0;
    uint32_t m_lastInRow = 0;
    bool m_rowIsOpen = false;
    bool m_awaitsParts = false;
    uint32_t m_firstSpan = 0; // number of the trace's first one
    size_t m_finishedGroups = 0;
    bool m_isFinished = true;
};

} // namespace bubblescope
