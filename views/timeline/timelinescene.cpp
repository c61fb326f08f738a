// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "timelinescene.h"

#include "lanenames.h"
#include "launches.h"
#include "workspace.h"

#include <QWidget>

#include <algorithm>

namespace bubblescope {

TimelineScene::TimelineScene(Workspace& workspace, const QWidget& canvas)
    : m_workspace(workspace), m_canvas(canvas), m_rows(workspace)
{
}

bool TimelineScene::takeRun()
{
    const bool isOther = m_trace != m_workspace.document.trace();
    m_trace = m_workspace.document.trace();
    if (isOther)
        m_laneNames = m_trace ? laneNames(*m_trace) : std::vector<QString>();
    takeFigures();
    findLaunches();
    m_detail = m_workspace.document.levelOfDetail();
    if (m_trace && !m_detail) {
        m_ownDetail = LevelOfDetail(*m_trace, m_trace->timing());
        m_detail = &m_ownDetail;
    }
    return isOther;
}

void TimelineScene::takeFigures()
{
    m_figures = m_workspace.figures.ofPart();
    takeWaits();
}

void TimelineScene::takeWaits()
{
    const Figures& figures = m_workspace.figures;
    m_waits = m_trace ? WaitTable(*m_trace, figures.waiting(), figures.lost()) : WaitTable();
}

/// Thousands of arrows are useless: none are drawn for a whole step.
void TimelineScene::findLaunches()
{
    constexpr size_t most = 200;
    m_launches.clear();
    const SpanId span = m_workspace.selection.span();
    if (!m_trace || span.value >= m_trace->spanCount() || m_trace->launches().empty())
        return;
    if (const SpanId call = m_trace->launchOf(span); call.isValid())
        m_launches.push_back({call, span});
    else
        m_launches = launchesInside(*m_trace, span);
    if (m_launches.size() > most)
        m_launches.clear();
}

TimelineGeometry TimelineScene::geometryOfParts() const
{
    TimelineGeometry g;
    g.ruler = QRect(m_headerWidth, 0, std::max(0, m_canvas.width() - m_headerWidth), g.rulerHeight);
    g.notes = QRect(m_headerWidth, g.rulerHeight, g.ruler.width(), m_noteBand);
    const int top = g.rulerHeight + g.notes.height();
    g.header = QRect(0, top, m_headerWidth, std::max(0, m_canvas.height() - top));
    g.spans = QRect(m_headerWidth, top, g.ruler.width(), g.header.height());
    g.pinnedHeight = m_rows.pinnedHeight();
    g.scroll = m_rows.scrollOffset();
    return g;
}

TimeScale TimelineScene::timeScale() const
{
    const TimelineGeometry g = geometryOfParts();
    return TimeScale(m_workspace.window.visibleRange(), g.spans.left(), g.spans.width());
}

TimelineHeaders TimelineScene::headers() const
{
    TimelineHeaders parts;
    parts.trace = m_trace.get();
    parts.detail = m_detail;
    parts.figures = m_figures.get();
    parts.layout = &m_rows.layout();
    parts.alike = &m_rows.options().alike;
    parts.openedAlike = &m_rows.options().openedAlike;
    parts.others = &m_rows.options().others;
    parts.laneNames = &m_laneNames;
    parts.counters = m_counters;
    parts.palette = &m_palette;
    if (const SearchResultPtr& found = m_workspace.search.highlighted())
        parts.matches = &found->byNumber;
    parts.geometry = geometryOfParts();
    parts.range = m_workspace.window.visibleRange();
    parts.origin = m_workspace.window.origin();
    parts.hasTimes = m_workspace.document.run() && m_workspace.document.run()->kind != Run::Kind::Plan;
    parts.isOfRange = m_workspace.selection.range().has_value();
    parts.selectedRank = m_workspace.selection.rank();
    parts.selectedStage = m_workspace.selection.stage();
    parts.focusedRank = m_focusedRank;
    parts.focusedStage = m_focusedStage;
    return parts;
}

TimelinePlaces TimelineScene::places() const
{
    return {m_trace.get(), m_detail, m_rows.layout(), geometryOfParts(), timeScale()};
}

const Bubble* TimelineScene::bubbleAtPoint(QPointF point) const
{
    const StepReasonsPtr reasons = m_workspace.diagnosis.reasons();
    const std::optional<int> rank = reasons ? places().computingRankAt(point) : std::nullopt;
    return rank ? reasons->bubbleAt(*rank, timeScale().time(point.x())) : nullptr;
}

std::vector<Link> TimelineScene::visibleArrows() const
{
    std::vector<Link> arrows;
    const SpanId span = m_workspace.selection.span();
    if (!m_trace || span.value >= m_trace->spanCount())
        return arrows;
    for (const Link& link : m_waits.linksOf(drawnSpan(*m_trace, span))) {
        const bool isDrawn = m_rows.layout().rowOf(m_trace->row(link.from)) >= 0
            && m_rows.layout().rowOf(m_trace->row(link.to)) >= 0;
        if (isDrawn)
            arrows.push_back(link);
    }
    return arrows;
}

void TimelineScene::setHeaderWidth(int width)
{
    constexpr int narrowestHeader = 120;
    width = std::clamp(width, narrowestHeader, std::max(narrowestHeader, m_canvas.width() / 2));
    if (width == m_headerWidth)
        return;
    m_headerWidth = width;
    emit headerWidthChanged(width);
}

void TimelineScene::focusGroup(int rank, int stage)
{
    m_focusedRank = rank;
    m_focusedStage = stage;
}

} // namespace bubblescope
