// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "patternlines.h"

#include "palette.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace bubblescope {

void paintHatch(QPainter& painter, const std::vector<QRectF>& boxes, const QColor& color)
{
    constexpr double least = 2.5; // narrower boxes have no room for a line
    QPainterPath lines;
    for (const QRectF& box : boxes) {
        if (box.width() < least)
            continue;
        const double period = Palette::hatchPeriod;
        // Lines with x + y a multiple of the period, from one edge of the box to another.
        for (double sum = std::ceil((box.left() + box.top()) / period) * period; sum < box.right() + box.bottom();
             sum += period) {
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

void paintDots(QPainter& painter, const std::vector<QRectF>& boxes, const QColor& color)
{
    // A row of dots is one dashed line that starts with a dot.
    QList<QLineF> lines;
    for (const QRectF& box : boxes) {
        for (int y = int(std::ceil(box.top())); y < int(std::floor(box.bottom())); ++y) {
            const int left = int(std::ceil(box.left()));
            int first = left;
            while (first < left + Palette::dotPeriod && !Palette::isDot(first, y))
                ++first;
            if (first < left + Palette::dotPeriod && first + 1 <= box.right())
                lines << QLineF(first, y + 0.5, box.right(), y + 0.5);
        }
    }
    QPen pen(color, 1, Qt::CustomDashLine, Qt::FlatCap);
    pen.setDashPattern({1, Palette::dotPeriod - 1.0});
    painter.setPen(pen);
    painter.drawLines(lines);
}

} // namespace bubblescope
