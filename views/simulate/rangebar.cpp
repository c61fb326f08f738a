// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "rangebar.h"

#include <QPainter>

#include <algorithm>

namespace bubblescope {

namespace {

constexpr int rangeHeight = 16;
constexpr double bandHeight = 6;
constexpr double endAir = 0.08; // of the width, at both ends

} // namespace

RangeBar::RangeBar(QWidget* parent) : QWidget(parent), m_colors(Palette::light())
{
    setAccessibleName(tr("Range of the answer"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void RangeBar::setColors(const Palette& colors)
{
    m_colors = colors;
    update();
}

void RangeBar::setRange(const Range& range, const QString& words)
{
    m_range = range;
    setAccessibleDescription(words);
    setToolTip(words);
    update();
}

QSize RangeBar::sizeHint() const { return {120, rangeHeight}; }

double RangeBar::place(double ns) const
{
    const double least = std::min(m_range.openedNs, m_range.lowNs);
    const double most = std::max(m_range.openedNs, m_range.highNs);
    const double share = most > least ? (ns - least) / (most - least) : 0.5;
    return width() * (endAir + share * (1 - 2 * endAir));
}

QRectF RangeBar::band() const
{
    constexpr double leastWidth = 3;
    const double from = place(m_range.lowNs);
    const double width = std::max(place(m_range.highNs) - from, leastWidth);
    return {from, (height() - bandHeight) / 2, width, bandHeight};
}

double RangeBar::openedAt() const { return place(m_range.openedNs); }

void RangeBar::paintEvent(QPaintEvent*)
{
    if (m_range.isEmpty())
        return;
    QPainter painter(this);
    const double middle = height() / 2.0;
    painter.fillRect(QRectF(width() * endAir / 2, middle - 0.5, width() * (1 - endAir), 1), m_colors.border);
    painter.fillRect(band(), mixed(m_colors.surface, m_colors.accent, 0.45));
    const auto mark = [&](double x, double halfHeight, const QColor& color) {
        painter.fillRect(QRectF(x - 1, middle - halfHeight, 2, 2 * halfHeight), color);
    };
    mark(openedAt(), rangeHeight / 2.0, m_colors.mutedText);
    mark(place(m_range.answerNs), rangeHeight / 2.0 - 2, m_colors.accent);
}

} // namespace bubblescope
