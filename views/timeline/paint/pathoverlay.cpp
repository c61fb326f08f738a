// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "pathoverlay.h"

#include "formatting.h"
#include "waittable.h"
#include "workspace.h"

#include <QCoreApplication>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

constexpr double thickness = 3;
constexpr double headLength = 7;
constexpr double headHalfWidth = 4.5;

} // namespace

PathOverlay::PathOverlay(const Trace& trace, const std::vector<CriticalPath::Piece>& path)
{
    m_pieces.reserve(path.size());
    for (const CriticalPath::Piece& piece : path) {
        if (piece.span.value >= trace.spanCount())
            continue;
        const SpanId span = drawnSpan(trace, piece.span);
        // Re-timed pieces are within rounding of their recorded times: draw them inside their span.
        const TimeRange inside = piece.range.intersected(trace.range(span));
        Piece drawn {inside.isEmpty() ? piece.range : inside, trace.row(span)};
        if (!m_pieces.empty()) {
            Piece& last = m_pieces.back();
            drawn.range.begin = std::max(drawn.range.begin, last.range.end);
            if (last.row == drawn.row && drawn.range.begin == last.range.end) {
                last.range.end = std::max(last.range.end, drawn.range.end);
                continue;
            }
        }
        if (drawn.range.end > drawn.range.begin)
            m_pieces.push_back(drawn);
    }
}

PathOverlay PathOverlay::of(const Workspace& workspace)
{
    const TracePtr trace = workspace.document.trace();
    if (!trace)
        return {};
    if (const StepReasonsPtr reasons = workspace.diagnosis.reasons(); reasons && !reasons->path().empty())
        return PathOverlay(*trace, reasons->path());
    if (!workspace.document.showsSimulation())
        return {};
    std::vector<CriticalPath::Piece> path;
    for (const SpanId span : workspace.document.simulation()->step.criticalPath)
        path.push_back({span, 0, trace->range(span), trace->category(span), false});
    return PathOverlay(*trace, path);
}

Legend::Entry PathOverlay::legendEntry(const Workspace& workspace, const Palette& palette)
{
    const auto tr = [](const char* text) { return QCoreApplication::translate("bubblescope::PathOverlay", text); };
    const StepReasonsPtr reasons = workspace.diagnosis.reasons();
    const bool isOneOfMany = reasons && workspace.document.run()->trace->steps().size() > 1;
    return {Legend::Pattern::Line, palette.criticalPath,
        isOneOfMany ? tr("critical path of %1").arg(stepText(reasons->stepNumber())) : tr("critical path"),
        isOneOfMany ? tr("critical path") : QString()};
}

PathOverlay::Picture PathOverlay::picture(
    const OverlayFrame& frame, const TimelineLayout& layout, const TimelineGeometry& geometry) const
{
    Picture picture;
    const TimeRange visible = frame.scale.range();
    auto at = std::partition_point(
        m_pieces.begin(), m_pieces.end(), [visible](const Piece& piece) { return piece.range.end <= visible.begin; });
    if (at != m_pieces.begin())
        --at; // the origin of the first jump
    double lastX = 0;
    double lastY = 0;
    bool hasLast = false;
    double lastHead = -1e9;
    while (at != m_pieces.end()) {
        const double x0 = std::clamp(frame.scale.x(at->range.begin), frame.area.left() - 4, frame.area.right() + 4);
        const double x1 = std::clamp(frame.scale.x(at->range.end), frame.area.left() - 4, frame.area.right() + 4);
        const int index = layout.rowOf(at->row);
        if (index >= 0) {
            const TimelineRow& row = layout.rows()[size_t(index)];
            const double y = std::round(geometry.yOf(row) + row.height - thickness);
            if (hasLast && std::abs(y - lastY) > 0.5) {
                const double x = std::round(x0 - thickness / 2);
                picture.bars.emplace_back(x, std::min(y, lastY), thickness, std::abs(y - lastY) + thickness);
                // The connection to the next piece if nothing was recorded in between.
                if (x0 - lastX > 1)
                    picture.bars.emplace_back(lastX, lastY, x0 - lastX, thickness);
                if (std::abs(y - lastY) > 2 * headLength && x0 - lastHead > 4 * headHalfWidth) {
                    picture.heads.emplace_back(x0, y > lastY ? y : y + thickness);
                    picture.pointsDown.push_back(y > lastY);
                    lastHead = x0;
                }
            }
            picture.bars.emplace_back(x0, y, std::max(1.0, x1 - x0), thickness);
            lastX = x1;
            lastY = y;
            hasLast = true;
        }
        if (at->range.end >= visible.end)
            break;
        const TimeNs pixelEnd = std::max(at->range.end, frame.scale.time(std::floor(x1) + 1));
        at = x1 - x0 >= 1 ? std::next(at)
                          : std::partition_point(std::next(at), m_pieces.end(),
                              [pixelEnd](const Piece& piece) { return piece.range.end < pixelEnd; });
    }
    return picture;
}

void PathOverlay::paint(
    QPainter& painter, const OverlayFrame& frame, const TimelineLayout& layout, const TimelineGeometry& geometry) const
{
    Picture drawn = picture(frame, layout, geometry);
    painter.save();
    painter.setClipRect(frame.area);
    for (QRectF& bar : drawn.bars)
        bar &= frame.area; // some file formats do not clip
    std::erase_if(drawn.bars, [](const QRectF& bar) { return bar.isEmpty(); });
    for (const QRectF& bar : drawn.bars)
        painter.fillRect(bar.adjusted(-1, -1, 1, 1), frame.palette->surface);
    for (const QRectF& bar : drawn.bars)
        painter.fillRect(bar, frame.palette->criticalPath);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(frame.palette->surface, 1));
    painter.setBrush(frame.palette->criticalPath);
    for (size_t i = 0; i < drawn.heads.size(); ++i) {
        const QPointF tip = drawn.heads[i];
        const double back = drawn.pointsDown[i] ? -headLength : headLength;
        painter.drawConvexPolygon(
            QPolygonF {tip, tip + QPointF(-headHalfWidth, back), tip + QPointF(headHalfWidth, back)});
    }
    painter.restore();
}

} // namespace bubblescope
