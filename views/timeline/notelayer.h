// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "newnotes.h"
#include "notemeasure.h"
#include "notepainter.h"

#include <QObject>

class QMenu;
class QMouseEvent;
class QWidget;

namespace bubblescope {

class NoteBook;
class NoteEditor;
class TimelineScene;

/// The notes of one timeline on screen: where they are, and how they react to mouse and keys. Also handles measuring,
/// since a measurement can be kept as a note.
class NoteLayer : public QObject {
    Q_OBJECT
public:
    /// The canvas, on which the scene is drawn, owns this object; the scene must outlive its use.
    NoteLayer(TimelineScene& scene, QWidget& canvas);

    /// Height of the band between ruler and spans; 0 if this timeline has no notes in it.
    int bandHeight() const { return noteBandHeight(m_notes.size()); }
    /// Updates the notes to those of the shown timeline.
    void update();
    /// As currently drawn.
    const std::vector<PlacedNote>& placed() const;
    void paintBand(QPainter& painter) const;
    void paint(QPainter& painter) const;

    // Each returns whether it handled the event.
    bool press(const QMouseEvent& event);
    bool move(const QMouseEvent& event);
    bool release(const QMouseEvent& event);
    bool doubleClick(QPointF point);
    std::optional<Qt::CursorShape> cursorAt(QPointF point) const;
    bool isHovered(QPointF point) const { return hit(point).has_value(); }
    QString tipAt(QPointF point) const;
    /// The note that is drawn there; null if there is none.
    const Annotation* noteAtPoint(QPointF point) const;
    /// Adds actions for the note at the point, or for creating notes there.
    void fillMenu(QMenu& menu, QPointF point);

    /// Starts a note about what was chosen last, a span or what is measured, marked or a range; else about the place
    /// under the pointer.
    void addHere(std::optional<QPointF> pointer);
    void removeCurrent();
    /// Opens a note's text for editing; Enter accepts it, Esc discards it.
    void edit(uint32_t id);
    bool isEditing() const;
    NoteEditor* editor() const { return m_editor; }
    /// Cancels a measurement or drag; false if there was none.
    bool cancel();

    const std::optional<NoteMeasure::Measure>& measure() const { return m_measure.value(); }

signals:
    void bandChanged(); ///< its height

private:
    enum class Drag : uint8_t { None, Pressed, Note, Measure };
    NoteBook& book() const;
    NoteFrame frame() const;
    std::optional<NoteHit> hit(QPointF point) const;
    TrackId trackAtPoint(QPointF point) const;
    std::optional<Annotation> noteAbout(std::optional<QPointF> pointer) const;
    void dragNote(QPointF point, bool snaps);
    TimeNs snappedToAnyRow(TimeNs time) const;
    void placeEditor();

    TimelineScene& m_scene;
    QWidget& m_canvas;
    std::vector<AnchoredNote> m_notes;
    mutable std::vector<PlacedNote> m_placed;
    NoteEditor* m_editor;
    NewNotes m_new;
    Drag m_drag = Drag::None;
    QPointF m_press;
    NoteHit::Part m_part = NoteHit::Part::Card;
    PlacedNote m_dragged; ///< as it was at the start of the drag
    NoteMeasure m_measure;
    bool m_spanIsLatest = false; ///< chosen after the range and the markers
};

} // namespace bubblescope
