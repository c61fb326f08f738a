// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRectF>

#include <vector>

class QColor;
class QPainter;

namespace bubblescope {

/// The patterns of Palette::isHatch() and isDot() as lines, for scaled or printed output. They count from `origin`, as
/// pixels do from the begin of a row.
void paintHatch(
    QPainter& painter, const std::vector<QRectF>& boxes, const QColor& color, const QPointF& origin = QPointF());
void paintDots(
    QPainter& painter, const std::vector<QRectF>& boxes, const QColor& color, const QPointF& origin = QPointF());

} // namespace bubblescope
