// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "timelinecontroller.h"

#include "formatting.h"
#include "notelayer.h"
#include "timelineoverlay.h"
#include "timelinescene.h"
#include "workspace.h"

#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>
#include <QWheelEvent>
#include <QWidget>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace bubblescope {

TimelineController::TimelineController(TimelineScene& scene, NoteLayer& notes, QWidget& canvas)
    : m_scene(scene)
    , m_notes(notes)
    , m_canvas(canvas)
    , m_rows(scene.rows())
    , m_workspace(scene.workspace())
    , m_keys(scene, notes)
{
    canvas.installEventFilter(this);
    connect(&m_workspace.selection, &Selection::spanChanged, this, [this] { m_keys.forgetCentered(); });
    connect(&m_workspace.window, &TimeWindow::visibleRangeChanged, this, &TimelineController::lookAgain);
    connect(&m_rows, &TimelineRows::scrollRangeChanged, this, &TimelineController::lookAgain, Qt::QueuedConnection);
}

void TimelineController::forgetRun(bool isOther)
{
    m_hovered = SpanId();
    m_hoveredBubble.reset();
    m_keys.forgetCentered();
    endDrag();
    if (isOther)
        m_scene.forgetFocus();
}

void TimelineController::endDrag()
{
    m_drag = Drag::None;
    m_dropLine.reset();
}

bool TimelineController::pressKey(const QKeyEvent& event)
{
    if (m_drag == Drag::MoveGroup && event.key() == Qt::Key_Escape) {
        endDrag();
        m_canvas.unsetCursor();
        m_canvas.update();
        return true;
    }
    const TimelineKeys::Answer answer = m_keys.press(event, m_pointer);
    if (answer == TimelineKeys::Answer::Ignored)
        return false;
    if (answer == TimelineKeys::Answer::Cleared) {
        endDrag();
        m_canvas.update();
    }
    lookAgain();
    return true;
}

bool TimelineController::eventFilter(QObject*, QEvent* event)
{
    const bool hasTrace = m_scene.trace() != nullptr;
    switch (event->type()) {
    case QEvent::MouseButtonPress:
        if (hasTrace)
            press(*static_cast<QMouseEvent*>(event));
        return true;
    case QEvent::MouseMove:
        if (hasTrace)
            move(*static_cast<QMouseEvent*>(event));
        return true;
    case QEvent::MouseButtonRelease:
        if (hasTrace)
            release(*static_cast<QMouseEvent*>(event));
        return true;
    case QEvent::MouseButtonDblClick:
        if (hasTrace)
            doubleClick(*static_cast<QMouseEvent*>(event));
        return true;
    case QEvent::Wheel:
        event->accept();
        if (hasTrace)
            turnWheel(*static_cast<QWheelEvent*>(event));
        return true;
    case QEvent::ContextMenu:
        if (hasTrace)
            askForMenu(*static_cast<QContextMenuEvent*>(event));
        return true;
    case QEvent::ToolTip: {
        const auto* help = static_cast<QHelpEvent*>(event);
        const QString ofNote = m_notes.tipAt(help->pos());
        const QString tip = ofNote.isEmpty() && hasTrace ? headerTip(help->pos()) : ofNote;
        QToolTip::showText(help->globalPos(), tip, &m_canvas); // an empty text hides it
        return true;
    }
    case QEvent::KeyPress:
        if (!hasTrace || !pressKey(*static_cast<QKeyEvent*>(event)))
            return false;
        event->accept();
        return true;
    case QEvent::Leave:
        leave();
        return false;
    default:
        return false;
    }
}

QString TimelineController::headerTip(QPointF point) const
{
    const TracePtr& trace = m_scene.trace();
    const TimelineRow* row
        = m_scene.geometryOfParts().header.contains(point.toPoint()) ? m_scene.rowAtPoint(point) : nullptr;
    const double share = row ? shareOf(m_scene.headers(), *row) : -1;
    const bool isLow = row && row->kind == TimelineRow::Kind::Lane && row->height < namedLane;
    QString lane;
    if (isLow)
        lane = rankText(row->rank) + QStringLiteral(" · ") + (*m_scene.headers().laneNames)[row->track.value];
    if (share < 0)
        return lane;
    const QString of = m_workspace.figures.extentText();
    const QString above = isLow ? lane + QLatin1Char('\n') : lane;
    if (row->kind == TimelineRow::Kind::Lane && trace->track(row->track).lane != Lane::Compute)
        return above + tr("%1: spans cover %2 %3.").arg(toText(trace->trackName(row->track)), formatShare(share), of);
    return above
        + tr("Busy: %1 %2 goes into computing, not counting the communication inside it.").arg(formatShare(share), of);
}

void TimelineController::lookAgain()
{
    if (m_pointer && m_drag == Drag::None && m_scene.trace())
        updateHover(QPointF(*m_pointer));
}

void TimelineController::updateHover(QPointF point)
{
    const TimelineGeometry g = m_scene.geometryOfParts();
    const bool isInside = m_scene.trace() && QRectF(g.spans).united(g.ruler).contains(point);
    const bool looks = isInside && m_drag == Drag::None && !m_notes.isHovered(point);
    m_pointer = isInside ? std::optional<QPointF>(point) : std::nullopt;
    m_hovered = looks ? m_scene.spanAtPoint(point) : SpanId();
    const Bubble* bubble = looks && !m_hovered.isValid() ? m_scene.bubbleAtPoint(point) : nullptr;
    m_hoveredBubble = bubble ? std::optional<Bubble>(*bubble) : std::nullopt;
    m_workspace.window.setCrosshair(
        isInside ? std::optional<TimeNs>(m_scene.timeScale().time(point.x())) : std::nullopt);
    m_canvas.update();
}

std::optional<TimelineController::Drag> TimelineController::handleAt(QPointF point) const
{
    const TimelineGeometry g = m_scene.geometryOfParts();
    if (g.header.right() - point.x() >= 0 && g.header.right() - point.x() < handleReach)
        return Drag::ResizeNames;
    const auto range = m_workspace.selection.range();
    if (!range || !QRectF(g.spans).contains(point))
        return std::nullopt;
    const TimeScale scale = m_scene.timeScale();
    const double toBegin = std::abs(point.x() - scale.x(range->begin));
    const double toEnd = std::abs(point.x() - scale.x(range->end));
    if (std::min(toBegin, toEnd) > handleReach)
        return std::nullopt;
    return toBegin < toEnd ? Drag::MoveBegin : Drag::MoveEnd;
}

void TimelineController::updateCursor(QPointF point)
{
    const bool isPressed = m_drag == Drag::Pressed || m_drag == Drag::PressedGroup;
    if (m_drag == Drag::Pan || m_drag == Drag::MoveGroup)
        m_canvas.setCursor(Qt::ClosedHandCursor);
    else if (handleAt(point) || (m_drag != Drag::None && !isPressed && m_drag != Drag::SelectRange))
        m_canvas.setCursor(Qt::SplitHCursor);
    else if (const auto shape = m_notes.cursorAt(point))
        m_canvas.setCursor(*shape);
    else
        m_canvas.unsetCursor();
}

void TimelineController::press(const QMouseEvent& event)
{
    const QPointF point = event.position();
    m_press = point;
    if (m_notes.press(event)) {
        updateHover(point);
        return;
    }
    if (event.button() == Qt::MiddleButton) {
        m_drag = Drag::Pan;
        m_panStart = m_workspace.window.visibleRange();
        m_panScroll = m_rows.scrollOffset();
        updateCursor(point);
        return;
    }
    if (event.button() != Qt::LeftButton)
        return;
    const TimelineGeometry g = m_scene.geometryOfParts();
    const auto handle = handleAt(point);
    const auto group = groupAt(point); // before the click changes the rows
    const TimelineRow* row = m_scene.rowAtPoint(point);
    m_pressesLine = row && (row->kind == TimelineRow::Kind::Alike || row->kind == TimelineRow::Kind::Others);
    if (handle != Drag::ResizeNames && clickHeader(point)) {
        m_drag = group ? Drag::PressedGroup : Drag::None;
        m_group = group.value_or(Group());
        return;
    }
    if (handle) {
        m_drag = *handle;
    } else if (QRectF(g.spans).united(g.ruler).contains(point)) {
        m_drag = Drag::Pressed;
        m_anchor = m_scene.snappedTime(point);
    }
}

void TimelineController::move(const QMouseEvent& event)
{
    if (!m_notes.move(event))
        dragTo(event.position(), event.modifiers());
    updateHover(event.position());
    updateCursor(event.position());
}

void TimelineController::dragTo(QPointF point, Qt::KeyboardModifiers modifiers)
{
    if (m_drag == Drag::Pressed && std::abs(point.x() - m_press.x()) > TimelineScene::dragThreshold)
        m_drag = Drag::SelectRange;
    if (m_drag == Drag::PressedGroup && std::abs(point.y() - m_press.y()) > TimelineScene::dragThreshold)
        m_drag = Drag::MoveGroup;
    // Alt turns off snapping.
    const TimeNs time = modifiers & Qt::AltModifier ? m_scene.timeScale().time(point.x()) : m_scene.snappedTime(point);
    const auto range = m_workspace.selection.range();
    switch (m_drag) {
    case Drag::SelectRange:
        m_workspace.selection.setRange(TimeRange {std::min(m_anchor, time), std::max(m_anchor, time)});
        break;
    case Drag::MoveBegin:
    case Drag::MoveEnd:
        if (range) {
            const TimeNs other = m_drag == Drag::MoveBegin ? range->end : range->begin;
            if (time != other) {
                m_drag = time < other ? Drag::MoveBegin : Drag::MoveEnd; // dragged across the other edge
                m_workspace.selection.setRange(TimeRange {std::min(time, other), std::max(time, other)});
            }
        }
        break;
    case Drag::Pan: {
        const TimeScale scale(m_panStart, 0, m_scene.geometryOfParts().spans.width());
        const auto shift = TimeNs(std::llround((m_press.x() - point.x()) * scale.nsPerPixel()));
        m_workspace.window.setVisibleRange({m_panStart.begin + shift, m_panStart.end + shift});
        m_rows.setScroll(m_panScroll + m_press.y() - point.y());
        break;
    }
    case Drag::ResizeNames:
        m_scene.setHeaderWidth(int(point.x()) + 1);
        break;
    case Drag::MoveGroup:
        dragGroup(point);
        break;
    case Drag::None:
    case Drag::Pressed:
    case Drag::PressedGroup:
        break;
    }
}

void TimelineController::release(const QMouseEvent& event)
{
    const Drag drag = std::exchange(m_drag, Drag::None);
    const bool isNotes = m_notes.release(event);
    m_dropLine.reset();
    if (drag == Drag::MoveGroup)
        dropGroup(event.position());
    if (!isNotes && drag == Drag::Pressed)
        clickSpans(event.position());
    updateHover(event.position());
    updateCursor(event.position());
}

std::optional<TimelineController::Group> TimelineController::groupAt(QPointF point) const
{
    const TimelineGeometry g = m_scene.geometryOfParts();
    const TimelineRow* row = m_scene.rowAtPoint(point);
    if (!QRectF(g.header).contains(point) || point.y() < g.contentTop() || (row && row->isPinned))
        return std::nullopt;
    if (row && row->kind == TimelineRow::Kind::Stage)
        return Group {-1, row->stage};
    if (row && (row->kind == TimelineRow::Kind::Alike || row->kind == TimelineRow::Kind::Others))
        return std::nullopt;
    const int index = row ? int(row->block) : m_rows.layout().blockAt(g.contentY(point.y()));
    if (index < 0)
        return std::nullopt;
    return Group {m_rows.layout().blocks()[size_t(index)].rank, std::nullopt};
}

TimelineController::Drop TimelineController::dropAt(QPointF point) const
{
    const double y = m_scene.geometryOfParts().contentY(point.y());
    const TimelineLayout& layout = m_rows.layout();
    // Past those whose middle is above the pointer.
    const auto among = [y](const auto& groups, size_t first, size_t last, size_t own, auto numberOf) {
        size_t place = first;
        while (place < last && (groups[place].top + groups[place].bottom) / 2 < y)
            ++place;
        Drop drop;
        if (place < last)
            drop.before = numberOf(groups[place]);
        drop.y = place < last ? groups[place].top : groups[last - 1].bottom;
        drop.moves = place != own && place != own + 1;
        return drop;
    };
    if (m_group.stage) {
        const auto& stages = layout.stages();
        const auto own = std::ranges::find(stages, *m_group.stage, &StageGroup::stage);
        if (own == stages.end())
            return {};
        return among(stages, 0, stages.size(), size_t(own - stages.begin()),
            [](const StageGroup& stage) { return stage.stage; });
    }
    const auto& blocks = layout.blocks();
    const auto own = std::ranges::find(blocks, m_group.rank, &RankBlock::rank);
    if (own == blocks.end())
        return {};
    const auto isOther = [own](const RankBlock& block) { return block.stage != own->stage; };
    const auto last = std::find_if(own, blocks.end(), isOther);
    const auto first = std::find_if(std::make_reverse_iterator(own), blocks.rend(), isOther).base();
    return among(blocks, size_t(first - blocks.begin()), size_t(last - blocks.begin()), size_t(own - blocks.begin()),
        [](const RankBlock& block) { return block.rank; });
}

void TimelineController::dragGroup(QPointF point)
{
    const TimelineGeometry g = m_scene.geometryOfParts();
    constexpr double reach = 12; // beyond the rows, or nearly: what is out of sight comes
    if (point.y() < g.contentTop() + reach)
        m_rows.setScroll(m_rows.scrollOffset() - reach);
    else if (point.y() > g.spans.bottom() - reach)
        m_rows.setScroll(m_rows.scrollOffset() + reach);
    const Drop drop = dropAt(point);
    m_dropLine = drop.moves ? std::optional(drop.y) : std::nullopt;
}

void TimelineController::dropGroup(QPointF point)
{
    const Drop drop = dropAt(point);
    if (!drop.moves)
        return;
    if (m_group.stage)
        m_rows.moveStage(*m_group.stage, drop.before);
    else
        m_rows.moveRank(m_group.rank, drop.before);
}

/// What was clicked is in sight already, and the second click of two is for the same place.
template <typename Choice> void TimelineController::choose(Choice makeChoice)
{
    const double scroll = m_rows.scrollOffset();
    makeChoice();
    m_rows.setScroll(scroll);
}

void TimelineController::clickSpans(QPointF point)
{
    const TimelineRow* row = m_scene.rowAtPoint(point);
    if (row && row->kind == TimelineRow::Kind::Stage) {
        m_workspace.selection.setStage(row->stage);
        return;
    }
    if (row && row->kind == TimelineRow::Kind::Alike) {
        m_rows.setAlikeOpen(row->rank, m_rows.options().openedAlike.count(row->rank) == 0);
        return;
    }
    if (row && row->kind == TimelineRow::Kind::Others) {
        m_rows.setOthersOpen(row->rank, row->fold != TimelineRow::Fold::Open);
        return;
    }
    const SpanId span = m_scene.spanAtPoint(point);
    m_scene.forgetFocus();
    if (const Bubble* bubble = span.isValid() ? nullptr : m_scene.bubbleAtPoint(point)) {
        choose([&] { m_workspace.selection.setBubble(*bubble); });
        return;
    }
    choose([&] { m_workspace.selection.setSpan(span); });
    if (!span.isValid() && !m_scene.geometryOfParts().ruler.contains(point.toPoint()))
        m_workspace.selection.setRange(std::nullopt);
}

bool TimelineController::clickHeader(QPointF point)
{
    const TimelineGeometry g = m_scene.geometryOfParts();
    if (!QRectF(g.header).contains(point))
        return false;
    const TimelineRow* row = m_scene.rowAtPoint(point);
    if (row && row->kind == TimelineRow::Kind::Stage) {
        m_scene.focusGroup(-1, row->stage);
        if (point.x() < 24)
            m_rows.setStageCollapsed(row->stage, m_rows.options().collapsedStages.count(row->stage) == 0);
        else
            m_workspace.selection.setStage(row->stage);
        m_canvas.update();
        return true;
    }
    if (row && row->kind == TimelineRow::Kind::Alike) {
        m_rows.setAlikeOpen(row->rank, m_rows.options().openedAlike.count(row->rank) == 0);
        return true;
    }
    if (row && row->kind == TimelineRow::Kind::Others) {
        m_rows.setOthersOpen(row->rank, row->fold != TimelineRow::Fold::Open);
        return true;
    }
    if (row && row->fold != TimelineRow::Fold::None
        && laneArrow(m_scene.headers(), *row).adjusted(-3, 0, 4, 0).contains(point)) {
        m_rows.setThreadsFolded({row->rank}, !m_rows.foldsThreadsOf(row->rank));
        return true;
    }
    const int index = row && !row->isPinned ? int(row->block) : m_rows.layout().blockAt(g.contentY(point.y()));
    if (row && row->isPinned) {
        m_workspace.selection.setRank(row->rank);
    } else if (index >= 0 && point.y() >= g.contentTop()) {
        const RankBlock& block = m_rows.layout().blocks()[size_t(index)];
        m_scene.focusGroup(block.rank, -1);
        if (rankArrow(m_scene.headers(), rankLabelTop(m_scene.headers(), block)).adjusted(-14, -4, 2, 4).contains(point))
            m_rows.setRankCollapsed(block.rank, !block.isCollapsed);
        else
            choose([&] { m_workspace.selection.setRank(block.rank); });
    }
    m_canvas.update();
    return true;
}

void TimelineController::doubleClick(const QMouseEvent& event)
{
    if (event.button() != Qt::LeftButton)
        return;
    const QPointF point = event.position();
    if (m_notes.doubleClick(point))
        return;
    const TimelineGeometry g = m_scene.geometryOfParts();
    if (QRectF(g.header).contains(point)) {
        if (m_pressesLine) // its first click did what it does, and the focus is elsewhere
            return;
        if (const int stage = m_scene.focusedStage(); stage >= 0)
            m_rows.setStageCollapsed(stage, m_rows.options().collapsedStages.count(stage) == 0);
        else if (const int rank = m_scene.focusedRank(); rank >= 0)
            m_rows.setRankCollapsed(rank, m_rows.options().collapsedRanks.count(rank) == 0);
        return;
    }
    const SpanId span = m_scene.spanAtPoint(point);
    const auto range = m_workspace.selection.range();
    if (span.isValid()) {
        m_workspace.selection.setSpan(span);
        m_workspace.window.revealSpan(span, true);
        m_workspace.window.commitPlace();
    } else if (range && range->contains(m_scene.timeScale().time(point.x()))) {
        m_workspace.window.setVisibleRange(*range);
        m_workspace.window.commitPlace();
    }
}

void TimelineController::turnWheel(const QWheelEvent& event)
{
    const QPoint delta = event.angleDelta();
    const auto modifiers = event.modifiers();
    const double along = delta.y() != 0 ? delta.y() : delta.x(); // on some desktops Alt makes the wheel horizontal
    if (modifiers.testFlag(Qt::ControlModifier) && modifiers.testFlag(Qt::AltModifier)) {
        m_rows.setRowHeight(m_rows.options().rowHeight + std::round(along / 60));
    } else if (modifiers & Qt::ControlModifier) {
        const double x = std::max(event.position().x(), double(m_scene.geometryOfParts().spans.left()));
        m_workspace.window.zoomBy(std::pow(0.8, along / 120), m_scene.timeScale().time(x));
    } else if (modifiers & Qt::ShiftModifier) {
        m_workspace.window.panBy(-along / 120 * 0.1);
    } else {
        if (delta.x() != 0)
            m_workspace.window.panBy(-delta.x() / 120.0 * 0.05);
        const QPoint pixels = event.pixelDelta();
        m_rows.setScroll(m_rows.scrollOffset() - (pixels.isNull() ? delta.y() / 120.0 * 56 : pixels.y()));
    }
    updateHover(event.position());
}

void TimelineController::leave()
{
    m_pointer.reset();
    m_hovered = SpanId();
    m_hoveredBubble.reset();
    m_workspace.window.setCrosshair(std::nullopt);
    m_canvas.update();
}

void TimelineController::askForMenu(const QContextMenuEvent& event)
{
    const TimelineRow* row = m_scene.rowAtPoint(event.pos());
    TrackId track;
    int rank = -1;
    int stage = -1;
    if (row) {
        track = row->kind == TimelineRow::Kind::Lane ? row->track : TrackId();
        rank = row->kind == TimelineRow::Kind::Stage ? -1 : row->rank;
        stage = row->stage;
    }
    leave(); // the card of what is below the pointer would be below the menu
    emit menuRequested(event.globalPos(), track, rank, stage);
}

} // namespace bubblescope
