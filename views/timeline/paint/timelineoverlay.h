// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "palette.h"
#include "timelinelayout.h"

#include <QPointF>
#include <QRectF>
#include <QString>

#include <optional>
#include <utility>
#include <vector>

class QPainter;

namespace bubblescope {

/// What lies over the spans. All in logical pixels of the plot; `area` is where spans are drawn, `ruler` above it.
struct OverlayFrame {
    QRectF area;
    QRectF ruler;
    TimeScale scale;
    const Palette* palette = nullptr;
};

void paintSelectedRange(QPainter& painter, const OverlayFrame& frame, TimeRange range);
void paintMarkers(QPainter& painter, const OverlayFrame& frame, const std::vector<TimeNs>& markers);
void paintCrosshair(QPainter& painter, const OverlayFrame& frame, TimeNs time);
void paintOutline(QPainter& painter, const OverlayFrame& frame, const QRectF& box, bool isSelected);
/// From the foot of the send's box to the head of the receive's.
void paintMessageArrow(QPainter& painter, const OverlayFrame& frame, const QRectF& send, const QRectF& receive);
/// From a call of the host to the head of what it started.
void paintLaunchArrow(QPainter& painter, const OverlayFrame& frame, const QRectF& call, const QRectF& started);
/// Boxes of a collective's members in order of arrival, numbered, with a line where the last one arrived.
void paintArrivals(QPainter& painter, const OverlayFrame& frame, const std::vector<QRectF>& boxes);
/// A card with a title, lines of label and value and maybe a sentence below them, beside the point and inside `bounds`.
/// Returns where it stands.
QRectF paintCard(QPainter& painter, const Palette& palette, const QRectF& bounds, QPointF point, const QString& title,
    const QColor& mark, const std::vector<std::pair<QString, QString>>& lines, const QString& sentence = {});
/// Half width of the zone in which the edge of a selected range can be taken, pixels.
inline constexpr double handleReach = 5;

} // namespace bubblescope
