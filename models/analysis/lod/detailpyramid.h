// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace.h"

#include <array>
#include <cstdint>
#include <vector>

namespace bubblescope {

/// Summary of one bucket of time. Kept small, because there are up to six nodes per ten spans.
struct DetailNode {
    uint32_t longest = Id<SpanTag>::noValue; ///< the longest span that touches the bucket
    float longestNs = -1;                    ///< its full duration; negative if nothing touches the bucket
    uint16_t busy = 0;                       ///< in units of busyUnitShift()
    uint8_t count = 0;                       ///< spans that begin here; encoded by packCount()
    /// The two categories with the most time, and their shares of the busy time in 1/255.
    std::array<Category, 2> category {Category::Other, Category::Other};
    std::array<uint8_t, 2> share {0, 0};
};
static_assert(sizeof(DetailNode) == 16);

/// A node of width 2^shift counts busy time in units of 2^this ns: exact for buckets up to 33 µs, to 1/32768 beyond.
constexpr int busyUnitShift(int shift) { return shift > 15 ? shift - 15 : 0; }
/// Encodes a count in eight bits: exact up to 31, within 1/32 up to half a million, saturated beyond.
uint8_t packCount(uint32_t count);
inline uint32_t unpackCount(uint8_t packed)
{
    return packed < 32 ? packed : (16u + (packed & 15u)) << ((packed >> 4) - 1);
}

/// Up to 4,096 neighbouring spans of a row, with buckets as wide as their own density requires. So a burst between long
/// gaps, or a far outlier, does not cost the rest of the row its detail.
struct DetailChunk {
    TimeRange range; ///< first begin to last end
    uint32_t firstSpan = 0;
    uint32_t spanCount = 0;
    uint32_t firstNode = 0;
    uint32_t baseNodes = 0; ///< 0 if there are too few spans to summarize
    uint8_t shift = 0;      ///< base buckets are 2^shift ns wide and aligned to their width
    uint8_t levels = 0;

    TimeNs firstBucket(int level) const { return range.begin >> (shift + level); }
    uint32_t nodesOf(int level) const;
};

struct DetailRow {
    std::array<uint8_t, categoryCount> slot {}; ///< category to its index among the sums of this row
    std::array<Category, categoryCount> category {};
    uint8_t slotCount = 0;
    uint32_t firstChunk = 0;
    uint32_t chunkCount = 0;
    uint64_t firstSample = 0; ///< `slotCount` sums for each full group of spans
};

/// A trace's rows summarized for drawing: chunks with a pyramid of buckets each, and running sums by category.
class DetailPyramid {
public:
    static constexpr uint32_t chunkSpans = 4096;
    static constexpr uint32_t minimumSpans = 64;
    static constexpr uint32_t sampleSpans = 128;

    /// Uses two threads if that pays off. Keeps no reference.
    void build(const Trace& trace, const Timing& timing);

    std::vector<DetailRow> rows;
    std::vector<DetailChunk> chunks;
    std::vector<DetailNode> nodes;
    std::vector<TimeNs> samples; ///< sums over spans [first of the row, first + (n + 1) * sampleSpans)
    size_t memoryBytes() const;

private:
    struct Scratch;
    void layOut(const Trace& trace, const Timing& timing);
    void fill(const Trace& trace, const Timing& timing, uint32_t firstRow, uint32_t lastRow);
    void fillChunk(
        const Trace& trace, const Timing& timing, const DetailRow& row, const DetailChunk& chunk, Scratch& scratch);
    void fillSamples(const Trace& trace, const Timing& timing, uint32_t row);
};

} // namespace bubblescope
