// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "timerange.h"

#include <vector>

namespace bubblescope {

/// Converts times to pixels and back for one visible range. The only place where a time becomes a double.
class TimeScale {
public:
    TimeScale() = default;
    /// `left` and `width` in pixels (logical or device, as the caller chooses).
    TimeScale(TimeRange range, double left, double width);

    TimeRange range() const { return m_range; }
    double left() const { return m_left; }
    double width() const { return m_width; }
    double nsPerPixel() const { return m_nsPerPixel; }
    double x(TimeNs time) const { return m_left + double(time - m_range.begin) / m_nsPerPixel; }
    /// The nearest nanosecond; pixels beyond the edges give times beyond the range.
    TimeNs time(double x) const;

private:
    TimeRange m_range {0, 1};
    double m_left = 0;
    double m_width = 1;
    double m_nsPerPixel = 1;
};

/// Ticks of an axis at round distances (1, 2 or 5 x 10^n ns).
struct TimeTicks {
    TimeNs step = 1;
    std::vector<TimeNs> times; ///< multiples of step inside the range

    /// Ticks at least `minimumDistance` pixels apart.
    static TimeTicks of(const TimeScale& scale, double minimumDistance);
};

} // namespace bubblescope
