// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "detailpyramid.h"
#include "levelofdetail.h"
#include "roundedtime.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

namespace bubblescope {

/// Sweeps the columns from left to right while it is fed pieces of the row (spans or buckets) in order of time.
class ColumnSweep {
public:
    /// `edges` as returned by SpanColumns::edges().
    ColumnSweep(std::span<const TimeNs> edges, std::span<LodCell> cells)
        : m_range {edges.front(), edges.back()}, m_cells(cells), m_edges(edges), m_begin(edges[0]), m_end(edges[1])
    {
    }

    /// True if the edge of a column lies inside; moves on to the column in which the range begins.
    bool isCut(TimeRange within)
    {
        if (within.begin < m_range.begin || within.end > m_range.end)
            return true;
        advanceTo(within.begin);
        return within.end > m_end || within.begin < m_begin;
    }

    /// End of the column that contains `time`, which must not precede the current one; moves on to it.
    TimeNs columnEndAt(TimeNs time)
    {
        advanceTo(time);
        return m_end;
    }
    bool hasBegun(TimeNs time) const { return time >= m_begin; }
    /// Adds a bucket that lies completely inside the current column.
    void addWhole(const DetailNode& node, int busyShift)
    {
        m_now->count += unpackCount(node.count);
        m_now->touch(node.longest, node.longestNs);
        m_now->add(node, TimeNs(node.busy) << busyShift);
    }

    /// Adds spans from `span` on while they lie completely inside the current column. Returns the first that does not.
    uint32_t addWholeSpans(const Trace& trace, const Timing& timing, uint32_t span, uint32_t last)
    {
        const TimeNs* const begins = timing.begin.data();
        const TimeNs* const ends = timing.end.data();
        Accumulator& now = *m_now;
        const uint32_t first = span;
        TimeNs busy = 0;
        for (; span < last && begins[span] >= m_begin && begins[span] < m_end && ends[span] <= m_end; ++span) {
            const TimeNs duration = ends[span] - begins[span];
            now.touch(span, static_cast<float>(duration));
            now.weigh(trace.category(SpanId(span)), static_cast<float>(duration));
            busy += duration;
        }
        now.busy += busy;
        now.count += span - first;
        return span;
    }

    void addSpan(uint32_t span, TimeNs begin, TimeNs end, Category category);

    /// `within` is the part of the bucket that its spans can cover.
    void addNode(const DetailNode& node, TimeRange within, int shift);

    void finish();

private:
    struct Accumulator {
        TimeNs busy = 0;
        std::array<float, categoryCount> time {}; // only compared with each other
        uint32_t mask = 0;                        // categories that occur
        uint32_t longest = Id<SpanTag>::noValue;
        uint32_t fallback = Id<SpanTag>::noValue;
        float longestNs = -1;
        uint32_t count = 0;

        bool isEmpty() const { return mask == 0; }
        void add(Category category, TimeNs duration)
        {
            busy += duration;
            weigh(category, static_cast<float>(duration));
        }
        void add(const DetailNode& node, TimeNs duration)
        {
            busy += duration;
            const float unit = static_cast<float>(duration) / 255;
            weigh(node.category[0], unit * node.share[0]);
            if (node.share[1] > 0)
                weigh(node.category[1], unit * node.share[1]);
        }
        void weigh(Category category, float duration)
        {
            time[static_cast<size_t>(category)] += duration;
            mask |= 1u << static_cast<unsigned>(category);
        }
        void touch(uint32_t span, float duration)
        {
            // Branchless, because the comparison is unpredictable.
            const bool isLonger = duration > longestNs;
            longestNs = isLonger ? duration : longestNs;
            longest = isLonger ? span : longest;
        }
    };

    void skip()
    {
        ++m_column;
        m_begin = m_end;
        m_end = m_column + 1 < m_edges.size() ? m_edges[m_column + 1] : longestPlaced;
    }
    void step()
    {
        flush();
        skip();
        std::swap(m_now, m_next);
    }
    void advanceTo(TimeNs time)
    {
        while (time >= m_end)
            step();
    }
    void flush();

    const TimeRange m_range;
    const std::span<LodCell> m_cells;
    const std::span<const TimeNs> m_edges;
    size_t m_column = 0;
    TimeNs m_begin;
    TimeNs m_end;
    Accumulator m_accumulators[2]; // a bucket may extend into the next column
    Accumulator* m_now = &m_accumulators[0];
    Accumulator* m_next = &m_accumulators[1];
};

} // namespace bubblescope
