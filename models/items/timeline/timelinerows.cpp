// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "timelinerows.h"

#include "earlypart.h"
#include "levelofdetail.h"
#include "rankclusters.h"
#include "rowfit.h"
#include "searchresult.h"
#include "waittable.h"
#include "workspace.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace bubblescope {

namespace {
constexpr size_t ranksShownOpen = 48; // with more ranks, all start collapsed to one line each
constexpr size_t fewestGrouped = 64;  // from this many ranks on, similar ones start grouped
constexpr double tallestRank = 400;   // threads of taller ranks start folded
constexpr double airBelow = 12;       // below the last row
} // namespace

TimelineRows::TimelineRows(Workspace& workspace, QObject* parent) : QObject(parent), m_workspace(workspace)
{
    connect(&workspace.document, &Document::replaced, this, [this](const RunChange& change) {
        m_isReadAgain = change.kind == RunChange::Kind::ReadAgain && change.isSame;
    });
    connect(&workspace.document, &Document::runChanged, this, &TimelineRows::takeRun);
    connect(&workspace.window, &TimeWindow::revealRequested, this, &TimelineRows::scrollToSpan);
    connect(&workspace.selection, &Selection::rankChanged, this,
        [this] { scrollToRank(m_workspace.selection.rank()); });
    connect(&workspace.selection, &Selection::stageChanged, this, [this] {
        if (m_workspace.selection.rank() < 0)
            scrollToStage(m_workspace.selection.stage());
    });
    connect(&workspace.diagnosis, &Diagnosis::evidenceShown, this, &TimelineRows::pinEvidence);
    takeRun();
}

TimelineRows::~TimelineRows() = default;

void TimelineRows::takeRun()
{
    const TracePtr old = std::exchange(m_trace, m_workspace.document.trace());
    const bool staysAsItIs = std::exchange(m_isReadAgain, false) && old && m_trace && runName() == m_shownRun;
    // Ranks above that are read meanwhile, or given up, change their height.
    const auto& blocks = m_layout.blocks();
    const auto top = std::partition_point(
        blocks.begin(), blocks.end(), [this](const RankBlock& block) { return block.top < m_scroll; });
    const bool isAnchored = staysAsItIs && m_scroll > 0 && top != blocks.end();
    const int anchor = isAnchored ? top->rank : -1;
    const double below = isAnchored ? top->top - m_scroll : 0;
    if (m_trace != old) {
        dropEvidence();
        if (old)
            keepPins(*old);
        m_options.busyByRank.clear();
        if (m_chosenCollapsed)
            m_options.collapsedRanks = *std::exchange(m_chosenCollapsed, std::nullopt);
        const LevelOfDetail* detail = m_workspace.document.levelOfDetail();
        m_rare = m_trace && detail ? rareLanes(*m_trace, *detail) : std::vector<bool>();
        m_options.thin.clear();
        if (!staysAsItIs) {
            forgetFilters();
            m_groupsAlike = m_trace && m_trace->ranks().size() >= fewestGrouped;
        }
        groupAlike();
        if (!staysAsItIs) {
            m_options.foldsThreads = hasTallRank();
            m_options.otherwiseFolded.clear();
        }
        takeCollapsed();
    }
    takeUnread();
    makeLayout();
    if (const RankBlock* now = isAnchored ? blockOf(anchor) : nullptr)
        m_scroll = std::clamp(std::round(now->top - below), 0.0, maximumScroll());
    emit runTaken();
    emit layoutChanged();
    emit scrollRangeChanged();
}

/// Of a large index, only some ranks are in memory.
void TimelineRows::takeUnread()
{
    m_options.unread.clear();
    const int run = m_workspace.document.runIndex();
    const OpenedFolderPtr& opened = m_workspace.document.opened();
    if (!m_trace || run < 0 || m_workspace.document.showsSimulation() || size_t(run) >= opened->summaries.size()
        || !opened->summaries[size_t(run)] || opened->summaries[size_t(run)]->lost)
        return;
    const std::vector<int32_t> unread = unreadRanks(*m_trace, *opened->summaries[size_t(run)]);
    m_options.unread.insert(unread.begin(), unread.end());
}

std::vector<int> TimelineRows::ranksInSight(double around) const
{
    std::vector<int> ranks;
    const double visible = m_viewHeight - pinnedHeight();
    const auto [first, last] = m_layout.rowsBetween(m_scroll - around * visible, m_scroll + (1 + around) * visible);
    for (uint32_t i = first; i < last; ++i) {
        const TimelineRow& row = m_layout.rows()[i];
        if (row.hasSpans() && (ranks.empty() || ranks.back() != row.rank))
            ranks.push_back(row.rank);
    }
    return ranks;
}

/// Pinned lanes stay pinned where the same rank has a lane of that name: in a simulation, or in the run read again.
void TimelineRows::keepPins(const Trace& old)
{
    std::vector<TrackId> kept;
    const bool isSameFolder = m_shownRun.first == runName().first;
    for (const TrackId pinned : m_trace && isSameFolder ? m_options.pinned : std::vector<TrackId>()) {
        for (const Track& track : m_trace->tracksOf(old.track(pinned).rank)) {
            if (const TrackId id = m_trace->idOf(track); m_trace->trackName(id) == old.trackName(pinned))
                kept.push_back(id);
        }
    }
    m_options.pinned = std::move(kept);
}

TimelineRows::RunName TimelineRows::runName() const
{
    const RunFolder* folder = m_workspace.document.folder();
    const Run* opened = m_workspace.document.openedRun();
    // The same name with other ranks is another run, or a simulation with other stages.
    const size_t ranks = m_trace ? m_trace->ranks().size() : 0;
    std::string name = opened ? opened->name : std::string();
    name += '\n';
    name += std::to_string(ranks);
    return {folder ? folder->path : std::string(), name};
}

/// Every run of a folder has its own collapsed groups, which its simulations share.
void TimelineRows::takeCollapsed()
{
    const RunName now = runName();
    if (now == m_shownRun && m_hasTaken)
        return;
    if (now.first != m_shownRun.first)
        m_collapsed.clear();
    else if (m_hasTaken)
        m_collapsed[m_shownRun] = {m_options.collapsedRanks, m_options.collapsedStages};
    m_shownRun = now;
    m_hasTaken = m_trace != nullptr;
    if (!m_trace)
        return;
    const auto before = m_collapsed.find(now);
    m_options.collapsedRanks = before != m_collapsed.end() ? before->second.ranks : std::set<int>();
    m_options.collapsedStages = before != m_collapsed.end() ? before->second.stages : std::set<int>();
    if (before == m_collapsed.end())
        collapseMany();
}

void TimelineRows::collapseMany()
{
    if (m_trace->ranks().size() <= ranksShownOpen)
        return;
    std::set<int> behind; // ranks that others represent
    for (const auto& [representative, others] : m_options.alike)
        behind.insert(others.begin(), others.end());
    const bool areFew = m_trace->ranks().size() - behind.size() <= ranksShownOpen;
    for (const RankInfo& rank : m_trace->ranks()) {
        if (!areFew || behind.count(rank.rank) > 0)
            m_options.collapsedRanks.insert(rank.rank);
    }
}

bool TimelineRows::hasTallRank() const
{
    if (!m_trace)
        return false;
    const TimelineLayout layout(*m_trace, {});
    return std::any_of(layout.blocks().begin(), layout.blocks().end(),
        [](const RankBlock& rank) { return rank.bottom - rank.top > tallestRank; });
}

void TimelineRows::relayout()
{
    makeLayout();
    emit layoutChanged();
    emit scrollRangeChanged();
}

void TimelineRows::makeLayout()
{
    if (m_trace && m_options.sort == TimelineLayout::Sort::ByBusy && m_options.busyByRank.empty())
        sumUpBusy();
    if (m_trace && m_hasAutomaticHeight)
        fitRowHeight();
    m_layout = m_trace ? TimelineLayout(*m_trace, m_options) : TimelineLayout();
    m_scroll = std::clamp(m_scroll, 0.0, maximumScroll());
}

void TimelineRows::sumUpBusy()
{
    m_options.busyByRank.resize(m_trace->ranks().size(), 0);
    const std::shared_ptr<const RunSummary> whole = m_workspace.figures.ofRun();
    for (size_t i = 0; whole && i < std::min(whole->ranks.size(), m_options.busyByRank.size()); ++i)
        m_options.busyByRank[i] = double(whole->ranks[i].split.compute());
}

void TimelineRows::fitRowHeight()
{
    if (m_chosenCollapsed)
        m_options.collapsedRanks = *std::exchange(m_chosenCollapsed, std::nullopt);
    TimelineLayout::Options fitted
        = fittedRows(*m_trace, m_options, m_viewHeight - 2 * airBelow, m_rare, m_collapsesToFit);
    if (fitted.collapsedRanks != m_options.collapsedRanks)
        m_chosenCollapsed = m_options.collapsedRanks;
    m_options = std::move(fitted);
}

void TimelineRows::setCollapsesToFit(bool collapses)
{
    if (collapses == m_collapsesToFit)
        return;
    m_collapsesToFit = collapses;
    if (!collapses && m_chosenCollapsed)
        m_options.collapsedRanks = *std::exchange(m_chosenCollapsed, std::nullopt);
    if (m_trace)
        relayout();
}

/// What the user folds or unfolds stays as it is shown.
void TimelineRows::keepFolding()
{
    if (std::exchange(m_chosenCollapsed, std::nullopt))
        m_collapsesToFit = false;
}

void TimelineRows::setViewHeight(double height)
{
    m_viewHeight = height;
    if (m_trace && m_hasAutomaticHeight)
        relayout();
    setScroll(m_scroll);
    emit scrollRangeChanged();
}

double TimelineRows::pinnedHeight() const
{
    return m_layout.pinnedHeight() > 0 ? double(std::lround(m_layout.pinnedHeight()) + 4) : 0;
}

double TimelineRows::maximumScroll() const
{
    return std::max(0.0, m_layout.contentHeight() + airBelow - (m_viewHeight - pinnedHeight()));
}

void TimelineRows::setScroll(double scroll)
{
    scroll = std::round(std::clamp(scroll, 0.0, maximumScroll()));
    if (scroll == m_scroll)
        return;
    m_scroll = scroll;
    emit scrollRangeChanged();
}

void TimelineRows::scrollToSpan(SpanId span)
{
    if (!m_trace || span.value >= m_trace->spanCount())
        return;
    const RowId row = m_trace->row(drawnSpan(*m_trace, span));
    if (m_layout.rowOf(row) < 0)
        showHidden(span);
    if (isFoldedAway(span))
        setThreadsFolded({m_trace->track(m_trace->track(span)).rank}, false);
    const int index = m_layout.rowOf(row);
    if (index < 0)
        return;
    const TimelineRow& line = m_layout.rows()[size_t(index)];
    const double visible = m_viewHeight - pinnedHeight();
    const double sticky = m_layout.stages().empty() ? 0 : TimelineLayout::stageHeight;
    if (line.top < m_scroll + sticky || line.bottom() > m_scroll + visible)
        setScroll(line.top - (visible - line.height) / 2);
}

const RankBlock* TimelineRows::blockOf(int rank) const
{
    const auto& blocks = m_layout.blocks();
    const auto found
        = std::find_if(blocks.begin(), blocks.end(), [rank](const RankBlock& block) { return block.rank == rank; });
    return found == blocks.end() ? nullptr : &*found;
}

void TimelineRows::scrollToRank(int rank)
{
    const RankInfo* info = m_trace ? m_trace->findRank(rank) : nullptr;
    if (!info)
        return;
    if (!blockOf(rank))
        openGroupOf(rank);
    if (!blockOf(rank))
        setStageCollapsed(info->stage, false);
    if (!blockOf(rank))
        showEverything();
    if (const RankBlock* block = blockOf(rank))
        scrollIfOutOfSight(block->top, block->bottom);
}

void TimelineRows::scrollToStage(int stage)
{
    for (const StageGroup& group : m_layout.stages()) {
        if (group.stage == stage)
            scrollIfOutOfSight(group.top, group.bottom);
    }
}

void TimelineRows::scrollIfOutOfSight(double top, double bottom)
{
    const double visible = m_viewHeight - pinnedHeight();
    const double sticky = m_layout.stages().empty() ? 0 : TimelineLayout::stageHeight;
    if (bottom <= m_scroll + sticky || top >= m_scroll + visible)
        setScroll(top - std::max(sticky, (visible - (bottom - top)) / 2));
}

void TimelineRows::setAutomaticRowHeight()
{
    m_hasAutomaticHeight = true;
    relayout();
}

void TimelineRows::setRowHeight(double height)
{
    height = std::clamp(height, TimelineLayout::minimumRowHeight, TimelineLayout::maximumRowHeight);
    if (height == m_options.rowHeight)
        return;
    m_hasAutomaticHeight = false;
    m_options.thin.clear();
    // Keep the middle of the view in place.
    const double middle = m_viewHeight / 2;
    const double share = m_layout.contentHeight() > 0 ? (m_scroll + middle) / m_layout.contentHeight() : 0;
    m_options.rowHeight = height;
    relayout();
    setScroll(m_scroll > 0 ? share * m_layout.contentHeight() - middle : 0);
}

void TimelineRows::setRankCollapsed(int rank, bool collapsed)
{
    keepFolding();
    const bool changes
        = collapsed ? m_options.collapsedRanks.insert(rank).second : m_options.collapsedRanks.erase(rank);
    if (changes)
        relayout();
}

void TimelineRows::setStageCollapsed(int stage, bool collapsed)
{
    const bool changes
        = collapsed ? m_options.collapsedStages.insert(stage).second : m_options.collapsedStages.erase(stage);
    if (changes)
        relayout();
}

void TimelineRows::setCollapsed(std::set<int> ranks, std::set<int> stages)
{
    keepFolding();
    m_options.collapsedRanks = std::move(ranks);
    m_options.collapsedStages = std::move(stages);
    relayout();
}

void TimelineRows::setAllRanksCollapsed(bool collapsed)
{
    keepFolding();
    m_options.collapsedRanks.clear();
    for (const RankBlock& block : m_layout.blocks()) {
        if (collapsed)
            m_options.collapsedRanks.insert(block.rank);
    }
    relayout();
}

void TimelineRows::setAllStagesCollapsed(bool collapsed)
{
    m_options.collapsedStages.clear();
    for (const StageGroup& stage : m_layout.stages()) {
        if (collapsed)
            m_options.collapsedStages.insert(stage.stage);
    }
    relayout();
}

void TimelineRows::setLaneFilter(const QString& lane)
{
    if (lane.toStdString() == m_options.lane)
        return;
    m_options.lane = lane.toStdString();
    relayout();
}

void TimelineRows::setStageFilter(int stage)
{
    const std::set<int> stages = stage >= 0 ? std::set<int> {stage} : std::set<int>();
    if (stages == m_options.onlyStages)
        return;
    m_options.onlyStages = stages;
    relayout();
}

void TimelineRows::setRankFilter(int rank)
{
    m_showsOnlyDiffering = false;
    m_options.onlyRanks = {rank};
    relayout();
}

void TimelineRows::setShowsOnlyDiffering(bool only)
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

void TimelineRows::setGroupsAlike(bool groups)
{
    m_groupsAlike = groups;
    groupAlike();
    relayout();
}

void TimelineRows::followGroups(const TimelineRows& other)
{
    if (!m_trace)
        return;
    std::map<int, std::set<int>> alike;
    for (const auto& [representative, others] : other.m_options.alike) {
        if (!m_trace->findRank(representative))
            continue;
        for (const int rank : others) {
            if (m_trace->findRank(rank))
                alike[representative].insert(rank);
        }
    }
    if (alike == m_options.alike && m_options.outliers == other.m_options.outliers
        && m_options.openedAlike == other.m_options.openedAlike)
        return;
    m_groupsAlike = other.m_groupsAlike;
    m_options.alike = std::move(alike);
    m_options.outliers = other.m_options.outliers;
    m_options.openedAlike = other.m_options.openedAlike;
    relayout();
}

void TimelineRows::setFoldsThreads(bool folds)
{
    m_options.foldsThreads = folds;
    m_options.otherwiseFolded.clear();
    relayout();
}

void TimelineRows::setThreadsFolded(const std::set<int>& ranks, bool folded)
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

bool TimelineRows::isFoldedAway(SpanId span) const
{
    if (span.value >= m_trace->spanCount())
        return false;
    const Row& row = m_trace->row(m_trace->row(span));
    const Track& track = m_trace->track(row.track);
    return row.depth > 0 && track.lane == Lane::Thread && foldsThreadsOf(track.rank);
}

void TimelineRows::unfold(const SearchResult& matches)
{
    std::set<int> hiding;
    if (!m_trace || matches.byNumber.empty() || !m_trace->hasThreads())
        return;
    for (const Row& row : m_trace->rows()) {
        if (row.spanCount == 0 || !isFoldedAway(SpanId(row.firstSpan)))
            continue;
        const auto first = std::lower_bound(matches.byNumber.begin(), matches.byNumber.end(), row.firstSpan);
        if (first != matches.byNumber.end() && *first - row.firstSpan < row.spanCount)
            hiding.insert(m_trace->track(row.track).rank);
    }
    setThreadsFolded(hiding, false);
}

void TimelineRows::setAlikeOpen(int representative, bool open)
{
    const bool changes
        = open ? m_options.openedAlike.insert(representative).second : m_options.openedAlike.erase(representative) > 0;
    if (changes)
        relayout();
}

bool TimelineRows::isFiltered() const
{
    return !m_options.lane.empty() || !m_options.onlyStages.empty() || !m_options.onlyRanks.empty()
        || m_showsOnlyDiffering;
}

void TimelineRows::showEverything()
{
    forgetFilters();
    relayout();
}

void TimelineRows::forgetFilters()
{
    m_options.lane.clear();
    m_options.onlyStages.clear();
    m_options.onlyRanks.clear();
    m_showsOnlyDiffering = false;
}

/// Leaves one of several similar ranks, while grouping is on.
void TimelineRows::groupAlike()
{
    m_options.alike.clear();
    m_options.outliers.clear();
    if (!m_groupsAlike)
        return;
    for (const RankCluster& cluster : clusters()) {
        if (!cluster.isUsual)
            m_options.outliers.insert(cluster.ranks.begin(), cluster.ranks.end());
        if (cluster.ranks.size() < 2)
            continue;
        std::set<int>& others = m_options.alike[cluster.representative];
        others.insert(cluster.ranks.begin(), cluster.ranks.end());
        others.erase(cluster.representative);
    }
}

std::vector<RankCluster> TimelineRows::clusters() const
{
    const std::shared_ptr<const RunSummary> summary = m_trace ? m_workspace.figures.ofRun() : nullptr;
    return summary ? clusterRanks(*summary) : std::vector<RankCluster>();
}

/// Opens whatever hides a span.
void TimelineRows::openGroupOf(int rank)
{
    const auto group = std::find_if(m_options.alike.begin(), m_options.alike.end(),
        [rank](const auto& alike) { return alike.second.count(rank) > 0; });
    if (group != m_options.alike.end())
        setAlikeOpen(group->first, true); // which ends the iterator
}

void TimelineRows::showHidden(SpanId span)
{
    openGroupOf(m_trace->track(m_trace->track(span)).rank);
    if (m_layout.rowOf(m_trace->row(drawnSpan(*m_trace, span))) < 0)
        showEverything();
}

void TimelineRows::setSort(TimelineLayout::Sort sort)
{
    if (sort == m_options.sort)
        return;
    m_options.sort = sort;
    relayout();
}

bool TimelineRows::isPinned(TrackId track) const
{
    return std::find(m_options.pinned.begin(), m_options.pinned.end(), track) != m_options.pinned.end();
}

void TimelineRows::setPinned(TrackId track, bool pinned)
{
    if (pinned == isPinned(track) || !track.isValid())
        return;
    if (pinned)
        m_options.pinned.push_back(track);
    else
        m_options.pinned.erase(std::find(m_options.pinned.begin(), m_options.pinned.end(), track));
    relayout();
}

void TimelineRows::dropEvidence()
{
    for (const TrackId track : std::exchange(m_evidence, {}))
        std::erase(m_options.pinned, track);
}

bool TimelineRows::areInSight(const std::vector<SpanId>& spans) const
{
    double top = m_layout.contentHeight();
    double bottom = 0;
    for (const SpanId span : spans) {
        const int index = m_layout.rowOf(m_trace->row(drawnSpan(*m_trace, span)));
        if (index < 0)
            return false;
        top = std::min(top, m_layout.rows()[size_t(index)].top);
        bottom = std::max(bottom, m_layout.rows()[size_t(index)].bottom());
    }
    return bottom - top <= m_viewHeight - TimelineLayout::stageHeight;
}

void TimelineRows::pinEvidence()
{
    const FindingsPtr& findings = m_workspace.diagnosis.findings();
    const int index = m_workspace.diagnosis.findingIndex();
    if (!m_trace || !findings || index < 0 || size_t(index) >= findings->list.size())
        return;
    dropEvidence();
    std::vector<SpanId> spans; // the first one of two ranks
    for (const SpanId span : findings->list[size_t(index)].evidence.spans) {
        const auto rankOf = [this](SpanId of) { return m_trace->track(m_trace->track(of)).rank; };
        if (span.value < m_trace->spanCount() && spans.size() < 2
            && (spans.empty() || rankOf(spans.front()) != rankOf(span)))
            spans.push_back(span);
    }
    if (spans.size() == 2 && m_viewHeight > 0 && !areInSight(spans)) {
        for (const SpanId span : spans) {
            const TrackId track = m_trace->track(drawnSpan(*m_trace, span));
            if (isPinned(track))
                continue;
            m_evidence.push_back(track);
            m_options.pinned.push_back(track);
        }
    }
    relayout();
    if (!spans.empty())
        scrollToSpan(spans.front());
}

} // namespace bubblescope
