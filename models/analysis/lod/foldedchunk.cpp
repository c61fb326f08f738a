// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "foldedchunk.h"

#include <algorithm>

namespace bubblescope {

FoldedChunk::FoldedChunk(const DetailChunk& chunk, const DetailNode* nodes, TimeNs columnWidth, ColumnSweep& sweep)
    : m_chunk(chunk), m_sweep(sweep), m_nodes(nodes)
{
    TimeNs first = 0;
    for (m_top = 0;; ++m_top) {
        m_levels[m_top] = first - chunk.firstBucket(m_top);
        if (m_top + 1 == chunk.levels || !areFineEnough(chunk.shift + m_top + 1, columnWidth))
            break;
        first += chunk.nodesOf(m_top);
    }
    m_finest = std::max(m_top - 2, 0);
}

void FoldedChunk::feed(TimeRange range) const
{
    const int shift = m_chunk.shift + m_top;
    const TimeNs first = m_chunk.firstBucket(m_top);
    const TimeNs end = std::min((range.end >> shift) + 1, first + m_chunk.nodesOf(m_top));
    const int busyShift = busyUnitShift(shift);
    const auto nodeOf = [this](TimeNs bucket) -> const DetailNode& { return m_nodes[m_levels[m_top] + bucket]; };
    TimeNs bucket = std::max(range.begin >> shift, first);
    // Most buckets lie inside a column, away from the ends of the chunk and of the range.
    const TimeNs firstWhole = std::max(first, range.begin >> shift) + 1;
    const TimeNs endWhole = std::min(range.end >> shift, first + m_chunk.nodesOf(m_top) - 1);
    while (bucket < end) {
        if (nodeOf(bucket).longest == Id<SpanTag>::noValue) {
            ++bucket;
            continue;
        }
        if (bucket >= firstWhole && bucket < endWhole) {
            const TimeNs whole = std::min(m_sweep.columnEndAt(bucket << shift) >> shift, endWhole);
            if (bucket < whole && m_sweep.hasBegun(bucket << shift)) {
                for (; bucket < whole; ++bucket) {
                    if (nodeOf(bucket).longest != Id<SpanTag>::noValue)
                        m_sweep.addWhole(nodeOf(bucket), busyShift);
                }
                continue;
            }
        }
        feed(m_top, bucket++);
    }
}

void FoldedChunk::feed(int level, TimeNs bucket) const
{
    const DetailNode& node = m_nodes[m_levels[level] + bucket];
    if (node.longest == Id<SpanTag>::noValue)
        return;
    const int shift = m_chunk.shift + level;
    TimeRange within {
        std::max(bucket << shift, m_chunk.range.begin), std::min((bucket + 1) << shift, m_chunk.range.end)};
    within.end = std::max(within.end, within.begin + 1); // all spans may be one instant
    if (level > m_finest && m_sweep.isCut(within)) {
        const TimeNs first = m_chunk.firstBucket(level - 1);
        const TimeNs end = first + m_chunk.nodesOf(level - 1);
        for (TimeNs half = std::max(2 * bucket, first); half < std::min(2 * bucket + 2, end); ++half)
            feed(level - 1, half);
    } else {
        m_sweep.addNode(node, within, shift);
    }
}

} // namespace bubblescope
