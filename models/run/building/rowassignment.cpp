// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "rowassignment.h"

#include <algorithm>
#include <functional>
#include <queue>
#include <set>
#include <utility>

namespace bubblescope {

namespace {

/// Rows for spans that come by begin, without overlap: each span takes the row that is free first.
class RowStack {
public:
    uint32_t rowFor(TimeRange span)
    {
        if (!m_free.empty() && m_free.top().first <= span.begin) {
            const uint32_t row = m_free.top().second;
            m_free.pop();
            m_free.emplace(span.end, row);
            return row;
        }
        m_free.emplace(span.end, m_count);
        return m_count++;
    }
    uint32_t count() const { return m_count; }

private:
    using FreeAt = std::pair<TimeNs, uint32_t>;
    std::priority_queue<FreeAt, std::vector<FreeAt>, std::greater<>> m_free;
    uint32_t m_count = 0;
};

struct Placement {
    Row::Kind kind;
    uint32_t depth;
};

/// Assigns the rows of one track; spans come by begin, longest first.
class TrackRows {
public:
    explicit TrackRows(uint32_t maximumDepth) : m_maximumDepth(maximumDepth) { }
    Placement place(TimeRange span, bool isFusedLeg, uint32_t number, SpanId& nestedIn)
    {
        if (isFusedLeg)
            return {Row::Kind::FusedLegs, m_fusedLegs.rowFor(span)};
        while (!m_open.empty() && m_open.back().end <= span.begin)
            m_open.pop_back();
        if (!m_open.empty() && span.end > m_open.back().end) {
            ++overlapping;
            return {Row::Kind::Overflow, m_overflow.rowFor(span)};
        }
        if (!m_open.empty())
            nestedIn = SpanId(m_open.back().number);
        const auto depth = static_cast<uint32_t>(m_open.size());
        if (depth >= m_maximumDepth) {
            ++tooDeep;
            return {Row::Kind::Overflow, m_overflow.rowFor(span)};
        }
        m_open.push_back({span.end, number});
        m_depth = std::max(m_depth, depth + 1);
        return {Row::Kind::Nested, depth};
    }
    uint32_t rowCount() const { return m_depth + m_overflow.count() + m_fusedLegs.count(); }
    /// Order of rows on a track: nested, overflow, second records of fused pairs.
    uint32_t rowIndex(Placement placement) const
    {
        switch (placement.kind) {
        case Row::Kind::Nested:
            return placement.depth;
        case Row::Kind::Overflow:
            return m_depth + placement.depth;
        case Row::Kind::FusedLegs:
            return m_depth + m_overflow.count() + placement.depth;
        }
        return 0;
    }
    Row rowAt(uint32_t index, TrackId track) const
    {
        Row row;
        row.track = track;
        row.kind = Row::Kind::Nested;
        if (index >= m_depth + m_overflow.count()) {
            row.kind = Row::Kind::FusedLegs;
            index -= m_depth + m_overflow.count();
        } else if (index >= m_depth) {
            row.kind = Row::Kind::Overflow;
            index -= m_depth;
        }
        row.depth = static_cast<uint16_t>(std::min<uint32_t>(index, 0xffff));
        return row;
    }

    uint64_t overlapping = 0;
    uint64_t tooDeep = 0;

private:
    struct Open {
        TimeNs end;
        uint32_t number;
    };
    uint32_t m_maximumDepth;
    uint32_t m_depth = 0;
    std::vector<Open> m_open;
    RowStack m_overflow;
    RowStack m_fusedLegs;
};

} // namespace

RowAssignment assignRows(const Timing& timing, const ColumnVector<TrackId>& trackOfSpan, const Column<uint8_t>& flags,
    std::vector<Track>& tracks, int maximumDepth)
{
    const auto count = static_cast<uint32_t>(trackOfSpan.size());
    const ColumnPoolPtr pool = poolOf(trackOfSpan);
    RowAssignment result;
    result.nestedIn = ColumnVector<SpanId>(count, pool);

    std::vector<uint32_t> trackBegin(tracks.size() + 1, 0);
    for (const TrackId id : trackOfSpan)
        ++trackBegin[id.value + 1];
    for (size_t t = 0; t < tracks.size(); ++t)
        trackBegin[t + 1] += trackBegin[t];
    ColumnVector<uint32_t> byTrack(count, pool);
    std::vector<uint32_t> next(trackBegin.begin(), trackBegin.end() - 1);
    for (uint32_t i = 0; i < count; ++i)
        byTrack[next[trackOfSpan[i].value]++] = i;

    // Instants come before a span that begins at the same time, so that they are next to it instead of inside.
    const auto earlier = [&timing](uint32_t a, uint32_t b) {
        if (timing.begin[a] != timing.begin[b])
            return timing.begin[a] < timing.begin[b];
        const bool instantA = timing.end[a] == timing.begin[a];
        const bool instantB = timing.end[b] == timing.begin[b];
        if (instantA != instantB)
            return instantA;
        return timing.end[a] > timing.end[b];
    };

    // What a profiler draws beside threads and devices annotates these, and beside a device its threads tell what it
    // waits for: no figure adds any of it up.
    const bool hasThreads
        = std::any_of(tracks.begin(), tracks.end(), [](const Track& track) { return track.lane == Lane::Thread; });
    std::set<int32_t> withDevice; // ranks
    for (const Track& track : tracks) {
        if (track.lane != Lane::Host && track.lane != Lane::Thread)
            withDevice.insert(track.rank);
    }
    const auto isCounted = [&](const Track& track) {
        return !hasThreads
            || (track.lane != Lane::Host && (track.lane != Lane::Thread || !withDevice.contains(track.rank)));
    };
    result.order = ColumnVector<uint32_t>(count, pool);
    std::vector<Placement> placements;
    std::vector<uint32_t> rowFill;
    for (uint32_t t = 0; t < tracks.size(); ++t) {
        const auto first = byTrack.begin() + trackBegin[t];
        const auto last = byTrack.begin() + trackBegin[t + 1];
        if (!std::is_sorted(first, last, earlier))
            std::stable_sort(first, last, earlier);

        TrackRows track(static_cast<uint32_t>(std::max(maximumDepth, 1)));
        placements.clear();
        for (auto it = first; it != last; ++it) {
            const TimeRange span {timing.begin[*it], timing.end[*it]};
            const bool isFusedLeg = (flags[*it] & SpanFlag::fusedLeg) != 0;
            placements.push_back(track.place(span, isFusedLeg, *it, result.nestedIn[*it]));
        }

        const auto firstRow = static_cast<uint32_t>(result.rows.size());
        tracks[t].firstRow = firstRow;
        tracks[t].rowCount = track.rowCount();
        rowFill.assign(track.rowCount() + 1, 0);
        for (const Placement& placement : placements)
            ++rowFill[track.rowIndex(placement) + 1];
        for (uint32_t r = 0; r < track.rowCount(); ++r) {
            Row row = track.rowAt(r, TrackId(t));
            row.spanCount = rowFill[r + 1];
            rowFill[r + 1] += rowFill[r];
            row.firstSpan = trackBegin[t] + rowFill[r];
            result.rows.push_back(row);
        }
        for (size_t i = 0; i < placements.size(); ++i)
            result.order[trackBegin[t] + rowFill[track.rowIndex(placements[i])]++]
                = *(first + static_cast<ptrdiff_t>(i));

        if (isCounted(tracks[t]) && track.overlapping > 0) {
            result.overlapping += track.overlapping;
            ++result.overlappingTracks;
        }
        result.tooDeep += track.tooDeep;
    }
    return result;
}

} // namespace bubblescope
