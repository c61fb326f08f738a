// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "spanplottable.h"
#include "timelineplot.h"
#include "workspace.h"

#include <algorithm>
#include <cmath>
#include <utility>

// Which rows the timeline has and how tall they are: folding, filters, groups of ranks alike, sorting, pins.

namespace bubblescope {

void TimelinePlot::fitRowHeight()
{
    // Heights are rounded row by row, so the largest that fits is tried, not computed.
    constexpr double tallest = 38;
    const double available = geometryOfParts().spans.height() - 2 * airBelow;
    m_options.rowHeight = TimelineLayout::Options().rowHeight;
    if (m_trace->tracks().size() > 400)
        return;
    TimelineLayout::Options taller = m_options;
    for (taller.rowHeight += 2; taller.rowHeight <= tallest; taller.rowHeight += 2) {
        const TimelineLayout layout(*m_trace, taller);
        if (layout.contentHeight() + layout.pinnedHeight() > available)
            return;
        m_options.rowHeight = taller.rowHeight;
    }
}

void TimelinePlot::setAutomaticRowHeight()
{
    m_hasAutomaticHeight = true;
    relayout();
}

void TimelinePlot::setRowHeight(double height)
{
    height = std::clamp(height, TimelineLayout::minimumRowHeight, TimelineLayout::maximumRowHeight);
    if (height == m_options.rowHeight)
        return;
    m_hasAutomaticHeight = false;
    // What stands in the middle stays there.
    const double middle = geometryOfParts().spans.height() / 2.0;
    const double share = m_layout.contentHeight() > 0 ? (m_scroll + middle) / m_layout.contentHeight() : 0;
    m_options.rowHeight = height;
    relayout();
    setScroll(m_scroll > 0 ? share * m_layout.contentHeight() - middle : 0);
}

void TimelinePlot::setRankCollapsed(int rank, bool collapsed)
{
    const bool changes
        = collapsed ? m_options.collapsedRanks.insert(rank).second : m_options.collapsedRanks.erase(rank);
    if (changes)
        relayout();
}

void TimelinePlot::setStageCollapsed(int stage, bool collapsed)
{
    const bool changes
        = collapsed ? m_options.collapsedStages.insert(stage).second : m_options.collapsedStages.erase(stage);
    if (changes)
        relayout();
}

void TimelinePlot::setCollapsed(std::set<int> ranks, std::set<int> stages)
{
    m_options.collapsedRanks = std::move(ranks);
    m_options.collapsedStages = std::move(stages);
    relayout();
}

void TimelinePlot::setAllRanksCollapsed(bool collapsed)
{
    m_options.collapsedRanks.clear();
    for (const RankBlock& block : m_layout.blocks()) {
        if (collapsed)
            m_options.collapsedRanks.insert(block.rank);
    }
    relayout();
}

void TimelinePlot::setAllStagesCollapsed(bool collapsed)
{
    m_options.collapsedStages.clear();
    for (const StageGroup& stage : m_layout.stages()) {
        if (collapsed)
            m_options.collapsedStages.insert(stage.stage);
    }
    relayout();
}

void TimelinePlot::setLaneFilter(const QString& lane)
{
    if (lane.toStdString() == m_options.lane)
        return;
    m_options.lane = lane.toStdString();
    relayout();
}

void TimelinePlot::setStageFilter(int stage)
{
    const std::set<int> stages = stage >= 0 ? std::set<int> {stage} : std::set<int>();
    if (stages == m_options.onlyStages)
        return;
    m_options.onlyStages = stages;
    relayout();
}

void TimelinePlot::setShowsOnlyDiffering(bool only)
{
    m_showsOnlyDiffering = only;
    m_options.onlyRanks.clear();
    if (only) {
        for (const RankCluster& cluster : clusters()) {
            if (!cluster.isUsual)
                m_options.onlyRanks.insert(cluster.ranks.begin(), cluster.ranks.end());
        }
    }
    relayout();
}

void TimelinePlot::setGroupsAlike(bool groups)
{
    m_groupsAlike = groups;
    groupAlike();
    relayout();
}

void TimelinePlot::setFoldsThreads(bool folds)
{
    m_options.foldsThreads = folds;
    m_options.otherwiseFolded.clear();
    relayout();
}

void TimelinePlot::setThreadsFolded(const std::set<int>& ranks, bool folded)
{
    std::set<int> otherwise = m_options.otherwiseFolded;
    for (const int rank : ranks) {
        if (folded == m_options.foldsThreads)
            otherwise.erase(rank);
        else
            otherwise.insert(rank);
    }
    if (otherwise == m_options.otherwiseFolded)
        return;
    m_options.otherwiseFolded = std::move(otherwise);
    relayout();
}

bool TimelinePlot::isFoldedAway(SpanId span) const
{
    if (span.value >= m_trace->spanCount())
        return false;
    const Row& row = m_trace->row(m_trace->row(span));
    const Track& track = m_trace->track(row.track);
    return row.depth > 0 && track.lane == Lane::Thread && foldsThreadsOf(track.rank);
}

/// Ranks with matches on rows that are folded away.
std::set<int> TimelinePlot::ranksHidingMatches() const
{
    std::set<int> hiding;
    if (!m_matches || m_matches->byNumber.empty() || !m_trace->hasThreads())
        return hiding;
    for (const Row& row : m_trace->rows()) {
        if (row.spanCount == 0 || !isFoldedAway(SpanId(row.firstSpan)))
            continue;
        const auto first
            = std::lower_bound(m_matches->byNumber.begin(), m_matches->byNumber.end(), row.firstSpan);
        if (first != m_matches->byNumber.end() && *first - row.firstSpan < row.spanCount)
            hiding.insert(m_trace->track(row.track).rank);
    }
    return hiding;
}

void TimelinePlot::setAlikeOpen(int representative, bool open)
{
    const bool changes
        = open ? m_options.openedAlike.insert(representative).second : m_options.openedAlike.erase(representative) > 0;
    if (changes)
        relayout();
}

bool TimelinePlot::isFiltered() const
{
    return !m_options.lane.empty() || !m_options.onlyStages.empty() || m_showsOnlyDiffering;
}

void TimelinePlot::showEverything()
{
    forgetFilters();
    relayout();
}

void TimelinePlot::forgetFilters()
{
    m_options.lane.clear();
    m_options.onlyStages.clear();
    m_options.onlyRanks.clear();
    m_showsOnlyDiffering = false;
}

/// Of ranks that are like others one is left, as long as that is wanted.
void TimelinePlot::groupAlike()
{
    m_options.alike.clear();
    if (!m_groupsAlike)
        return;
    for (const RankCluster& cluster : clusters()) {
        if (cluster.ranks.size() < 2)
            continue;
        std::set<int>& others = m_options.alike[cluster.representative];
        others.insert(cluster.ranks.begin(), cluster.ranks.end());
        others.erase(cluster.representative);
    }
}

std::vector<RankCluster> TimelinePlot::clusters() const
{
    const std::shared_ptr<const RunSummary> summary = m_trace ? m_workspace->figures.ofRun() : nullptr;
    return summary ? clusterRanks(*summary) : std::vector<RankCluster>();
}

/// Opens what keeps a span from being shown.
void TimelinePlot::showHidden(SpanId span)
{
    const int rank = m_trace->track(m_trace->track(span)).rank;
    for (const auto& [representative, others] : m_options.alike) {
        if (others.count(rank) > 0)
            setAlikeOpen(representative, true);
    }
    if (m_layout.rowOf(m_trace->row(drawnSpan(*m_trace, span))) < 0)
        showEverything();
}

void TimelinePlot::setSort(TimelineLayout::Sort sort)
{
    if (sort == m_options.sort)
        return;
    m_options.sort = sort;
    relayout();
}

bool TimelinePlot::isPinned(TrackId track) const
{
    return std::find(m_options.pinned.begin(), m_options.pinned.end(), track) != m_options.pinned.end();
}

void TimelinePlot::setPinned(TrackId track, bool pinned)
{
    if (pinned == isPinned(track) || !track.isValid())
        return;
    if (pinned)
        m_options.pinned.push_back(track);
    else
        m_options.pinned.erase(std::find(m_options.pinned.begin(), m_options.pinned.end(), track));
    relayout();
}

} // namespace bubblescope
