// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "timelinerows.h"

#include "earlypart.h"
#include "levelofdetail.h"
#include "otherlanes.h"
#include "waittable.h"
#include "workspace.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <set>
#include <utility>

namespace bubblescope {

namespace {
constexpr size_t mostEvenTracks = 2000; // of more, nobody sees that ranks stand at equal distances
} // namespace

TimelineRows::TimelineRows(Workspace& workspace, QObject* parent)
    : QObject(parent)
    , m_workspace(workspace)
    , m_filters(m_options)
    , m_similar(m_options)
    , m_collapsed(m_options)
    , m_threads(m_options)
    , m_pins(m_options)
    , m_order(m_options)
{
    connect(&workspace.document, &Document::replaced, this, [this](const RunChange& change) {
        m_isReadAgain = change.kind == RunChange::Kind::ReadAgain && change.isSame;
    });
    connect(&workspace.document, &Document::runChanged, this, &TimelineRows::takeRun);
    connect(&workspace.window, &TimeWindow::revealRequested, this, &TimelineRows::scrollToSpan);
    connect(
        &workspace.selection, &Selection::rankChanged, this, [this] { scrollToRank(m_workspace.selection.rank()); });
    connect(&workspace.selection, &Selection::stageChanged, this, [this] {
        if (m_workspace.selection.rank() < 0)
            scrollToStage(m_workspace.selection.stage());
    });
    connect(&workspace.diagnosis, &Diagnosis::evidenceShown, this, &TimelineRows::pinEvidence);
    connect(&workspace.figures, &Figures::changed, this, &TimelineRows::takeFigures);
    takeRun();
}

TimelineRows::~TimelineRows() = default;

void TimelineRows::takeRun()
{
    const TracePtr old = std::exchange(m_trace, m_workspace.document.trace());
    const bool staysAsItIs = std::exchange(m_isReadAgain, false) && old && m_trace
        && CollapsedRows::nameOf(m_workspace.document) == m_collapsed.shownRun();
    // Ranks above that are read meanwhile, or given up, change their height.
    const auto& blocks = m_layout.blocks();
    const auto top = std::partition_point(
        blocks.begin(), blocks.end(), [this](const RankBlock& block) { return block.top < m_sight.scroll(); });
    const bool isAnchored = staysAsItIs && m_sight.scroll() > 0 && top != blocks.end();
    const int anchor = isAnchored ? top->rank : -1;
    const double below = isAnchored ? top->top - m_sight.scroll() : 0;
    if (m_trace != old) {
        m_pins.dropEvidence();
        if (!old || !m_trace || !haveSameLines(*m_trace, *old))
            m_fits.forget();
        if (old)
            m_pins.follow(*old,
                m_collapsed.shownRun().first == CollapsedRows::nameOf(m_workspace.document).first ? m_trace.get()
                                                                                                  : nullptr);
        m_options.busyByRank.clear();
        m_collapsed.unfit();
        const LevelOfDetail* detail = m_workspace.document.levelOfDetail();
        m_rare = m_trace && detail ? rareLanes(*m_trace, *detail) : std::vector<bool>();
        m_others = m_trace ? otherLanes(*m_trace, m_rare) : std::vector<bool>();
        if (!m_options.others.empty()) // those were numbers of the trace before
            m_options.others = m_others;
        m_options.thin.clear();
        m_options.isPacked = false;
        m_order.take(CollapsedRows::nameOf(m_workspace.document));
        if (!staysAsItIs) {
            forgetOthers();
            m_filters.clear();
            m_similar.start(m_trace.get());
            m_threads.start(m_trace.get());
        }
        m_similar.group(clusters());
        m_collapsed.take(CollapsedRows::nameOf(m_workspace.document), m_trace.get());
    }
    takeUnread();
    makeLayout();
    if (const RankBlock* now = isAnchored ? blockOf(anchor) : nullptr)
        m_sight.setScroll(now->top - below);
    emit runTaken();
    emit layoutChanged();
    emit scrollRangeChanged();
}

void TimelineRows::forgetOthers()
{
    m_options.others.clear();
    m_options.openedOthers.clear();
    m_keepsOthers = false;
    m_hidesOthers = true;
}

/// Of a large index, only some ranks are in memory.
void TimelineRows::takeUnread()
{
    m_options.unread.clear();
    m_options.damaged.clear();
    const int run = m_workspace.document.runIndex();
    const OpenedFolderPtr& opened = m_workspace.document.opened();
    if (!m_trace || run < 0 || m_workspace.document.showsSimulation() || size_t(run) >= opened->summaries.size()
        || !opened->summaries[size_t(run)] || !opened->summaries[size_t(run)]->isOverview)
        return;
    const std::vector<int32_t> unread = unreadRanks(*m_trace, *opened->summaries[size_t(run)]);
    m_options.unread.insert(unread.begin(), unread.end());
    if (size_t(run) >= opened->damagedRanks.size())
        return;
    for (const int32_t rank : opened->damagedRanks[size_t(run)]) {
        if (m_options.unread.count(rank) > 0)
            m_options.damaged.insert(rank);
    }
}

void TimelineRows::relayout()
{
    makeLayout();
    emit layoutChanged();
    emit scrollRangeChanged();
}

void TimelineRows::makeLayout()
{
    const bool follows = m_trace && m_leader && m_leader->m_trace;
    if (follows) {
        takeFromLeader();
        fitLikeLeader();
    } else if (m_trace) {
        if (m_options.sort == TimelineLayout::Sort::ByBusy && m_options.busyByRank.empty())
            sumUpBusy();
        m_options.leastHeights.clear();
        if (m_hasAutomaticHeight)
            fitRowHeight();
        if (m_trace->tracks().size() <= mostEvenTracks)
            m_options.leastHeights = evenHeights(TimelineLayout(*m_trace, m_options));
    }
    m_layout = m_trace ? TimelineLayout(*m_trace, m_options) : TimelineLayout();
    m_sight.setLeastVisible(partner() ? partner()->m_sight.visibleHeight() : std::numeric_limits<double>::infinity());
    m_sight.keepInside();
}

void TimelineRows::sumUpBusy()
{
    m_options.busyByRank.resize(m_trace->ranks().size(), 0);
    const std::shared_ptr<const RunSummary> whole = m_workspace.figures.ofRun();
    for (size_t i = 0; whole && i < std::min(whole->ranks.size(), m_options.busyByRank.size()); ++i)
        m_options.busyByRank[i] = double(whole->ranks[i].split.compute());
}

double TimelineRows::heightOf(const TimelineLayout::Options& options) const
{
    const TimelineLayout layout(*m_trace, options);
    return evenContentHeight(layout) + layout.pinnedHeight();
}

int TimelineRows::selectedRank() const
{
    const SpanId span = m_workspace.selection.span();
    return span.value < m_trace->spanCount() ? m_trace->track(m_trace->track(span)).rank : m_workspace.selection.rank();
}

void TimelineRows::fitRowHeight()
{
    m_collapsed.unfit();
    m_similar.unfit();
    m_options.rowHeight = TimelineLayout::usualRowHeight;
    m_options.thin.clear();
    m_options.isPacked = false;
    m_options.others = m_keepsOthers ? m_others : std::vector<bool>();
    const std::vector<bool> others = m_hidesOthers ? m_others : std::vector<bool>();
    const double height = lowestViewHeight() - 2 * RowSight::airBelow;
    const Collapse collapse = m_collapsed.mayCollapseToFit();
    const auto ask = [&] { return m_fits.of(*m_trace, {m_options, height, m_rare, collapse, others}); };
    TimelineLayout::Options fitted = ask();
    double room = height;
    // Air below is for those who scroll.
    const double line = m_options.pinned.empty() ? 0 : RowSight::belowPinned;
    for (const double tight : {height + RowSight::airBelow, height + 2 * RowSight::airBelow - line}) {
        if (height <= 0 || heightOf(fitted) <= room)
            break;
        TimelineLayout::Options close = m_fits.of(*m_trace, {m_options, tight, m_rare, collapse, others});
        if (heightOf(close) <= tight) {
            fitted = std::move(close);
            room = tight;
        }
    }
    if (height > 0 && collapse == Collapse::IfMostFit && m_similar.mayFit()) {
        const double alone = heightOf(fitted);
        if (alone > room)
            m_similar.fit(clusters(), selectedRank());
        if (m_similar.areGrouped()) {
            TimelineLayout::Options grouped = ask();
            if (heightOf(grouped) < alone)
                fitted = std::move(grouped);
            else
                m_similar.unfit();
        }
    }
    m_collapsed.fit(fitted.collapsedRanks);
    m_options = std::move(fitted);
}

/// Which ranks are similar becomes known some time after a large run is shown.
void TimelineRows::takeFigures()
{
    const bool wantsGroups = m_trace && m_hasAutomaticHeight && m_sight.maximum() > 0 && m_similar.mayFit()
        && m_collapsed.mayCollapseToFit() == Collapse::IfMostFit;
    if (wantsGroups)
        relayout();
}

TimelineLayout::Options TimelineRows::chosenOptions() const
{
    TimelineLayout::Options options = m_options;
    options.collapsedRanks = m_collapsed.chosenRanks();
    options.isPacked = false;
    options.leastHeights.clear();
    if (!m_keepsOthers)
        options.others.clear();
    if (m_similar.areGrouped() && !m_similar.areGroupedAnyway())
        options.alike.clear();
    return options;
}

void TimelineRows::setCollapsesToFit(bool collapses)
{
    if (m_collapsed.setMayCollapseToFit(collapses) && m_trace)
        relayout();
}

void TimelineRows::setViewHeight(double height)
{
    m_sight.setViewHeight(height);
    if (m_leader)
        m_leader->relayout(); // for both
    else if (m_follower || (m_trace && m_hasAutomaticHeight))
        relayout();
    m_sight.setScroll(m_sight.scroll());
    emit scrollRangeChanged();
}

void TimelineRows::setScroll(double scroll)
{
    if (m_sight.setScroll(scroll))
        emit scrollRangeChanged();
}

void TimelineRows::scrollToSpan(SpanId span)
{
    if (!m_trace || span.value >= m_trace->spanCount())
        return;
    const RowId row = m_trace->row(drawnSpan(*m_trace, span));
    if (m_layout.rowOf(row) < 0)
        showHidden(span);
    openLaneOf(span);
    if (m_threads.hides(*m_trace, span))
        setThreadsFolded({m_trace->track(m_trace->track(span)).rank}, false);
    const int index = m_layout.rowOf(row);
    if (index < 0)
        return;
    setScroll(m_sight.scrollFor(m_layout.rows()[size_t(index)]));
}

/// Of a lane of its host, the line of a rank that is collapsed to fit shows nothing; nor does that of other lanes.
void TimelineRows::openLaneOf(SpanId span)
{
    const RowId row = m_trace->row(drawnSpan(*m_trace, span));
    const TrackId track = m_trace->row(row).track;
    const int rank = m_trace->track(track).rank;
    const auto line = [&]() -> const TimelineRow* {
        const int index = m_layout.rowOf(row);
        return index >= 0 ? &m_layout.rows()[size_t(index)] : nullptr;
    };
    const TimelineRow* shown = line();
    const bool isHosts = m_trace->track(track).lane == Lane::Thread;
    if (shown && shown->kind == TimelineRow::Kind::CollapsedRank && isHosts && shown->track != track
        && m_collapsed.chosenRanks().count(rank) == 0)
        setRankCollapsed(rank, false);
    shown = line();
    if (shown && shown->kind == TimelineRow::Kind::Others)
        setOthersOpen(rank, true);
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
        setScroll(m_sight.scrollFor(block->top, block->bottom));
}

void TimelineRows::scrollToStage(int stage)
{
    for (const StageGroup& group : m_layout.stages()) {
        if (group.stage == stage)
            setScroll(m_sight.scrollFor(group.top, group.bottom));
    }
}

void TimelineRows::setAutomaticRowHeight()
{
    if (m_leader)
        return m_leader->setAutomaticRowHeight();
    m_hasAutomaticHeight = true;
    relayout();
}

void TimelineRows::fitAllRanks()
{
    if (m_leader)
        return m_leader->fitAllRanks();
    m_hasAutomaticHeight = true;
    m_filters.clear();
    m_collapsed.fitAgain();
    m_similar.fitAgain();
    forgetOthers();
    relayout();
    setScroll(0);
}

void TimelineRows::setRowHeight(double height)
{
    if (m_leader)
        return m_leader->setRowHeight(height);
    height = std::clamp(height, TimelineLayout::minimumRowHeight, TimelineLayout::maximumRowHeight);
    if (height == m_options.rowHeight)
        return;
    m_hasAutomaticHeight = false;
    m_options.thin.clear();
    m_options.isPacked = false;
    if (!m_keepsOthers)
        m_options.others.clear();
    // Keep the middle of the view in place.
    const double middle = m_sight.viewHeight() / 2;
    const double share = m_layout.contentHeight() > 0 ? (m_sight.scroll() + middle) / m_layout.contentHeight() : 0;
    m_options.rowHeight = height;
    relayout();
    setScroll(m_sight.scroll() > 0 ? share * m_layout.contentHeight() - middle : 0);
}

void TimelineRows::setRankCollapsed(int rank, bool collapsed)
{
    if (leads(rank))
        return m_leader->setRankCollapsed(rank, collapsed);
    if (m_collapsed.setRank(rank, collapsed))
        relayout();
}

void TimelineRows::setStageCollapsed(int stage, bool collapsed)
{
    if (leadsStage(stage))
        return m_leader->setStageCollapsed(stage, collapsed);
    if (m_collapsed.setStage(stage, collapsed))
        relayout();
}

void TimelineRows::setCollapsed(std::set<int> ranks, std::set<int> stages)
{
    m_collapsed.set(std::move(ranks), std::move(stages));
    relayout();
}

void TimelineRows::setAllRanksCollapsed(bool collapsed)
{
    if (m_leader)
        return m_leader->setAllRanksCollapsed(collapsed);
    std::set<int> ranks;
    for (const RankBlock& block : m_layout.blocks()) {
        if (collapsed)
            ranks.insert(block.rank);
    }
    for (const auto& [representative, others] : m_options.alike) {
        if (collapsed)
            ranks.insert(others.begin(), others.end());
    }
    setCollapsed(std::move(ranks), m_options.collapsedStages);
}

void TimelineRows::setAllStagesCollapsed(bool collapsed)
{
    if (m_leader)
        return m_leader->setAllStagesCollapsed(collapsed);
    m_options.collapsedStages.clear();
    for (const StageGroup& stage : m_layout.stages()) {
        if (collapsed)
            m_options.collapsedStages.insert(stage.stage);
    }
    relayout();
}

void TimelineRows::setLaneFilter(const QString& lane)
{
    if (m_filters.setLane(lane.toStdString()))
        relayout();
}

void TimelineRows::setStageFilter(int stage)
{
    if (m_leader)
        return m_leader->setStageFilter(stage);
    if (m_filters.setStage(stage))
        relayout();
}

void TimelineRows::setRankFilter(int rank)
{
    if (leads(rank))
        return m_leader->setRankFilter(rank);
    m_filters.setRank(rank);
    relayout();
}

void TimelineRows::setShowsOnlyDiffering(bool only)
{
    m_filters.setOnlyDiffering(only, clusters());
    relayout();
}

void TimelineRows::showEverything()
{
    if (m_leader)
        m_leader->showEverything();
    m_filters.clear();
    relayout();
}

void TimelineRows::setGroupsAlike(bool groups)
{
    if (m_leader)
        return m_leader->setGroupsAlike(groups);
    m_similar.setGrouped(groups);
    m_similar.group(clusters());
    relayout();
}

void TimelineRows::setLeader(TimelineRows* leader)
{
    if (leader == m_leader)
        return;
    if (m_leader) {
        disconnect(m_leader, nullptr, this, nullptr);
        m_leader->m_follower = nullptr;
        m_leader->relayout(); // it has its view for itself again
    }
    m_leader = leader;
    if (leader) {
        leader->m_follower = this;
        connect(leader, &TimelineRows::layoutChanged, this, &TimelineRows::followLeader);
        leader->relayout(); // which this one follows
    } else {
        m_options.leastHeights.clear();
        m_filters.clear();
        relayout();
    }
}

void TimelineRows::followLeader()
{
    if (!m_trace || !m_leader || !m_leader->m_trace)
        return;
    const TimelineLayout::Options before = m_options;
    const double scrolled = m_sight.maximum();
    takeFromLeader();
    fitLikeLeader();
    m_sight.setLeastVisible(m_leader->m_sight.visibleHeight());
    if (m_options != before || m_sight.maximum() != scrolled)
        relayout();
}

/// All but the heights.
void TimelineRows::takeFromLeader()
{
    const TimelineLayout::Options& leading = m_leader->m_options;
    m_similar.follow(m_leader->m_similar, *m_trace);
    m_collapsed.follow(m_leader->m_collapsed.chosenRanks(), leading.collapsedStages);
    const auto hasStage = [this](int stage) {
        return std::ranges::any_of(m_trace->ranks(), [stage](const RankInfo& rank) { return rank.stage == stage; });
    };
    const auto hasRank = [this](int rank) { return m_trace->findRank(rank) != nullptr; };
    m_options.onlyStages = std::ranges::all_of(leading.onlyStages, hasStage) ? leading.onlyStages : std::set<int>();
    m_options.onlyRanks = std::ranges::all_of(leading.onlyRanks, hasRank) ? leading.onlyRanks : std::set<int>();
    m_options.sort = leading.sort;
    m_options.order = leading.order;
    m_options.busyByRank.clear();
    for (size_t i = 0; !leading.busyByRank.empty() && i < m_trace->ranks().size(); ++i) {
        const RankInfo* info = m_leader->m_trace->findRank(m_trace->ranks()[i].rank);
        const auto index = info ? size_t(info - m_leader->m_trace->ranks().data()) : leading.busyByRank.size();
        m_options.busyByRank.push_back(index < leading.busyByRank.size() ? leading.busyByRank[index] : 0);
    }
}

void TimelineRows::fitLikeLeader()
{
    const TimelineLayout::Options& leading = m_leader->m_options;
    m_collapsed.unfit();
    m_options.rowHeight = leading.rowHeight;
    m_options.thin = leading.thin.empty() ? std::vector<bool>() : m_rare;
    m_options.isPacked = leading.isPacked;
    m_options.others = leading.others.empty() ? std::vector<bool>() : m_others;
    std::erase_if(m_options.openedOthers, [this](int rank) { return leads(rank); });
    m_options.openedOthers.insert(leading.openedOthers.begin(), leading.openedOthers.end());
    m_options.leastHeights.clear();
    std::set<int> collapsed = leading.collapsedRanks;
    bool areAllCollapsed = true;
    for (const RankBlock& block : m_leader->m_layout.blocks()) {
        areAllCollapsed = areAllCollapsed && block.isCollapsed;
        if (!block.isCollapsed && block.lanesBottom > block.top)
            m_options.leastHeights[block.rank] = block.lanesBottom - block.top;
    }
    const bool collapsesOthers = areAllCollapsed && m_collapsed.mayCollapseToFit() != Collapse::Never;
    for (const RankInfo& rank : m_trace->ranks()) {
        if (collapsesOthers && !leads(rank.rank))
            collapsed.insert(rank.rank);
    }
    m_collapsed.fit(std::move(collapsed));
}

double TimelineRows::lowestViewHeight() const
{
    const double beside = m_follower ? m_follower->m_sight.viewHeight() : 0;
    return beside > 0 ? std::min(beside, m_sight.viewHeight()) : m_sight.viewHeight();
}

bool TimelineRows::leadsStage(int stage) const
{
    if (!m_leader)
        return false;
    const auto& stages = m_leader->m_layout.stages();
    return std::any_of(stages.begin(), stages.end(), [stage](const StageGroup& group) { return group.stage == stage; });
}

void TimelineRows::setAlikeOpen(int representative, bool open)
{
    if (leads(representative))
        return m_leader->setAlikeOpen(representative, open);
    if (m_similar.setOpen(representative, open))
        relayout();
}

std::vector<RankCluster> TimelineRows::clusters() const
{
    const std::shared_ptr<const RunSummary> summary = m_trace ? m_workspace.figures.ofRun() : nullptr;
    return summary ? clusterRanks(*summary) : std::vector<RankCluster>();
}

void TimelineRows::setFoldsThreads(bool folds)
{
    m_threads.setAll(folds);
    m_hidesOthers = folds;
    m_keepsOthers = false;
    if (!folds && m_trace && m_trace->hasThreads()) { // in one line a rank none would be seen
        m_collapsed.unfit();
        m_collapsed.stayAsTheyAre();
    }
    relayout();
}

void TimelineRows::setThreadsFolded(const std::set<int>& ranks, bool folded)
{
    if (!m_threads.set(ranks, folded))
        return;
    keepFolding();
    relayout();
}

/// Whoever chooses among lanes does not expect others to come and go.
void TimelineRows::keepFolding()
{
    m_keepsOthers = !m_options.others.empty();
    m_collapsed.stayAsTheyAre();
}

void TimelineRows::setOthersOpen(int rank, bool open)
{
    if (leads(rank))
        return m_leader->setOthersOpen(rank, open);
    if (!openOtherLanes(m_options, rank, open))
        return;
    keepFolding();
    relayout();
}

void TimelineRows::unfold(const SearchResult& matches)
{
    if (m_trace)
        setThreadsFolded(m_threads.ranksHiding(*m_trace, matches), false);
}

void TimelineRows::openGroupOf(int rank)
{
    if (const int representative = m_similar.representativeOf(rank); representative >= 0)
        setAlikeOpen(representative, true);
}

void TimelineRows::showHidden(SpanId span)
{
    openGroupOf(m_trace->track(m_trace->track(span)).rank);
    if (m_layout.rowOf(m_trace->row(drawnSpan(*m_trace, span))) < 0)
        showEverything();
}

void TimelineRows::setSort(TimelineLayout::Sort sort)
{
    if (m_leader)
        return m_leader->setSort(sort);
    if (sort == m_options.sort)
        return resetOrder();
    m_options.sort = sort;
    resetOrder();
    relayout();
}

void TimelineRows::moveRank(int rank, std::optional<int> before)
{
    if (leads(rank))
        return m_leader->moveRank(rank, before);
    if (m_trace)
        placeOrder(m_order.withRank(*m_trace, rank, before));
}

void TimelineRows::moveStage(int stage, std::optional<int> before)
{
    if (leadsStage(stage))
        return m_leader->moveStage(stage, before);
    if (m_trace)
        placeOrder(m_order.withStage(*m_trace, stage, before));
}

void TimelineRows::placeOrder(std::vector<int> order)
{
    const std::vector<int> before = m_options.order;
    const bool follows = m_leader && m_leader->m_trace; // which has no place for ranks of its follower alone
    if (follows || order.empty() || !m_order.set(std::move(order)))
        return;
    relayout();
    emit orderMoved(before, m_options.order);
}

bool TimelineRows::moveRankBy(int rank, int places)
{
    const auto& blocks = m_layout.blocks();
    const auto block = std::ranges::find(blocks, rank, &RankBlock::rank);
    if (block == blocks.end() || places == 0)
        return false;
    const auto isOfStage = [&](std::ptrdiff_t index) {
        return index >= 0 && index < std::ssize(blocks) && blocks[size_t(index)].stage == block->stage;
    };
    const std::ptrdiff_t own = block - blocks.begin();
    const std::ptrdiff_t next = own + (places < 0 ? -1 : 1);
    if (!isOfStage(next))
        return false;
    const std::ptrdiff_t before = places < 0 ? next : next + 1;
    moveRank(rank, isOfStage(before) ? std::optional(blocks[size_t(before)].rank) : std::nullopt);
    scrollToRank(rank);
    return true;
}

bool TimelineRows::moveStageBy(int stage, int places)
{
    const auto& stages = m_layout.stages();
    const auto group = std::ranges::find(stages, stage, &StageGroup::stage);
    const std::ptrdiff_t next = group - stages.begin() + (places < 0 ? -1 : 1);
    if (group == stages.end() || places == 0 || next < 0 || next >= std::ssize(stages))
        return false;
    const std::ptrdiff_t before = places < 0 ? next : next + 1;
    moveStage(stage, before < std::ssize(stages) ? std::optional(stages[size_t(before)].stage) : std::nullopt);
    scrollToStage(stage);
    return true;
}

void TimelineRows::setOrder(std::vector<int> order)
{
    if (m_leader)
        return m_leader->setOrder(std::move(order));
    if (m_order.set(std::move(order)))
        relayout();
}

void TimelineRows::resetOrder()
{
    if (m_leader)
        return m_leader->resetOrder();
    const std::vector<int> before = m_options.order;
    if (!m_order.set({}))
        return;
    relayout();
    emit orderMoved(before, {});
}

void TimelineRows::setPinned(TrackId track, bool pinned)
{
    if (m_pins.set(track, pinned))
        relayout();
}

bool TimelineRows::canShow(const std::vector<SpanId>& spans) const
{
    std::vector<int> rows;
    for (const SpanId span : spans)
        rows.push_back(m_layout.rowOf(m_trace->row(drawnSpan(*m_trace, span))));
    return m_sight.canShow(rows);
}

void TimelineRows::pinEvidence()
{
    const FindingsPtr& findings = m_workspace.diagnosis.findings();
    const int index = m_workspace.diagnosis.findingIndex();
    if (!m_trace || !findings || index < 0 || size_t(index) >= findings->list.size())
        return;
    m_pins.dropEvidence();
    const std::vector<SpanId> spans
        = PinnedLanes::spansOfTwoRanks(*m_trace, findings->list[size_t(index)].evidence.spans);
    if (spans.size() == 2 && m_sight.viewHeight() > 0 && !canShow(spans))
        m_pins.pinEvidence(*m_trace, spans);
    relayout();
    if (!spans.empty())
        scrollToSpan(spans.front());
}

} // namespace bubblescope
