// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "timesplit.h"

#include "levelofdetail.h"

#include <algorithm>
#include <limits>
#include <tuple>

namespace bubblescope {

namespace {

template <typename Predicate> TimeNs sumWhere(const std::array<TimeNs, categoryCount>& time, Predicate predicate)
{
    TimeNs sum = 0;
    for (int c = 0; c < categoryCount; ++c)
        sum += predicate(static_cast<Category>(c)) ? time[static_cast<size_t>(c)] : 0;
    return sum;
}

/// Who is charged where several lanes of a rank are busy at once; the highest wins.
enum class Claim : uint8_t {
    None,
    Bubble,
    Host,
    Waiting,
    Stream,
    Communication,
    Compute,
    InnerCompute,
    InnerCommunication
};

Claim claimOf(const Trace& trace, SpanId span, Lane lane)
{
    const Category category = trace.category(span);
    // Recorded inside an operation, communication blocks it; on a stream of its own it does not.
    const bool inner = trace.parent(span).isValid();
    if (isCommunication(category)) {
        if (lane == Lane::Stream)
            return Claim::Stream;
        return inner ? Claim::InnerCommunication : Claim::Communication;
    }
    if (isCompute(category))
        return inner ? Claim::InnerCompute : Claim::Compute;
    switch (category) {
    case Category::MemoryCopy:
        return Claim::Stream;
    case Category::Waiting:
        return Claim::Waiting;
    case Category::Bubble:
        return Claim::Bubble;
    default:
        return Claim::Host;
    }
}

/// A place in one row of the rank. Spans of a row do not overlap, so at any time it has at most one active span.
class RowCursor {
public:
    RowCursor(
        const Trace& trace, const Timing& timing, RowId row, TimeRange window, const std::vector<Waiting>& waiting)
        : m_trace(trace), m_timing(timing), m_lane(trace.track(trace.row(row).track).lane), m_waiting(waiting)
    {
        std::tie(m_span, m_last) = visibleSpans(trace, timing, row, window);
        m_wait = std::lower_bound(waiting.begin(), waiting.end(), m_span,
            [](const Waiting& a, uint32_t span) { return a.span.value < span; });
        load();
    }
    void moveTo(TimeNs time)
    {
        while (m_span < m_last && m_end <= time) {
            ++m_span;
            load();
        }
    }
    bool isActive(TimeNs time) const { return m_span < m_last && m_begin <= time; }
    bool isWaiting(TimeNs time) const { return time < m_waitEnd; }
    /// When what this row does changes next.
    TimeNs nextChange(TimeNs time) const
    {
        if (m_span >= m_last)
            return std::numeric_limits<TimeNs>::max();
        return time < m_begin ? m_begin : time < m_waitEnd ? m_waitEnd : m_end;
    }
    Claim claim() const { return m_claim; }
    Category category() const { return m_category; }

private:
    void load()
    {
        if (m_span >= m_last)
            return;
        m_begin = m_timing.begin[m_span];
        m_end = m_timing.end[m_span];
        m_category = m_trace.category(SpanId(m_span));
        m_claim = claimOf(m_trace, SpanId(m_span), m_lane);
        while (m_wait != m_waiting.end() && m_wait->span.value < m_span)
            ++m_wait;
        m_waitEnd = m_wait != m_waiting.end() && m_wait->span.value == m_span ? m_wait->until : m_begin;
    }

    const Trace& m_trace;
    const Timing& m_timing;
    Lane m_lane;
    const std::vector<Waiting>& m_waiting;
    std::vector<Waiting>::const_iterator m_wait;
    uint32_t m_span = 0;
    uint32_t m_last = 0;
    TimeNs m_begin = 0;
    TimeNs m_waitEnd = 0;
    TimeNs m_end = 0;
    Category m_category = Category::Other;
    Claim m_claim = Claim::None;
};

template <typename Visit> void forEachRowOf(const Trace& trace, int32_t rank, Visit visit)
{
    for (const Track& track : trace.tracks()) {
        if (track.rank != rank)
            continue;
        for (uint32_t r = track.firstRow; r < track.firstRow + track.rowCount; ++r) {
            if (trace.rows()[r].kind != Row::Kind::FusedLegs && trace.rows()[r].spanCount > 0)
                visit(RowId(r));
        }
    }
}

} // namespace

TimeNs TimeSplit::compute() const { return sumWhere(time, isCompute); }

TimeNs TimeSplit::exposedCommunication() const { return sumWhere(time, isCommunication); }

TimeNs TimeSplit::waiting() const
{
    return of(Category::Waiting) + sumWhere(waitingFor, [](Category) { return true; });
}

TimeSplit& TimeSplit::operator+=(const TimeSplit& other)
{
    for (size_t c = 0; c < time.size(); ++c) {
        time[c] += other.time[c];
        waitingFor[c] += other.waitingFor[c];
    }
    hostGap += other.hostGap;
    idle += other.idle;
    hiddenCommunication += other.hiddenCommunication;
    return *this;
}

TimeRange rangeOfRank(const Trace& trace, const Timing& timing, int32_t rank)
{
    TimeRange range = TimeRange::nothing();
    forEachRowOf(trace, rank, [&](RowId id) {
        const Row& row = trace.row(id);
        range = range.united({timing.begin[row.firstSpan], timing.end[row.firstSpan + row.spanCount - 1]});
    });
    return range;
}

TimeSplit splitRank(
    const Trace& trace, const Timing& timing, int32_t rank, TimeRange window, const std::vector<Waiting>& waiting)
{
    TimeSplit split;
    std::vector<RowCursor> rows;
    forEachRowOf(trace, rank, [&](RowId row) { rows.emplace_back(trace, timing, row, window, waiting); });
    const TimeRange busy = rangeOfRank(trace, timing, rank);

    TimeNs time = window.begin;
    while (time < window.end) {
        const RowCursor* winner = nullptr;
        bool computing = false;
        bool streaming = false;
        TimeNs next = window.end;
        for (RowCursor& row : rows) {
            row.moveTo(time);
            next = std::min(next, row.nextChange(time));
            if (!row.isActive(time))
                continue;
            computing = computing || row.claim() == Claim::Compute || row.claim() == Claim::InnerCompute;
            streaming = streaming || row.claim() == Claim::Stream;
            if (!winner || row.claim() > winner->claim())
                winner = &row;
        }
        const TimeNs length = next - time;
        if (winner) {
            auto& parts = winner->isWaiting(time) ? split.waitingFor : split.time;
            parts[static_cast<size_t>(winner->category())] += length;
            if (computing && streaming && winner->claim() < Claim::InnerCommunication)
                split.hiddenCommunication += length;
        } else if (length <= longestHostGap && time > busy.begin && next < busy.end) {
            split.hostGap += length;
        } else {
            split.idle += length;
        }
        time = next;
    }
    return split;
}

} // namespace bubblescope
