// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "notepainter.h"

#include <QObject>

class QLineEdit;
class QMenu;
class QMouseEvent;

namespace bubblescope {

class NoteBook;
class TimelinePlot;

/// The notes of one timeline on screen: where they stand, and what mouse and keys do with them. Also measures, since
/// what was measured can be kept as a note.
class NoteLayer : public QObject {
    Q_OBJECT
public:
    explicit NoteLayer(TimelinePlot& plot);

    /// Of the band between ruler and spans; 0 where this timeline has no notes in it.
    int bandHeight() const { return noteBandHeight(m_notes.size()); }
    /// Takes the notes of what the timeline shows now.
    void update();
    /// As they are drawn now.
    const std::vector<PlacedNote>& placed() const;
    void paintBand(QPainter& painter) const;
    void paint(QPainter& painter) const;

    // Each returns whether the event was meant for notes.
    bool press(const QMouseEvent& event);
    bool move(const QMouseEvent& event);
    bool release(const QMouseEvent& event);
    bool doubleClick(QPointF point);
    std::optional<Qt::CursorShape> cursorAt(QPointF point) const;
    bool isHovered(QPointF point) const { return hit(point).has_value(); }
    QString tipAt(QPointF point) const;
    /// What can be done with the note at the point, or which notes can be made there.
    void fillMenu(QMenu& menu, QPointF point);

    /// Begins a note about what is measured or marked, selected, or under the pointer, in this order.
    void addHere(std::optional<QPointF> pointer);
    void removeCurrent();
    /// Opens the text of a note for typing; Enter keeps it, Esc does not.
    void edit(uint32_t id);
    bool isEditing() const { return m_isEditing; }
    QLineEdit* editor() const { return m_editor; }
    /// Gives up a measurement or a drag; false where there was none.
    bool cancel();

    /// What Shift + drag measures: a range of time, on some ranks where it began and ended on one.
    struct Measure {
        TimeRange range;
        int firstRank = -1;
        int lastRank = -1;
        TrackId track; ///< where it began and ended on one lane
    };
    const std::optional<Measure>& measure() const { return m_measure; }

signals:
    void bandChanged(); ///< its height

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    enum class Drag : uint8_t { None, Pressed, Note, Measure };
    NoteBook& book() const;
    NoteFrame frame() const;
    std::optional<NoteHit> hit(QPointF point) const;
    const Annotation* noteAtPoint(QPointF point) const;
    /// On a lane, or on all of them.
    Annotation newNote(Annotation::Kind kind, TimeRange range, TrackId track = {}) const;
    Annotation spanNote(SpanId span) const;
    Annotation boxNote(TimeRange range, int firstRank, int lastRank, TrackId track = {}) const;
    TrackId trackAtPoint(QPointF point) const;
    std::optional<Annotation> noteAbout(std::optional<QPointF> pointer) const;
    void begin(Annotation note, const QString& text = {});
    void dragNote(QPointF point, bool snaps);
    TimeNs snappedToAnyRow(TimeNs time) const;
    void paintMeasure(QPainter& painter) const;
    void openEditor(const QString& text);
    void placeEditor();
    void closeEditor(bool keeps);

    TimelinePlot& m_plot;
    std::vector<AnchoredNote> m_notes;
    mutable std::vector<PlacedNote> m_placed;
    QLineEdit* m_editor;
    bool m_isEditing = false;
    Drag m_drag = Drag::None;
    QPointF m_press;
    NoteHit::Part m_part = NoteHit::Part::Card;
    PlacedNote m_dragged; ///< as it was when the drag began
    std::optional<Measure> m_measure;
    TimeNs m_measureFrom = 0;
    int m_measureRank = -1;
    TrackId m_measureTrack;
    int m_color = 0; ///< that was chosen last
};

} // namespace bubblescope
