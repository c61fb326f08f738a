// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "timescale.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

TimeScale::TimeScale(TimeRange range, double left, double width)
    : m_range(range)
    , m_left(left)
    , m_width(std::max(1.0, width))
    , m_nsPerPixel(std::max(1.0, double(range.duration())) / m_width)
{
}

TimeNs TimeScale::time(double x) const { return m_range.begin + std::llround((x - m_left) * m_nsPerPixel); }

TimeTicks TimeTicks::of(const TimeScale& scale, double minimumDistance)
{
    TimeTicks ticks;
    const double wanted = scale.nsPerPixel() * std::max(1.0, minimumDistance);
    static constexpr TimeNs factors[] = {1, 2, 5};
    TimeNs decade = 1;
    int factor = 0;
    while (double(decade * factors[factor]) < wanted && decade < 1'000'000'000'000'000'000) {
        if (++factor == 3) {
            factor = 0;
            decade *= 10;
        }
    }
    ticks.step = decade * factors[factor];
    const TimeRange range = scale.range();
    TimeNs first = range.begin / ticks.step * ticks.step;
    if (first < range.begin)
        first += ticks.step;
    for (TimeNs t = first; t < range.end; t += ticks.step)
        ticks.times.push_back(t);
    return ticks;
}

} // namespace bubblescope
