// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "durationhistogram.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace bubblescope {

namespace {
constexpr int fineBits = 6;

/// Every doubling of a duration has 64 places.
size_t bucketOf(TimeNs duration)
{
    const int shift = std::max(0, int(std::bit_width(uint64_t(duration))) - fineBits - 1);
    return (size_t(shift) << fineBits) + size_t(uint64_t(duration) >> shift);
}

/// The shortest duration there.
TimeNs firstAt(size_t place)
{
    const size_t shift = std::max<size_t>(place >> fineBits, 1) - 1;
    return TimeNs(uint64_t(place - (shift << fineBits)) << shift);
}
} // namespace

void DurationCounts::add(TimeNs duration)
{
    if (duration <= 0) {
        ++m_zeros;
        return;
    }
    const size_t place = bucketOf(duration);
    if (place >= m_counts.size())
        m_counts.resize(place + 1);
    ++m_counts[place];
    m_shortest = std::min(m_shortest, duration);
    m_longest = std::max(m_longest, duration);
}

DurationHistogram DurationCounts::histogram(int mostBars) const
{
    DurationHistogram histogram;
    if (m_zeros > 0)
        histogram.bars.push_back({0, 1, m_zeros});
    if (m_longest == 0)
        return histogram;
    // Steps of a 1-2-5 series are easy to read; use finer ones if all durations are similar.
    const double span = std::log10(double(m_longest) / double(m_shortest));
    const int count = std::clamp(static_cast<int>(std::ceil(span * 12)) + 1, 1, std::max(mostBars, 1));
    const double from = std::log10(double(m_shortest));
    size_t next = bucketOf(m_shortest);
    TimeNs begin = m_shortest;
    for (int i = 1; i <= count; ++i) {
        const TimeNs edge = static_cast<TimeNs>(std::llround(std::pow(10.0, from + span * i / count)));
        const size_t end = i == count ? m_counts.size() : bucketOf(std::max<TimeNs>(edge, 1));
        if (end <= next)
            continue;
        DurationHistogram::Bar bar {begin, i == count ? m_longest + 1 : firstAt(end), 0};
        for (; next < end; ++next)
            bar.count += m_counts[next];
        begin = bar.to;
        histogram.bars.push_back(bar);
    }
    return histogram;
}

} // namespace bubblescope
