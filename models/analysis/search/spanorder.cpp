// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "spanorder.h"

#include "parallel.h"

#include <algorithm>
#include <array>
#include <bit>
#include <span>
#include <utility>

namespace bubblescope {

namespace {

/// Sorts by `bits` bits starting at `firstBit`, in passes between the two equally sized buffers. The result is in
/// `values`.
void radixSort(std::span<uint64_t> values, std::span<uint64_t> other, int firstBit, int bits)
{
    constexpr int digit = 8;
    constexpr uint64_t mask = (1u << digit) - 1;
    constexpr size_t worthPasses = 256;
    if (values.size() < worthPasses) {
        std::sort(values.begin(), values.end());
        return;
    }
    std::span<uint64_t> from = values;
    std::span<uint64_t> to = other;
    for (int shift = firstBit; shift < firstBit + bits; shift += digit) {
        std::array<uint32_t, mask + 1> places {};
        for (const uint64_t value : from)
            ++places[value >> shift & mask];
        uint32_t at = 0;
        for (uint32_t& place : places)
            at += std::exchange(place, at);
        for (const uint64_t value : from)
            to[places[value >> shift & mask]++] = value;
        std::swap(from, to);
    }
    if (from.data() != values.data())
        std::copy(from.begin(), from.end(), values.begin());
}

/// Sorts millions of distinct values of `bits` bits: distributes them by their highest bits first, so that several
/// threads can sort each part inside the cache. A comparison sort would be noticeably slow.
void sortSpread(std::vector<uint64_t>& values, int bits, int ignoredBits)
{
    constexpr int mostSpread = 12;
    constexpr size_t partsAtATime = 64;
    const unsigned threads = threadCount();
    const int spread = std::min(mostSpread, bits - ignoredBits);
    const int shift = bits - spread;
    const size_t count = size_t(1) << spread;
    // Each thread distributes its own piece: its values of a part follow those of earlier pieces.
    std::vector<std::vector<size_t>> next(threads, std::vector<size_t>(count));
    forEachParallel(threads, threads, [&](size_t thread) {
        const auto [first, last] = evenPiece(thread, threads, values.size());
        for (size_t i = first; i < last; ++i)
            ++next[thread][values[i] >> shift];
    });
    std::vector<size_t> places(1);
    for (size_t part = 0, at = 0; part < count; ++part) {
        for (std::vector<size_t>& counts : next)
            at += std::exchange(counts[part], at);
        places.push_back(at);
    }
    std::vector<uint64_t> parts(values.size());
    forEachParallel(threads, threads, [&](size_t thread) {
        const auto [first, last] = evenPiece(thread, threads, values.size());
        for (size_t i = first; i < last; ++i)
            parts[next[thread][values[i] >> shift]++] = values[i];
    });
    values.swap(parts);
    forEachParallel((count + partsAtATime - 1) / partsAtATime, threads, [&](size_t block) {
        for (size_t part = block * partsAtATime; part < std::min((block + 1) * partsAtATime, count); ++part) {
            const size_t size = places[part + 1] - places[part];
            radixSort(std::span(values).subspan(places[part], size), std::span(parts).subspan(places[part], size),
                ignoredBits, shift - ignoredBits);
        }
    });
}

} // namespace

void sortByBegin(std::vector<SpanId>& spans, const Timing& timing)
{
    if (spans.empty())
        return;
    constexpr size_t worthRadix = 1u << 14;
    const unsigned threads = spans.size() < worthRadix ? 1 : threadCount();
    const auto isEarlier = [&timing](SpanId a, SpanId b) { return timing.begin[a.value] < timing.begin[b.value]; };
    std::vector<TimeRange> ranges(threads);
    forEachParallel(threads, threads, [&](size_t thread) {
        const auto [from, to] = evenPiece(thread, threads, spans.size());
        const auto [first, last]
            = std::minmax_element(spans.begin() + std::ptrdiff_t(from), spans.begin() + std::ptrdiff_t(to), isEarlier);
        ranges[thread] = {timing.begin[first->value], timing.begin[last->value]};
    });
    TimeRange all = ranges.front();
    for (const TimeRange& range : ranges)
        all = {std::min(all.begin, range.begin), std::max(all.end, range.end)};
    const int timeBits = std::bit_width(uint64_t(all.end) - uint64_t(all.begin));
    const int spanBits = std::bit_width(spans.back().value);
    if (timeBits + spanBits > 64) {
        std::stable_sort(spans.begin(), spans.end(), isEarlier);
        return;
    }
    std::vector<uint64_t> packed(spans.size());
    const uint64_t spanMask = (uint64_t(1) << spanBits) - 1;
    const auto inPieces = [&](const auto& convert) {
        forEachParallel(threads, threads, [&](size_t thread) {
            const auto [from, to] = evenPiece(thread, threads, spans.size());
            for (size_t i = from; i < to; ++i)
                convert(i);
        });
    };
    inPieces([&](size_t i) {
        const SpanId span = spans[i];
        packed[i] = (uint64_t(timing.begin[span.value]) - uint64_t(all.begin)) << spanBits | span.value;
    });
    if (packed.size() < worthRadix)
        std::sort(packed.begin(), packed.end());
    else
        sortSpread(packed, timeBits + spanBits, spanBits);
    inPieces([&](size_t i) { spans[i] = SpanId(uint32_t(packed[i] & spanMask)); });
}

} // namespace bubblescope
