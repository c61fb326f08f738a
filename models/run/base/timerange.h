// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

namespace bubblescope {

/// Trace time in nanoseconds; never a double until it is a pixel.
using TimeNs = int64_t;

/// A half-open range [begin, end).
struct TimeRange {
    TimeNs begin = 0;
    TimeNs end = 0;

    /// The neutral element of united(): covers nothing.
    static constexpr TimeRange nothing()
    {
        return {std::numeric_limits<TimeNs>::max(), std::numeric_limits<TimeNs>::min()};
    }
    constexpr bool isEmpty() const { return end <= begin; }
    /// True for nothing() only; an instant (begin == end) covers a point.
    constexpr bool isNothing() const { return end < begin; }
    constexpr TimeNs duration() const { return isEmpty() ? 0 : end - begin; }
    constexpr bool contains(TimeNs time) const { return begin <= time && time < end; }
    constexpr bool contains(TimeRange other) const { return begin <= other.begin && other.end <= end; }
    constexpr bool intersects(TimeRange other) const { return begin < other.end && other.begin < end; }
    constexpr TimeRange united(TimeRange other) const
    {
        return {std::min(begin, other.begin), std::max(end, other.end)};
    }
    constexpr TimeRange intersected(TimeRange other) const
    {
        return {std::max(begin, other.begin), std::min(end, other.end)};
    }
    constexpr bool operator==(const TimeRange&) const = default;
};

} // namespace bubblescope
