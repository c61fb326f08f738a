// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "detailpyramid.h"

#include "parallel.h"

#include <bit>

namespace bubblescope {

namespace {

/// Limits the cost per span: all levels together have twice as many nodes, so less than ten bytes.
uint32_t baseNodesFor(uint32_t spans) { return spans * 3 / 10; }

} // namespace

uint8_t packCount(uint32_t count)
{
    if (count < 32)
        return static_cast<uint8_t>(count);
    const int exponent = static_cast<int>(std::bit_width(count)) - 5;
    if (exponent > 14)
        return 255;
    return static_cast<uint8_t>(16 * exponent + static_cast<int>(count >> exponent));
}

uint32_t DetailChunk::nodesOf(int level) const
{
    // A final span without duration may begin in the bucket after the last: count it in the last one.
    const TimeNs last = std::max(range.begin, range.end - 1) >> (shift + level);
    return static_cast<uint32_t>(last - firstBucket(level)) + 1;
}

/// Exact sums of the level under construction, before they are rounded into nodes.
struct DetailPyramid::Scratch {
    std::vector<TimeNs> time; // slotCount per node
    std::vector<uint32_t> count;
    std::vector<uint32_t> longest;
    std::vector<TimeNs> longestNs;

    void reset(size_t nodes, size_t slotCount)
    {
        time.assign(nodes * slotCount, 0);
        count.assign(nodes, 0);
        longest.assign(nodes, Id<SpanTag>::noValue);
        longestNs.assign(nodes, -1);
    }
};

void DetailPyramid::build(const Trace& trace, const Timing& timing)
{
    layOut(trace, timing);
    const uint32_t rowCount = static_cast<uint32_t>(rows.size());
    uint32_t half = 0;
    if (trace.spanCount() >= spansWorthThreads) {
        while (half < rowCount && trace.rows()[half].firstSpan < trace.spanCount() / 2)
            ++half;
    }
    if (half == 0 || half >= rowCount)
        return fill(trace, timing, 0, rowCount);
    forEachParallel(2, 2, [&](size_t part) {
        fill(trace, timing, part == 0 ? 0 : half, part == 0 ? half : rowCount);
    });
}

void DetailPyramid::layOut(const Trace& trace, const Timing& timing)
{
    rows.assign(trace.rows().size(), {});
    chunks.clear();
    uint64_t sampleCount = 0;
    uint32_t nodeCount = 0;
    for (size_t r = 0; r < rows.size(); ++r) {
        const Row& source = trace.rows()[r];
        DetailRow& row = rows[r];
        row.firstChunk = static_cast<uint32_t>(chunks.size());
        if (source.kind == Row::Kind::FusedLegs)
            continue;
        uint32_t seen = 0;
        for (uint32_t i = source.firstSpan; i < source.firstSpan + source.spanCount; ++i)
            seen |= 1u << static_cast<unsigned>(trace.category(SpanId(i)));
        for (int c = 0; c < categoryCount; ++c) {
            if (seen >> c & 1u) {
                row.slot[c] = row.slotCount;
                row.category[row.slotCount++] = static_cast<Category>(c);
            }
        }
        row.firstSample = sampleCount;
        sampleCount += uint64_t(source.spanCount / sampleSpans) * row.slotCount;

        for (uint32_t done = 0; done < source.spanCount; done += chunkSpans) {
            DetailChunk chunk;
            chunk.firstSpan = source.firstSpan + done;
            chunk.spanCount = std::min(chunkSpans, source.spanCount - done);
            const uint32_t last = chunk.firstSpan + chunk.spanCount - 1;
            chunk.range.begin = timing.begin[chunk.firstSpan];
            chunk.range.end = std::max(chunk.range.begin, timing.end[last]);
            chunk.firstNode = nodeCount;
            if (chunk.spanCount >= minimumSpans) {
                const auto base = static_cast<uint64_t>(chunk.range.duration()) / (baseNodesFor(chunk.spanCount));
                chunk.shift = static_cast<uint8_t>(std::bit_width(base));
                while (chunk.nodesOf(0) > baseNodesFor(chunk.spanCount))
                    ++chunk.shift;
                chunk.baseNodes = chunk.nodesOf(0);
                // Stop at two buckets if they lie on both sides of a high power of two and would never merge.
                do {
                    nodeCount += chunk.nodesOf(chunk.levels++);
                } while (chunk.nodesOf(chunk.levels - 1) > 2);
            }
            chunks.push_back(chunk);
        }
        row.chunkCount = static_cast<uint32_t>(chunks.size()) - row.firstChunk;
    }
    chunks.shrink_to_fit();
    nodes.assign(nodeCount, {});
    samples.assign(sampleCount, 0);
}

void DetailPyramid::fill(const Trace& trace, const Timing& timing, uint32_t firstRow, uint32_t lastRow)
{
    Scratch scratch;
    for (uint32_t r = firstRow; r < lastRow; ++r) {
        const DetailRow& row = rows[r];
        for (uint32_t c = row.firstChunk; c < row.firstChunk + row.chunkCount; ++c) {
            if (chunks[c].baseNodes > 0)
                fillChunk(trace, timing, row, chunks[c], scratch);
        }
        fillSamples(trace, timing, r);
    }
}

void DetailPyramid::fillChunk(
    const Trace& trace, const Timing& timing, const DetailRow& row, const DetailChunk& chunk, Scratch& scratch)
{
    const size_t slotCount = row.slotCount;
    uint32_t count = chunk.baseNodes;
    scratch.reset(count, slotCount);
    const TimeNs first = chunk.firstBucket(0);
    const auto bucket = [&](TimeNs time) {
        return static_cast<uint32_t>(std::clamp<TimeNs>((time >> chunk.shift) - first, 0, count - 1));
    };
    const auto touch = [&](uint32_t node, uint32_t span, TimeNs duration) {
        if (duration > scratch.longestNs[node]) {
            scratch.longestNs[node] = duration;
            scratch.longest[node] = span;
        }
    };
    for (uint32_t i = chunk.firstSpan; i < chunk.firstSpan + chunk.spanCount; ++i) {
        const TimeNs begin = timing.begin[i];
        const TimeNs end = timing.end[i];
        const size_t slot = row.slot[static_cast<size_t>(trace.category(SpanId(i)))];
        uint32_t node = bucket(begin);
        ++scratch.count[node];
        touch(node, i, end - begin);
        TimeNs from = begin;
        while (from < end) {
            const TimeNs edge = (first + node + 1) << chunk.shift;
            const TimeNs to = node + 1 < count ? std::min(edge, end) : end;
            scratch.time[node * slotCount + slot] += to - from;
            from = to;
            if (from < end)
                touch(++node, i, end - begin);
        }
    }

    DetailNode* out = &nodes[chunk.firstNode];
    for (int level = 0; level < chunk.levels; ++level) {
        if (level > 0) {
            // Merges pairs in place: a parent never lies after its children.
            const uint32_t parents = chunk.nodesOf(level);
            const TimeNs firstParent = chunk.firstBucket(level);
            const TimeNs firstChild = chunk.firstBucket(level - 1);
            for (uint32_t p = 0; p < parents; ++p) {
                const TimeNs left = 2 * (firstParent + p) - firstChild;
                TimeNs sums[categoryCount] = {};
                uint32_t begun = 0;
                uint32_t longest = Id<SpanTag>::noValue;
                TimeNs longestNs = -1;
                for (TimeNs child = std::max<TimeNs>(left, 0); child <= left + 1 && child < count; ++child) {
                    for (size_t s = 0; s < slotCount; ++s)
                        sums[s] += scratch.time[child * slotCount + s];
                    begun += scratch.count[child];
                    if (scratch.longestNs[child] > longestNs) {
                        longestNs = scratch.longestNs[child];
                        longest = scratch.longest[child];
                    }
                }
                std::copy_n(sums, slotCount, &scratch.time[p * slotCount]);
                scratch.count[p] = begun;
                scratch.longest[p] = longest;
                scratch.longestNs[p] = longestNs;
            }
            count = parents;
        }
        const int unit = busyUnitShift(chunk.shift + level);
        const TimeNs half = unit > 0 ? TimeNs(1) << (unit - 1) : 0;
        for (uint32_t n = 0; n < count; ++n, ++out) {
            if (scratch.longest[n] == Id<SpanTag>::noValue)
                continue;
            TimeNs busy = 0;
            size_t most = 0;
            size_t second = 0;
            const TimeNs* time = &scratch.time[n * slotCount];
            for (size_t s = 0; s < slotCount; ++s) {
                busy += time[s];
                if (s == 0)
                    continue;
                if (time[s] > time[most]) {
                    second = most;
                    most = s;
                } else if (second == most || time[s] > time[second]) {
                    second = s;
                }
            }
            const auto share = [&](size_t slot) {
                return static_cast<uint8_t>(255.0 * static_cast<double>(time[slot]) / static_cast<double>(busy) + 0.5);
            };
            if (busy > 0)
                out->share = {share(most), second == most ? uint8_t(0) : share(second)};
            out->category = {row.category[most], row.category[second]};
            if (busy == 0) // only instants
                out->category = {trace.category(SpanId(scratch.longest[n])), Category::Other};
            out->busy = static_cast<uint16_t>(std::min<TimeNs>((busy + half) >> unit, 0xffff));
            out->longest = scratch.longest[n];
            out->longestNs = static_cast<float>(scratch.longestNs[n]);
            out->count = packCount(scratch.count[n]);
        }
    }
}

void DetailPyramid::fillSamples(const Trace& trace, const Timing& timing, uint32_t r)
{
    const Row& source = trace.rows()[r];
    const DetailRow& row = rows[r];
    if (row.slotCount == 0)
        return;
    TimeNs sums[categoryCount] = {};
    TimeNs* out = samples.data() + row.firstSample;
    for (uint32_t group = 0; group < source.spanCount / sampleSpans; ++group) {
        const uint32_t begin = source.firstSpan + group * sampleSpans;
        for (uint32_t i = begin; i < begin + sampleSpans; ++i)
            sums[row.slot[static_cast<size_t>(trace.category(SpanId(i)))]] += timing.end[i] - timing.begin[i];
        out = std::copy_n(sums, row.slotCount, out);
    }
}

size_t DetailPyramid::memoryBytes() const
{
    return rows.capacity() * sizeof(DetailRow) + chunks.capacity() * sizeof(DetailChunk)
        + nodes.capacity() * sizeof(DetailNode) + samples.capacity() * sizeof(TimeNs);
}

} // namespace bubblescope
