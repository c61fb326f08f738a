// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "timelineplaces.h"

#include "waittable.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

TimelinePlaces::TimelinePlaces(const Trace* trace, const LevelOfDetail* detail, const TimelineLayout& layout,
    const TimelineGeometry& geometry, const TimeScale& scale)
    : m_trace(trace), m_detail(detail), m_layout(layout), m_geometry(geometry), m_scale(scale)
{
}

QRectF TimelinePlaces::rectOn(int row, TimeRange range) const
{
    if (row < 0)
        return {};
    const TimelineRow& line = m_layout.rows()[size_t(row)];
    const double left = m_scale.x(range.begin);
    return {left, m_geometry.yOf(line), std::max(1.0, m_scale.x(range.end) - left), line.height};
}

QRectF TimelinePlaces::rectOf(SpanId span) const
{
    if (!m_trace || span.value >= m_trace->spanCount())
        return {};
    return rectOn(m_layout.rowOf(m_trace->row(drawnSpan(*m_trace, span))), m_trace->range(span));
}

QRectF TimelinePlaces::rectOf(const Bubble& bubble) const
{
    if (!m_trace || bubble.rank >= m_trace->ranks().size())
        return {};
    const int rank = m_trace->ranks()[bubble.rank].rank;
    const auto& blocks = m_layout.blocks();
    const auto block
        = std::find_if(blocks.begin(), blocks.end(), [rank](const RankBlock& b) { return b.rank == rank; });
    const bool isShown = block != blocks.end() && block->computeRow.isValid();
    return rectOn(isShown ? m_layout.rowOf(block->computeRow) : -1, bubble.range);
}

const TimelineRow* TimelinePlaces::rowAt(QPointF point) const
{
    const TimelineGeometry& g = m_geometry;
    if (point.y() < g.spans.top() || point.y() > g.spans.bottom() + 1)
        return nullptr;
    if (point.y() < g.contentTop()) {
        const int pinned = m_layout.pinnedRowAt(point.y() - g.spans.top());
        return pinned >= 0 ? &m_layout.pinnedRows()[size_t(pinned)] : nullptr;
    }
    const int sticky = m_layout.stickyStage(g.scroll);
    if (sticky >= 0 && point.y() < g.contentTop() + m_layout.headerHeight() + m_layout.stickyOffset(g.scroll))
        return &m_layout.rows()[m_layout.stages()[size_t(sticky)].row];
    const int row = m_layout.rowAt(g.contentY(point.y()));
    return row >= 0 ? &m_layout.rows()[size_t(row)] : nullptr;
}

SpanId TimelinePlaces::spanAt(QPointF point) const
{
    const TimelineRow* row = m_geometry.spans.contains(point.toPoint()) ? rowAt(point) : nullptr;
    if (!row || !row->hasSpans())
        return SpanId();
    const auto tolerance = TimeNs(std::ceil(m_scale.nsPerPixel() * 3));
    const SpanId span = bubblescope::spanAt(*m_trace, m_trace->timing(), row->row, m_scale.time(point.x()), tolerance);
    if (!span.isValid() || double(m_trace->duration(span)) > m_scale.nsPerPixel() * 2)
        return span;
    // With several spans in one pixel, take the longest, which also determines the colour.
    std::vector<LodCell> cell(1);
    const TimeNs begin = m_scale.time(point.x() - 1);
    m_detail->columns(row->row, {begin, std::max(m_scale.time(point.x() + 1), begin + 1)}, cell);
    return cell.front().longest.isValid() ? cell.front().longest : span;
}

std::optional<int> TimelinePlaces::computingRankAt(QPointF point) const
{
    const TimelineRow* row = m_geometry.spans.contains(point.toPoint()) ? rowAt(point) : nullptr;
    const bool computes = row && row->hasSpans() && m_trace->track(row->track).lane == Lane::Compute;
    return computes ? std::optional(row->rank) : std::nullopt;
}

TimeNs TimelinePlaces::snappedTime(QPointF point, double reach) const
{
    const TimeNs time = m_scale.time(point.x());
    const TimelineRow* row = rowAt(point);
    if (!row || !row->hasSpans())
        return time;
    return snapped(*m_trace, m_trace->timing(), row->row, time, TimeNs(m_scale.nsPerPixel() * reach));
}

} // namespace bubblescope
