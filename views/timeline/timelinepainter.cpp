// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "timelinepainter.h"

#include "counterpainter.h"
#include "notelayer.h"
#include "spantext.h"
#include "timelinecontroller.h"
#include "timelineoverlay.h"
#include "timelinescene.h"
#include "workspace.h"

#include <QPainter>
#include <QWidget>

#include <algorithm>

namespace bubblescope {

void TimelinePainter::paint(QPainter& painter, const QImage& rows)
{
    const TimelineGeometry g = m_scene.geometryOfParts();
    if (!m_scene.trace() || g.spans.isEmpty()) {
        painter.fillRect(m_canvas.rect(), m_scene.palette().surface);
        return;
    }
    if (rows.isNull())
        painter.fillRect(g.spans, m_scene.palette().surface);
    else
        painter.drawImage(g.spans.topLeft(), rows);
    m_pictures.paint(painter, m_scene.headers(), m_canvas.devicePixelRatioF());
    paintUnread(painter);
    m_notes.paintBand(painter);
    paintOverlay(painter);
    paintDrop(painter);
}

/// Where what is dragged would stand, across names and spans.
void TimelinePainter::paintDrop(QPainter& painter) const
{
    if (!m_mouse.dropLine())
        return;
    constexpr double height = 2;
    const TimelineGeometry g = m_scene.geometryOfParts();
    const double y = std::clamp(g.contentTop() + *m_mouse.dropLine() - g.scroll - height, g.contentTop(),
        std::max(g.contentTop(), g.spans.bottom() - height));
    painter.fillRect(QRectF(0, y, g.spans.right() + 1, height), m_scene.palette().accent);
}

/// An empty line would look like an idle rank.
void TimelinePainter::paintUnread(QPainter& painter) const
{
    const TimelineLayout& layout = m_scene.rows().layout();
    if (m_scene.rows().options().unread.empty())
        return;
    constexpr int left = 8;
    const TimelineGeometry g = m_scene.geometryOfParts();
    const auto [first, last] = layout.rowsBetween(g.scroll, g.scroll + g.spans.bottom() + 1 - g.contentTop());
    const double header = layout.stickyStage(g.scroll) >= 0 ? layout.headerHeight() + layout.stickyOffset(g.scroll) : 0;
    painter.save();
    painter.setClipRect(
        QRectF(QPointF(g.spans.left(), g.contentTop() + header), QPointF(g.spans.right() + 1, g.spans.bottom() + 1)));
    QFont font = m_canvas.font();
    font.setPixelSize(10);
    painter.setFont(font);
    painter.setPen(m_scene.palette().mutedText);
    for (uint32_t i = first; i < last; ++i) {
        const TimelineRow& row = layout.rows()[i];
        if (!row.isUnread)
            continue;
        const bool isDamaged = m_scene.rows().options().damaged.count(row.rank) > 0;
        painter.drawText(QRectF(g.spans.left() + left, g.yOf(row), g.spans.width() - left, row.height),
            Qt::AlignLeft | Qt::AlignVCenter, isDamaged ? tr("damaged in the index") : tr("not read yet"));
    }
    painter.restore();
}

/// Below the lanes of their ranks, and in the ruler, since ranks may be out of sight.
void TimelinePainter::paintRowMarks(QPainter& painter, const OverlayFrame& frame) const
{
    constexpr double height = 3;
    const TimelineLook& look = m_scene.look();
    if (look.marks().empty())
        return;
    const TimelineGeometry g = m_scene.geometryOfParts();
    paintMarks(painter, frame, look.markedTimes(), frame.ruler.bottom() - height, height);
    painter.save();
    painter.setClipRect(frame.area);
    for (const RankBlock& block : m_scene.rows().layout().blocks()) {
        const double y = g.contentTop() + block.lanesBottom - g.scroll - height;
        const auto marks = look.marks().find(block.rank);
        if (marks != look.marks().end() && block.lanesBottom > block.top && y < frame.area.bottom()
            && y + height > frame.area.top())
            paintMarks(painter, frame, marks->second, y, height);
    }
    painter.restore();
}

void TimelinePainter::paintOverlay(QPainter& painter) const
{
    const Workspace& workspace = m_scene.workspace();
    const TimelineLayout& layout = m_scene.rows().layout();
    const TracePtr& trace = m_scene.trace();
    const TimelineGeometry g = m_scene.geometryOfParts();
    const OverlayFrame frame {g.spans, g.ruler, m_scene.timeScale(), &m_scene.palette(), workspace.window.origin()};
    OverlayFrame content = frame; // below the pinned rows
    content.area.setTop(g.contentTop());
    if (workspace.selection.range())
        paintSelectedRange(painter, frame, *workspace.selection.range());
    for (const Link& link : m_scene.visibleArrows())
        paintMessageArrow(
            painter, content, m_scene.rectOf(drawnSpan(*trace, link.from)), m_scene.rectOf(drawnSpan(*trace, link.to)));
    if (hasPath())
        m_path.paint(painter, content, layout, g);
    if (workspace.selection.bubble())
        paintOutline(painter, content, m_scene.rectOf(*workspace.selection.bubble()), true);
    for (const Link& launch : m_scene.selectedLaunches()) {
        const int from = layout.rowOf(trace->row(launch.from));
        const int to = layout.rowOf(trace->row(launch.to));
        if (from >= 0 && to >= 0 && from != to) // in the line of a collapsed rank it would lead nowhere
            paintLaunchArrow(painter, content, m_scene.rectOf(launch.from), m_scene.rectOf(launch.to));
    }
    if (m_mouse.hoveredSpan().isValid() && !m_mouse.isDragging())
        paintOutline(painter, content, m_scene.rectOf(m_mouse.hoveredSpan()), false);
    if (workspace.selection.span().isValid())
        paintOutline(painter, content, m_scene.rectOf(workspace.selection.span()), true);
    if (const auto& members = workspace.selection.collective(); members.size() > 1) {
        std::vector<QRectF> boxes;
        for (const SpanId member : members)
            boxes.push_back(m_scene.rectOf(member));
        paintArrivals(painter, content, boxes);
    }
    paintRowMarks(painter, content);
    m_notes.paint(painter);
    if (const auto& end = m_scene.look().endLine())
        paintEndLine(painter, content, end->time, end->text);
    paintMarkers(painter, frame, m_scene.look().markers());
    if (workspace.window.crosshair())
        paintCrosshair(painter, frame, *workspace.window.crosshair());
    if (m_mouse.pointer() && !m_mouse.isDragging() && workspace.document.run())
        paintHover(painter, content);
}

/// The card next to the m_mouse.
void TimelinePainter::paintHover(QPainter& painter, const OverlayFrame& frame) const
{
    const Workspace& workspace = m_scene.workspace();
    const Trace& trace = *m_scene.trace();
    const Palette& palette = m_scene.palette();
    const QPointF pointer = *m_mouse.pointer();
    const SpanId span = m_mouse.hoveredSpan();
    const std::optional<Bubble>& bubble = m_mouse.hoveredBubble();
    const QRectF bounds = QRectF(m_canvas.rect()).adjusted(4, 4, -4, -4);
    const StepReasonsPtr reasons = workspace.diagnosis.reasons();
    if (span.isValid()) {
        auto facts
            = spanFacts(*workspace.document.run(), m_scene.waits(), span, reasons.get(), workspace.window.origin());
        const auto differences = workspace.document.differences();
        const QString change = differences && span.value < differences->size()
            ? changeText(double(trace.duration(span)), (*differences)[span.value])
            : QString();
        if (!change.isEmpty())
            facts.emplace(facts.begin() + std::min<std::ptrdiff_t>(1, std::ptrdiff_t(facts.size())),
                tr("in the what-if"), change);
        paintCard(painter, palette, bounds, pointer, spanTitle(trace, span), palette.color(trace.category(span)), facts,
            waitingSentence(reasons.get(), drawnSpan(trace, span)), m_scene.rectOf(span));
    } else if (bubble && reasons) {
        paintOutline(painter, frame, m_scene.rectOf(*bubble), false);
        const QColor mark = bubble->isPipelines ? palette.bubbleDots
            : bubble->isWaiting()               ? palette.waitingLines
                                                : palette.mutedText;
        paintCard(painter, palette, bounds, pointer, bubbleTitle(*bubble), mark,
            bubbleFacts(*reasons, *bubble, workspace.window.origin()), bubbleSentence(trace, *bubble),
            m_scene.rectOf(*bubble));
    } else if (const TimelineRow* row = frame.area.contains(pointer) ? m_scene.rowAtPoint(pointer) : nullptr;
               row && row->kind == TimelineRow::Kind::Counter) {
        const CounterTable& counters = trace.counters();
        const CounterSeries& series = counters.series[row->counter];
        if (const auto value = counterValueAt(counters, series, frame.scale.time(pointer.x())))
            paintCard(painter, palette, bounds, pointer, counterName(trace, series), palette.accent,
                {{tr("here"), counterValueText(series, *value)},
                    {tr("at most"), counterValueText(series, m_scene.headers().counters->largest(row->counter))}});
    }
}

} // namespace bubblescope
