// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "shadescale.h"

#include "plotstyle.h"

namespace bubblescope {

ShadeScale::ShadeScale(QCustomPlot* plot) : QCPColorScale(plot)
{
    setType(QCPAxis::atRight);
    setBarWidth(10);
    setRangeDrag(false);
    setRangeZoom(false);
}

void ShadeScale::show(const StepsPicture& picture)
{
    const double low = double(picture.matrix->low());
    const double high = double(picture.matrix->high());
    QCPColorGradient gradient;
    QMap<double, QColor> stops;
    constexpr int stopCount = 16;
    for (int i = 0; i <= stopCount; ++i)
        stops.insert(double(i) / stopCount, QColor(picture.shade(float(low + (high - low) * i / stopCount))));
    gradient.setColorStops(stops);
    setGradient(gradient);
    setDataRange(QCPRange(low, high));
}

void ShadeScale::setName(const QString& name, int height)
{
    const bool fits = QFontMetrics(axis()->labelFont()).horizontalAdvance(name) <= height;
    setLabel(fits ? name : QString());
    setMargins(QMargins()); // a scale keeps the largest margins that its group ever had
}

void ShadeScale::setColors(const Palette& colors, const QFont& font)
{
    applyAxisStyle(*axis(), colors);
    axis()->setTickLabelFont(font);
    axis()->setLabelFont(font);
}

} // namespace bubblescope
