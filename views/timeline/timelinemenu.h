// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace.h"

#include <QPoint>

#include <optional>

class QMenu;

namespace bubblescope {

class TimelinePlot;

/// What was clicked in a timeline; invalid or -1 where it was nothing of that kind.
struct TimelineTarget {
    TrackId track;
    int rank = -1;
    int stage = -1;
    std::optional<QPoint> point; ///< in the plot
};

/// At most twelve entries about the target: where to go, what to show of it, notes. Everything about the timeline as a
/// whole is in the View menu.
void fillTimelineMenu(QMenu& menu, TimelinePlot& plot, const TimelineTarget& target);

} // namespace bubblescope
