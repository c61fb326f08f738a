// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "spancolumns.h"

#include "detailpyramid.h"

#include <algorithm>
#include <bit>

namespace bubblescope {

namespace {

/// Key that sorts by duration; of equal spans the one with the lowest number is greatest. The bits of a non-negative
/// float sort like its value. Branchless, because the comparison is unpredictable.
uint64_t lengthKey(TimeNs duration, uint32_t span)
{
    return uint64_t(std::bit_cast<uint32_t>(static_cast<float>(duration))) << 32 | (SpanId::noValue - span);
}
uint32_t spanOfKey(uint64_t lengthKey) { return SpanId::noValue - static_cast<uint32_t>(lengthKey); }

} // namespace

void SpanColumns::setColumns(TimeRange range, size_t count)
{
    if (range == m_range && count == m_columns.size())
        return;
    m_range = range;
    m_columnsPerNs = static_cast<double>(count) / static_cast<double>(range.duration());
    m_columns.assign(count, {});
    m_parts.assign(count * mostSlots, 0);
    m_covers.assign(count * mostSlots, 0);
    // Avoids the product, which may overflow.
    const auto columns = static_cast<TimeNs>(count);
    TimeNs rest = 0;
    m_edges.assign(1, range.begin);
    while (m_edges.size() <= count) {
        rest += range.duration() % columns;
        m_edges.push_back(m_edges.back() + range.duration() / columns + (rest >= columns ? 1 : 0));
        rest -= rest >= columns ? columns : 0;
    }
}

size_t SpanColumns::columnOf(TimeNs time) const
{
    // Off by one at most, because of rounding or edges on whole nanoseconds.
    const auto guess = static_cast<int64_t>(static_cast<double>(time - m_range.begin) * m_columnsPerNs);
    const auto column = std::min(static_cast<size_t>(guess), m_columns.size() - 1);
    return column - (time < m_edges[column] ? 1 : 0) + (time >= m_edges[column + 1] ? 1 : 0);
}

template <int slotCount>
void SpanColumns::scatter(const Trace& trace, const Timing& timing, const DetailRow& row, uint32_t first, uint32_t last)
{
    for (uint32_t span = first; span < last; ++span) {
        const TimeNs begin = timing.begin[span];
        const TimeNs end = timing.end[span];
        // The last column includes its end, so that an instant at the end of the run is visible.
        const TimeNs from = std::clamp(begin, m_range.begin, m_range.end - 1);
        const TimeNs to = std::max(std::min(end, m_range.end), from);
        const size_t x0 = columnOf(from);
        const size_t x1 = columnOf(std::max(to - 1, from));
        const size_t slot = slotCount == 1 ? 0 : row.slot[static_cast<size_t>(trace.category(SpanId(span)))];
        m_parts[x0 * slotCount + slot] -= from - m_edges[x0];
        m_covers[x0 * slotCount + slot] += 1;
        m_parts[x1 * slotCount + slot] += to - m_edges[x1];
        m_covers[x1 * slotCount + slot] -= 1;
        m_columns[x0].count += begin >= m_range.begin ? 1 : 0;
        m_columns[x0].lastBegun = span;
        const uint64_t key = lengthKey(end - begin, span);
        m_columns[x0].longest = std::max(m_columns[x0].longest, key);
        m_columns[x1].longest = std::max(m_columns[x1].longest, key);
    }
}

template <int slotCount> void SpanColumns::gather(const Trace& trace, const DetailRow& row, std::span<LodCell> cells)
{
    TimeNs covers[slotCount] = {};
    uint32_t open = SpanId::noValue;
    for (size_t x = 0; x < cells.size(); ++x) {
        const TimeNs width = m_edges[x + 1] - m_edges[x];
        TimeNs busy = 0;
        TimeNs most = -1;
        int dominant = 0;
        bool isCovered = false;
        for (int slot = 0; slot < slotCount; ++slot) {
            covers[slot] += m_covers[x * slotCount + slot];
            const TimeNs time = m_parts[x * slotCount + slot] + covers[slot] * width;
            busy += time;
            dominant = time > most ? slot : dominant;
            most = std::max(most, time);
            isCovered = isCovered || covers[slot] > 0;
            m_parts[x * slotCount + slot] = 0;
            m_covers[x * slotCount + slot] = 0;
        }
        Column& column = m_columns[x];
        open = column.lastBegun != SpanId::noValue ? column.lastBegun : open;
        const uint32_t longest = column.longest != 0 ? spanOfKey(column.longest) : isCovered ? open : SpanId::noValue;
        cells[x].busyShare = std::min(1.0f, static_cast<float>(busy) / static_cast<float>(width));
        cells[x].longest = SpanId(longest);
        cells[x].spanCount = column.count;
        cells[x].dominant = longest == SpanId::noValue ? Category::Other
            : busy > 0 || slotCount == 1                        ? row.category[dominant]
                                                            : trace.category(SpanId(longest)); // only instants
        column = {};
    }
}

void SpanColumns::fill(const Trace& trace, const Timing& timing, const DetailRow& row, uint32_t first, uint32_t last,
    std::span<LodCell> cells)
{
    const auto run = [&]<int slotCount>() {
        scatter<slotCount>(trace, timing, row, first, last);
        gather<slotCount>(trace, row, cells);
    };
    switch (row.slotCount) {
    case 1:
        return run.template operator()<1>();
    case 2:
        return run.template operator()<2>();
    case 3:
        return run.template operator()<3>();
    default:
        return run.template operator()<mostSlots>();
    }
}

} // namespace bubblescope
