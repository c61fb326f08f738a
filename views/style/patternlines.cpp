// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "patternlines.h"

#include "palette.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace bubblescope {

void paintHatch(
    QPainter& painter, const std::vector<QRectF>& boxes, const QColor& color, const QPointF& origin)
{
    // Through the middle of the pixels whose x + y is a multiple of the period.
    const double phase = std::round(origin.x()) + std::round(origin.y()) + 1;
    constexpr double least = 2.5; // narrower boxes have no room for a line
    QPainterPath lines;
    for (const QRectF& box : boxes) {
        if (box.width() < least)
            continue;
        const double period = Palette::hatchPeriod;
        // From one edge of the box to another.
        for (double sum = std::ceil((box.left() + box.top() - phase) / period) * period + phase;
             sum < box.right() + box.bottom(); sum += period) {
            const double x0 = std::max(box.left(), sum - box.bottom());
            const double x1 = std::min(box.right(), sum - box.top());
            lines.moveTo(x0, sum - x0);
            lines.lineTo(x1, sum - x1);
        }
    }
    if (lines.isEmpty())
        return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.strokePath(lines, QPen(color, 1.1, Qt::SolidLine, Qt::FlatCap));
    painter.restore();
}

void paintDots(
    QPainter& painter, const std::vector<QRectF>& boxes, const QColor& color, const QPointF& origin)
{
    const int x0 = int(std::lround(origin.x()));
    const int y0 = int(std::lround(origin.y()));
    // A row of dots is one dashed line that starts with a dot.
    QList<QLineF> lines;
    for (const QRectF& box : boxes) {
        for (int y = int(std::ceil(box.top())); y < int(std::floor(box.bottom())); ++y) {
            const int left = int(std::ceil(box.left()));
            int first = left;
            while (first < left + Palette::dotPeriod && !Palette::isDot(first - x0, y - y0))
                ++first;
            if (first < left + Palette::dotPeriod && first + 1 <= box.right())
                lines << QLineF(first, y + 0.5, box.right(), y + 0.5);
        }
    }
    if (lines.isEmpty())
        return;
    QPen pen(color, 1, Qt::CustomDashLine, Qt::FlatCap);
    pen.setDashPattern({1, Palette::dotPeriod - 1.0});
    painter.setPen(pen);
    painter.drawLines(lines);
}

} // namespace bubblescope
