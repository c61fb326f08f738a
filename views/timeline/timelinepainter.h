// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "headerpictures.h"
#include "pathoverlay.h"

#include <QCoreApplication>

class QImage;
class QPainter;
class QWidget;

namespace bubblescope {

class NoteLayer;
class TimelineController;
class TimelineScene;

/// Paints a timeline: its rasterised rows, tree and ruler, and on top the selection, what is under the mouse, markers
/// and notes.
class TimelinePainter {
    Q_DECLARE_TR_FUNCTIONS(bubblescope::TimelinePainter)
public:
    /// All must outlive this object.
    TimelinePainter(
        const TimelineScene& scene, const NoteLayer& notes, const TimelineController& mouse, const QWidget& canvas)
        : m_scene(scene), m_notes(notes), m_mouse(mouse), m_canvas(canvas)
    {
    }

    void paint(QPainter& painter, const QImage& rows);
    /// The tree must be repainted.
    void forgetPictures() { m_pictures.forget(); }
    void setPath(PathOverlay path) { m_path = std::move(path); }
    bool hasPath() const { return !m_path.isEmpty(); }

private:
    void paintUnread(QPainter& painter) const;
    void paintRowMarks(QPainter& painter, const OverlayFrame& frame) const;
    void paintOverlay(QPainter& painter) const;
    void paintDrop(QPainter& painter) const;
    void paintHover(QPainter& painter, const OverlayFrame& frame) const;

    const TimelineScene& m_scene;
    const NoteLayer& m_notes;
    const TimelineController& m_mouse;
    const QWidget& m_canvas;
    HeaderPictures m_pictures;
    PathOverlay m_path;
};

} // namespace bubblescope
