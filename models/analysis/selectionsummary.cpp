// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "selectionsummary.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

namespace bubblescope {

namespace {

constexpr uint32_t noGroup = std::numeric_limits<uint32_t>::max();

/// Rank of the percentile among `count` sorted values, nearest-rank definition.
size_t nearestRank(size_t count, double share)
{
    const auto rank = static_cast<size_t>(std::ceil(share * static_cast<double>(count)));
    return std::clamp<size_t>(rank, 1, count) - 1;
}

} // namespace

SelectionSummary::SelectionSummary(TracePtr trace, TimeRange range, GroupBy by)
    : m_trace(std::move(trace)), m_range(range), m_by(by), m_isFinished(!m_trace || range.isEmpty())
{
    if (m_isFinished)
        return;
    const size_t keys = by == GroupBy::Name ? m_trace->strings().size() + 1 // the last stands for no name
        : by == GroupBy::Category           ? static_cast<size_t>(categoryCount)
                                            : m_trace->tracks().size();
    m_firstGroupOf.assign(keys, noGroup);
}

uint32_t SelectionSummary::groupOf(SpanId span, TrackId track)
{
    const Category category = m_trace->category(span);
    size_t key = 0;
    switch (m_by) {
    case GroupBy::Name:
        key = std::min<size_t>(m_trace->nameId(span).value, m_firstGroupOf.size() - 1);
        break;
    case GroupBy::Category:
        key = static_cast<size_t>(category);
        break;
    case GroupBy::Track:
        key = track.value;
        break;
    }
    uint32_t group = m_firstGroupOf[key];
    while (group != noGroup && m_by == GroupBy::Name && m_groups[group].category != category)
        group = m_nextGroup[group];
    if (group != noGroup)
        return group;
    Group made;
    made.name = m_trace->nameId(span);
    made.category = category;
    made.track = track;
    m_groups.push_back(made);
    m_durations.emplace_back();
    m_nextGroup.push_back(std::exchange(m_firstGroupOf[key], static_cast<uint32_t>(m_groups.size() - 1)));
    return m_firstGroupOf[key];
}

void SelectionSummary::addSpan(SpanId span, TrackId track)
{
    const TimeRange whole = m_trace->range(span);
    const TimeNs duration = whole.end - whole.begin;
    // An instant counts where it lies in the range; a span that only touches it does not.
    if (whole.end == m_range.begin && duration > 0)
        return;
    const TimeRange part = whole.intersected(m_range);
    const TimeNs inside = part.duration();
    const uint32_t index = groupOf(span, track);
    m_durations[index].add(duration);
    Group& group = m_groups[index];
    ++group.count;
    group.total += inside;
    group.self += inside;
    group.mean += static_cast<double>(duration);
    if (duration > group.longestDuration) {
        group.longestDuration = duration;
        group.longest = span;
    }
    const SpanId parent = m_trace->parent(span);
    if (parent.value >= m_trace->spanCount())
        return;
    const TimeNs shared = m_trace->range(parent).intersected(part).duration();
    if (shared > 0) {
        if (parent != m_parent) {
            m_parent = parent;
            m_parentGroup = groupOf(parent, m_by == GroupBy::Track ? m_trace->track(parent) : track);
        }
        m_groups[m_parentGroup].self -= shared;
    }
}

bool SelectionSummary::advance(uint32_t spans)
{
    if (m_isFinished)
        return true;
    const Timing& timing = m_trace->timing();
    const auto rows = m_trace->rows();
    uint32_t left = std::max(spans, 1u);
    while (left > 0 && m_row < rows.size()) {
        const Row& row = rows[m_row];
        if (row.kind == Row::Kind::FusedLegs) {
            ++m_row;
            --left;
            continue;
        }
        const uint32_t last = row.firstSpan + row.spanCount;
        if (!m_rowIsOpen) {
            // Spans of a row are sorted and do not overlap, so their ends are sorted too.
            const auto first = timing.end.begin() + row.firstSpan;
            m_nextInRow
                = static_cast<uint32_t>(std::partition_point(first, timing.end.begin() + last, [this](TimeNs end) {
                      return end < m_range.begin;
                  }) - timing.end.begin());
            m_rowIsOpen = true;
            --left;
        }
        for (; m_nextInRow < last && left > 0 && timing.begin[m_nextInRow] < m_range.end; ++m_nextInRow, --left)
            addSpan(SpanId(m_nextInRow), row.track);
        if (m_nextInRow >= last || timing.begin[m_nextInRow] >= m_range.end) {
            ++m_row;
            m_rowIsOpen = false;
        }
    }
    if (m_row < rows.size())
        return false;
    // One group a slice: the largest takes as long as it takes to find two percentiles in it.
    while (m_finishedGroups < m_groups.size() && left > 0) {
        const auto size = static_cast<uint32_t>(m_groups[m_finishedGroups].count);
        finishGroup(m_finishedGroups++);
        left -= std::min(left, size);
    }
    if (m_finishedGroups < m_groups.size())
        return false;
    std::erase_if(m_groups, [](const Group& group) { return group.count == 0; });
    std::stable_sort(
        m_groups.begin(), m_groups.end(), [](const Group& a, const Group& b) { return a.total > b.total; });
    m_durations = {};
    m_firstGroupOf = {};
    m_nextGroup = {};
    m_isFinished = true;
    return true;
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

void SelectionSummary::finishGroup(size_t index)
{
    Group& group = m_groups[index];
    group.self = std::max<TimeNs>(group.self, 0);
    m_spanCount += group.count;
    if (group.count == 0)
        return;
    group.mean /= static_cast<double>(group.count);
    const auto count = static_cast<size_t>(group.count);
    const std::array places {nearestRank(count, 0.5), nearestRank(count, 0.9), nearestRank(count, 0.99)};
    std::array<TimeNs, histogramBars - 1> limits {};
    for (size_t bar = 0; bar < limits.size(); ++bar)
        limits[bar] = histogramLimit(bar);
    const DurationList::Figures figures = m_durations[index].take(places, limits);
    group.p50 = figures.values[0];
    group.p90 = figures.values[1];
    group.p99 = figures.values[2];
    std::copy(figures.counts.begin(), figures.counts.end(), group.histogram.begin());
}

double SelectionSummary::progress() const
{
    if (m_isFinished)
        return 1;
    const size_t rows = m_trace->rows().size();
    return rows == 0 ? 1 : 0.99 * static_cast<double>(m_row) / static_cast<double>(rows);
}

} // namespace bubblescope
