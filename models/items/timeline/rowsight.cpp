// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "rowsight.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace bubblescope {

double RowSight::pinnedHeight() const
{
    return m_layout.pinnedHeight() > 0 ? double(std::lround(m_layout.pinnedHeight())) + belowPinned : 0;
}

double RowSight::maximum() const
{
    const double beyond = m_layout.contentHeight() - std::min(visibleHeight(), m_leastVisible);
    return beyond > 0 ? beyond + airBelow : 0;
}

bool RowSight::setScroll(double scroll)
{
    scroll = std::round(std::clamp(scroll, 0.0, maximum()));
    return std::exchange(m_scroll, scroll) != scroll;
}

void RowSight::keepInside() { m_scroll = std::clamp(m_scroll, 0.0, maximum()); }

double RowSight::scrollFor(const TimelineRow& row) const
{
    const bool isSeen = row.top >= m_scroll + stickyHeight() && row.bottom() <= m_scroll + visibleHeight();
    return isSeen ? m_scroll : row.top - (visibleHeight() - row.height) / 2;
}

double RowSight::scrollFor(double top, double bottom) const
{
    const double room = visibleHeight() - stickyHeight();
    const double seen = std::min(bottom, m_scroll + visibleHeight()) - std::max(top, m_scroll + stickyHeight());
    const bool isSeen = seen > 0 && seen >= std::min(bottom - top, room) / 2;
    return isSeen ? m_scroll : top - std::max(stickyHeight(), (visibleHeight() - (bottom - top)) / 2);
}

bool RowSight::canShow(const std::vector<int>& rows) const
{
    double top = m_layout.contentHeight();
    double bottom = 0;
    for (const int index : rows) {
        if (index < 0)
            return false;
        top = std::min(top, m_layout.rows()[size_t(index)].top);
        bottom = std::max(bottom, m_layout.rows()[size_t(index)].bottom());
    }
    return bottom - top <= m_viewHeight - m_layout.headerHeight();
}

std::vector<int> RowSight::ranks(double around) const
{
    std::vector<int> ranks;
    const auto [first, last]
        = m_layout.rowsBetween(m_scroll - around * visibleHeight(), m_scroll + (1 + around) * visibleHeight());
    for (uint32_t i = first; i < last; ++i) {
        const TimelineRow& row = m_layout.rows()[i];
        if (row.hasSpans() && (ranks.empty() || ranks.back() != row.rank))
            ranks.push_back(row.rank);
    }
    return ranks;
}

} // namespace bubblescope
