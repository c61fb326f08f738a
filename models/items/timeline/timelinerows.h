// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "collapsedrows.h"
#include "foldedthreads.h"
#include "pinnedlanes.h"
#include "rankorder.h"
#include "rowfilters.h"
#include "rowfit.h"
#include "rowsight.h"
#include "similarranks.h"
#include "timelinelayout.h"

#include <QObject>
#include <QPointer>
#include <QString>

#include <memory>
#include <optional>
#include <set>
#include <vector>

namespace bubblescope {

struct SearchResult;
class Workspace;

/// Which rows the timeline of a workspace has, their heights and which of them are visible: folding, filters, groups of
/// similar ranks, sorting, pinning, scrolling. Independent of painting.
class TimelineRows : public QObject {
    Q_OBJECT
public:
    /// The workspace must outlive this object.
    explicit TimelineRows(Workspace& workspace, QObject* parent = nullptr);
    ~TimelineRows() override;

    const TimelineLayout& layout() const { return m_layout; }
    const TimelineLayout::Options& options() const { return m_options; }

    /// Until it is first set, rows are as tall as the view lets all of them be.
    void setRowHeight(double height);
    void setAutomaticRowHeight();
    /// All ranks, as far as they can be seen together: nothing is filtered, collapsed or grouped but what has to be.
    void fitAllRanks();
    /// Where not even low rows fit, each rank is one line until the user folds or unfolds something.
    void setCollapsesToFit(bool collapses);
    /// Without those that are only collapsed to fit.
    const std::set<int>& chosenCollapsedRanks() const { return m_collapsed.chosenRanks(); }
    /// The options without what is only so to fit into the view.
    TimelineLayout::Options chosenOptions() const;
    bool hasAutomaticRowHeight() const { return m_hasAutomaticHeight; }
    void setRankCollapsed(int rank, bool collapsed);
    void setStageCollapsed(int stage, bool collapsed);
    void setCollapsed(std::set<int> ranks, std::set<int> stages);
    void setAllRanksCollapsed(bool collapsed);
    void setAllStagesCollapsed(bool collapsed);
    /// Shows only lanes with this name, on every rank; empty shows all.
    void setLaneFilter(const QString& lane);
    void setStageFilter(int stage); ///< -1 shows all
    void setRankFilter(int rank);
    /// Shows only ranks that spend their time differently from most of their stage; all if there are none.
    void setShowsOnlyDiffering(bool only);
    bool showsOnlyDiffering() const { return m_filters.showsOnlyDiffering(); }
    bool isFiltered() const { return m_filters.areSet(); }
    void showEverything(); ///< removes all filters
    /// Shows one rank for each group of similar ones; on by default with hundreds of ranks.
    void setGroupsAlike(bool groups);
    bool groupsAlike() const { return m_similar.areGrouped(); }
    bool choseToGroupAlike() const { return m_similar.areGroupedAnyway(); }
    void setAlikeOpen(int representative, bool open);
    /// One folding, row height, grouping, order and choice of ranks for two timelines: those of the leader, which also
    /// takes what is asked of this one, and fits its rows into the lower of both views. Ranks that it does not have can
    /// be folded here. Null ends that.
    void setLeader(TimelineRows* leader);
    /// Shows only the outermost calls of host threads; on by default if a rank is taller than a screen.
    void setFoldsThreads(bool folds);
    bool foldsThreads() const { return m_options.foldsThreads; }
    void setThreadsFolded(const std::set<int>& ranks, bool folded);
    bool foldsThreadsOf(int rank) const { return m_options.foldsThreadsOf(rank); }
    /// Unfolds the threads of ranks with matches on folded rows.
    void unfold(const SearchResult& matches);
    /// Shows all lanes of a rank, or leaves those that say least behind one line again.
    void setOthersOpen(int rank, bool open);
    /// Also ends the order that the user chose.
    void setSort(TimelineLayout::Sort sort);
    /// In front of another rank of its stage, or behind all of them.
    void moveRank(int rank, std::optional<int> before);
    void moveStage(int stage, std::optional<int> before);
    /// Past the next one above (-1) or below (1). False where there is none.
    bool moveRankBy(int rank, int places);
    bool moveStageBy(int stage, int places);
    /// As they were placed before; ranks that are not there are skipped. Empty: as they are sorted.
    void setOrder(std::vector<int> order);
    void resetOrder(); ///< by the user
    void setPinned(TrackId track, bool pinned);
    /// Pins the lanes of two ranks between which the current finding happens, unless both are in sight; those of the
    /// previous finding go.
    void pinEvidence();
    bool isPinned(TrackId track) const { return m_pins.contains(track); }

    /// Height of the visible part including pinned rows; 0 until there is a view.
    void setViewHeight(double height);
    double pinnedHeight() const { return m_sight.pinnedHeight(); } ///< including its separator; 0 if nothing is pinned
    double scrollOffset() const { return m_sight.scroll(); }
    double maximumScroll() const { return m_sight.maximum(); }
    void setScroll(double scroll);
    /// Also opens whatever hides the span.
    void scrollToSpan(SpanId span);
    /// The same for a rank of which nothing is in sight.
    void scrollToRank(int rank);
    void scrollToStage(int stage);
    /// Ranks with lines in sight, or at most `around` views above or below; from top to bottom.
    std::vector<int> ranksInSight(double around = 0) const { return m_sight.ranks(around); }

signals:
    void runTaken(); ///< the layout belongs to the newly shown run; layoutChanged() follows
    void layoutChanged();
    void scrollRangeChanged(); ///< scroll position, its maximum or the height of the view
    /// The user placed ranks or stages, or has them sorted again.
    void orderMoved(const std::vector<int>& before, const std::vector<int>& after);

private:
    void takeRun();
    void takeUnread();
    void forgetOthers();
    bool canShow(const std::vector<SpanId>& spans) const;
    void relayout();
    void makeLayout();
    void fitRowHeight();
    void takeFigures();
    void takeFromLeader();
    void followLeader();
    void fitLikeLeader();
    TimelineRows* partner() const { return m_leader ? m_leader : m_follower; }
    double lowestViewHeight() const;
    bool leads(int rank) const { return m_leader && m_leader->m_trace && m_leader->m_trace->findRank(rank); }
    bool leadsStage(int stage) const;
    void sumUpBusy();
    double heightOf(const TimelineLayout::Options& options) const;
    int selectedRank() const;
    std::vector<RankCluster> clusters() const;
    void openGroupOf(int rank);
    void showHidden(SpanId span);
    void openLaneOf(SpanId span);
    void keepFolding();
    void placeOrder(std::vector<int> order);
    const RankBlock* blockOf(int rank) const;

    Workspace& m_workspace;
    std::shared_ptr<const Trace> m_trace;
    TimelineLayout::Options m_options; ///< edited by those below
    RowFilters m_filters;
    SimilarRanks m_similar;
    CollapsedRows m_collapsed;
    FoldedThreads m_threads;
    PinnedLanes m_pins;
    RankOrder m_order;
    TimelineLayout m_layout;
    RowFits m_fits;
    std::vector<bool> m_rare;   ///< lanes that may be thin
    std::vector<bool> m_others; ///< lanes that may stand behind one line
    bool m_keepsOthers = false; ///< there, whether they would fit or not: the user chose among them
    bool m_hidesOthers = true;  ///< where they do not fit
    RowSight m_sight {m_layout};
    QPointer<TimelineRows> m_leader;
    QPointer<TimelineRows> m_follower; ///< whose leader this one is
    bool m_hasAutomaticHeight = true;
    bool m_isReadAgain = false; ///< the run that comes is the one that was shown
};

} // namespace bubblescope
