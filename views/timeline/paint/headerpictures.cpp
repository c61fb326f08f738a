// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "headerpictures.h"

#include <QPainter>

#include <cmath>

namespace bubblescope {

void HeaderPictures::paint(QPainter& painter, const TimelineHeaders& headers, double ratio)
{
    // Each one ignores what it does not show.
    TimelineHeaders tree = headers;
    tree.range = {};
    paint(painter, tree, headers.geometry.header, ratio, m_tree, paintTrackTree);
    TimelineHeaders ruler;
    ruler.palette = headers.palette;
    ruler.geometry.header = headers.geometry.header;
    ruler.geometry.ruler = headers.geometry.ruler;
    ruler.range = headers.range;
    ruler.origin = headers.origin;
    ruler.hasTimes = headers.hasTimes;
    const QRect& ticks = headers.geometry.ruler;
    paint(painter, ruler, QRect(0, 0, ticks.right() + 1, ticks.height()), ratio, m_ruler, paintRuler);
}

void HeaderPictures::forget()
{
    m_tree.pixels = {};
    m_ruler.pixels = {};
}

void HeaderPictures::paint(
    QPainter& painter, const TimelineHeaders& headers, const QRect& area, double ratio, Picture& kept, Paint paint)
{
    if (ratio != std::floor(ratio)) { // a picture would not be aligned with pixels
        paint(painter, headers);
        return;
    }
    if (kept.pixels.size() != area.size() * ratio || !(kept.of == headers)) {
        kept.of = headers;
        kept.pixels = QPixmap(area.size() * ratio);
        kept.pixels.setDevicePixelRatio(ratio);
        QPainter onto(&kept.pixels);
        onto.translate(-area.topLeft());
        paint(onto, headers);
    }
    painter.drawPixmap(area.topLeft(), kept.pixels);
}

} // namespace bubblescope
