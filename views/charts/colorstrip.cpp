// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "colorstrip.h"

#include <QPainter>

namespace bubblescope {

namespace {
constexpr int stripMargin = 8;
constexpr int stripHeight = 8;
} // namespace

ColorStrip::ColorStrip(QWidget* parent) : QWidget(parent) { setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed); }

void ColorStrip::setScale(const QString& least, const QString& greatest, bool areDeviations)
{
    m_areDeviations = areDeviations;
    m_least = least;
    m_greatest = greatest;
    setAccessibleName(tr("Colours from %1 to %2").arg(least, greatest));
    update();
}

void ColorStrip::setColors(const Palette& colors)
{
    m_colors = colors;
    update();
}

QSize ColorStrip::sizeHint() const { return {160, fontMetrics().height() + 6}; }

void ColorStrip::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setLayoutDirection(Qt::LeftToRight);
    painter.setPen(m_colors.mutedText);
    const QRect line = rect().adjusted(stripMargin, 0, -stripMargin, 0);
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, m_least);
    painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter, m_greatest);
    const int left = line.left() + fontMetrics().horizontalAdvance(m_least) + stripMargin;
    const int right = line.right() - fontMetrics().horizontalAdvance(m_greatest) - stripMargin;
    if (right <= left)
        return;
    QLinearGradient gradient(left, 0, right, 0);
    constexpr int stops = 8;
    for (int i = 0; i <= stops; ++i) {
        const double share = double(i) / stops;
        gradient.setColorAt(
            share, m_areDeviations ? m_colors.deviationColor(2 * share - 1) : m_colors.heatColor(share));
    }
    painter.fillRect(QRect(left, (height() - stripHeight) / 2, right - left, stripHeight), gradient);
}

} // namespace bubblescope
