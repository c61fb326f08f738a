// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QHash>
#include <QImage>
#include <QString>

#include <array>
#include <unordered_map>
#include <vector>

namespace bubblescope {

/// Draws thousands of short texts into images: each text is rendered once and then only blended. GUI thread only.
class LabelPainter {
public:
    /// Font in device pixels; a change clears the cache.
    void setFont(const QFont& font);
    /// Centres the text in the box, elided to fit; draws nothing if not even a letter fits. Returns whether it drew.
    bool draw(QImage& image, int x, int y, int width, int height, const QString& text, QRgb color);
    /// Width of the whole text in device pixels.
    int widthOf(const QString& text);

private:
    struct Mask {
        std::vector<uint8_t> coverage; // ink share of each pixel, line by line
        int width = 0;
        int height = 0;
    };
    /// Ink blended with one background, by coverage.
    using Blend = std::array<QRgb, 256>;
    const Mask& maskOf(const QString& text);
    const Blend& blendOf(QRgb ground, QRgb ink);
    QString shortened(const QString& text, int width);

    QFont m_font;
    QHash<QString, Mask> m_masks;
    std::unordered_map<uint64_t, Blend> m_blends; // by background and ink
    QHash<QPair<QString, int>, QString> m_shortened;
};

} // namespace bubblescope
