// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "bubblesandwaits.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

void StretchSums::add(TimeRange range, SpanId span)
{
    if (range.end <= range.begin)
        return;
    if (!m_all.empty() && m_all.back().range.end == range.begin && m_all.back().span == span) {
        m_all.back().range.end = range.end;
        return;
    }
    const TimeNs before = m_all.empty() ? 0 : m_all.back().before + m_all.back().range.duration();
    m_all.push_back({range, before, span});
}

std::span<const StretchSums::Stretch> StretchSums::inside(TimeRange range) const
{
    const auto first = std::partition_point(
        m_all.begin(), m_all.end(), [range](const Stretch& stretch) { return stretch.range.end <= range.begin; });
    const auto last = std::partition_point(
        first, m_all.end(), [range](const Stretch& stretch) { return stretch.range.begin < range.end; });
    return {first, last};
}

TimeNs StretchSums::until(TimeNs time) const
{
    const auto after = std::partition_point(
        m_all.begin(), m_all.end(), [time](const Stretch& stretch) { return stretch.range.begin < time; });
    if (after == m_all.begin())
        return 0;
    const Stretch& last = *std::prev(after);
    return last.before + std::min(time, last.range.end) - last.range.begin;
}

void StretchSums::addShares(TimeRange range, std::span<float> columns) const
{
    const std::span<const Stretch> visible = inside(range);
    if (visible.empty() || columns.empty() || range.end <= range.begin)
        return;
    const double width = double(range.duration()) / double(columns.size());
    const auto columnAt = [&](double column) { return size_t(std::clamp(column, 0.0, double(columns.size() - 1))); };
    const auto endOf = [&](size_t column) { return range.begin + TimeNs(double(column + 1) * width); };
    for (auto at = visible.begin(); at != visible.end();) {
        const size_t first = columnAt(double(std::max(range.begin, at->range.begin) - range.begin) / width);
        const double end = double(std::min(range.end, at->range.end) - range.begin) / width;
        const size_t last = std::max(first, columnAt(std::ceil(end) - 1));
        for (size_t column = first; column <= last; ++column) {
            const double from = std::max(double(range.begin) + double(column) * width, double(at->range.begin));
            const double to = std::min(double(range.begin) + double(column + 1) * width, double(at->range.end));
            columns[column] += float(std::max(0.0, to - from) / width);
        }
        // The others that end in the same column are summed up at once.
        const TimeNs columnEnd = std::min(endOf(last), range.end);
        const auto endsInside = [columnEnd](const Stretch& stretch) { return stretch.range.end <= columnEnd; };
        auto known = at + 1; // all before it do; they are mostly few, so that the rest is not looked at
        ptrdiff_t ahead = 8;
        for (; visible.end() - known > ahead && endsInside(known[ahead]); ahead *= 2)
            known += ahead;
        const auto next = std::partition_point(known, known + std::min(ahead + 1, visible.end() - known), endsInside);
        const TimeNs together
            = (next - 1)->before + (next - 1)->range.duration() - at->before - at->range.duration();
        columns[last] += float(double(together) / width);
        at = next;
    }
}

BubblesAndWaits::BubblesAndWaits(const std::vector<std::vector<IdleStretch>>& idle) : m_ranks(idle.size())
{
    for (size_t rank = 0; rank < idle.size(); ++rank) {
        for (const IdleStretch& stretch : idle[rank]) {
            if (stretch.isBubble)
                m_ranks[rank].bubbles.add(stretch.range, stretch.span);
            else if (stretch.span.isValid() || stretch.awaited.isValid())
                m_ranks[rank].waiting.add(stretch.range, stretch.span);
        }
    }
    findGaps();
}

BubblesAndWaits::BubblesAndWaits(std::vector<RankWaits> ranks) : m_ranks(std::move(ranks)) { findGaps(); }

void BubblesAndWaits::findGaps()
{
    for (RankWaits& rank : m_ranks) {
        rank.gaps = {};
        for (const StretchSums::Stretch& stretch : rank.waiting.all()) {
            if (!stretch.span.isValid())
                rank.gaps.add(stretch.range, {});
        }
    }
}

bool BubblesAndWaits::hasBubbles() const
{
    return std::any_of(m_ranks.begin(), m_ranks.end(), [](const RankWaits& rank) { return !rank.bubbles.isEmpty(); });
}

} // namespace bubblescope
