// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "columnsweep.h"

#include <bit>

namespace bubblescope {

void ColumnSweep::addSpan(uint32_t span, TimeNs begin, TimeNs end, Category category)
{
    const float duration = static_cast<float>(end - begin);
    // The last column includes its end, so that an instant at the end of the run is visible.
    TimeNs from = std::clamp(begin, m_range.begin, m_range.end - 1);
    const TimeNs to = std::min(end, m_range.end);
    advanceTo(from);
    if (begin >= m_range.begin)
        ++m_now->count;
    for (;;) {
        m_now->touch(span, duration);
        if (to <= m_end) {
            m_now->add(category, std::max<TimeNs>(to - from, 0));
            return;
        }
        m_now->add(category, m_end - from);
        step();
        while (to > m_end && m_now->isEmpty()) { // columns that it fills alone
            m_cells[m_column] = {1, category, SpanId(span), 0};
            skip();
        }
        from = m_begin;
    }
}

void ColumnSweep::addNode(const DetailNode& node, TimeRange within, int shift)
{
    TimeRange seen = within.intersected(m_range);
    if (seen.isEmpty())
        return;
    advanceTo(seen.begin);
    // The last bucket of a chunk and the first of the next may overlap slightly.
    within.begin = std::max(within.begin, std::min(m_begin, within.end - 1));
    seen.begin = std::max(seen.begin, within.begin);
    const TimeNs busy = TimeNs(node.busy) << busyUnitShift(shift);
    const TimeNs middle = within.begin + within.duration() / 2;
    Accumulator* const owner = !m_range.contains(middle) ? nullptr : middle < m_end ? m_now : m_next;
    if (owner) {
        owner->count += unpackCount(node.count);
        owner->touch(node.longest, node.longestNs);
    }
    if (seen == within && seen.end <= m_end) {
        m_now->add(node, busy);
        return;
    }
    // If nothing else touches the column, it still names the source of its share.
    if (owner != m_now)
        m_now->fallback = node.longest;
    const double density = static_cast<double>(busy) / static_cast<double>(within.duration());
    const TimeNs here = std::min(seen.end, m_end) - seen.begin;
    m_now->add(node, static_cast<TimeNs>(density * static_cast<double>(here)));
    if (seen.end > m_end) {
        if (owner != m_next)
            m_next->fallback = node.longest;
        m_next->add(node, static_cast<TimeNs>(density * static_cast<double>(seen.end - m_end)));
    }
}

void ColumnSweep::finish()
{
    flush();
    if (m_column + 1 < m_cells.size()) {
        step();
        flush();
    }
}

void ColumnSweep::flush()
{
    Accumulator& now = *m_now;
    if (now.isEmpty())
        return;
    LodCell& cell = m_cells[m_column];
    size_t dominant = static_cast<size_t>(std::countr_zero(now.mask));
    float most = now.time[dominant];
    now.time[dominant] = 0;
    for (uint32_t mask = now.mask & (now.mask - 1); mask != 0; mask &= mask - 1) {
        const auto category = static_cast<size_t>(std::countr_zero(mask));
        if (now.time[category] > most) {
            most = now.time[category];
            dominant = category;
        }
        now.time[category] = 0;
    }
    cell.dominant = static_cast<Category>(dominant);
    cell.busyShare = std::min(1.0f, static_cast<float>(now.busy) / static_cast<float>(m_end - m_begin));
    cell.longest = SpanId(now.longestNs >= 0 ? now.longest : now.fallback);
    cell.spanCount = now.count;
    now.busy = 0;
    now.mask = 0;
    now.longest = Id<SpanTag>::noValue;
    now.fallback = Id<SpanTag>::noValue;
    now.longestNs = -1;
    now.count = 0;
}

} // namespace bubblescope
