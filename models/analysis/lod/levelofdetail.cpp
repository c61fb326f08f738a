// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "levelofdetail.h"

#include "columnsweep.h"
#include "detailpyramid.h"
#include "foldedchunk.h"
#include "roundedtime.h"
#include "spancolumns.h"

#include <algorithm>

namespace bubblescope {

struct LevelOfDetail::Private {
    const Trace* trace = nullptr;
    const Timing* timing = nullptr;
    DetailPyramid pyramid;
};

namespace {

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
