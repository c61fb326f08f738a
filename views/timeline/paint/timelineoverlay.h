// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "palette.h"
#include "timescale.h"

#include <QPointF>
#include <QRectF>
#include <QString>

#include <optional>
#include <utility>
#include <vector>

class QPainter;

namespace bubblescope {

/// Everything drawn over the spans. In logical pixels of the plot; `area` is that of the spans, `ruler` is above it.
struct OverlayFrame {
    QRectF area;
    QRectF ruler;
    TimeScale scale;
    const Palette* palette = nullptr;
    TimeNs origin = 0; ///< what the axis counts from
};

void paintSelectedRange(QPainter& painter, const OverlayFrame& frame, TimeRange range);
void paintMarkers(QPainter& painter, const OverlayFrame& frame, const std::vector<TimeNs>& markers);
/// A dashed line where the compared step ends, with its name below.
void paintEndLine(QPainter& painter, const OverlayFrame& frame, TimeNs time, const QString& text);
/// Bars of `height` below `y`; `marks` are disjoint and by begin. None is narrower than two pixels.
void paintMarks(
    QPainter& painter, const OverlayFrame& frame, const std::vector<TimeRange>& marks, double y, double height);
void paintCrosshair(QPainter& painter, const OverlayFrame& frame, TimeNs time);
void paintOutline(QPainter& painter, const OverlayFrame& frame, const QRectF& box, bool isSelected);
/// From the bottom of the send's box to the top of the receive's.
void paintMessageArrow(QPainter& painter, const OverlayFrame& frame, const QRectF& send, const QRectF& receive);
/// From a host call to the top of what it launched.
void paintLaunchArrow(QPainter& painter, const OverlayFrame& frame, const QRectF& call, const QRectF& started);
/// Boxes of a collective's members, numbered in order of arrival, with a line where the last one arrived.
void paintArrivals(QPainter& painter, const OverlayFrame& frame, const std::vector<QRectF>& boxes);
/// Where a card of this size stands: inside `bounds` and next to the point, below what it describes, else above it,
/// else beside the point. Without a subject, next to the point.
QRectF placedCard(const QSizeF& size, const QRectF& bounds, const QPointF& point, const QRectF& subject);
/// A card with a title, label-value lines and optionally a sentence below, placed so. Returns its rectangle.
QRectF paintCard(QPainter& painter, const Palette& palette, const QRectF& bounds, QPointF point, const QString& title,
    const QColor& mark, const std::vector<std::pair<QString, QString>>& lines, const QString& sentence = {},
    const QRectF& subject = {});
/// Half the width in pixels in which the edge of a selected range can be grabbed.
inline constexpr double handleReach = 5;

} // namespace bubblescope
