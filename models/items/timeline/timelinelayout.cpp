// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "timelinelayout.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <tuple>

namespace bubblescope {

namespace {

constexpr double gapBetweenLanes = 1;
constexpr double thinLane = 4;
// Low rows stand closer together.
bool isDense(const TimelineLayout::Options& options) { return options.rowHeight < 18; }
double gapBetweenRanks(const TimelineLayout::Options& options) { return isDense(options) ? 4 : 7; }

double collapsedHeight(const TimelineLayout::Options& options)
{
    const double least = options.isPacked ? TimelineLayout::packedRow : TimelineLayout::minimumRowHeight;
    return std::max(least, std::round(options.rowHeight * 0.8));
}
double gapBelowCollapsed(const TimelineLayout::Options& options) { return options.isPacked ? 1 : 2; }

bool isMainLane(const Track& track) { return track.lane == Lane::Compute || track.lane == Lane::Thread; }

bool holdsSpans(const Trace& trace, TrackId track)
{
    const auto rows = trace.rowsOf(track);
    return std::any_of(rows.begin(), rows.end(), &isDrawn);
}

// The first row whose bottom is below y.
template <typename Rows> auto firstBelow(const Rows& rows, double y)
{
    return std::partition_point(rows.begin(), rows.end(), [y](const auto& row) { return row.top + row.height <= y; });
}

} // namespace

bool isDrawn(const Row& row) { return row.kind != Row::Kind::FusedLegs && row.spanCount > 0; }

bool haveSameLines(const Trace& a, const Trace& b)
{
    const auto isSameTrack = [&](const Track& one, const Track& other) {
        return std::tie(one.rank, one.stage, one.lane, one.group, one.firstRow, one.rowCount)
            == std::tie(other.rank, other.stage, other.lane, other.group, other.firstRow, other.rowCount)
            && a.strings().text(one.name) == b.strings().text(other.name);
    };
    const auto isSameRow = [](const Row& one, const Row& other) {
        return one.depth == other.depth && one.kind == other.kind && isDrawn(one) == isDrawn(other);
    };
    const auto isSameRank
        = [](const RankInfo& one, const RankInfo& other) { return one.rank == other.rank && one.stage == other.stage; };
    const auto isSameSeries = [](const CounterSeries& one, const CounterSeries& other) {
        return one.rank == other.rank && (one.sampleCount > 0) == (other.sampleCount > 0);
    };
    return std::ranges::equal(a.tracks(), b.tracks(), isSameTrack) && std::ranges::equal(a.rows(), b.rows(), isSameRow)
        && std::ranges::equal(a.ranks(), b.ranks(), isSameRank)
        && std::ranges::equal(a.counters().series, b.counters().series, isSameSeries);
}

double rowHeight(const Track& track, const Row& row, double computeHeight)
{
    if (track.lane == Lane::Thread)
        return std::max(9.0, std::round(computeHeight * 0.8));
    if (isMainLane(track) && row.depth == 0 && row.kind == Row::Kind::Nested)
        return computeHeight;
    return std::max(7.0, std::round(computeHeight * 0.55));
}

struct TimelineLayout::RankTracks {
    int rank = -1;
    int stage = -1;
    double busy = 0;
    std::vector<TrackId> tracks;
};

TimelineLayout::TimelineLayout(const Trace& trace, const Options& options)
    : m_rowOfRow(trace.rows().size(), -1)
    , m_headerHeight(options.isPacked ? packedHeader : std::min(stageHeight, collapsedHeight(options)))
{
    std::map<int, RankTracks> byRank;
    for (uint32_t i = 0; i < trace.tracks().size(); ++i) {
        const TrackId id(i);
        const Track& track = trace.track(id);
        if (!options.onlyRanks.empty() && options.onlyRanks.count(track.rank) == 0)
            continue;
        const bool isUnread = track.rowCount > 0 && options.unread.count(track.rank) > 0;
        if (!(isUnread || holdsSpans(trace, id)) || (!options.lane.empty() && trace.trackName(id) != options.lane))
            continue;
        RankTracks& rank = byRank[track.rank];
        rank.rank = track.rank;
        rank.stage = std::max<int>(rank.stage, track.stage);
        rank.tracks.push_back(id);
    }
    std::vector<RankTracks> ranks;
    bool hasStages = false;
    for (auto& [number, rank] : byRank) {
        if (const RankInfo* info = trace.findRank(number)) {
            if (info->stage >= 0)
                rank.stage = info->stage;
            const auto index = size_t(info - trace.ranks().data());
            rank.busy = index < options.busyByRank.size() ? options.busyByRank[index] : 0;
        }
        std::stable_sort(rank.tracks.begin(), rank.tracks.end(), [&trace](TrackId a, TrackId b) {
            const Track& first = trace.track(a);
            const Track& second = trace.track(b);
            return std::tuple(first.lane, first.group) < std::tuple(second.lane, second.group);
        });
        hasStages = hasStages || rank.stage >= 0;
        if (!isLeftOut(options, rank))
            ranks.push_back(std::move(rank));
    }
    sortRanks(options, ranks);
    gatherAlike(options, ranks);
    m_blocks.reserve(ranks.size());
    for (size_t i = 0; i < ranks.size(); ++i) {
        if (hasStages && (i == 0 || ranks[i].stage != ranks[i - 1].stage)) {
            StageGroup group;
            group.stage = ranks[i].stage;
            group.row = uint32_t(m_rows.size());
            group.top = m_contentHeight;
            group.firstBlock = uint32_t(m_blocks.size());
            group.isCollapsed = options.collapsedStages.count(group.stage) > 0;
            m_stages.push_back(group);
            TimelineRow header;
            header.kind = TimelineRow::Kind::Stage;
            header.top = m_contentHeight;
            header.height = group.isCollapsed ? std::max(stageHeight, options.rowHeight + 4) : m_headerHeight;
            header.stage = group.stage;
            header.block = group.firstBlock;
            m_rows.push_back(header);
            m_contentHeight += header.height + (group.isCollapsed || isDense(options) ? 1 : 4);
        }
        addRank(trace, options, ranks[i], hasStages && m_stages.back().isCollapsed);
        if (hasStages) {
            ++m_stages.back().blockCount;
            m_stages.back().bottom = m_contentHeight;
        }
    }
    addPinned(trace, options);
}

void TimelineLayout::sortRanks(const Options& options, std::vector<RankTracks>& ranks)
{
    std::map<int, size_t> places; // that the user chose, by rank
    for (size_t i = 0; i < options.order.size(); ++i)
        places.emplace(options.order[i], i);
    const auto placeOf = [&places](int rank) {
        const auto place = places.find(rank);
        return place == places.end() ? places.size() : place->second;
    };
    std::map<int, size_t> stagePlaces;
    for (const RankTracks& rank : ranks) {
        const size_t place = placeOf(rank.rank);
        const auto [stage, isFirst] = stagePlaces.emplace(rank.stage, place);
        if (!isFirst)
            stage->second = std::min(stage->second, place);
    }
    std::stable_sort(ranks.begin(), ranks.end(), [&](const RankTracks& a, const RankTracks& b) {
        if (a.stage != b.stage) {
            const size_t first = stagePlaces.at(a.stage);
            const size_t second = stagePlaces.at(b.stage);
            return first != second ? first < second : a.stage < b.stage;
        }
        if (placeOf(a.rank) != placeOf(b.rank))
            return placeOf(a.rank) < placeOf(b.rank);
        if (!options.outliers.empty() && options.outliers.count(a.rank) != options.outliers.count(b.rank))
            return options.outliers.count(a.rank) > 0;
        return options.sort == Sort::ByBusy && a.busy > b.busy;
    });
}

bool TimelineLayout::isLeftOut(const Options& options, const RankTracks& rank)
{
    return (!options.onlyStages.empty() && options.onlyStages.count(rank.stage) == 0)
        || (!options.onlyRanks.empty() && options.onlyRanks.count(rank.rank) == 0);
}

void TimelineLayout::gatherAlike(const Options& options, std::vector<RankTracks>& ranks)
{
    if (options.alike.empty())
        return;
    std::map<int, int> standsFor; // by the rank that is represented
    for (const auto& [representative, others] : options.alike) {
        for (const int rank : others)
            standsFor.emplace(rank, representative);
    }
    std::map<int, std::vector<RankTracks>> behind;
    std::vector<RankTracks> gathered;
    for (RankTracks& rank : ranks) {
        if (const auto found = standsFor.find(rank.rank); found != standsFor.end())
            behind[found->second].push_back(std::move(rank));
        else
            gathered.push_back(std::move(rank));
    }
    ranks.clear();
    for (RankTracks& rank : gathered) {
        const int number = rank.rank;
        ranks.push_back(std::move(rank));
        if (options.openedAlike.count(number) > 0)
            std::move(behind[number].begin(), behind[number].end(), std::back_inserter(ranks));
    }
}

void TimelineLayout::addAlike(const Options& options, const RankBlock& block)
{
    const auto found = options.alike.find(block.rank);
    if (found == options.alike.end() || found->second.empty())
        return;
    TimelineRow row;
    row.kind = TimelineRow::Kind::Alike;
    row.top = m_contentHeight - (block.isCollapsed ? 0 : gapBetweenRanks(options) - 1);
    row.height = std::min(alikeHeight, collapsedHeight(options) + 1);
    row.stage = block.stage;
    row.rank = block.rank;
    row.block = uint32_t(m_blocks.size());
    m_rows.push_back(row);
    m_contentHeight = row.bottom() + (block.isCollapsed ? gapBelowCollapsed(options) : gapBetweenRanks(options));
}

void TimelineLayout::addRank(const Trace& trace, const Options& options, const RankTracks& rank, bool isHidden)
{
    RankBlock block;
    block.rank = rank.rank;
    block.stage = rank.stage;
    block.isUnread = options.unread.count(rank.rank) > 0;
    block.isCollapsed = block.isUnread || options.collapsedRanks.count(rank.rank) > 0;
    block.top = m_contentHeight;
    for (const TrackId id : rank.tracks) {
        if (!block.computeTrack.isValid() && isMainLane(trace.track(id))) {
            block.computeTrack = id;
            block.computeRow = RowId(trace.track(id).firstRow);
        }
    }
    const auto index = uint32_t(m_blocks.size());
    const auto leadTo = [this, &trace, &rank](int target) {
        for (const TrackId id : rank.tracks) {
            const Track& track = trace.track(id);
            std::fill_n(m_rowOfRow.begin() + track.firstRow, track.rowCount, target);
        }
    };
    if (isHidden) {
        leadTo(int(m_stages.back().row));
    } else if (block.isCollapsed) {
        TimelineRow row;
        row.kind = TimelineRow::Kind::CollapsedRank;
        row.isMain = true;
        row.isUnread = block.isUnread;
        row.top = m_contentHeight;
        row.height = collapsedHeight(options);
        row.stage = rank.stage;
        row.rank = rank.rank;
        row.track = block.computeTrack.isValid() ? block.computeTrack : rank.tracks.front();
        row.row = block.computeRow.isValid() ? block.computeRow : RowId(trace.track(row.track).firstRow);
        row.block = index;
        leadTo(int(m_rows.size()));
        m_contentHeight = row.bottom() + gapBelowCollapsed(options);
        m_rows.push_back(row);
    } else {
        const bool isBrief = options.isBrief(rank.rank);
        for (const TrackId id : rank.tracks) {
            if (!(isBrief && options.leavesOut(id)))
                addLane(trace, options, id, block);
        }
        if (!isBrief)
            addCounters(trace, options, block);
        addOthers(trace, options, rank, block);
        if (const auto least = options.leastHeights.find(rank.rank); least != options.leastHeights.end())
            m_contentHeight = std::max(m_contentHeight, block.top + least->second);
        m_contentHeight += gapBetweenRanks(options);
    }
    block.lanesBottom = m_contentHeight
        - (isHidden                 ? 0
                : block.isCollapsed ? gapBelowCollapsed(options)
                                    : gapBetweenRanks(options));
    if (!isHidden)
        addAlike(options, block);
    block.bottom = m_contentHeight;
    m_blocks.push_back(block);
}

void TimelineLayout::addLane(const Trace& trace, const Options& options, TrackId id, const RankBlock& block)
{
    const Track& track = trace.track(id);
    const bool isFolded = track.lane == Lane::Thread ? options.foldsThreadsOf(block.rank) : options.isBrief(block.rank);
    int last = -1;
    for (uint32_t r = track.firstRow; r < track.firstRow + track.rowCount; ++r) {
        const Row& row = trace.row(RowId(r));
        if (isDrawn(row) && !(isFolded && last >= 0)) {
            TimelineRow line;
            line.isMain = isMainLane(track);
            if (last < 0 && track.lane == Lane::Thread && track.rowCount > 1)
                line.fold = isFolded ? TimelineRow::Fold::Folded : TimelineRow::Fold::Open;
            line.top = m_contentHeight;
            line.height = options.isThin(id) ? thinLane : rowHeight(track, row, options.rowHeight);
            line.track = id;
            line.row = RowId(r);
            line.stage = block.stage;
            line.rank = block.rank;
            line.block = uint32_t(m_blocks.size()); // the block is added after its rows
            last = int(m_rows.size());
            m_rows.push_back(line);
            m_contentHeight += line.height + gapBetweenLanes;
        }
        // Fused seconds and folded calls map to the lane's last drawn row, which exists: outer rows come first.
        m_rowOfRow[r] = last;
    }
}

/// One line for them, or below them one that closes them again.
void TimelineLayout::addOthers(
    const Trace& trace, const Options& options, const RankTracks& rank, const RankBlock& block)
{
    std::vector<TrackId> others;
    std::ranges::copy_if(
        rank.tracks, std::back_inserter(others), [&options](TrackId id) { return options.leavesOut(id); });
    if (others.empty())
        return;
    TimelineRow line;
    line.kind = TimelineRow::Kind::Others;
    line.others = uint32_t(others.size());
    line.fold = options.isBrief(rank.rank) ? TimelineRow::Fold::Folded : TimelineRow::Fold::Open;
    line.top = m_contentHeight;
    line.height = std::max(minimumRowHeight, std::min(alikeHeight, std::round(options.rowHeight * 0.55)));
    line.stage = block.stage;
    line.rank = block.rank;
    line.block = uint32_t(m_blocks.size());
    for (const TrackId id : others) {
        const Track& track = trace.track(id);
        if (line.fold == TimelineRow::Fold::Folded)
            std::fill_n(m_rowOfRow.begin() + track.firstRow, track.rowCount, int(m_rows.size()));
    }
    m_rows.push_back(line);
    m_contentHeight = line.bottom() + gapBetweenLanes;
}

/// Counters are below the lanes: memory in use next to what uses it.
void TimelineLayout::addCounters(const Trace& trace, const Options& options, const RankBlock& block)
{
    const auto& series = trace.counters().series;
    const auto first = std::lower_bound(series.begin(), series.end(), block.rank,
        [](const CounterSeries& one, int32_t rank) { return one.rank < rank; });
    for (auto i = uint32_t(first - series.begin()); i < series.size() && series[i].rank == block.rank; ++i) {
        if (!options.lane.empty() || series[i].sampleCount == 0)
            continue;
        TimelineRow line;
        line.kind = TimelineRow::Kind::Counter;
        line.counter = i;
        line.top = m_contentHeight;
        line.height = std::max(26.0, std::round(options.rowHeight * 1.5));
        line.stage = block.stage;
        line.rank = block.rank;
        line.block = uint32_t(m_blocks.size());
        m_rows.push_back(line);
        m_contentHeight = line.bottom() + gapBetweenLanes;
    }
}

void TimelineLayout::addPinned(const Trace& trace, const Options& options)
{
    for (const TrackId id : options.pinned) {
        if (id.value >= trace.tracks().size())
            continue;
        const Track& track = trace.track(id);
        for (uint32_t r = track.firstRow; r < track.firstRow + track.rowCount; ++r) {
            const Row& row = trace.row(RowId(r));
            if (!isDrawn(row))
                continue;
            TimelineRow line;
            line.isMain = isMainLane(track);
            line.isPinned = true;
            line.top = m_pinnedHeight;
            line.height = std::max(13.0, rowHeight(track, row, options.rowHeight));
            line.stage = track.stage;
            line.rank = track.rank;
            line.track = id;
            line.row = RowId(r);
            m_pinnedRows.push_back(line);
            m_pinnedHeight += line.height + 2;
        }
    }
}

std::pair<uint32_t, uint32_t> TimelineLayout::rowsBetween(double top, double bottom) const
{
    const auto first = firstBelow(m_rows, top);
    const auto last = std::partition_point(first, m_rows.end(), [bottom](const auto& row) { return row.top < bottom; });
    return {uint32_t(first - m_rows.begin()), uint32_t(last - m_rows.begin())};
}

int TimelineLayout::rowAt(double y) const
{
    const auto row = firstBelow(m_rows, y);
    return row != m_rows.end() && row->top <= y ? int(row - m_rows.begin()) : -1;
}

int TimelineLayout::pinnedRowAt(double y) const
{
    const auto row = firstBelow(m_pinnedRows, y);
    return row != m_pinnedRows.end() && row->top <= y ? int(row - m_pinnedRows.begin()) : -1;
}

int TimelineLayout::blockAt(double y) const
{
    const auto block
        = std::partition_point(m_blocks.begin(), m_blocks.end(), [y](const RankBlock& b) { return b.bottom <= y; });
    return block != m_blocks.end() && block->top <= y ? int(block - m_blocks.begin()) : -1;
}

int TimelineLayout::rowOf(RowId row) const { return row.value < m_rowOfRow.size() ? m_rowOfRow[row.value] : -1; }

int TimelineLayout::stickyStage(double scroll) const
{
    const auto next = std::partition_point(
        m_stages.begin(), m_stages.end(), [scroll](const StageGroup& stage) { return stage.top < scroll; });
    return next == m_stages.begin() ? -1 : int(next - m_stages.begin()) - 1;
}

double TimelineLayout::stickyOffset(double scroll) const
{
    const int sticky = stickyStage(scroll);
    if (sticky < 0 || size_t(sticky) + 1 >= m_stages.size())
        return 0;
    return std::min(0.0, m_stages[size_t(sticky) + 1].top - scroll - m_headerHeight);
}

SpanId spanAt(const Trace& trace, const Timing& timing, RowId row, TimeNs time, TimeNs tolerance)
{
    const Row& r = trace.row(row);
    const auto first = timing.begin.begin() + r.firstSpan;
    const auto last = first + r.spanCount;
    const auto next = std::upper_bound(first, last, time); // the first that begins later
    SpanId nearest;
    TimeNs distance = tolerance;
    if (next != first) {
        const auto previous = size_t(next - 1 - timing.begin.begin());
        if (time < timing.end[previous])
            return SpanId(uint32_t(previous));
        if (time - timing.end[previous] <= distance) {
            distance = time - timing.end[previous];
            nearest = SpanId(uint32_t(previous));
        }
    }
    if (next != last && *next - time <= distance && (!nearest.isValid() || *next - time < distance))
        nearest = SpanId(uint32_t(next - timing.begin.begin()));
    return nearest;
}

TimeNs snapped(const Trace& trace, const Timing& timing, RowId row, TimeNs time, TimeNs tolerance)
{
    const Row& r = trace.row(row);
    TimeNs nearest = time;
    TimeNs distance = tolerance;
    const auto consider = [&](TimeNs edge) {
        const TimeNs away = edge > time ? edge - time : time - edge;
        if (away <= distance) {
            distance = away;
            nearest = edge;
        }
    };
    for (const ColumnVector<TimeNs>* edges : {&timing.begin, &timing.end}) {
        // The spans of a row are sorted and disjoint, so their ends are sorted, too.
        const auto first = edges->begin() + r.firstSpan;
        const auto last = first + r.spanCount;
        const auto next = std::lower_bound(first, last, time);
        if (next != last)
            consider(*next);
        if (next != first)
            consider(*(next - 1));
    }
    return nearest;
}

} // namespace bubblescope
