// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "labelpainter.h"

#include <QFontMetrics>
#include <QPainter>

#include <algorithm>

namespace bubblescope {

namespace {

constexpr int cachedTexts = 4000; // then the cache starts anew; a screen shows fewer

inline QRgb blended(QRgb ground, QRgb ink, int coverage)
{
    const auto mix = [coverage](int a, int b) { return a + (b - a) * coverage / 255; };
    return qRgb(mix(qRed(ground), qRed(ink)), mix(qGreen(ground), qGreen(ink)), mix(qBlue(ground), qBlue(ink)));
}

} // namespace

void LabelPainter::setFont(const QFont& font)
{
    QFont plain(font);
    plain.setStyleStrategy(QFont::NoSubpixelAntialias);
    if (plain == m_font)
        return;
    m_font = plain;
    m_masks.clear();
    m_shortened.clear();
}

const LabelPainter::Mask& LabelPainter::maskOf(const QString& text)
{
    const auto found = m_masks.constFind(text);
    if (found != m_masks.constEnd())
        return *found;
    if (m_masks.size() >= cachedTexts)
        m_masks.clear();
    const QFontMetrics metrics(m_font);
    Mask mask;
    mask.width = metrics.horizontalAdvance(text);
    mask.coverage = QImage(std::max(1, mask.width), std::max(1, metrics.height() + 2), QImage::Format_RGB32);
    mask.coverage.fill(Qt::black);
    QPainter painter(&mask.coverage);
    painter.setFont(m_font);
    painter.setPen(Qt::white);
    painter.drawText(0, metrics.ascent() + 1, text); // hinting may reach a pixel beyond the metrics
    painter.end();
    return *m_masks.insert(text, mask);
}

int LabelPainter::widthOf(const QString& text) { return maskOf(text).width; }

QString LabelPainter::shortened(const QString& text, int width)
{
    const int step = std::max(1, width / 6 * 6); // neighbouring widths share a result
    const auto key = qMakePair(text, step);
    const auto found = m_shortened.constFind(key);
    if (found != m_shortened.constEnd())
        return *found;
    if (m_shortened.size() >= cachedTexts)
        m_shortened.clear();
    QString fitting = QFontMetrics(m_font).elidedText(text, Qt::ElideRight, step);
    if (fitting.size() < 4) // three letters and a dot say nothing
        fitting.clear();
    m_shortened.insert(key, fitting);
    return fitting;
}

bool LabelPainter::draw(QImage& image, int x, int y, int width, int height, const QString& text, QRgb color)
{
    if (text.isEmpty())
        return false;
    const Mask* mask = &maskOf(text);
    if (mask->width > width) {
        const QString fitting = shortened(text, width);
        if (fitting.isEmpty())
            return false;
        mask = &maskOf(fitting);
        if (mask->width > width)
            return false;
    }
    const int left = x + (width - mask->width) / 2;
    const int top = y + (height - mask->coverage.height()) / 2;
    const int firstX = std::max({0, -left, x - left});
    const int lastX = std::min({mask->coverage.width(), image.width() - left, x + width - left});
    // Letters may reach a little beyond a thin box: an underscore cut off reads as a blank.
    const int reach = std::max(0, std::min(2, mask->coverage.height() - height));
    const int firstY = std::max({0, -top, y - top});
    const int lastY = std::min({mask->coverage.height(), image.height() - top, y + height - top + reach});
    for (int line = firstY; line < lastY; ++line) {
        const auto* ink = reinterpret_cast<const QRgb*>(mask->coverage.constScanLine(line));
        auto* ground = reinterpret_cast<QRgb*>(image.scanLine(top + line)) + left;
        for (int column = firstX; column < lastX; ++column) {
            const int coverage = qGreen(ink[column]);
            if (coverage > 0)
                ground[column] = blended(ground[column], color, coverage);
        }
    }
    return true;
}

} // namespace bubblescope
