// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "lanehistory.h"

namespace bubblescope {

SpanId LaneHistory::overBy(TimeNs time)
{
    while (!m_running.empty() && std::get<TimeNs>(m_running.top()) <= time) {
        const auto [end, row, span] = m_running.top();
        m_running.pop();
        if (lastOf(row) == span)
            m_over.insert(over(end, row));
    }
    return m_over.empty() ? SpanId() : m_last.at(RowId(RowId::noValue - m_over.rbegin()->second)).span;
}

SpanId LaneHistory::lastOf(RowId row) const
{
    const auto found = m_last.find(row);
    return found == m_last.end() ? SpanId() : found->second.span;
}

void LaneHistory::add(RowId row, SpanId span, TimeNs end)
{
    Last& last = m_last[row];
    if (last.span.isValid())
        m_over.erase(over(last.end, row));
    last = {span, end};
    m_running.emplace(end, row, span);
}

} // namespace bubblescope
