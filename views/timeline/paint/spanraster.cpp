// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "spanraster.h"

#include <algorithm>
#include <cstring>

namespace bubblescope {

SpanRaster::SpanRaster(const SpanScene& scene, QImage& image, int left, int width, int scale)
    : m_bits(image.bits())
    , m_stride(image.bytesPerLine())
    , m_imageHeight(image.height())
    , m_left(std::clamp(left, 0, image.width()))
    , m_width(std::clamp(width, 0, image.width() - m_left))
    , m_scale(std::max(1, scale))
    , m_palette(*scene.palette)
    , m_composer(scene, m_width, m_scale)
{
}

void SpanRaster::fill(int x0, int x1, int y, int height, QRgb color)
{
    if (x0 >= x1)
        return;
    for (int i = 0; i < height; ++i)
        std::fill(line(y + i) + x0, line(y + i) + x1, color);
}

void SpanRaster::copyLane(const LaneStrip& lane, int y, int height)
{
    const size_t bytes = size_t(m_width) * sizeof(QRgb);
    for (int i = 0; i < height; ++i)
        std::memcpy(line(y + i), (i < height - lane.foot ? lane.upper : lane.lower).data(), bytes);
}

void SpanRaster::paintPatterns(const LaneStrip& lane, int y, int height)
{
    const QRgb dots = m_palette.bubbleDots.rgb();
    const QRgb lines = m_palette.waitingLines.rgb();
    const bool hasBubbles = std::find(lane.patterns.begin(), lane.patterns.end(), LaneStrip::Pattern::Bubble) != lane.patterns.end();
    const int dotPeriod = Palette::dotPeriod * m_scale;
    const int hatchPeriod = Palette::hatchPeriod * m_scale;
    for (int i = 0; i < height; ++i) {
        QRgb* pixels = line(y + i);
        for (int first = 0; hasBubbles && first < dotPeriod; ++first) {
            if (!Palette::isDot(first, i, m_scale))
                continue;
            for (int x = first; x < m_width; x += dotPeriod) {
                if (lane.patterns[x] == LaneStrip::Pattern::Bubble)
                    pixels[x] = dots;
            }
        }
        for (int phase = 0; !lane.waiting.empty() && phase < hatchPeriod; ++phase) {
            if (!Palette::isHatch(phase, i, m_scale))
                continue;
            for (const LaneStrip::Stretch& stretch : lane.waiting) {
                const int first = stretch.x0 + (phase + hatchPeriod - stretch.x0 % hatchPeriod) % hatchPeriod;
                for (int x = first; x < stretch.x1; x += hatchPeriod) {
                    if (lane.patterns[x] == LaneStrip::Pattern::Waiting)
                        pixels[x] = lines;
                }
            }
        }
    }
}

void SpanRaster::paintLane(RowId row, int y, int height, bool showsBubbles, bool isMain, bool wantsLabels)
{
    if (!holds(y, height))
        return;
    const LaneStrip& lane = m_composer.compose(row, line(y), y, height, showsBubbles, isMain, wantsLabels);
    copyLane(lane, y, height);
    paintPatterns(lane, y, height);
    for (const LaneStrip::Corner& corner : lane.corners) {
        line(y)[corner.x] = corner.top;
        line(y + height - 1)[corner.x] = corner.bottom;
    }
    for (const LaneStrip::Stretch& inside : lane.hollow)
        fill(inside.x0, inside.x1, y + m_scale, height - 2 * m_scale, inside.color);
}

void SpanRaster::paintUtilisation(
    const std::vector<RowId>& rows, int y, int height, int columnWidth, std::span<const int32_t> ranks)
{
    if (!holds(y, height) || rows.empty())
        return;
    const BarStrip& bars = m_composer.composeBars(rows, height, columnWidth, ranks);
    // Line by line instead of bar by bar, so that memory is accessed in order, and without a branch per pixel, which GCC
    // makes of a condition: then several are computed at once.
    const int* const tops = bars.tops.data();
    const QRgb* const colors = bars.colors.data();
    const int width = m_width; // a member could be written through the pixels
    for (int i = bars.highest; i < bars.lowest; ++i) {
        QRgb* const pixels = line(y + i);
        for (int x = 0; x < width; ++x)
            pixels[x] ^= (pixels[x] ^ colors[x]) & QRgb((tops[x] - 1 - i) >> 31); // all bits from the top on
    }
    for (int i = bars.lowest; i < height; ++i)
        std::memcpy(line(y + i), colors, size_t(m_width) * sizeof(QRgb));
    if (bars.hasWaiting)
        paintPart(bars.waitingTops, bars.tops, y, height, false);
    if (bars.hasBubbles)
        paintPart(bars.bubbleTops, bars.waitingTops, y, height, true);
}

/// The lines between two heights of every column as ground with the pattern of waiting or bubbles.
void SpanRaster::paintPart(
    const std::vector<int>& from, const std::vector<int>& until, int y, int height, bool isBubble)
{
    const int first = std::max(0, *std::min_element(from.begin(), from.end()));
    const int last = std::min(height, *std::max_element(until.begin(), until.end()));
    const int* const begins = from.data();
    const int* const ends = until.data();
    const int width = m_width;
    for (int i = first; i < last; ++i) {
        QRgb* const pixels = line(y + i);
        const QRgb* const pattern = patternLine(isBubble, i);
        for (int x = 0; x < width; ++x) {
            const int isInside = (begins[x] - 1 - i) & (i - ends[x]); // negative: all bits, as above
            pixels[x] ^= (pixels[x] ^ pattern[x]) & QRgb(isInside >> 31);
        }
    }
}

/// Line `i` of a pattern on its ground.
const QRgb* SpanRaster::patternLine(bool isBubble, int i)
{
    const int lines = (isBubble ? Palette::dotLines : Palette::hatchPeriod) * m_scale;
    const int period = (isBubble ? Palette::dotPeriod : Palette::hatchPeriod) * m_scale;
    const QRgb ground = (isBubble ? m_palette.bubble : m_palette.waiting).rgb();
    const QRgb ink = (isBubble ? m_palette.bubbleDots : m_palette.waitingLines).rgb();
    std::vector<std::vector<QRgb>>& known = m_patterns[isBubble ? 1 : 0];
    known.resize(size_t(lines));
    std::vector<QRgb>& pixels = known[size_t(i % lines)];
    if (pixels.empty()) {
        pixels.resize(size_t(m_width));
        for (int x = 0; x < m_width; ++x) {
            const auto isInk = [&] { return isBubble ? Palette::isDot(x, i, m_scale) : Palette::isHatch(x, i, m_scale); };
            pixels[size_t(x)] = x >= period ? pixels[size_t(x - period)] : isInk() ? ink : ground;
        }
    }
    return pixels.data();
}

} // namespace bubblescope
