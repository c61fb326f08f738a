// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "labelpainter.h"

#include <QFontMetrics>
#include <QPainter>

#include <algorithm>

namespace bubblescope {

namespace {

constexpr int cachedTexts = 4000; // then the cache is cleared; a screen shows fewer

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
    mask.height = std::max(1, metrics.height() + 2);
    QImage drawn(std::max(1, mask.width), mask.height, QImage::Format_RGB32);
    drawn.fill(Qt::black);
    QPainter painter(&drawn);
    painter.setFont(m_font);
    painter.setPen(Qt::white);
    painter.drawText(0, metrics.ascent() + 1, text); // hinting may extend a pixel beyond the metrics
    painter.end();
    mask.coverage.reserve(size_t(mask.width) * size_t(mask.height));
    for (int y = 0; y < mask.height; ++y) {
        const auto* pixels = reinterpret_cast<const QRgb*>(drawn.constScanLine(y));
        for (int x = 0; x < mask.width; ++x)
            mask.coverage.push_back(uint8_t(qGreen(pixels[x])));
    }
    return *m_masks.insert(text, mask);
}

const LabelPainter::Blend& LabelPainter::blendOf(QRgb ground, QRgb ink)
{
    constexpr size_t mostBlends = 256; // a palette has fewer
    const uint64_t key = uint64_t(ground) << 32 | ink;
    const auto found = m_blends.find(key);
    if (found != m_blends.end())
        return found->second;
    if (m_blends.size() >= mostBlends)
        m_blends.clear();
    Blend& blend = m_blends[key];
    for (int coverage = 0; coverage < 256; ++coverage)
        blend[size_t(coverage)] = blended(ground, ink, coverage);
    return blend;
}

int LabelPainter::widthOf(const QString& text) { return maskOf(text).width; }

QString LabelPainter::shortened(const QString& text, int width)
{
    const int step = std::max(1, width / 6 * 6); // similar widths share a result
    const auto key = qMakePair(text, step);
    const auto found = m_shortened.constFind(key);
    if (found != m_shortened.constEnd())
        return *found;
    if (m_shortened.size() >= cachedTexts)
        m_shortened.clear();
    QString fitting = QFontMetrics(m_font).elidedText(text, Qt::ElideRight, step);
    if (fitting.size() < 4) // three letters and a dot are meaningless
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
    const int top = y + (height - mask->height) / 2;
    const int firstX = std::max({0, -left, x - left});
    const int lastX = std::min({mask->width, image.width() - left, x + width - left});
    // Letters may extend slightly beyond a thin box: an underscore that is cut off looks like a blank.
    const int reach = std::max(0, std::min(2, mask->height - height));
    const int firstY = std::max({0, -top, y - top});
    const int lastY = std::min({mask->height, image.height() - top, y + height - top + reach});
    if (firstX >= lastX || firstY >= lastY)
        return true;
    uchar* const bits = image.bits();
    const auto pixelsOf
        = [&](int line) { return reinterpret_cast<QRgb*>(bits + qsizetype(top + line) * image.bytesPerLine()) + left; };
    // The background is nearly always a single colour, for which there is a table.
    const QRgb usual = pixelsOf(firstY)[firstX];
    const Blend& blend = blendOf(usual, color);
    for (int line = firstY; line < lastY; ++line) {
        const uint8_t* const ink = mask->coverage.data() + size_t(line) * size_t(mask->width);
        QRgb* const ground = pixelsOf(line);
        for (int column = firstX; column < lastX; ++column) {
            const uint8_t coverage = ink[column];
            ground[column] = ground[column] == usual ? blend[coverage] : blended(ground[column], color, coverage);
        }
    }
    return true;
}

} // namespace bubblescope
