// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "headerpictures.h"
#include "pathoverlay.h"

#include <QCoreApplication>

class QImage;
class QPainter;

namespace bubblescope {

class TimelinePlot;

/// Paints a timeline: its rasterised rows, tree and ruler, and on top the selection, what is under the mouse, markers
/// and notes.
class TimelinePainter {
    Q_DECLARE_TR_FUNCTIONS(bubblescope::TimelinePainter)
public:
    /// The plot must outlive this object.
    explicit TimelinePainter(const TimelinePlot& plot) : m_plot(plot) { }

    void paint(QPainter& painter, const QImage& rows);
    /// The tree must be repainted.
    void forgetPictures() { m_pictures.forget(); }
    void setPath(PathOverlay path) { m_path = std::move(path); }
    bool hasPath() const { return !m_path.isEmpty(); }

private:
    void paintUnread(QPainter& painter) const;
    void paintOverlay(QPainter& painter) const;
    void paintHover(QPainter& painter, const OverlayFrame& frame) const;

    const TimelinePlot& m_plot;
    HeaderPictures m_pictures;
    PathOverlay m_path;
};

} // namespace bubblescope
