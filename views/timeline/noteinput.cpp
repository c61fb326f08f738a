// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "notebook.h"
#include "notehome.h"
#include "notelayer.h"
#include "timelineplot.h"
#include "workspace.h"

#include <QMouseEvent>

#include <algorithm>
#include <cmath>
#include <utility>

namespace bubblescope {

namespace {
constexpr double dragThreshold = 4;
constexpr double snapReach = 6;

TimeRange shifted(TimeRange range, TimeNs by) { return {range.begin + by, range.end + by}; }
} // namespace

bool NoteLayer::press(const QMouseEvent& event)
{
    const QPointF point = event.position();
    if (!m_plot.headers().trace || event.button() != Qt::LeftButton)
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
    if (!(event.modifiers() & Qt::ShiftModifier) || !m_plot.geometryOfParts().spans.contains(point.toPoint()))
        return false;
    m_drag = Drag::Measure;
    m_measureFrom = m_plot.snappedTime(point);
    const TimelineRow* row = m_plot.rowAtPoint(point);
    m_measureRank = row ? row->rank : -1;
    m_measureTrack = trackAtPoint(point);
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
        if (QLineF(m_press, point).length() <= dragThreshold)
            return true;
        m_drag = Drag::Note;
        [[fallthrough]];
    case Drag::Note:
        dragNote(point, snaps);
        return true;
    case Drag::Measure: {
        const TimeNs time = snaps ? m_plot.snappedTime(point) : m_plot.timeScale().time(point.x());
        const TimelineRow* row = m_plot.rowAtPoint(point);
        const int rank = row ? row->rank : -1;
        m_measure = Measure {{std::min(m_measureFrom, time), std::max(m_measureFrom, time)}, -1, -1, {}};
        if (trackAtPoint(point) == m_measureTrack)
            m_measure->track = m_measureTrack;
        if (rank >= 0 && m_measureRank >= 0) {
            m_measure->firstRank = std::min(rank, m_measureRank);
            m_measure->lastRank = std::max(rank, m_measureRank);
        }
        m_plot.update();
        return true;
    }
    }
    return false;
}

/// The edge of any span in sight that is nearest to the time: in the band there is no row to ask.
TimeNs NoteLayer::snappedToAnyRow(TimeNs time) const
{
    const TimelineHeaders headers = m_plot.headers();
    const TimelineGeometry& g = headers.geometry;
    const auto reach = TimeNs(m_plot.timeScale().nsPerPixel() * snapReach);
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

/// Along the band a text takes its time with it; out of the band it stands where it is put, and stays tied to its
/// anchor. An edge moves alone.
void NoteLayer::dragNote(QPointF point, bool snaps)
{
    const TimeScale scale = m_plot.timeScale();
    const TimelineGeometry g = m_plot.geometryOfParts();
    const std::optional<NoteHome> home = noteHome(m_plot.workspace().document, m_dragged.note.subject);
    if (!home)
        return; // another timeline is shown meanwhile
    const TimeNs clock = home->clock();
    const TimeRange before = m_dragged.place.range;
    Annotation note = m_dragged.note;
    if (m_part != NoteHit::Part::Card) {
        const TimeNs time = clock + (snaps ? m_plot.snappedTime(point) : scale.time(point.x()));
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
    if (drag == Drag::Measure && m_measure && m_measure->range.isEmpty())
        m_measure.reset();
    if (drag != Drag::None)
        m_plot.update();
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
    const bool measured = m_measure.has_value();
    m_measure.reset();
    m_plot.update();
    return wasDragging || measured;
}

} // namespace bubblescope
