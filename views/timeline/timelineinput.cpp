// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "formatting.h"
#include "notelayer.h"
#include "physicalkey.h"
#include "timelineoverlay.h"
#include "timelineplot.h"
#include "workspace.h"

#include <QHelpEvent>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

constexpr double dragThreshold = 4;
constexpr double snapReach = 6;

} // namespace

bool TimelinePlot::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QCustomPlot::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const QString ofNote = m_notes->tipAt(help->pos());
    QToolTip::showText(help->globalPos(), ofNote.isEmpty() ? headerTip(help->pos()) : ofNote, this); // none: hides it
    return true;
}

QString TimelinePlot::headerTip(QPointF point) const
{
    const TimelineRow* row
        = m_trace && geometryOfParts().header.contains(point.toPoint()) ? rowAtPoint(point) : nullptr;
    const double share = row ? shareOf(headers(), *row) : -1;
    if (share < 0)
        return {};
    const QString of = m_workspace->figures.extentText();
    if (row->kind == TimelineRow::Kind::Lane && m_trace->track(row->track).lane != Lane::Compute)
        return tr("%1: spans cover %2 %3.").arg(toText(m_trace->trackName(row->track)), formatShare(share), of);
    return tr("Busy: %1 %2 goes into computing, not counting the communication inside it.").arg(formatShare(share), of);
}

void TimelinePlot::updateHover(QPointF point)
{
    m_mouse = point;
    const TimelineGeometry g = geometryOfParts();
    const bool isInside = m_trace && QRectF(g.spans).united(g.ruler).contains(point);
    m_mouseIsInside = isInside;
    const bool looks = isInside && m_drag == Drag::None && !m_notes->isHovered(point);
    m_hovered = looks ? spanAtPoint(point) : SpanId();
    const Bubble* bubble = looks && !m_hovered.isValid() ? bubbleAtPoint(point) : nullptr;
    m_hoveredBubble = bubble ? std::optional<Bubble>(*bubble) : std::nullopt;
    if (isInside)
        m_workspace->window.setCrosshair(timeScale().time(point.x()));
    else
        m_workspace->window.setCrosshair(std::nullopt);
    update();
}

std::optional<TimelinePlot::Drag> TimelinePlot::handleAt(QPointF point) const
{
    const auto range = m_workspace->selection.range();
    if (!range || !QRectF(geometryOfParts().spans).contains(point))
        return std::nullopt;
    const TimeScale scale = timeScale();
    const double toBegin = std::abs(point.x() - scale.x(range->begin));
    const double toEnd = std::abs(point.x() - scale.x(range->end));
    if (std::min(toBegin, toEnd) > handleReach)
        return std::nullopt;
    return toBegin < toEnd ? Drag::MoveBegin : Drag::MoveEnd;
}

void TimelinePlot::updateCursor(QPointF point)
{
    if (m_drag == Drag::Pan)
        setCursor(Qt::ClosedHandCursor);
    else if (handleAt(point) || m_drag == Drag::MoveBegin || m_drag == Drag::MoveEnd)
        setCursor(Qt::SplitHCursor);
    else if (const auto shape = m_notes->cursorAt(point))
        setCursor(*shape);
    else
        unsetCursor();
}

TimeNs TimelinePlot::snappedTime(QPointF point) const
{
    const TimeScale scale = timeScale();
    const TimeNs time = scale.time(point.x());
    const TimelineRow* row = rowAtPoint(point);
    if (!row || !row->hasSpans())
        return time;
    return snapped(*m_trace, m_trace->timing(), row->row, time, TimeNs(scale.nsPerPixel() * snapReach));
}

void TimelinePlot::mousePressEvent(QMouseEvent* event)
{
    if (!m_trace)
        return;
    const QPointF point = event->position();
    m_press = point;
    if (m_notes->press(*event)) {
        updateHover(point);
        return;
    }
    if (event->button() == Qt::MiddleButton) {
        m_drag = Drag::Pan;
        m_panStart = m_workspace->window.visibleRange();
        m_panScroll = m_scroll;
        updateCursor(point);
        return;
    }
    if (event->button() != Qt::LeftButton)
        return;
    if (clickHeader(point))
        return;
    const TimelineGeometry g = geometryOfParts();
    if (const auto handle = handleAt(point)) {
        m_drag = *handle;
    } else if (QRectF(g.spans).united(g.ruler).contains(point)) {
        m_drag = Drag::Pressed;
        m_anchor = snappedTime(point);
    }
}

void TimelinePlot::mouseMoveEvent(QMouseEvent* event)
{
    if (!m_trace)
        return;
    if (!m_notes->move(*event))
        dragTo(event->position(), event->modifiers());
    updateHover(event->position());
    updateCursor(event->position());
}

void TimelinePlot::dragTo(QPointF point, Qt::KeyboardModifiers modifiers)
{
    if (m_drag == Drag::Pressed && std::abs(point.x() - m_press.x()) > dragThreshold)
        m_drag = Drag::SelectRange;
    // Alt holds edges off the spans.
    const TimeNs time = modifiers & Qt::AltModifier ? timeScale().time(point.x()) : snappedTime(point);
    const auto range = m_workspace->selection.range();
    switch (m_drag) {
    case Drag::SelectRange:
        m_workspace->selection.setRange(TimeRange {std::min(m_anchor, time), std::max(m_anchor, time)});
        break;
    case Drag::MoveBegin:
    case Drag::MoveEnd:
        if (range) {
            const TimeNs other = m_drag == Drag::MoveBegin ? range->end : range->begin;
            if (time != other) {
                m_drag = time < other ? Drag::MoveBegin : Drag::MoveEnd; // dragged across the other edge
                m_workspace->selection.setRange(TimeRange {std::min(time, other), std::max(time, other)});
            }
        }
        break;
    case Drag::Pan: {
        const TimeScale scale(m_panStart, 0, geometryOfParts().spans.width());
        const auto shift = TimeNs(std::llround((m_press.x() - point.x()) * scale.nsPerPixel()));
        m_workspace->window.setVisibleRange({m_panStart.begin + shift, m_panStart.end + shift});
        setScroll(m_panScroll + m_press.y() - point.y());
        break;
    }
    case Drag::None:
    case Drag::Pressed:
        break;
    }
}

void TimelinePlot::mouseReleaseEvent(QMouseEvent* event)
{
    const Drag drag = std::exchange(m_drag, Drag::None);
    const bool isNotes = m_notes->release(*event);
    if (!isNotes && drag == Drag::Pressed && m_trace)
        clickSpans(event->position());
    if (m_trace)
        updateHover(event->position());
    updateCursor(event->position());
}

void TimelinePlot::clickSpans(QPointF point)
{
    const TimelineRow* row = rowAtPoint(point);
    if (row && row->kind == TimelineRow::Kind::Stage) {
        m_workspace->selection.setStage(row->stage);
        return;
    }
    if (row && row->kind == TimelineRow::Kind::Alike) {
        setAlikeOpen(row->rank, m_options.openedAlike.count(row->rank) == 0);
        return;
    }
    const SpanId span = spanAtPoint(point);
    m_focusedRank = m_focusedStage = -1;
    if (const Bubble* bubble = span.isValid() ? nullptr : bubbleAtPoint(point)) {
        m_workspace->selection.setBubble(*bubble);
        return;
    }
    m_workspace->selection.setSpan(span);
    if (!span.isValid() && !geometryOfParts().ruler.contains(point.toPoint()))
        m_workspace->selection.setRange(std::nullopt);
}

bool TimelinePlot::clickHeader(QPointF point)
{
    const TimelineGeometry g = geometryOfParts();
    if (!QRectF(g.header).contains(point))
        return false;
    const TimelineRow* row = rowAtPoint(point);
    if (row && row->kind == TimelineRow::Kind::Stage) {
        m_focusedStage = row->stage;
        m_focusedRank = -1;
        if (point.x() < 24)
            setStageCollapsed(row->stage, m_options.collapsedStages.count(row->stage) == 0);
        else
            m_workspace->selection.setStage(row->stage);
        update();
        return true;
    }
    if (row && row->kind == TimelineRow::Kind::Alike) {
        setAlikeOpen(row->rank, m_options.openedAlike.count(row->rank) == 0);
        return true;
    }
    if (row && row->fold != TimelineRow::Fold::None
        && laneArrow(headers(), *row).adjusted(-3, 0, 4, 0).contains(point)) {
        setThreadsFolded({row->rank}, !foldsThreadsOf(row->rank));
        return true;
    }
    const int index = row && !row->isPinned ? int(row->block) : m_layout.blockAt(g.contentY(point.y()));
    if (row && row->isPinned) {
        m_workspace->selection.setRank(row->rank);
    } else if (index >= 0 && point.y() >= g.contentTop()) {
        const RankBlock& block = m_layout.blocks()[size_t(index)];
        m_focusedRank = block.rank;
        m_focusedStage = -1;
        if (rankArrow(headers(), rankLabelTop(headers(), block)).adjusted(-14, -4, 2, 4).contains(point))
            setRankCollapsed(block.rank, !block.isCollapsed);
        else
            m_workspace->selection.setRank(block.rank);
    }
    update();
    return true;
}

void TimelinePlot::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (!m_trace || event->button() != Qt::LeftButton)
        return;
    const QPointF point = event->position();
    if (m_notes->doubleClick(point))
        return;
    const TimelineGeometry g = geometryOfParts();
    if (QRectF(g.header).contains(point)) {
        if (m_focusedStage >= 0)
            setStageCollapsed(m_focusedStage, m_options.collapsedStages.count(m_focusedStage) == 0);
        else if (m_focusedRank >= 0)
            setRankCollapsed(m_focusedRank, m_options.collapsedRanks.count(m_focusedRank) == 0);
        return;
    }
    const SpanId span = spanAtPoint(point);
    const auto range = m_workspace->selection.range();
    if (span.isValid()) {
        m_workspace->selection.setSpan(span);
        m_workspace->window.revealSpan(span, true);
        m_workspace->window.commitPlace();
    } else if (range && range->contains(timeScale().time(point.x()))) {
        m_workspace->window.setVisibleRange(*range);
        m_workspace->window.commitPlace();
    }
}

void TimelinePlot::wheelEvent(QWheelEvent* event)
{
    event->accept();
    if (!m_trace)
        return;
    const QPoint delta = event->angleDelta();
    const auto modifiers = event->modifiers();
    const double along = delta.y() != 0 ? delta.y() : delta.x(); // Alt turns the wheel sideways on some desktops
    if (modifiers.testFlag(Qt::ControlModifier) && modifiers.testFlag(Qt::AltModifier)) {
        setRowHeight(m_options.rowHeight + std::round(along / 60));
    } else if (modifiers & Qt::ControlModifier) {
        const double x = std::max(event->position().x(), double(geometryOfParts().spans.left()));
        m_workspace->window.zoomBy(std::pow(0.8, along / 120), timeScale().time(x));
    } else if (modifiers & Qt::ShiftModifier) {
        m_workspace->window.panBy(-along / 120 * 0.1);
    } else {
        if (delta.x() != 0)
            m_workspace->window.panBy(-delta.x() / 120.0 * 0.05);
        const QPoint pixels = event->pixelDelta();
        setScroll(m_scroll - (pixels.isNull() ? delta.y() / 120.0 * 56 : pixels.y()));
    }
    updateHover(event->position());
}

void TimelinePlot::leaveEvent(QEvent*)
{
    m_mouseIsInside = false;
    m_hovered = SpanId();
    m_hoveredBubble.reset();
    m_workspace->window.setCrosshair(std::nullopt);
    update();
}

void TimelinePlot::contextMenuEvent(QContextMenuEvent* event)
{
    if (!m_trace)
        return;
    const TimelineRow* row = rowAtPoint(event->pos());
    TrackId track;
    int rank = -1;
    int stage = -1;
    if (row) {
        track = row->kind == TimelineRow::Kind::Lane ? row->track : TrackId();
        rank = row->kind == TimelineRow::Kind::Stage ? -1 : row->rank;
        stage = row->stage;
    }
    emit contextMenuRequested(event->globalPos(), track, rank, stage);
}

bool TimelinePlot::foldFocusedGroup(bool collapse)
{
    if (m_focusedStage >= 0)
        setStageCollapsed(m_focusedStage, collapse);
    else if (m_focusedRank >= 0)
        setRankCollapsed(m_focusedRank, collapse);
    else
        return false;
    return true;
}

void TimelinePlot::keyPressEvent(QKeyEvent* event)
{
    const auto modifiers = event->modifiers() & ~Qt::KeypadModifier;
    if (!m_trace || modifiers & (Qt::ControlModifier | Qt::MetaModifier)) {
        QCustomPlot::keyPressEvent(event);
        return;
    }
    const int key = physicalKey(*event);
    if (modifiers & Qt::AltModifier) {
        if (key == Qt::Key_Left)
            m_workspace->window.back();
        else if (key == Qt::Key_Right)
            m_workspace->window.forward();
        else
            QCustomPlot::keyPressEvent(event);
        return;
    }
    const bool isFast = modifiers & Qt::ShiftModifier;
    const double pan = isFast ? 0.5 : 0.1;
    const double zoom = isFast ? 0.5 : 0.8;
    const TimelineGeometry g = geometryOfParts();
    const TimeNs fixed = timeScale().time(m_mouseIsInside ? m_mouse.x() : QRectF(g.spans).center().x());
    const double page = g.spans.height() * 0.8;
    switch (key) {
    case Qt::Key_W:
        m_workspace->window.zoomBy(zoom, fixed);
        break;
    case Qt::Key_S:
        m_workspace->window.zoomBy(1 / zoom, fixed);
        break;
    case Qt::Key_A:
        m_workspace->window.panBy(-pan);
        break;
    case Qt::Key_D:
        m_workspace->window.panBy(pan);
        break;
    case Qt::Key_Left:
        if (!foldFocusedGroup(true))
            m_workspace->window.panBy(-pan);
        break;
    case Qt::Key_Right:
        if (!foldFocusedGroup(false))
            m_workspace->window.panBy(pan);
        break;
    case Qt::Key_Up:
    case Qt::Key_Down:
        if (m_workspace->selection.span().isValid())
            stepTrack(key == Qt::Key_Up ? -1 : 1);
        else
            setScroll(m_scroll + (key == Qt::Key_Up ? -40 : 40));
        break;
    case Qt::Key_PageUp:
        setScroll(m_scroll - page);
        break;
    case Qt::Key_PageDown:
        setScroll(m_scroll + page);
        break;
    case Qt::Key_Home:
        m_workspace->window.showAll();
        m_workspace->window.commitPlace();
        break;
    case Qt::Key_F:
        centerOrFit();
        break;
    case Qt::Key_C:
        setShowsCriticalPath(!m_showsPath);
        break;
    case Qt::Key_M:
        addMarker();
        break;
    case Qt::Key_N:
        m_notes->addHere(m_mouseIsInside ? std::optional<QPointF>(m_mouse) : std::nullopt);
        break;
    case Qt::Key_Delete:
        m_notes->removeCurrent();
        break;
    case Qt::Key_Comma:
        stepSpan(-1);
        break;
    case Qt::Key_Period:
        stepSpan(1);
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (const auto range = m_workspace->selection.range()) {
            m_workspace->window.setVisibleRange(*range);
            m_workspace->window.commitPlace();
        }
        break;
    case Qt::Key_Escape:
        if (!m_notes->cancel())
            clearAll();
        break;
    default:
        QCustomPlot::keyPressEvent(event);
        return;
    }
    event->accept();
    if (m_mouseIsInside)
        updateHover(m_mouse);
}

void TimelinePlot::stepSpan(int direction)
{
    if (!m_trace)
        return;
    SpanId span = m_workspace->selection.span();
    if (span.value < m_trace->spanCount()) {
        span = drawnSpan(*m_trace, span);
        const Row& row = m_trace->row(m_trace->row(span));
        const int64_t next = int64_t(span.value) + direction;
        if (next < row.firstSpan || next >= int64_t(row.firstSpan) + row.spanCount)
            return;
        span = SpanId(uint32_t(next));
    } else {
        // Nothing selected: the first one in sight.
        const TimelineGeometry g = geometryOfParts();
        const auto [first, last] = m_layout.rowsBetween(m_scroll, g.contentY(g.spans.bottom()));
        for (uint32_t i = first; i < last && !span.isValid(); ++i) {
            const TimelineRow& row = m_layout.rows()[i];
            if (row.kind != TimelineRow::Kind::Lane)
                continue;
            const auto [begin, end]
                = visibleSpans(*m_trace, m_trace->timing(), row.row, m_workspace->window.visibleRange());
            if (begin < end)
                span = SpanId(begin);
        }
        if (!span.isValid())
            return;
    }
    m_workspace->selection.setSpan(span);
    m_workspace->window.revealSpan(span);
}

void TimelinePlot::stepTrack(int direction)
{
    const SpanId selected = m_workspace->selection.span();
    if (!m_trace || selected.value >= m_trace->spanCount())
        return;
    const SpanId span = drawnSpan(*m_trace, selected);
    const TimeNs middle = m_trace->begin(span) + m_trace->duration(span) / 2;
    for (int i = m_layout.rowOf(m_trace->row(span)) + direction; i >= 0 && i < int(m_layout.rows().size());
         i += direction) {
        const TimelineRow& row = m_layout.rows()[size_t(i)];
        if (!row.hasSpans())
            continue;
        const SpanId nearest
            = spanAt(*m_trace, m_trace->timing(), row.row, middle, std::max<TimeNs>(1, m_trace->range().duration()));
        if (nearest.isValid()) {
            m_workspace->selection.setSpan(nearest);
            m_workspace->window.revealSpan(nearest);
            return;
        }
    }
}

void TimelinePlot::centerOrFit()
{
    if (!m_trace)
        return;
    const SpanId span = m_workspace->selection.span();
    const auto range = m_workspace->selection.range();
    if (span.value < m_trace->spanCount()) {
        if (m_centered == span) {
            m_workspace->window.revealSpan(span, true);
        } else {
            const TimeNs middle = m_trace->begin(span) + m_trace->duration(span) / 2;
            const TimeNs width = m_workspace->window.visibleRange().duration();
            m_workspace->window.setVisibleRange({middle - width / 2, middle - width / 2 + width});
            scrollToSpan(span);
            m_centered = span;
        }
    } else if (range) {
        m_workspace->window.setVisibleRange(*range);
    } else {
        m_workspace->window.showAll();
    }
    m_workspace->window.commitPlace();
}

void TimelinePlot::addMarker()
{
    if (!m_trace)
        return;
    const TimelineGeometry g = geometryOfParts();
    const TimeNs time = m_mouseIsInside ? snappedTime(m_mouse) : timeScale().time(QRectF(g.spans).center().x());
    if (m_markers.size() == 2)
        m_markers.erase(m_markers.begin());
    m_markers.push_back(time);
    update();
}

void TimelinePlot::setMarkers(std::vector<TimeNs> markers)
{
    if (markers.size() > 2)
        markers.erase(markers.begin() + 2, markers.end());
    m_markers = std::move(markers);
    update();
}

void TimelinePlot::clearAll()
{
    m_drag = Drag::None;
    m_markers.clear();
    m_focusedRank = m_focusedStage = -1;
    m_workspace->selection.setRange(std::nullopt);
    m_workspace->selection.setStage(-1);
    m_workspace->selection.setRank(-1);
    m_workspace->selection.setSpan(SpanId());
    m_workspace->selection.setLayer(QString());
    update();
}

} // namespace bubblescope
