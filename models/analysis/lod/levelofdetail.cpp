// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "levelofdetail.h"

#include "detailpyramid.h"
#include "roundedtime.h"
#include "spancolumns.h"

#include <algorithm>
#include <bit>

namespace bubblescope {

struct LevelOfDetail::Private {
    const Trace* trace = nullptr;
    const Timing* timing = nullptr;
    DetailPyramid pyramid;
};

namespace {

// Limits every sum and difference below; views show nothing outside (±73 years).

/// True if buckets of 2^shift ns are fine enough: at least two per column.
bool areFineEnough(int shift, TimeNs columnWidth) { return columnWidth >> (shift + 1) > 0; }

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

    void addSpan(uint32_t span, TimeNs begin, TimeNs end, Category category)
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

    /// `within` is the part of the bucket that its spans can cover.
    void addNode(const DetailNode& node, TimeRange within, int shift)
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

    void finish()
    {
        flush();
        if (m_column + 1 < m_cells.size()) {
            step();
            flush();
        }
    }

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
    void flush()
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

/// Feeds the buckets of one chunk: as wide as the columns allow, and finer ones across the edge of a column.
class FoldedChunk {
public:
    FoldedChunk(const DetailChunk& chunk, const DetailNode* nodes, TimeNs columnWidth, ColumnSweep& sweep)
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
    void feed(TimeRange range) const
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

private:
    void feed(int level, TimeNs bucket) const
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

    const DetailChunk& m_chunk;
    ColumnSweep& m_sweep;
    const DetailNode* m_nodes;
    std::array<TimeNs, 64> m_levels; // by level: offset from a bucket's number to its node
    int m_top = 0;
    int m_finest = 0;
};

/// First span in [first, last) that extends beyond `time`, or is an instant at it.
uint32_t firstTouching(const Timing& timing, uint32_t first, uint32_t last, TimeNs time)
{
    while (first < last) {
        const uint32_t middle = first + (last - first) / 2;
        const bool touches = timing.end[middle] > time || (timing.end[middle] == time && timing.begin[middle] == time);
        if (touches)
            last = middle;
        else
            first = middle + 1;
    }
    return first;
}

uint32_t firstBeginningAt(const Timing& timing, uint32_t first, uint32_t last, TimeNs time)
{
    const auto begin = timing.begin.begin();
    return static_cast<uint32_t>(std::lower_bound(begin + first, begin + last, time) - begin);
}

} // namespace

LevelOfDetail::LevelOfDetail(const Trace& trace, const Timing& timing)
{
    auto made = std::make_shared<Private>();
    made->trace = &trace;
    made->timing = &timing;
    made->pyramid.build(trace, timing);
    d = std::move(made);
}

void LevelOfDetail::columns(RowId rowId, TimeRange range, std::vector<LodCell>& cells) const
{
    std::fill(cells.begin(), cells.end(), LodCell {});
    range = {
        std::clamp(range.begin, -longestPlaced, longestPlaced), std::clamp(range.end, -longestPlaced, longestPlaced)};
    if (!d || cells.empty() || range.isEmpty() || rowId.value >= d->pyramid.rows.size())
        return;
    if (range.duration() < static_cast<TimeNs>(cells.size())) {
        // Less than a nanosecond per column: one cell per nanosecond, repeated.
        std::vector<LodCell> fine(static_cast<size_t>(range.duration()));
        columns(rowId, range, fine);
        for (size_t c = 0; c < cells.size(); ++c)
            cells[c] = fine[c * fine.size() / cells.size()];
        return;
    }

    const Timing& timing = *d->timing;
    const DetailRow& row = d->pyramid.rows[rowId.value];
    const auto all = std::span(d->pyramid.chunks).subspan(row.firstChunk, row.chunkCount);
    const auto first
        = std::partition_point(all.begin(), all.end(), [&](const DetailChunk& c) { return c.range.end < range.begin; });
    const auto chunks = std::span(first,
        std::partition_point(first, all.end(), [&](const DetailChunk& c) { return c.range.begin <= range.end; }));
    if (chunks.empty())
        return;
    const TimeNs width = range.duration() / static_cast<TimeNs>(cells.size());
    const auto isFolded
        = [width](const DetailChunk& chunk) { return chunk.baseNodes > 0 && areFineEnough(chunk.shift, width); };
    thread_local SpanColumns spanColumns; // keeps the edges from row to row
    spanColumns.setColumns(range, cells.size());
    const uint32_t end = chunks.back().firstSpan + chunks.back().spanCount;
    if (row.slotCount <= SpanColumns::mostSlots && std::none_of(chunks.begin(), chunks.end(), isFolded)) {
        const uint32_t from = firstTouching(timing, chunks.front().firstSpan, end, range.begin);
        uint32_t to = firstBeginningAt(timing, from, end, range.end);
        while (to < end && timing.begin[to] == range.end && timing.end[to] == range.end)
            ++to; // instants at the very end
        constexpr uint32_t spansWorth = 8;
        if ((to - from) * spansWorth >= cells.size())
            return spanColumns.fill(*d->trace, timing, row, from, to, cells);
    }
    ColumnSweep sweep(spanColumns.edges(), cells);
    for (const DetailChunk& chunk : chunks) {
        if (isFolded(chunk)) {
            FoldedChunk(chunk, &d->pyramid.nodes[chunk.firstNode], width, sweep).feed(range);
            continue;
        }
        const uint32_t last = chunk.firstSpan + chunk.spanCount;
        uint32_t i = firstTouching(timing, chunk.firstSpan, last, range.begin);
        while (i < last && timing.begin[i] <= range.end) {
            if (timing.begin[i] < range.end || timing.end[i] == range.end)
                sweep.addSpan(i, timing.begin[i], timing.end[i], d->trace->category(SpanId(i)));
            i = sweep.addWholeSpans(*d->trace, timing, i + 1, last);
        }
    }
    sweep.finish();
}

std::array<TimeNs, categoryCount> LevelOfDetail::timeByCategory(RowId rowId, TimeRange range) const
{
    std::array<TimeNs, categoryCount> time {};
    if (!d || rowId.value >= d->pyramid.rows.size() || range.isEmpty())
        return time;
    const Trace& trace = *d->trace;
    const Timing& timing = *d->timing;
    const DetailRow& row = d->pyramid.rows[rowId.value];
    if (row.slotCount == 0)
        return time;
    const uint32_t rowFirst = trace.row(rowId).firstSpan;
    const auto [first, last] = visibleSpans(trace, timing, rowId, range);

    const auto addSpans = [&](uint32_t from, uint32_t to, TimeNs sign) {
        for (uint32_t i = from; i < to; ++i)
            time[static_cast<size_t>(trace.category(SpanId(i)))] += sign * (timing.end[i] - timing.begin[i]);
    };
    const auto addUpTo = [&](uint32_t span, TimeNs sign) {
        const uint32_t groups = (span - rowFirst) / DetailPyramid::sampleSpans;
        if (groups > 0) {
            const TimeNs* sample = &d->pyramid.samples[row.firstSample + uint64_t(groups - 1) * row.slotCount];
            for (int s = 0; s < row.slotCount; ++s)
                time[static_cast<size_t>(row.category[s])] += sign * sample[s];
        }
        addSpans(rowFirst + groups * DetailPyramid::sampleSpans, span, sign);
    };
    if (last - first <= DetailPyramid::sampleSpans) {
        addSpans(first, last, 1);
    } else {
        addUpTo(last, 1);
        addUpTo(first, -1);
    }
    // Only the first and the last span can extend beyond the range.
    if (first < last) {
        time[static_cast<size_t>(trace.category(SpanId(first)))]
            -= std::max<TimeNs>(range.begin - timing.begin[first], 0);
        time[static_cast<size_t>(trace.category(SpanId(last - 1)))]
            -= std::max<TimeNs>(timing.end[last - 1] - range.end, 0);
    }
    return time;
}

TimeNs LevelOfDetail::busyTime(RowId row, TimeRange range) const
{
    TimeNs busy = 0;
    for (const TimeNs time : timeByCategory(row, range))
        busy += time;
    return busy;
}

size_t LevelOfDetail::memoryBytes() const { return d ? sizeof(Private) + d->pyramid.memoryBytes() : 0; }

std::pair<uint32_t, uint32_t> visibleSpans(const Trace& trace, const Timing& timing, RowId row, TimeRange range)
{
    const Row& source = trace.row(row);
    const uint32_t end = source.firstSpan + source.spanCount;
    const uint32_t first = firstTouching(timing, source.firstSpan, end, range.begin);
    return {first, firstBeginningAt(timing, first, end, range.end)};
}

} // namespace bubblescope
