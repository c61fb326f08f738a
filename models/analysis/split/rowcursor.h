// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "claim.h"
#include "waiting.h"

#include <limits>
#include <span>
#include <vector>

namespace bubblescope {

/// A position in one row of a rank. Spans of a row do not overlap, so at most one is active at any time.
class RowCursor {
public:
    /// Its spans inside the window. `waiting` is ordered by span; all must outlive it.
    RowCursor(const Trace& trace, const Timing& timing, RowId row, TimeRange window,
        const std::vector<Waiting>& waiting, bool hasDevice);

    /// Times must not descend.
    void moveTo(TimeNs time)
    {
        while (m_span < m_last && m_end <= time) {
            ++m_span;
            load();
        }
    }
    bool isActive(TimeNs time) const { return m_span < m_last && m_begin <= time; }
    bool isWaiting(TimeNs time) const { return time < m_waitEnd; }
    bool begins(TimeNs time) const { return m_span < m_last && m_begin == time; }
    /// The next time at which this row starts or ends a span.
    TimeNs nextChange(TimeNs time) const
    {
        if (m_span >= m_last)
            return std::numeric_limits<TimeNs>::max();
        return time < m_begin ? m_begin : time < m_waitEnd ? m_waitEnd : m_end;
    }
    Claim claim() const { return m_claim; }
    SpanId span() const { return SpanId(m_span); }
    /// The call that started span(); invalid where none is known. All of a row together look at its launches once.
    SpanId launch();
    Category category() const { return m_category; }
    /// When this row last ended a span before the window, and where the first one after it begins: the lowest and the
    /// highest time where there is none.
    TimeRange around() const;
    /// Together with around().end.
    SpanId spanAfter() const { return m_last < m_rowEnd ? SpanId(m_last) : SpanId(); }

private:
    void load();

    const Trace& m_trace;
    const Timing& m_timing;
    Lane m_lane;
    bool m_hasDevice;
    const std::vector<Waiting>& m_waiting;
    std::vector<Waiting>::const_iterator m_wait;
    std::span<const Link>::iterator m_launch;
    uint32_t m_span = 0;
    uint32_t m_last = 0;
    uint32_t m_rowEnd = 0;
    TimeNs m_endBefore = std::numeric_limits<TimeNs>::min();
    TimeNs m_begin = 0;
    TimeNs m_waitEnd = 0;
    TimeNs m_end = 0;
    Category m_category = Category::Other;
    Claim m_claim = Claim::None;
};

} // namespace bubblescope
