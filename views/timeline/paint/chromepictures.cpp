// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "chromepictures.h"

#include <QPainter>

#include <cmath>

namespace bubblescope {

void ChromePictures::paint(QPainter& painter, const TimelineChrome& chrome, double ratio)
{
    // Each without what it does not show.
    TimelineChrome tree = chrome;
    tree.range = {};
    paint(painter, tree, chrome.geometry.header, ratio, m_tree, paintTrackTree);
    TimelineChrome ruler;
    ruler.palette = chrome.palette;
    ruler.geometry.header = chrome.geometry.header;
    ruler.geometry.ruler = chrome.geometry.ruler;
    ruler.range = chrome.range;
    ruler.hasTimes = chrome.hasTimes;
    const QRect& ticks = chrome.geometry.ruler;
    paint(painter, ruler, QRect(0, 0, ticks.right() + 1, ticks.height()), ratio, m_ruler, paintRuler);
}

void ChromePictures::forget()
{
    m_tree.pixels = {};
    m_ruler.pixels = {};
}

void ChromePictures::paint(
    QPainter& painter, const TimelineChrome& chrome, const QRect& area, double ratio, Picture& kept, Paint paint)
{
    if (ratio != std::floor(ratio)) { // a picture would have to stand between pixels
        paint(painter, chrome);
        return;
    }
    if (kept.pixels.size() != area.size() * ratio || !(kept.of == chrome)) {
        kept.of = chrome;
        kept.pixels = QPixmap(area.size() * ratio);
        kept.pixels.setDevicePixelRatio(ratio);
        QPainter onto(&kept.pixels);
        onto.translate(-area.topLeft());
        paint(onto, chrome);
    }
    painter.drawPixmap(area.topLeft(), kept.pixels);
}

} // namespace bubblescope
