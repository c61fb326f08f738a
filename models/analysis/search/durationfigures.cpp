// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "durationfigures.h"

#include "parallel.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <iterator>
#include <utility>

namespace bubblescope {

namespace {

/// Assigns durations to buckets by the leading bits of their float representation. This keeps the order: rounding is
/// monotonic, and the bits of a non-negative float sort like its value.
class Buckets {
public:
    /// Chooses about as many buckets as there will be values per bucket.
    explicit Buckets(size_t values)
        : m_dropped(mantissaBits - std::clamp(static_cast<int>(std::bit_width(values)) / 2 - 2, 0, 10))
    {
    }
    uint32_t of(uint32_t ns) const
    {
        constexpr uint32_t one = std::bit_cast<uint32_t>(1.0f);
        return ns == 0 ? 0 : ((std::bit_cast<uint32_t>(static_cast<float>(int64_t(ns))) - one) >> m_dropped) + 1;
    }
    uint32_t count() const { return of(std::numeric_limits<uint32_t>::max()) + 1; }
    /// The least value that belongs to a bucket.
    uint64_t begin(uint32_t bucket) const
    {
        uint64_t least = 0;
        uint64_t beyond = uint64_t(std::numeric_limits<uint32_t>::max()) + 1;
        while (least < beyond) {
            const uint64_t middle = (least + beyond) / 2;
            if (of(static_cast<uint32_t>(middle)) < bucket)
                least = middle + 1;
            else
                beyond = middle;
        }
        return least;
    }

private:
    static constexpr int mantissaBits = 23;
    int m_dropped;
};

template <typename Values> TimeNs valueAt(Values& values, size_t place)
{
    const auto at = values.begin() + static_cast<std::ptrdiff_t>(place);
    std::nth_element(values.begin(), at, values.end());
    return TimeNs(*at);
}

} // namespace

size_t nearestRank(size_t count, double share)
{
    const auto rank = static_cast<size_t>(std::ceil(share * static_cast<double>(count)));
    return std::clamp<size_t>(rank, 1, count) - 1;
}

void DurationList::beginBlock()
{
    constexpr size_t leastBlock = 16;
    constexpr size_t largestBlock = 1u << 16;
    const size_t size = std::clamp(2 * m_ns.capacity(), leastBlock, largestBlock);
    if (!m_ns.empty())
        m_blocks.push_back(std::exchange(m_ns, {}));
    m_ns.reserve(size);
}

void DurationList::append(DurationList other)
{
    other.m_blocks.push_back(std::move(other.m_ns));
    std::move(other.m_blocks.begin(), other.m_blocks.end(), std::back_inserter(m_blocks));
    m_longNs.insert(m_longNs.end(), other.m_longNs.begin(), other.m_longNs.end());
}

std::vector<TimeNs> DurationList::take(std::span<const size_t> places, unsigned threads)
{
    std::vector<std::vector<uint32_t>> blocks = std::exchange(m_blocks, {});
    blocks.push_back(std::exchange(m_ns, {}));
    std::vector<TimeNs> longNs = std::exchange(m_longNs, {});
    size_t count = 0; // of the short ones
    for (const std::vector<uint32_t>& block : blocks)
        count += block.size();
    const size_t parts = std::clamp<size_t>(threads, 1, blocks.size());
    const auto forEachValue = [&](size_t part, const auto& use) {
        for (size_t i = blocks.size() * part / parts; i < blocks.size() * (part + 1) / parts; ++i) {
            for (const uint32_t value : blocks[i])
                use(value);
        }
    };
    const Buckets buckets(count);
    std::vector<std::vector<uint32_t>> sizesOf(parts);
    forEachParallel(parts, threads, [&](size_t part) {
        std::vector<uint32_t> sizes(buckets.count());
        forEachValue(part, [&](uint32_t value) { ++sizes[buckets.of(value)]; });
        sizesOf[part] = std::move(sizes);
    });
    std::vector<uint32_t> sizes(buckets.count());
    for (const std::vector<uint32_t>& some : sizesOf)
        std::transform(some.begin(), some.end(), sizes.begin(), sizes.begin(), std::plus());

    // Find the buckets that contain an index; in large buckets, values are first counted in narrow bins.
    constexpr int binBits = 14;
    constexpr uint32_t manyInABucket = 1u << binBits;
    struct Asked {
        uint32_t bucket;
        uint32_t least = 0;
        int shift = 0;
        bool isCounted = false;
    };
    std::vector<uint8_t> listOf(sizes.size()); // 0 for none
    std::vector<Asked> asked(1);
    struct Place {
        uint32_t bucket;
        size_t inside;
    };
    std::vector<Place> found;
    for (const size_t place : places) {
        Place at {0, place};
        while (place < count && at.inside >= sizes[at.bucket])
            at.inside -= sizes[at.bucket++];
        if (place < count && listOf[at.bucket] == 0) {
            listOf[at.bucket] = static_cast<uint8_t>(asked.size());
            const uint64_t least = buckets.begin(at.bucket);
            const uint64_t last = buckets.begin(at.bucket + 1) - 1;
            asked.push_back({at.bucket, static_cast<uint32_t>(least),
                std::max(0, static_cast<int>(std::bit_width(last - least)) - binBits),
                sizes[at.bucket] >= manyInABucket});
        }
        found.push_back(at);
    }
    // By list: the values themselves, or their number per bin.
    using Lists = std::vector<std::vector<uint32_t>>;
    std::vector<Lists> listsOf(parts, Lists(asked.size()));
    forEachParallel(parts, threads, [&](size_t part) {
        Lists& lists = listsOf[part];
        for (size_t list = 1; list < lists.size(); ++list) {
            if (asked[list].isCounted)
                lists[list].assign(size_t(1) << binBits, 0);
            else
                lists[list].reserve(sizesOf[part][asked[list].bucket]);
        }
        forEachValue(part, [&](uint32_t value) {
            const uint8_t list = listOf[buckets.of(value)];
            if (list == 0)
                return;
            const Asked& of = asked[list];
            if (of.isCounted)
                ++lists[list][(value - of.least) >> of.shift];
            else
                lists[list].push_back(value);
        });
    });
    Lists& lists = listsOf.front();
    for (size_t part = 1; part < parts; ++part) {
        for (size_t list = 1; list < lists.size(); ++list) {
            const std::vector<uint32_t>& other = listsOf[part][list];
            if (asked[list].isCounted)
                std::transform(other.begin(), other.end(), lists[list].begin(), lists[list].begin(), std::plus());
            else
                lists[list].insert(lists[list].end(), other.begin(), other.end());
        }
    }
    const auto valueInBin = [&](const Asked& of, uint32_t bin, size_t place) {
        std::vector<uint32_t> some;
        for (size_t part = 0; part < parts; ++part) {
            forEachValue(part, [&](uint32_t value) {
                if (buckets.of(value) == of.bucket && (value - of.least) >> of.shift == bin)
                    some.push_back(value);
            });
        }
        return valueAt(some, place);
    };

    std::vector<TimeNs> values;
    for (size_t i = 0; i < places.size(); ++i) {
        if (places[i] >= count) {
            values.push_back(valueAt(longNs, places[i] - count));
            continue;
        }
        const uint8_t list = listOf[found[i].bucket];
        const Asked& of = asked[list];
        if (!of.isCounted) {
            values.push_back(valueAt(lists[list], found[i].inside));
            continue;
        }
        uint32_t bin = 0;
        size_t inside = found[i].inside;
        while (inside >= lists[list][bin])
            inside -= lists[list][bin++];
        values.push_back(of.shift == 0 ? TimeNs(of.least) + bin : valueInBin(of, bin, inside));
    }
    return values;
}

} // namespace bubblescope
