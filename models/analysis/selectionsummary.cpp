// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "selectionsummary.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace bubblescope {

namespace {

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
}

size_t SelectionSummary::groupOf(SpanId span, TrackId track)
{
    const Category category = m_trace->category(span);
    uint64_t key = 0;
    switch (m_by) {
    case GroupBy::Name:
        key = uint64_t(m_trace->nameId(span).value) << 8 | static_cast<uint64_t>(category);
        break;
    case GroupBy::Category:
        key = static_cast<uint64_t>(category);
        break;
    case GroupBy::Track:
        key = track.value;
        break;
    }
    const auto [found, isNew] = m_groupOfKey.try_emplace(key, m_groups.size());
    if (isNew) {
        Group group;
        group.name = m_trace->nameId(span);
        group.category = category;
        group.track = track;
        m_groups.push_back(group);
        m_durations.emplace_back();
    }
    return found->second;
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
        for (; m_nextInRow < last && left > 0 && timing.begin[m_nextInRow] < m_range.end; ++m_nextInRow, --left) {
            const SpanId span(m_nextInRow);
            const TimeNs duration = m_trace->duration(span);
            // An instant counts where it lies in the range; a span that only touches it does not.
            if (timing.end[m_nextInRow] == m_range.begin && duration > 0)
                continue;
            const TimeNs inside = m_trace->range(span).intersected(m_range).duration();
            const size_t index = groupOf(span, row.track);
            m_durations[index].push_back(duration);
            ++m_spanCount;
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
            if (parent.isValid() && parent.value < m_trace->spanCount()) {
                const TimeNs shared
                    = m_trace->range(parent).intersected(m_trace->range(span)).intersected(m_range).duration();
                if (shared > 0)
                    m_groups[groupOf(parent, m_trace->track(parent))].self -= shared;
            }
        }
        if (m_nextInRow >= last || timing.begin[m_nextInRow] >= m_range.end) {
            ++m_row;
            m_rowIsOpen = false;
        }
    }
    if (m_row < rows.size())
        return false;
    // One group a slice: the largest takes as long as it takes to find two percentiles in it.
    while (m_finishedGroups < m_groups.size() && left > 0) {
        const auto size = static_cast<uint32_t>(m_durations[m_finishedGroups].size());
        finishGroup(m_finishedGroups++);
        left -= std::min(left, size);
    }
    if (m_finishedGroups < m_groups.size())
        return false;
    std::erase_if(m_groups, [](const Group& group) { return group.count == 0; });
    std::stable_sort(
        m_groups.begin(), m_groups.end(), [](const Group& a, const Group& b) { return a.total > b.total; });
    m_durations = {};
    m_groupOfKey = {};
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
    std::vector<TimeNs>& durations = m_durations[index];
    group.self = std::max<TimeNs>(group.self, 0);
    if (durations.empty())
        return;
    group.mean /= static_cast<double>(group.count);
    const auto p50 = durations.begin() + static_cast<std::ptrdiff_t>(nearestRank(durations.size(), 0.5));
    std::nth_element(durations.begin(), p50, durations.end());
    group.p50 = *p50;
    const auto p90 = durations.begin() + static_cast<std::ptrdiff_t>(nearestRank(durations.size(), 0.9));
    std::nth_element(p50, p90, durations.end());
    group.p90 = *p90;
    const auto p99 = durations.begin() + static_cast<std::ptrdiff_t>(nearestRank(durations.size(), 0.99));
    std::nth_element(p90, p99, durations.end());
    group.p99 = *p99;
    for (const TimeNs duration : durations)
        ++group.histogram[histogramBar(duration)];
    durations = {};
}

double SelectionSummary::progress() const
{
    if (m_isFinished)
        return 1;
    const size_t rows = m_trace->rows().size();
    return rows == 0 ? 1 : 0.99 * static_cast<double>(m_row) / static_cast<double>(rows);
}

} // namespace bubblescope
