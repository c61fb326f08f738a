// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "notelayer.h"

#include "formatting.h"
#include "notebook.h"
#include "noteeditor.h"
#include "notehome.h"
#include "timelinescene.h"
#include "workspace.h"

#include <QMenu>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

namespace bubblescope {

namespace {

TimeRange shifted(TimeRange range, TimeNs by) { return {range.begin + by, range.end + by}; }
} // namespace

NoteLayer::NoteLayer(TimelineScene& scene, QWidget& canvas)
    : QObject(&canvas)
    , m_scene(scene)
    , m_canvas(canvas)
    , m_editor(new NoteEditor(scene.workspace().document.notes(), &canvas))
    , m_new(scene.workspace().document)
{
    Workspace& workspace = scene.workspace();
    connect(&workspace.document.notes(), &NoteBook::changed, this, &NoteLayer::update);
    connect(m_editor, &NoteEditor::opened, this, &NoteLayer::placeEditor);
    connect(&workspace.document.notes(), &NoteBook::replaced, this, [this] {
        if (m_drag == Drag::Pressed || m_drag == Drag::Note)
            m_drag = Drag::None; // its note is gone, and another one may have its id
    });
    connect(&workspace.document, &Document::runChanged, this, [this] {
        m_measure.reset(); // its times belong to the other run
        if (m_drag == Drag::Measure)
            m_drag = Drag::None;
    });
    connect(&workspace.document.notes(), &NoteBook::currentChanged, &canvas, [&canvas] { canvas.update(); });
    connect(&workspace.window, &TimeWindow::visibleRangeChanged, this, &NoteLayer::placeEditor);
    const auto takeOther = [this] { m_spanIsLatest = false; };
    connect(&workspace.selection, &Selection::spanChanged, this,
        [this] { m_spanIsLatest = m_scene.workspace().selection.span().isValid(); });
    connect(&workspace.selection, &Selection::rangeChanged, this, takeOther);
    connect(&scene.look(), &TimelineLook::markersChanged, this, takeOther);
}

NoteBook& NoteLayer::book() const { return m_scene.workspace().document.notes(); }

void NoteLayer::update()
{
    const int before = bandHeight();
    const TracePtr trace = m_scene.workspace().document.trace();
    m_notes = anchoredNotes(m_scene.workspace().document);
    if (isEditing() && !book().draft())
        m_editor->finish(false); // all notes were replaced
    if (!trace)
        m_measure.reset();
    m_scene.setNoteBand(bandHeight());
    if (bandHeight() != before)
        emit bandChanged();
    placeEditor();
    m_canvas.update();
}

NoteFrame NoteLayer::frame() const
{
    const TimelineHeaders headers = m_scene.headers();
    return {headers.geometry, m_scene.timeScale(), headers.palette, headers.trace, headers.layout};
}

const std::vector<PlacedNote>& NoteLayer::placed() const
{
    m_placed = m_notes.empty() || !m_scene.trace() ? std::vector<PlacedNote>() : placeNotes(frame(), m_notes);
    return m_placed;
}

void NoteLayer::paintBand(QPainter& painter) const
{
    if (!m_notes.empty())
        paintNoteBand(painter, frame(), m_notes.size());
}

void NoteLayer::paint(QPainter& painter) const
{
    if (!m_notes.empty())
        paintNotes(painter, frame(), placed(), book().current());
    m_measure.paint(
        painter, frame(), m_new, m_drag == Drag::Measure ? QString() : tr("N keeps it as a note, Esc drops it"));
}

std::optional<NoteHit> NoteLayer::hit(QPointF point) const
{
    return m_notes.empty() ? std::nullopt : noteAt(frame(), placed(), point);
}

const Annotation* NoteLayer::noteAtPoint(QPointF point) const
{
    const std::optional<NoteHit> found = hit(point);
    return found ? book().find(m_placed[found->index].note.id) : nullptr;
}

QString NoteLayer::tipAt(QPointF point) const
{
    const std::optional<NoteHit> found = hit(point);
    if (!found)
        return {};
    const PlacedNote& placed = m_placed[found->index];
    QStringList lines {toText(placed.note.text)};
    if (placed.place.isGone)
        lines << tr("What this note was about is no longer in the run.");
    if (placed.hiddenCount > 0)
        lines << (placed.hiddenCount == 1
                ? tr("1 more note here; zoom in, or see the Notes panel.")
                : tr("%1 more notes here; zoom in, or see the Notes panel.").arg(placed.hiddenCount));
    lines << tr("Double click edits, drag moves.");
    return lines.join(QLatin1Char('\n')).toHtmlEscaped().replace(QLatin1Char('\n'), QStringLiteral("<br>"));
}

std::optional<Qt::CursorShape> NoteLayer::cursorAt(QPointF point) const
{
    if (m_drag == Drag::Note)
        return m_part == NoteHit::Part::Card ? Qt::ClosedHandCursor : Qt::SplitHCursor;
    const std::optional<NoteHit> found = m_drag == Drag::None ? hit(point) : std::nullopt;
    if (!found)
        return std::nullopt;
    return found->part == NoteHit::Part::Card ? Qt::PointingHandCursor : Qt::SplitHCursor;
}

TrackId NoteLayer::trackAtPoint(QPointF point) const
{
    const TimelineRow* row = m_scene.rowAtPoint(point);
    return row && row->hasSpans() ? m_scene.trace()->row(row->row).track : TrackId();
}

std::optional<Annotation> NoteLayer::noteAbout(std::optional<QPointF> pointer) const
{
    const Workspace& workspace = m_scene.workspace();
    const std::vector<TimeNs>& markers = m_scene.look().markers();
    if (m_spanIsLatest)
        return m_new.ofSpan(workspace.selection.span());
    if (measure())
        return m_measure.note(m_new);
    if (markers.size() == 2)
        return m_new.of(Annotation::Kind::Range, {std::min(markers[0], markers[1]), std::max(markers[0], markers[1])});
    if (const auto range = workspace.selection.range()) {
        // A rank that came with a span or bubble selected earlier says nothing about the range.
        const bool isOfSpan = workspace.selection.span().isValid() || workspace.selection.bubble();
        const int rank = isOfSpan ? -1 : workspace.selection.rank();
        return m_new.ofRanks(*range, rank, rank);
    }
    if (workspace.selection.span().isValid())
        return m_new.ofSpan(workspace.selection.span());
    const SpanId hovered = pointer ? m_scene.spanAtPoint(*pointer) : SpanId();
    if (hovered.isValid())
        return m_new.ofSpan(hovered);
    const TimeNs time = m_scene.timeScale().time(pointer ? pointer->x() : m_scene.geometryOfParts().spans.center().x());
    return m_new.of(Annotation::Kind::Time, {time, time}, pointer ? trackAtPoint(*pointer) : TrackId());
}

void NoteLayer::addHere(std::optional<QPointF> pointer)
{
    if (!m_scene.trace())
        return;
    const bool isMeasured = !m_spanIsLatest && (measure() || m_scene.look().markers().size() == 2);
    const std::optional<Annotation> note = noteAbout(pointer);
    const QString length = isMeasured ? formatDuration(double(note->range.end - note->range.begin)) : QString();
    m_measure.reset();
    if (isMeasured)
        m_scene.look().setMarkers({});
    m_editor->begin(*note, length);
}

void NoteLayer::removeCurrent()
{
    if (!isEditing())
        book().remove(book().current());
}

void NoteLayer::fillMenu(QMenu& menu, QPointF point)
{
    if (const Annotation* at = noteAtPoint(point)) {
        Annotation note = *at;
        book().setCurrent(note.id);
        menu.addAction(tr("Edit note"), this, [this, id = note.id] { edit(id); });
        QMenu* colors = menu.addMenu(tr("Colour of the note"));
        for (int color = 0; color < Annotation::colorCount; ++color) {
            QPixmap swatch(12, 12);
            swatch.fill(noteColor(m_scene.palette(), color));
            colors->addAction(swatch, noteColorName(color), this, [this, note, color]() mutable {
                note.color = color;
                m_new.setColor(color);
                book().change(note);
            });
        }
        QAction* arrow = menu.addAction(tr("Arrow to what it is about"), this, [this, note]() mutable {
            note.hasArrow = !note.hasArrow;
            book().change(note);
        });
        arrow->setCheckable(true);
        arrow->setChecked(note.hasArrow);
        if (note.offset)
            menu.addAction(tr("Back to the band above"), this, [this, note]() mutable {
                note.offset.reset();
                book().change(note);
            });
        menu.addAction(tr("Delete note"), this, [this, id = note.id] { book().remove(id); });
        menu.addSeparator();
        return;
    }
    const Workspace& workspace = m_scene.workspace();
    const auto offer = [this, &menu](const QString& text, const Annotation& note, const QString& words = {}) {
        menu.addAction(text, this, [this, note, words] { m_editor->begin(note, words); });
    };
    const SpanId span = m_scene.spanAtPoint(point);
    if (span.isValid())
        offer(tr("Note on this span"), m_new.ofSpan(span));
    const TimeNs time = m_scene.snappedTime(point);
    offer(tr("Note at %1").arg(formatDuration(double(time - workspace.window.origin()))),
        m_new.of(Annotation::Kind::Time, {time, time}, trackAtPoint(point)));
    if (const auto range = workspace.selection.range()) {
        offer(tr("Note on the selected range"), m_new.of(Annotation::Kind::Range, *range));
        const TimelineRow* row = m_scene.rowAtPoint(point);
        if (row && row->rank >= 0)
            offer(tr("Note on %1 in the selected range").arg(rankText(row->rank)),
                m_new.ofRanks(*range, row->rank, row->rank, trackAtPoint(point)));
    }
    if (measure())
        offer(tr("Keep what was measured as a note"), *noteAbout(point),
            formatDuration(double(measure()->range.duration())));
    menu.addSeparator();
}

void NoteLayer::edit(uint32_t id) { m_editor->edit(id); }

bool NoteLayer::isEditing() const { return m_editor->isEditing(); }

void NoteLayer::placeEditor()
{
    if (!isEditing() || !book().draft())
        return;
    QRectF card; // of a note outside the visible range there is none
    for (const PlacedNote& placed : this->placed()) {
        if (placed.note.id == book().draft()->id && !placed.card.isNull())
            card = placed.card;
    }
    const TimelineGeometry parts = m_scene.geometryOfParts();
    m_editor->place(card, QRectF(parts.notes).united(parts.spans));
}

bool NoteLayer::press(const QMouseEvent& event)
{
    const QPointF point = event.position();
    if (!m_scene.trace() || event.button() != Qt::LeftButton)
        return false;
    m_press = point;
    if (const std::optional<NoteHit> found = hit(point)) {
        m_dragged = m_placed[found->index];
        m_part = found->part;
        m_drag = Drag::Pressed;
        book().setCurrent(m_dragged.note.id);
        return true;
    }
    book().setCurrent(0);
    m_measure.reset();
    if (!(event.modifiers() & Qt::ShiftModifier) || !m_scene.geometryOfParts().spans.contains(point.toPoint()))
        return false;
    m_drag = Drag::Measure;
    m_spanIsLatest = false;
    m_measure.begin(m_scene.snappedTime(point), m_scene.rowAtPoint(point), trackAtPoint(point));
    return true;
}

bool NoteLayer::move(const QMouseEvent& event)
{
    const QPointF point = event.position();
    const bool snaps = !(event.modifiers() & Qt::AltModifier);
    switch (m_drag) {
    case Drag::None:
        return false;
    case Drag::Pressed:
        if (QLineF(m_press, point).length() <= TimelineScene::dragThreshold)
            return true;
        m_drag = Drag::Note;
        [[fallthrough]];
    case Drag::Note:
        dragNote(point, snaps);
        return true;
    case Drag::Measure: {
        const TimeNs time = snaps ? m_scene.snappedTime(point) : m_scene.timeScale().time(point.x());
        m_measure.extend(time, m_scene.rowAtPoint(point), trackAtPoint(point));
        m_canvas.update();
        return true;
    }
    }
    return false;
}

/// The edge of any visible span nearest to the time: in the band there is no particular row.
TimeNs NoteLayer::snappedToAnyRow(TimeNs time) const
{
    const TimelineHeaders headers = m_scene.headers();
    const TimelineGeometry& g = headers.geometry;
    const auto reach = TimeNs(m_scene.timeScale().nsPerPixel() * TimelineScene::snapReach);
    TimeNs nearest = time;
    TimeNs distance = reach + 1;
    const auto [first, last] = headers.layout->rowsBetween(g.scroll, g.contentY(g.spans.bottom()));
    for (uint32_t i = first; i < last; ++i) {
        const TimelineRow& row = headers.layout->rows()[i];
        if (row.kind != TimelineRow::Kind::Lane)
            continue;
        const TimeNs edge = snapped(*headers.trace, headers.trace->timing(), row.row, time, reach);
        if (edge != time && std::llabs(edge - time) < distance) {
            distance = std::llabs(edge - time);
            nearest = edge;
        }
    }
    return nearest;
}

/// Dragged along the band, a text moves in time; outside the band, it stays where it is dropped, connected to its
/// anchor. Edges move individually.
void NoteLayer::dragNote(QPointF point, bool snaps)
{
    const TimeScale scale = m_scene.timeScale();
    const TimelineGeometry g = m_scene.geometryOfParts();
    const std::optional<NoteHome> home = noteHome(m_scene.workspace().document, m_dragged.note.subject);
    if (!home)
        return; // another timeline is shown by now
    const TimeNs clock = home->clock();
    const TimeRange before = m_dragged.place.range;
    Annotation note = m_dragged.note;
    if (m_part != NoteHit::Part::Card) {
        const TimeNs time = clock + (snaps ? m_scene.snappedTime(point) : scale.time(point.x()));
        if (note.kind == Annotation::Kind::Time) {
            note.range = {time, time};
        } else {
            const TimeNs other = clock + (m_part == NoteHit::Part::Begin ? before.end : before.begin);
            note.range = {std::min(time, other), std::max(time, other)};
        }
    } else if (point.y() < g.notes.bottom() + 1) {
        note.offset.reset();
        if (note.kind != Annotation::Kind::Span) {
            const auto moved = TimeNs(std::llround((point.x() - m_press.x()) * scale.nsPerPixel()));
            const TimeNs begin = before.begin + moved;
            const TimeNs by = snaps ? snappedToAnyRow(begin) - before.begin : moved;
            note.range = shifted(shifted(before, by), clock);
        }
    } else {
        const QPointF anchor
            = m_dragged.anchors.empty() ? QPointF(g.spans.topLeft()) : m_dragged.anchors.front().topLeft();
        const QPointF corner = m_dragged.card.topLeft() + (point - m_press);
        note.offset = Annotation::Offset {std::round(corner.x() - anchor.x()), std::round(corner.y() - anchor.y())};
    }
    book().setDraft(note);
}

bool NoteLayer::release(const QMouseEvent&)
{
    const Drag drag = std::exchange(m_drag, Drag::None);
    if (drag == Drag::Note) {
        const std::optional<Annotation> draft = book().draft();
        book().setDraft(std::nullopt);
        if (draft)
            book().change(*draft);
    }
    if (drag == Drag::Measure)
        m_measure.end();
    if (drag != Drag::None)
        m_canvas.update();
    return drag != Drag::None;
}

bool NoteLayer::doubleClick(QPointF point)
{
    const std::optional<NoteHit> found = hit(point);
    if (!found)
        return false;
    m_drag = Drag::None;
    edit(m_placed[found->index].note.id);
    return true;
}

bool NoteLayer::cancel()
{
    const bool wasDragging = std::exchange(m_drag, Drag::None) == Drag::Note;
    if (wasDragging)
        book().setDraft(std::nullopt);
    const bool measured = measure().has_value();
    m_measure.reset();
    m_canvas.update();
    return wasDragging || measured;
}

} // namespace bubblescope
