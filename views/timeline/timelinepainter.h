// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "headerpictures.h"
#include "pathoverlay.h"

class QImage;
class QPainter;

namespace bubblescope {

class TimelinePlot;

/// Paints a timeline: its rows as they were rasterised, the tree and the ruler, and over them what is selected, under the
/// mouse, marked and noted.
class TimelinePainter {
public:
    /// The plot must outlive it.
    explicit TimelinePainter(const TimelinePlot& plot) : m_plot(plot) { }

    void paint(QPainter& painter, const QImage& rows);
    /// Something in the tree looks otherwise now.
    void forgetPictures() { m_pictures.forget(); }
    void setPath(PathOverlay path) { m_path = std::move(path); }
    bool hasPath() const { return !m_path.isEmpty(); }

private:
    void paintOverlay(QPainter& painter) const;
    void paintHover(QPainter& painter, const OverlayFrame& frame) const;

    const TimelinePlot& m_plot;
    HeaderPictures m_pictures;
    PathOverlay m_path;
};

} // namespace bubblescope
