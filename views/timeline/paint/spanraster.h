// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lanecomposer.h"

#include <QImage>

namespace bubblescope {

/// Paints rows of a trace directly into the pixels of a 32-bit image.
class SpanRaster {
public:
    /// Columns [left, left + width) of the image show the scene's range. `scale` is the rounded device pixel ratio.
    SpanRaster(const SpanScene& scene, QImage& image, int left, int width, int scale);

    /// True if lines [y, y + height) are inside the image; other rows are not painted.
    bool holds(int y, int height) const { return m_width > 0 && height > 0 && y >= 0 && y + height <= m_imageHeight; }
    /// One row as composed by LaneComposer. Takes the background from line `y` of the image only.
    void paintLane(RowId row, int y, int height, bool showsBubbles, bool isMain, bool wantsLabels);
    /// Shares of one or more rows as bars from the bottom, over the existing content: work, waiting, bubble.
    void paintUtilisation(
        const std::vector<RowId>& rows, int y, int height, int columnWidth, std::span<const int32_t> ranks = {});
    const std::vector<LabelBox>& labels() const { return m_composer.labels(); }

private:
    void fill(int x0, int x1, int y, int height, QRgb color);
    void copyLane(const LaneStrip& lane, int y, int height);
    void paintPatterns(const LaneStrip& lane, int y, int height);
    void paintPart(const std::vector<int>& from, const std::vector<int>& until, int y, int height, bool isBubble);
    const QRgb* patternLine(bool isBubble, int i);
    QRgb* line(int y) { return reinterpret_cast<QRgb*>(m_bits + qsizetype(y) * m_stride) + m_left; }

    uchar* m_bits;
    qsizetype m_stride;
    int m_imageHeight;
    int m_left;
    int m_width;
    int m_scale;
    const Palette& m_palette;
    LaneComposer m_composer;
    std::array<std::vector<std::vector<QRgb>>, 2> m_patterns; ///< of waiting and bubbles: lines, as far as they were needed
};

} // namespace bubblescope
