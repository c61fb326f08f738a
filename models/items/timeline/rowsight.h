// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "timelinelayout.h"

#include <limits>
#include <vector>

namespace bubblescope {

/// Which part of the rows is in sight: the height of the view, and how far it is scrolled.
class RowSight {
public:
    /// The layout must outlive this object.
    explicit RowSight(const TimelineLayout& layout) : m_layout(layout) { }

    /// Including pinned rows; 0 until there is a view.
    double viewHeight() const { return m_viewHeight; }
    void setViewHeight(double height) { m_viewHeight = height; }
    double scroll() const { return m_scroll; }
    /// False if nothing changes.
    bool setScroll(double scroll);
    /// The layout changed.
    void keepInside();
    double maximum() const;
    /// Rows that scroll in another view, which ends where this one does; infinity without one.
    void setLeastVisible(double height) { m_leastVisible = height; }
    double pinnedHeight() const; ///< including its separator; 0 if nothing is pinned
    /// Of the rows that scroll.
    double visibleHeight() const { return m_viewHeight - pinnedHeight(); }

    /// Where to scroll to have a row in sight, in the middle unless it is.
    double scrollFor(const TimelineRow& row) const;
    /// The same for several rows, which are in sight if half of them is, or if they fill half of the view.
    double scrollFor(double top, double bottom) const;
    /// Whether rows, by their numbers, can be in sight together; not if one is nowhere (-1).
    bool canShow(const std::vector<int>& rows) const;
    /// Ranks with lines in sight, or at most `around` views above or below; from top to bottom.
    std::vector<int> ranks(double around) const;

    static constexpr double airBelow = 12;   ///< the last row
    static constexpr double belowPinned = 4; ///< between pinned rows and those that scroll

private:
    double stickyHeight() const { return m_layout.stages().empty() ? 0 : m_layout.headerHeight(); }

    const TimelineLayout& m_layout;
    double m_viewHeight = 0;
    double m_scroll = 0;
    double m_leastVisible = std::numeric_limits<double>::infinity();
};

} // namespace bubblescope
