// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "stackedbars.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

constexpr double shareOfPlace = 0.78; // of the room for a bar
constexpr double widestBar = 110;     // px

double heightOf(const StackedBar& bar)
{
    double height = 0;
    for (const StackedBar::Part& part : bar.parts)
        height += std::isfinite(part.ns) ? part.ns : 0;
    return height;
}

} // namespace

StackedBars::StackedBars(QCPAxis* names, QCPAxis* times, const BarPicture& picture)
    : QCPAbstractPlottable(names, times), m_picture(picture)
{
}

QCPRange StackedBars::getKeyRange(bool& found, QCP::SignDomain) const
{
    found = !m_picture.bars.empty();
    return {-edge, double(m_picture.bars.size()) - 1 + edge};
}

QCPRange StackedBars::getValueRange(bool& found, QCP::SignDomain, const QCPRange&) const
{
    double largest = 0;
    for (const StackedBar& bar : m_picture.bars)
        largest = std::max(largest, heightOf(bar));
    found = largest > 0;
    return {0, largest};
}

void StackedBars::draw(QCPPainter* painter)
{
    painter->setAntialiasing(false);
    const QRect area = mKeyAxis->axisRect()->rect();
    drawSelection(painter, area);
    drawBoundaries(painter, area);
    const QCPRange range = mKeyAxis->range();
    const int first = std::max(0, static_cast<int>(std::floor(range.lower)));
    const int last = std::min(static_cast<int>(m_picture.bars.size()) - 1, static_cast<int>(std::ceil(range.upper)));
    // In a narrow picture at least the tallest of a few says how tall it is: above it there is room.
    constexpr int few = 16;
    int tallest = -1;
    for (int i = first; i <= last && last - first < few && m_picture.selected.empty(); ++i) {
        const bool isTaller
            = tallest < 0 || heightOf(m_picture.bars[size_t(i)]) > heightOf(m_picture.bars[size_t(tallest)]);
        tallest = isTaller ? i : tallest;
    }
    for (int i = first; i <= last; ++i)
        drawBar(painter, i, i == tallest);
    drawZoneNames(painter, area);
}

void StackedBars::drawSelection(QCPPainter* painter, const QRect& area) const
{
    for (const int bar : m_picture.selected) {
        const int left = static_cast<int>(std::lround(mKeyAxis->coordToPixel(bar - 0.5)));
        const int right = static_cast<int>(std::lround(mKeyAxis->coordToPixel(bar + 0.5)));
        painter->fillRect(
            QRect(left, area.top(), std::max(right - left, 2), area.height()), m_picture.colors.selection);
    }
}

void StackedBars::drawBar(QCPPainter* painter, int index, bool keepsCaption) const
{
    const StackedBar& bar = m_picture.bars[size_t(index)];
    const double room = mKeyAxis->coordToPixel(index + 1) - mKeyAxis->coordToPixel(index);
    const double half = std::min(room * shareOfPlace, widestBar) / 2;
    const double middle = mKeyAxis->coordToPixel(index);
    const int left = static_cast<int>(std::lround(middle - half));
    const int right = std::max(left + 1, static_cast<int>(std::lround(middle + half)));
    double sum = 0;
    int bottom = static_cast<int>(std::lround(mValueAxis->coordToPixel(0)));
    for (const StackedBar::Part& part : bar.parts) {
        if (!(part.ns > 0))
            continue;
        sum += part.ns;
        const int top = static_cast<int>(std::lround(mValueAxis->coordToPixel(sum)));
        // A line of background between parts that are tall enough separates equal colours.
        const int seam = bottom - top > 3 ? 1 : 0;
        const QRect rect(left, top, right - left, bottom - top - (sum > part.ns ? seam : 0));
        const QColor color = index == m_picture.hovered ? mixed(part.color, m_picture.colors.text, 0.18) : part.color;
        painter->fillRect(rect, color);
        drawInside(painter, rect, part.name, color);
        bottom = top;
    }
    // Even the smallest cost remains visible.
    if (sum > 0 && bottom >= std::lround(mValueAxis->coordToPixel(0)) && !bar.parts.empty())
        painter->fillRect(QRect(left, bottom - 1, right - left, 1), bar.parts.front().color);
    const bool isMarked = keepsCaption
        || std::find(m_picture.selected.begin(), m_picture.selected.end(), index) != m_picture.selected.end();
    const QFontMetrics metrics(mParentPlot->font());
    if (!bar.caption.isEmpty() && (room > metrics.horizontalAdvance(bar.caption) + 6 || isMarked)) {
        painter->setPen(m_picture.colors.text);
        painter->setFont(mParentPlot->font());
        const double width = metrics.horizontalAdvance(bar.caption) + 2;
        const QRect area = mKeyAxis->axisRect()->rect();
        const double left
            = std::clamp(middle - width / 2, double(area.left()), std::max<double>(area.left(), area.right() - width));
        painter->drawText(QRectF(left, bottom - metrics.height() - 2, width, metrics.height()),
            Qt::AlignHCenter | Qt::AlignBottom, bar.caption);
    }
}

void StackedBars::drawInside(QCPPainter* painter, const QRect& rect, const QString& name, const QColor& ground) const
{
    if (name.isEmpty())
        return;
    const QFontMetrics metrics(mParentPlot->font());
    const int length = metrics.horizontalAdvance(name) + 6;
    const bool fits = rect.height() >= metrics.height() && rect.width() >= length;
    const bool fitsUpright = rect.width() >= metrics.height() && rect.height() >= length;
    if (!fits && !fitsUpright)
        return;
    painter->setFont(mParentPlot->font());
    painter->setPen(textOn(ground));
    if (fits) {
        painter->drawText(rect, Qt::AlignCenter, name);
        return;
    }
    painter->save();
    painter->translate(rect.center());
    painter->rotate(-90);
    painter->drawText(QRect(-rect.height() / 2, -rect.width() / 2, rect.height(), rect.width()), Qt::AlignCenter, name);
    painter->restore();
}

void StackedBars::drawBoundaries(QCPPainter* painter, const QRect& area) const
{
    const QCPRange range = mKeyAxis->range();
    painter->setPen(QPen(m_picture.colors.accent, 1, Qt::DashLine));
    for (const BarZone& zone : m_picture.zones) {
        const int left = static_cast<int>(std::lround(mKeyAxis->coordToPixel(zone.begin)));
        if (zone.begin > range.lower && zone.begin < range.upper && zone.begin > -0.5)
            painter->drawLine(QLineF(left, area.top(), left, area.bottom()));
    }
}

void StackedBars::drawZoneNames(QCPPainter* painter, const QRect& area) const
{
    const QFontMetrics metrics(mParentPlot->font());
    painter->setFont(mParentPlot->font());
    painter->setPen(m_picture.colors.accent);
    for (const BarZone& zone : m_picture.zones) {
        const int left = static_cast<int>(std::lround(mKeyAxis->coordToPixel(zone.begin)));
        const int right = static_cast<int>(std::lround(mKeyAxis->coordToPixel(zone.end)));
        const QRect room = QRect(QPoint(left + 1, area.top() + 1), QPoint(right - 1, area.top() + metrics.height() + 1))
                               .intersected(area);
        QString name = zone.name;
        if (metrics.horizontalAdvance(name) + 6 > room.width())
            name = name.mid(name.lastIndexOf(QLatin1Char(' ')) + 1);
        if (metrics.horizontalAdvance(name) + 2 <= room.width())
            painter->drawText(room, Qt::AlignHCenter | Qt::AlignTop, name);
    }
}

} // namespace bubblescope
