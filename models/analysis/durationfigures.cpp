// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "durationfigures.h"

#include <algorithm>
#include <bit>

namespace bubblescope {

namespace {

/// Puts durations into buckets by their leading bits as floats, which sort as the durations do: rounding keeps the
/// order, and so do the bits of a float that is not negative.
class Buckets {
public:
    /// About as many buckets as there will be values to one.
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

private:
    static constexpr int mantissaBits = 23;
    int m_dropped;
};

size_t barOf(TimeNs duration, std::span<const TimeNs> limits)
{
    return static_cast<size_t>(std::lower_bound(limits.begin(), limits.end(), duration) - limits.begin());
}

template <typename Values> TimeNs valueAt(Values& values, size_t place)
{
    const auto at = values.begin() + static_cast<std::ptrdiff_t>(place);
    std::nth_element(values.begin(), at, values.end());
    return TimeNs(*at);
}

} // namespace

DurationList::Figures DurationList::take(std::span<const size_t> places, std::span<const TimeNs> limits)
{
    const std::vector<uint32_t> ns = std::move(m_ns);
    std::vector<TimeNs> longNs = std::move(m_longNs);
    m_ns = {};
    m_longNs = {};
    const Buckets buckets(ns.size());
    std::vector<uint32_t> sizes(buckets.count());
    for (const uint32_t value : ns)
        ++sizes[buckets.of(value)];

    // Buckets that hold a place, or values on both sides of a limit.
    std::vector<uint8_t> listOf(sizes.size()); // 0 for none
    std::vector<std::vector<uint32_t>> lists(1);
    const auto ask = [&](uint32_t bucket) {
        if (listOf[bucket] == 0) {
            listOf[bucket] = static_cast<uint8_t>(lists.size());
            lists.emplace_back().reserve(sizes[bucket]);
        }
    };
    struct Place {
        uint32_t bucket;
        size_t inside;
    };
    std::vector<Place> found;
    for (const size_t place : places) {
        Place at {0, place};
        while (place < ns.size() && at.inside >= sizes[at.bucket])
            at.inside -= sizes[at.bucket++];
        if (place < ns.size())
            ask(at.bucket);
        found.push_back(at);
    }
    for (const TimeNs limit : limits) {
        const auto last = static_cast<uint32_t>(std::min<TimeNs>(limit, std::numeric_limits<uint32_t>::max()));
        if (last < limit || last + 1 == 0)
            continue;
        if (buckets.of(last) == buckets.of(last + 1))
            ask(buckets.of(last));
    }
    for (const uint32_t value : ns) {
        if (const uint8_t list = listOf[buckets.of(value)])
            lists[list].push_back(value);
    }

    Figures figures;
    for (size_t i = 0; i < places.size(); ++i)
        figures.values.push_back(places[i] < ns.size() ? valueAt(lists[listOf[found[i].bucket]], found[i].inside)
                                                       : valueAt(longNs, places[i] - ns.size()));
    figures.counts.assign(limits.size() + 1, 0);
    size_t bar = 0;
    for (uint32_t bucket = 0; bucket < sizes.size(); ++bucket) {
        while (bar < limits.size() && limits[bar] <= TimeNs(std::numeric_limits<uint32_t>::max())
            && buckets.of(static_cast<uint32_t>(limits[bar])) < bucket)
            ++bar;
        if (listOf[bucket] == 0)
            figures.counts[bar] += sizes[bucket];
    }
    for (const std::vector<uint32_t>& list : lists) {
        for (const uint32_t value : list)
            ++figures.counts[barOf(value, limits)];
    }
    for (const TimeNs value : longNs)
        ++figures.counts[barOf(value, limits)];
    return figures;
}

} // namespace bubblescope
