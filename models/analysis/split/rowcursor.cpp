// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "rowcursor.h"

#include "levelofdetail.h"

#include <algorithm>
#include <tuple>

namespace bubblescope {

RowCursor::RowCursor(const Trace& trace, const Timing& timing, RowId row, TimeRange window,
    const std::vector<Waiting>& waiting, bool hasDevice)
    : m_trace(trace)
    , m_timing(timing)
    , m_lane(trace.track(trace.row(row).track).lane)
    , m_hasDevice(hasDevice)
    , m_waiting(waiting)
{
    std::tie(m_span, m_last) = visibleSpans(trace, timing, row, window);
    const Row& source = trace.row(row);
    m_rowEnd = source.firstSpan + source.spanCount;
    if (m_span > source.firstSpan)
        m_endBefore = timing.end[m_span - 1];
    m_wait = std::lower_bound(waiting.begin(), waiting.end(), m_span,
        [](const Waiting& a, uint32_t span) { return a.span.value < span; });
    const std::span<const Link> launches = trace.launches();
    m_launch = std::lower_bound(launches.begin(), launches.end(), SpanId(m_span),
        [](const Link& link, SpanId span) { return link.to < span; });
    load();
}

TimeRange RowCursor::around() const
{
    return {m_endBefore, m_last < m_rowEnd ? m_timing.begin[m_last] : std::numeric_limits<TimeNs>::max()};
}

SpanId RowCursor::launch()
{
    const auto end = m_trace.launches().end();
    while (m_launch != end && m_launch->to < SpanId(m_span))
        ++m_launch;
    return m_launch != end && m_launch->to == SpanId(m_span) ? m_launch->from : SpanId();
}

void RowCursor::load()
{
    if (m_span >= m_last)
        return;
    m_begin = m_timing.begin[m_span];
    m_end = m_timing.end[m_span];
    m_category = m_trace.category(SpanId(m_span));
    m_claim = claimOf(m_trace, SpanId(m_span), m_lane, m_hasDevice);
    while (m_wait != m_waiting.end() && m_wait->span.value < m_span)
        ++m_wait;
    m_waitEnd = m_wait != m_waiting.end() && m_wait->span.value == m_span ? m_wait->until : m_begin;
}

} // namespace bubblescope
