// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "selectionsummary.h"

#include "freedmemory.h"
#include "parallel.h"
#include "waitingtimes.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <limits>
#include <utility>

namespace bubblescope {

namespace {

constexpr uint32_t noGroup = std::numeric_limits<uint32_t>::max();

} // namespace

SelectionSummary::SelectionSummary(
    TracePtr trace, TimeRange range, GroupBy by, std::shared_ptr<const WaitingTimes> waiting, unsigned threads)
    : m_trace(std::move(trace))
    , m_waiting(waiting && !waiting->isEmpty() ? std::move(waiting) : nullptr)
    , m_range(range)
    , m_by(by)
    , m_threads(threadCount(threads))
    , m_isFinished(!m_trace || range.isEmpty())
{
    if (m_isFinished)
        return;
    const size_t keys = by == GroupBy::Name ? m_trace->strings().size() + 1 // the last one stands for "no name"
        : by == GroupBy::Category           ? static_cast<size_t>(categoryCount)
                                            : m_trace->tracks().size();
    m_tallies.resize(m_trace->spanCount() < spansWorthThreads ? 1 : m_threads);
    for (Tally& tally : m_tallies)
        tally.firstGroupOf.assign(keys, noGroup);
}

SelectionSummary SelectionSummary::ofParts(TracePtr tables, TimeRange range, GroupBy by, unsigned threads)
{
    SelectionSummary summary(tables, range, by, nullptr, threads);
    if (!summary.m_isFinished)
        summary.m_tallies.resize(summary.m_threads, Tally(summary.m_tallies.front()));
    summary.m_row = uint32_t(tables->rows().size());
    summary.m_awaitsParts = !summary.m_isFinished;
    return summary;
}

void SelectionSummary::goOnWith(TracePtr part, uint32_t firstSpan)
{
    m_trace = std::move(part);
    m_firstSpan = firstSpan;
    m_row = 0;
    m_rowIsOpen = false;
    for (Tally& tally : m_tallies)
        tally.parent = SpanId();
}

uint32_t SelectionSummary::groupOf(Tally& tally, StringId name, Category category, TrackId track) const
{
    size_t key = 0;
    switch (m_by) {
    case GroupBy::Name:
        key = std::min<size_t>(name.value, tally.firstGroupOf.size() - 1);
        break;
    case GroupBy::Category:
        key = static_cast<size_t>(category);
        break;
    case GroupBy::Track:
        key = track.value;
        break;
    }
    uint32_t group = tally.firstGroupOf[key];
    while (group != noGroup && m_by == GroupBy::Name && tally.groups[group].category != category)
        group = tally.nextGroup[group];
    if (group != noGroup)
        return group;
    Group made;
    made.name = name;
    made.category = category;
    made.track = track;
    tally.groups.push_back(made);
    tally.durations.emplace_back();
    tally.nextGroup.push_back(std::exchange(tally.firstGroupOf[key], static_cast<uint32_t>(tally.groups.size() - 1)));
    return tally.firstGroupOf[key];
}

uint32_t SelectionSummary::groupOf(Tally& tally, SpanId span, TrackId track) const
{
    return groupOf(tally, m_trace->nameId(span), m_trace->category(span), track);
}

void SelectionSummary::addSpan(Tally& tally, SpanId span, TrackId track) const
{
    if (!isKept(span))
        return;
    const TimeRange whole = m_trace->range(span);
    // An instant at the begin of the range counts; a span that ends there does not.
    if (whole.end == m_range.begin && whole.begin < whole.end)
        return;
    const TimeRange part = whole.intersected(m_range);
    const TimeNs inside = part.duration();
    const uint32_t index = groupOf(tally, span, track);
    tally.durations[index].add(inside);
    Group& group = tally.groups[index];
    ++group.count;
    group.total += inside;
    group.self += inside;
    if (const TimeNs waits = m_waiting ? m_waiting->of(span) : 0; waits > 0)
        group.waiting += TimeRange {whole.begin, whole.begin + waits}.intersected(part).duration();
    ++group.histogram[histogramBar(inside)];
    if (inside > group.longestDuration) {
        group.longestDuration = inside;
        group.longest = SpanId(m_firstSpan + span.value);
    }
    const SpanId parent = m_trace->parent(span);
    if (parent.value >= m_trace->spanCount() || !isKept(parent))
        return;
    const TimeNs shared = m_trace->range(parent).intersected(part).duration();
    if (shared > 0) {
        if (parent != tally.parent) {
            tally.parent = parent;
            tally.parentGroup = groupOf(tally, parent, m_by == GroupBy::Track ? m_trace->track(parent) : track);
        }
        tally.groups[tally.parentGroup].self -= shared;
    }
}

std::vector<SelectionSummary::Piece> SelectionSummary::nextPieces(uint32_t spans)
{
    const Timing& timing = m_trace->timing();
    const auto rows = m_trace->rows();
    std::vector<Piece> pieces;
    uint32_t left = std::max(spans, 1u);
    while (left > 0 && m_row < rows.size()) {
        const Row& row = rows[m_row];
        if (!m_rowIsOpen) {
            // The spans of a row are sorted and disjoint, so their ends are sorted, too.
            const auto firstEnd = timing.end.begin() + row.firstSpan;
            const auto first = std::partition_point(
                firstEnd, firstEnd + row.spanCount, [this](TimeNs end) { return end < m_range.begin; });
            m_nextInRow = static_cast<uint32_t>(first - timing.end.begin());
            const auto last = std::partition_point(timing.begin.begin() + m_nextInRow,
                timing.begin.begin() + row.firstSpan + row.spanCount,
                [this](TimeNs begin) { return begin < m_range.end; });
            m_lastInRow
                = row.kind == Row::Kind::FusedLegs ? m_nextInRow : static_cast<uint32_t>(last - timing.begin.begin());
            m_rowIsOpen = true;
            --left;
        }
        const uint32_t taken = std::min(left, m_lastInRow - m_nextInRow);
        if (taken > 0)
            pieces.push_back({row.track, m_nextInRow, m_nextInRow + taken});
        m_nextInRow += taken;
        left -= taken;
        if (m_nextInRow == m_lastInRow) {
            ++m_row;
            m_rowIsOpen = false;
        }
    }
    return pieces;
}

bool SelectionSummary::advance(uint32_t spans)
{
    if (m_isFinished)
        return true;
    if (!m_tallies.empty()) {
        const std::vector<Piece> pieces = nextPieces(spans);
        uint64_t count = 0;
        for (const Piece& piece : pieces)
            count += piece.last - piece.first;
        const uint64_t threads = count < spansWorthThreads ? 1 : m_tallies.size();
        forEachParallel(threads, static_cast<unsigned>(threads), [&](size_t thread) {
            const uint64_t from = count * thread / threads;
            const uint64_t to = count * (thread + 1) / threads;
            uint64_t at = 0;
            for (const Piece& piece : pieces) {
                const uint64_t size = piece.last - piece.first;
                const auto first = piece.first + static_cast<uint32_t>(std::clamp(from, at, at + size) - at);
                const auto last = piece.first + static_cast<uint32_t>(std::clamp(to, at, at + size) - at);
                for (uint32_t span = first; span < last; ++span)
                    addSpan(m_tallies[thread], SpanId(span), piece.track);
                at += size;
            }
        });
        if (m_row < m_trace->rows().size())
            return false;
        if (m_awaitsParts)
            return true;
        mergeTallies();
        if (count >= spans)
            return false;
    }
    finishGroups(spans);
    if (m_finishedGroups < m_groups.size())
        return false;
    std::erase_if(m_groups, [](const Group& group) { return group.count == 0; });
    std::sort(m_groups.begin(), m_groups.end(),
        [](const Group& a, const Group& b) { return a.total != b.total ? a.total > b.total : a.longest < b.longest; });
    discard(m_durations);
    m_isFinished = true;
    return true;
}

void SelectionSummary::mergeTallies()
{
    Tally all = std::move(m_tallies.front());
    for (size_t thread = 1; thread < m_tallies.size(); ++thread) {
        Tally& tally = m_tallies[thread];
        for (size_t i = 0; i < tally.groups.size(); ++i) {
            const Group& part = tally.groups[i];
            const uint32_t index = groupOf(all, part.name, part.category, part.track);
            all.durations[index].append(std::move(tally.durations[i]));
            Group& group = all.groups[index];
            group.count += part.count;
            group.total += part.total;
            group.self += part.self;
            group.waiting += part.waiting;
            std::transform(part.histogram.begin(), part.histogram.end(), group.histogram.begin(),
                group.histogram.begin(), std::plus());
            if (part.longestDuration > group.longestDuration
                || (part.longestDuration == group.longestDuration && part.longest < group.longest)) {
                group.longestDuration = part.longestDuration;
                group.longest = part.longest;
            }
        }
    }
    m_tallies.clear();
    m_groups = std::move(all.groups);
    m_durations = std::move(all.durations);
}

void SelectionSummary::finishGroups(uint32_t spans)
{
    // All threads work on one large group; each small group gets one thread.
    size_t end = m_finishedGroups;
    uint64_t count = 0;
    for (; end < m_groups.size() && count < spans && m_groups[end].count < spansWorthThreads; ++end)
        count += m_groups[end].count;
    const size_t first = std::exchange(m_finishedGroups, end);
    forEachParallel(end - first, count < spansWorthThreads ? 1 : m_threads, [&](size_t i) { finishGroup(first + i, 1); });
    for (; m_finishedGroups < m_groups.size() && count < spans && m_groups[m_finishedGroups].count >= spansWorthThreads;
         ++m_finishedGroups) {
        count += m_groups[m_finishedGroups].count;
        finishGroup(m_finishedGroups, m_threads);
    }
    for (size_t i = first; i < m_finishedGroups; ++i)
        m_spanCount += m_groups[i].count;
}

size_t SelectionSummary::histogramBar(TimeNs duration)
{
    const auto microseconds = uint64_t(std::max<TimeNs>(duration - 1, 0)) / 1000;
    return std::min<size_t>(std::bit_width(microseconds), histogramBars - 1);
}

TimeNs SelectionSummary::histogramLimit(size_t bar)
{
    return bar + 1 < histogramBars ? TimeNs(1000) << bar : std::numeric_limits<TimeNs>::max();
}

void SelectionSummary::finishGroup(size_t index, unsigned threads)
{
    Group& group = m_groups[index];
    group.self = std::max<TimeNs>(group.self, 0);
    if (group.count == 0)
        return;
    const auto count = static_cast<size_t>(group.count);
    const std::array places {nearestRank(count, 0.5), nearestRank(count, 0.9), nearestRank(count, 0.99)};
    const std::vector<TimeNs> values = m_durations[index].take(places, threads);
    group.p50 = values[0];
    group.p90 = values[1];
    group.p99 = values[2];
}

double SelectionSummary::progress() const
{
    if (m_isFinished)
        return 1;
    const size_t rows = m_trace->rows().size();
    return rows == 0 ? 1 : 0.99 * static_cast<double>(m_row) / static_cast<double>(rows);
}

} // namespace bubblescope
