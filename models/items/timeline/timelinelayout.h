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

/// Times to pixels and back, over one visible range. The one place where a time becomes a double.
class TimeScale {
public:
    TimeScale() = default;
    /// `left` and `width` in pixels (logical or device, as the caller likes).
    TimeScale(TimeRange range, double left, double width);

    TimeRange range() const { return m_range; }
    double left() const { return m_left; }
    double width() const { return m_width; }
    double nsPerPixel() const { return m_nsPerPixel; }
    double x(TimeNs time) const { return m_left + double(time - m_range.begin) / m_nsPerPixel; }
    /// The nearest nanosecond; pixels beyond the edges give times beyond the range.
    TimeNs time(double x) const;

private:
    TimeRange m_range {0, 1};
    double m_left = 0;
    double m_width = 1;
    double m_nsPerPixel = 1;
};

/// Round distances (1, 2 or 5 x 10^n ns) for the ticks of an axis.
struct TimeTicks {
    TimeNs step = 1;
    std::vector<TimeNs> times; ///< multiples of step inside the range

    /// Ticks at least `minimumDistance` pixels apart.
    static TimeTicks of(const TimeScale& scale, double minimumDistance);
};

/// One line of the timeline: a group's header, a collapsed rank, a row of a lane, a counter, or the line that stands for
/// ranks like the one above it.
struct TimelineRow {
    enum class Kind : uint8_t { Stage, CollapsedRank, Lane, Alike, Counter };
    Kind kind = Kind::Lane;
    bool isMain = false; ///< tall, with labels inside the spans (compute and thread lanes)
    bool isPinned = false;
    enum class Fold : uint8_t { None, Open, Folded };
    Fold fold = Fold::None; ///< of a thread's first row: whether the deeper ones are shown
    double top = 0; ///< from the top of the content, or of the pinned area where pinned; logical pixels
    double height = 0;
    int stage = -1;
    int rank = -1;
    TrackId track;      ///< of a collapsed rank: its compute lane; invalid where there are no spans
    RowId row;          ///< invalid for stages and lines that stand for other ranks
    uint32_t block = 0; ///< index into TimelineLayout::blocks(); of a stage: its first rank
    uint32_t counter = 0; ///< of a counter: index into the trace's series
    double bottom() const { return top + height; }
    bool hasSpans() const { return row.isValid(); }
};

/// A rank's rows, one below the other.
struct RankBlock {
    int rank = -1;
    int stage = -1;
    double top = 0;
    double bottom = 0;
    bool isCollapsed = false;
    TrackId computeTrack; ///< invalid where the rank has no compute lane
    RowId computeRow;
};

/// A stage's header and the ranks below it.
struct StageGroup {
    int stage = -1;
    uint32_t row = 0; ///< of its header
    double top = 0;
    double bottom = 0; ///< of its last rank
    uint32_t firstBlock = 0;
    uint32_t blockCount = 0;
    bool isCollapsed = false;
};

/// Which row stands where: stage, then rank, then lane. Pure arithmetic on a trace; empty lanes and the second records
/// of fused pairs have no row. Rebuilt when data or options change, never while painting.
class TimelineLayout {
public:
    enum class Sort : uint8_t { ByRank, ByBusy };
    struct Options {
        double rowHeight = 22; ///< of a compute lane; the others follow
        std::set<int> collapsedStages;
        std::set<int> collapsedRanks;
        std::vector<TrackId> pinned; ///< drawn above the rest, never scrolled
        std::string lane;            ///< only lanes of this name; empty for all
        std::set<int> onlyStages;    ///< empty for all
        std::set<int> onlyRanks;     ///< empty for all
        /// Ranks that are shown as one: the others by the one that stands for them. They follow it where it is opened.
        std::map<int, std::set<int>> alike;
        std::set<int> openedAlike; ///< by who stands for them
        bool foldsThreads = false; ///< threads of a host by their outermost calls alone
        std::set<int> otherwiseFolded; ///< ranks whose threads are shown the other way
        Sort sort = Sort::ByRank;
        std::vector<double> busyByRank; ///< in the order of Trace::ranks(); for Sort::ByBusy, busiest first

        bool foldsThreadsOf(int rank) const { return foldsThreads != (otherwiseFolded.count(rank) > 0); }
    };
    static constexpr double minimumRowHeight = 10;
    static constexpr double maximumRowHeight = 64;
    static constexpr double stageHeight = 20;
    static constexpr double alikeHeight = 17;

    TimelineLayout() = default;
    TimelineLayout(const Trace& trace, const Options& options);

    const std::vector<TimelineRow>& rows() const { return m_rows; }
    const std::vector<TimelineRow>& pinnedRows() const { return m_pinnedRows; }
    const std::vector<RankBlock>& blocks() const { return m_blocks; }
    const std::vector<StageGroup>& stages() const { return m_stages; }
    double contentHeight() const { return m_contentHeight; }
    double pinnedHeight() const { return m_pinnedHeight; }

    /// Rows that touch [top, bottom), as first and one past last.
    std::pair<uint32_t, uint32_t> rowsBetween(double top, double bottom) const;
    /// The row at this height, or -1 between rows.
    int rowAt(double y) const;
    int pinnedRowAt(double y) const;
    /// The rank whose rows (and gaps between them) cover this height, or -1.
    int blockAt(double y) const;
    /// Where a row of the trace is drawn: its own row, its collapsed rank or stage; -1 where it is filtered out.
    int rowOf(RowId row) const;
    /// The stage whose header has to stay in sight while `scroll` is at the top, or -1.
    int stickyStage(double scroll) const;
    /// How far (<= 0) the next stage's header pushes that sticky header up.
    double stickyOffset(double scroll) const;

private:
    struct RankTracks;
    static bool isLeftOut(const Options& options, const RankTracks& rank);
    /// Puts ranks behind the one that stands for them, or leaves them out.
    static void gatherAlike(const Options& options, std::vector<RankTracks>& ranks);
    void addAlike(const Options& options, const RankBlock& block);
    void addRank(const Trace& trace, const Options& options, const RankTracks& rank, bool isHidden);
    void addLane(const Trace& trace, const Options& options, TrackId track, const RankBlock& block);
    void addCounters(const Trace& trace, const Options& options, const RankBlock& block);
    void addPinned(const Trace& trace, const Options& options);

    std::vector<TimelineRow> m_rows;
    std::vector<TimelineRow> m_pinnedRows;
    std::vector<RankBlock> m_blocks;
    std::vector<StageGroup> m_stages;
    std::vector<int> m_rowOfRow; // by RowId
    double m_contentHeight = 0;
    double m_pinnedHeight = 0;
};

/// Height of a lane's row.
double rowHeight(const Track& track, const Row& row, double computeHeight);
/// Whether the row is drawn at all.
bool isDrawn(const Row& row);
/// The span of the row under the time, or the nearest one within `tolerance`; invalid for none. O(log n).
SpanId spanAt(const Trace& trace, const Timing& timing, RowId row, TimeNs time, TimeNs tolerance);
/// The begin or end, of any span of the row, that is nearest to the time, if within `tolerance`; else the time itself.
TimeNs snapped(const Trace& trace, const Timing& timing, RowId row, TimeNs time, TimeNs tolerance);
/// From the first to the last operation of a rank's compute lane inside each step that is visible: where idling is a
/// bubble.
std::vector<TimeRange> bubbleZones(const Trace& trace, const Timing& timing, RowId computeRow, TimeRange visible);

} // namespace bubblescope
