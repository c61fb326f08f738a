// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "picture.h"

#include "boxlabel.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

constexpr double pageMargin = 10;
constexpr double pageAir = 6;
constexpr double swatchHeight = 11;
constexpr double legendLine = 18;
constexpr double narrow = 520; // one-column pictures get smaller titles

QFont titleFont(double width) { return fontOf(width < narrow ? 13 : 15, true); }
QFont subtitleFont() { return fontOf(11); }
QFont footFont() { return fontOf(10); }

double wrappedHeight(const QFont& font, const QString& text, double width)
{
    if (text.isEmpty())
        return 0;
    return std::ceil(QFontMetricsF(font).boundingRect(QRectF(0, 0, width, 1e5), Qt::TextWordWrap, text).height());
}

/// Returns the height used.
double paintWrapped(QPainter& painter, const QFont& font, const QString& text, QPointF at, double width)
{
    const double height = wrappedHeight(font, text, width);
    painter.setFont(font);
    if (height > 0)
        painter.drawText(QRectF(at, QSizeF(width, height)), Qt::TextWordWrap, text);
    return height;
}

} // namespace

Picture::Picture(Words words, const Palette& palette, std::unique_ptr<PictureContent> content)
    : m_words(std::move(words)), m_palette(palette), m_content(std::move(content))
{
}

double Picture::titleHeight(double width) const
{
    const double height = wrappedHeight(titleFont(width), m_words.title, width - 2 * pageMargin)
        + wrappedHeight(subtitleFont(), m_words.subtitle, width - 2 * pageMargin);
    return height > 0 ? height + pageAir : 0;
}

std::vector<Picture::LegendPlace> Picture::legendPlaces(double width) const
{
    const QFontMetricsF metrics(subtitleFont());
    std::vector<LegendPlace> places;
    double x = 0;
    double y = 0;
    for (size_t i = 0; i < m_words.legend.size(); ++i) {
        const Legend::Entry& entry = m_words.legend[i];
        const double needed = legendSwatchWidth(entry.pattern) + 5 + metrics.horizontalAdvance(entry.text);
        if (x > 0 && x + needed > width) {
            x = 0;
            y += legendLine;
        }
        places.push_back({i, {x, y}});
        x += needed + 14;
    }
    return places;
}

double Picture::legendHeight(double width) const
{
    const auto places = legendPlaces(width - 2 * pageMargin);
    return places.empty() ? 0 : places.back().at.y() + legendLine + pageAir;
}

double Picture::footHeight(double width) const
{
    const double height = wrappedHeight(footFont(), m_words.footnotes.join(QLatin1Char('\n')), width - 2 * pageMargin);
    return height > 0 ? height + pageAir : 0;
}

QSizeF Picture::sized(QSizeF size) const
{
    if (size.height() > 0)
        return size;
    const double width = size.width();
    const double rest = 2 * pageMargin + titleHeight(width) + legendHeight(width) + footHeight(width);
    const double most = std::max(width * 1.35, rest + 200);
    return {width, std::ceil(rest + m_content->naturalHeight(width - 2 * pageMargin, most - rest))};
}

void Picture::paint(QPainter& painter, QSizeF size, int columnsPerPixel) const
{
    const double width = size.width() - 2 * pageMargin;
    painter.fillRect(QRectF(QPointF(0, 0), size), m_palette.surface);
    QPointF at(pageMargin, pageMargin);
    painter.setPen(m_palette.text);
    at.ry() += paintWrapped(painter, titleFont(size.width()), m_words.title, at, width);
    painter.setPen(m_palette.mutedText);
    at.ry() += paintWrapped(painter, subtitleFont(), m_words.subtitle, at, width);
    if (at.y() > pageMargin)
        at.ry() += pageAir;
    const double below = legendHeight(size.width()) + footHeight(size.width());
    const QRectF area(at, QSizeF(width, std::max(1.0, size.height() - pageMargin - below - at.y())));
    painter.save();
    m_content->paint(painter, area, columnsPerPixel);
    painter.restore();
    at.setY(area.bottom() + pageAir);
    paintLegend(painter, at, width);
    at.ry() += legendHeight(size.width());
    painter.setPen(m_palette.mutedText);
    paintWrapped(painter, footFont(), m_words.footnotes.join(QLatin1Char('\n')), at, width);
}

void Picture::paintLegend(QPainter& painter, QPointF at, double width) const
{
    const QFontMetricsF metrics(subtitleFont());
    for (const LegendPlace& place : legendPlaces(width)) {
        const Legend::Entry& entry = m_words.legend[place.entry];
        const double swatch = legendSwatchWidth(entry.pattern);
        const QPointF corner = at + place.at;
        paintLegendSwatch(
            painter, QRectF(corner.x(), corner.y() + (legendLine - swatchHeight) / 2, swatch, swatchHeight), entry,
            m_palette);
        painter.setFont(subtitleFont());
        painter.setPen(m_palette.text);
        painter.drawText(QPointF(corner.x() + swatch + 5,
                             corner.y() + legendLine / 2 + (metrics.ascent() - metrics.descent()) / 2),
            entry.text);
    }
}

} // namespace bubblescope
