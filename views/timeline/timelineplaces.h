// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bubbles.h"
#include "timelineheaders.h"
#include "timescale.h"

#include <QPointF>
#include <QRectF>

#include <optional>

namespace bubblescope {

/// Where spans and bubbles are drawn, and what is drawn at a point, in logical pixels of the plot. Only holds
/// references: good for one moment.
class TimelinePlaces {
public:
    /// `trace` and `detail` are null without a run.
    TimelinePlaces(const Trace* trace, const LevelOfDetail* detail, const TimelineLayout& layout,
        const TimelineGeometry& geometry, const TimeScale& scale);

    /// Null if it is filtered out.
    QRectF rectOf(SpanId span) const;
    QRectF rectOf(const Bubble& bubble) const;
    const TimelineRow* rowAt(QPointF point) const;
    /// The span there, or near it if spans are narrow.
    SpanId spanAt(QPointF point) const;
    /// The rank whose compute lane is there.
    std::optional<int> computingRankAt(QPointF point) const;
    /// The time there, or the edge of a span of that row within so many pixels.
    TimeNs snappedTime(QPointF point, double reach) const;

private:
    /// From the beginning of a range to its end on a row; null without one.
    QRectF rectOn(int row, TimeRange range) const;

    const Trace* m_trace;
    const LevelOfDetail* m_detail;
    const TimelineLayout& m_layout;
    TimelineGeometry m_geometry;
    TimeScale m_scale;
};

} // namespace bubblescope
