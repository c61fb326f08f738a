// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "timelinekeys.h"

#include "notelayer.h"
#include "physicalkey.h"
#include "timelinescene.h"
#include "workspace.h"

#include <QKeyEvent>
#include <QToolTip>

#include <algorithm>

namespace bubblescope {

namespace {

/// Lanes of an expanded rank are left out, or were opened: they come first when it opens, and go first when it closes.
bool foldsOthers(const TimelineRows& rows, int rank, bool collapse)
{
    const TimelineLayout::Options& options = rows.options();
    return std::ranges::any_of(rows.layout().rows(), [&](const TimelineRow& row) {
        return row.kind == TimelineRow::Kind::Others && row.rank == rank && options.isBrief(rank) != collapse;
    });
}

} // namespace

TimelineKeys::TimelineKeys(TimelineScene& scene, NoteLayer& notes)
    : m_scene(scene), m_notes(notes), m_rows(scene.rows()), m_look(scene.look()), m_workspace(scene.workspace())
{
}

bool TimelineKeys::foldFocusedGroup(bool collapse)
{
    if (m_scene.focusedStage() >= 0)
        m_rows.setStageCollapsed(m_scene.focusedStage(), collapse);
    else if (m_scene.focusedRank() >= 0 && foldsOthers(m_rows, m_scene.focusedRank(), collapse))
        m_rows.setOthersOpen(m_scene.focusedRank(), !collapse);
    else if (m_scene.focusedRank() >= 0)
        m_rows.setRankCollapsed(m_scene.focusedRank(), collapse);
    else
        return false;
    return true;
}

/// The rank or stage whose name was clicked, or the one that is selected. False without one.
bool TimelineKeys::moveGroup(int places)
{
    const bool hasFocus = m_scene.focusedRank() >= 0 || m_scene.focusedStage() >= 0;
    const int rank = hasFocus ? m_scene.focusedRank() : m_workspace.selection.rank();
    const int stage = hasFocus ? m_scene.focusedStage() : m_workspace.selection.stage();
    if (rank >= 0)
        m_rows.moveRankBy(rank, places);
    else if (stage >= 0)
        m_rows.moveStageBy(stage, places);
    return rank >= 0 || stage >= 0;
}

TimelineKeys::Answer TimelineKeys::press(const QKeyEvent& event, std::optional<QPointF> pointer)
{
    const auto modifiers = event.modifiers() & ~Qt::KeypadModifier;
    QToolTip::hideText();
    if (modifiers & (Qt::ControlModifier | Qt::MetaModifier))
        return Answer::Ignored;
    const int key = physicalKey(event);
    if (modifiers & Qt::AltModifier) {
        if (key == Qt::Key_Left)
            m_workspace.window.back();
        else if (key == Qt::Key_Right)
            m_workspace.window.forward();
        else if ((key != Qt::Key_Up && key != Qt::Key_Down) || !moveGroup(key == Qt::Key_Up ? -1 : 1))
            return Answer::Ignored;
        return Answer::Done;
    }
    const bool isFast = modifiers & Qt::ShiftModifier;
    const double pan = isFast ? 0.5 : 0.1;
    const double zoom = isFast ? 0.5 : 0.8;
    const TimelineGeometry g = m_scene.geometryOfParts();
    const TimeNs fixed = m_scene.timeScale().time(pointer ? pointer->x() : QRectF(g.spans).center().x());
    const double page = g.spans.height() * 0.8;
    switch (key) {
    case Qt::Key_W:
        m_workspace.window.zoomBy(zoom, fixed);
        break;
    case Qt::Key_S:
        m_workspace.window.zoomBy(1 / zoom, fixed);
        break;
    case Qt::Key_A:
        m_workspace.window.panBy(-pan);
        break;
    case Qt::Key_D:
        m_workspace.window.panBy(pan);
        break;
    case Qt::Key_Left:
        if (!foldFocusedGroup(true))
            m_workspace.window.panBy(-pan);
        break;
    case Qt::Key_Right:
        if (!foldFocusedGroup(false))
            m_workspace.window.panBy(pan);
        break;
    case Qt::Key_Up:
    case Qt::Key_Down:
        if (m_workspace.selection.span().isValid())
            stepTrack(key == Qt::Key_Up ? -1 : 1);
        else
            m_rows.setScroll(m_rows.scrollOffset() + (key == Qt::Key_Up ? -40 : 40));
        break;
    case Qt::Key_PageUp:
        m_rows.setScroll(m_rows.scrollOffset() - page);
        break;
    case Qt::Key_PageDown:
        m_rows.setScroll(m_rows.scrollOffset() + page);
        break;
    case Qt::Key_Home:
        m_workspace.window.showAll();
        m_workspace.window.commitPlace();
        break;
    case Qt::Key_F:
        if (modifiers & Qt::ShiftModifier)
            m_rows.fitAllRanks();
        else
            centerOrFit();
        break;
    case Qt::Key_C:
        m_look.setShowsCriticalPath(!m_look.showsCriticalPath());
        break;
    case Qt::Key_M:
        addMarker(pointer);
        break;
    case Qt::Key_N:
        m_notes.addHere(pointer);
        break;
    case Qt::Key_Delete:
        m_notes.removeCurrent();
        break;
    case Qt::Key_Comma:
        stepSpan(-1);
        break;
    case Qt::Key_Period:
        stepSpan(1);
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (const auto range = m_workspace.selection.range()) {
            m_workspace.window.setVisibleRange(*range);
            m_workspace.window.commitPlace();
        }
        break;
    case Qt::Key_Escape:
        if (!m_notes.cancel()) {
            clearNext();
            return Answer::Cleared;
        }
        break;
    default:
        return Answer::Ignored;
    }
    return Answer::Done;
}

void TimelineKeys::stepSpan(int direction)
{
    const TracePtr& trace = m_scene.trace();
    SpanId span = m_workspace.selection.span();
    if (span.value < trace->spanCount()) {
        span = drawnSpan(*trace, span);
        const Row& row = trace->row(trace->row(span));
        const int64_t next = int64_t(span.value) + direction;
        if (next < row.firstSpan || next >= int64_t(row.firstSpan) + row.spanCount)
            return;
        span = SpanId(uint32_t(next));
    } else {
        // Without a selection, take the first visible span.
        const TimelineGeometry g = m_scene.geometryOfParts();
        const auto [first, last] = m_rows.layout().rowsBetween(m_rows.scrollOffset(), g.contentY(g.spans.bottom()));
        for (uint32_t i = first; i < last && !span.isValid(); ++i) {
            const TimelineRow& row = m_rows.layout().rows()[i];
            if (row.kind != TimelineRow::Kind::Lane)
                continue;
            const auto [begin, end] = visibleSpans(*trace, trace->timing(), row.row, m_workspace.window.visibleRange());
            if (begin < end)
                span = SpanId(begin);
        }
        if (!span.isValid())
            return;
    }
    m_workspace.selection.setSpan(span);
    m_workspace.window.revealSpan(span);
}

void TimelineKeys::stepTrack(int direction)
{
    const TracePtr& trace = m_scene.trace();
    const SpanId selected = m_workspace.selection.span();
    if (selected.value >= trace->spanCount())
        return;
    const SpanId span = drawnSpan(*trace, selected);
    const TimeNs middle = trace->begin(span) + trace->duration(span) / 2;
    for (int i = m_rows.layout().rowOf(trace->row(span)) + direction; i >= 0 && i < int(m_rows.layout().rows().size());
         i += direction) {
        const TimelineRow& row = m_rows.layout().rows()[size_t(i)];
        if (!row.hasSpans())
            continue;
        const SpanId nearest
            = spanAt(*trace, trace->timing(), row.row, middle, std::max<TimeNs>(1, trace->range().duration()));
        if (nearest.isValid()) {
            m_workspace.selection.setSpan(nearest);
            m_workspace.window.revealSpan(nearest);
            return;
        }
    }
}

void TimelineKeys::centerOrFit()
{
    const TracePtr& trace = m_scene.trace();
    const SpanId span = m_workspace.selection.span();
    const auto range = m_workspace.selection.range();
    if (span.value < trace->spanCount()) {
        if (m_centered == span) {
            m_workspace.window.revealSpan(span, true);
        } else {
            const TimeNs middle = trace->begin(span) + trace->duration(span) / 2;
            const TimeNs width = m_workspace.window.visibleRange().duration();
            m_workspace.window.setVisibleRange({middle - width / 2, middle - width / 2 + width});
            m_rows.scrollToSpan(span);
            m_centered = span;
        }
    } else if (range) {
        m_workspace.window.setVisibleRange(*range);
    } else {
        m_workspace.window.showAll();
    }
    m_workspace.window.commitPlace();
}

void TimelineKeys::addMarker(std::optional<QPointF> pointer)
{
    const QPointF middle = QRectF(m_scene.geometryOfParts().spans).center();
    m_look.addMarker(pointer ? m_scene.snappedTime(*pointer) : m_scene.timeScale().time(middle.x()));
}

void TimelineKeys::clearNext()
{
    Selection& selection = m_workspace.selection;
    m_scene.forgetFocus();
    if (m_workspace.search.part()) {
        m_workspace.search.setPart({});
    } else if (selection.span().isValid() || selection.bubble()) {
        selection.setStage(-1); // they came with it
        selection.setRank(-1);
        selection.setSpan(SpanId());
    } else if (selection.range()) {
        selection.setRange(std::nullopt);
    } else if (selection.rank() >= 0 || selection.stage() >= 0) {
        selection.setStage(-1);
        selection.setRank(-1);
    } else if (!selection.layer().isEmpty()) {
        selection.setLayer(QString());
    } else if (!m_look.markers().empty()) {
        m_look.setMarkers({});
    } else {
        m_workspace.search.setText({});
    }
}

} // namespace bubblescope
