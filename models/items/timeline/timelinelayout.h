// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace.h"

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace bubblescope {

/// One line of the timeline: a group's header, a collapsed rank, a row of a lane, a counter, or the line that
/// represents ranks similar to the one above it, or the lanes of its rank that are left out.
struct TimelineRow {
    enum class Kind : uint8_t { Stage, CollapsedRank, Lane, Alike, Counter, Others };
    Kind kind = Kind::Lane;
    bool isMain = false;   ///< tall, with labels inside spans (compute and thread lanes)
    bool isUnread = false; ///< nothing of this rank is in memory
    bool isPinned = false;
    enum class Fold : uint8_t { None, Open, Folded };
    Fold fold = Fold::None; ///< of a thread's first row: whether the nested rows are shown
    double top = 0;         ///< from the top of the content or, for pinned rows, of the pinned area; logical pixels
    double height = 0;
    int stage = -1;
    int rank = -1;
    TrackId track;        ///< of a collapsed rank: its compute lane; invalid without spans
    RowId row;            ///< invalid for stages and lines that represent other ranks or lanes
    uint32_t block = 0;   ///< index into TimelineLayout::blocks(); of a stage: its first rank
    uint32_t counter = 0; ///< of a counter: index into the trace's series
    uint32_t others = 0;  ///< number of lanes that the line stands for
    double bottom() const { return top + height; }
    bool hasSpans() const { return row.isValid(); }
};

/// The rows of one rank.
struct RankBlock {
    int rank = -1;
    int stage = -1;
    double top = 0;
    double bottom = 0;
    double lanesBottom = 0; ///< of its last lane; similar ranks may stand below
    bool isCollapsed = false;
    bool isUnread = false; ///< nothing of it is in memory
    TrackId computeTrack;  ///< invalid if the rank has no compute lane
    RowId computeRow;
};

/// A stage's header and its ranks.
struct StageGroup {
    int stage = -1;
    uint32_t row = 0; ///< of its header
    double top = 0;
    double bottom = 0; ///< of its last rank
    uint32_t firstBlock = 0;
    uint32_t blockCount = 0;
    bool isCollapsed = false;
};

/// Positions of rows: by stage, then rank, then lane. Pure arithmetic on a trace; empty lanes and second records of
/// fused pairs have no row. Rebuilt when data or options change, never while painting.
class TimelineLayout {
public:
    enum class Sort : uint8_t { ByRank, ByBusy };
    static constexpr double usualRowHeight = 22;
    struct Options {
        double rowHeight = usualRowHeight; ///< of a compute lane; other heights derive from it
        std::vector<bool> thin;            ///< by TrackId: drawn as thin lines; empty for none
        bool isPacked = false;             ///< only a line between stages: their ranks take the height of the headers
        std::set<int> collapsedStages;
        std::set<int> collapsedRanks;
        std::vector<TrackId> pinned; ///< drawn above the rest, never scrolled
        std::string lane;            ///< only lanes with this name; empty for all
        std::set<int> onlyStages;    ///< empty for all
        std::set<int> onlyRanks;     ///< empty for all
        /// Grouped ranks: the hidden ones by their representative. They follow it when the group is opened.
        std::map<int, std::set<int>> alike;
        std::set<int> outliers;    ///< ranks to stand first in their stage
        std::set<int> openedAlike; ///< representatives of opened groups
        /// By rank: of its lanes unless it is collapsed, so that it stands beside the same rank of another timeline.
        std::map<int, double> leastHeights;
        std::set<int> unread;         ///< ranks that are not in memory: one empty line each
        std::set<int> damaged;        ///< those of them that cannot be read
        /// By TrackId: lanes behind one line of their rank, which then shows but one row of the other ones, and no
        /// counters; empty for none.
        std::vector<bool> others;
        std::set<int> openedOthers;   ///< ranks that show all of them
        bool foldsThreads = false;    ///< shows only the outermost calls of host threads
        std::set<int> foldExceptions; ///< ranks for which foldsThreads is inverted
        Sort sort = Sort::ByRank;
        std::vector<double> busyByRank; ///< indexed like Trace::ranks(); for Sort::ByBusy, busiest first
        /// Ranks as the user placed them, which counts before all sorting: stages stand by their first rank in it,
        /// ranks within their stage. Those that it does not name stand last.
        std::vector<int> order;

        bool operator==(const Options&) const = default;
        bool isThin(TrackId track) const { return track.value < thin.size() && thin[track.value]; }
        /// Nothing of what a filter of lanes asks for.
        bool leavesOut(TrackId track) const
        {
            return lane.empty() && track.value < others.size() && others[track.value];
        }
        /// The rank shows but the lanes that say most.
        bool isBrief(int rank) const { return lane.empty() && !others.empty() && openedOthers.count(rank) == 0; }
        bool foldsThreadsOf(int rank) const { return foldsThreads != (foldExceptions.count(rank) > 0); }
    };
    static constexpr double minimumRowHeight = 10;
    static constexpr double maximumRowHeight = 64;
    static constexpr double stageHeight = 18; ///< at the usual row height and above
    static constexpr double alikeHeight = 17; ///< the same
    static constexpr double packedRow = 9;    ///< of a collapsed rank, the lowest while rows are packed
    static constexpr double packedHeader = 3; ///< of a stage, without its name

    TimelineLayout() = default;
    TimelineLayout(const Trace& trace, const Options& options);

    const std::vector<TimelineRow>& rows() const { return m_rows; }
    const std::vector<TimelineRow>& pinnedRows() const { return m_pinnedRows; }
    const std::vector<RankBlock>& blocks() const { return m_blocks; }
    const std::vector<StageGroup>& stages() const { return m_stages; }
    double contentHeight() const { return m_contentHeight; }
    /// Of the headers of stages: no taller than a collapsed rank.
    double headerHeight() const { return m_headerHeight; }
    double pinnedHeight() const { return m_pinnedHeight; }

    /// Rows that touch [top, bottom), as first and one past last.
    std::pair<uint32_t, uint32_t> rowsBetween(double top, double bottom) const;
    /// The row at this height; -1 between rows.
    int rowAt(double y) const;
    int pinnedRowAt(double y) const;
    /// The rank whose rows (and the gaps between them) include this height; -1 if none.
    int blockAt(double y) const;
    /// Where a row of the trace is drawn: its own row, or its collapsed rank or stage; -1 if it is filtered out.
    int rowOf(RowId row) const;
    /// The stage whose header must stay visible while `scroll` is at the top; -1 if none.
    int stickyStage(double scroll) const;
    /// How far (<= 0) the header of the next stage pushes the sticky header up.
    double stickyOffset(double scroll) const;

private:
    struct RankTracks;
    static bool isLeftOut(const Options& options, const RankTracks& rank);
    /// Moves grouped ranks behind their representative, or removes them.
    static void gatherAlike(const Options& options, std::vector<RankTracks>& ranks);
    void addAlike(const Options& options, const RankBlock& block);
    void addRank(const Trace& trace, const Options& options, const RankTracks& rank, bool isHidden);
    void addLane(const Trace& trace, const Options& options, TrackId track, const RankBlock& block);
    void addCounters(const Trace& trace, const Options& options, const RankBlock& block);
    void addOthers(const Trace& trace, const Options& options, const RankTracks& rank, const RankBlock& block);
    static void sortRanks(const Options& options, std::vector<RankTracks>& ranks);
    void addPinned(const Trace& trace, const Options& options);

    std::vector<TimelineRow> m_rows;
    std::vector<TimelineRow> m_pinnedRows;
    std::vector<RankBlock> m_blocks;
    std::vector<StageGroup> m_stages;
    std::vector<int> m_rowOfRow; // by RowId
    double m_contentHeight = 0;
    double m_headerHeight = stageHeight;
    double m_pinnedHeight = 0;
};

/// Whether all options lay both out alike, at whatever times their spans are. O(rows).
bool haveSameLines(const Trace& a, const Trace& b);
/// Height of a lane's row.
double rowHeight(const Track& track, const Row& row, double computeHeight);
/// False for rows that are never drawn.
bool isDrawn(const Row& row);
/// The span of the row at this time, or the nearest within `tolerance`; invalid if none. O(log n).
SpanId spanAt(const Trace& trace, const Timing& timing, RowId row, TimeNs time, TimeNs tolerance);
/// The begin or end of a span of the row nearest to the time, if within `tolerance`; else the time itself.
TimeNs snapped(const Trace& trace, const Timing& timing, RowId row, TimeNs time, TimeNs tolerance);

} // namespace bubblescope
