// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "timerange.h"

#include <cmath>

namespace bubblescope {

/// 73 years: times and sums of costs up to here can be added without overflow of 64 bits.
inline constexpr TimeNs longestPlaced = TimeNs(1) << 61;

/// A modelled time or cost to be placed on a timeline: rounded, and clamped where it would not fit. NaN becomes 0.
inline TimeNs roundedNs(double ns)
{
    constexpr auto limit = double(longestPlaced);
    if (std::isnan(ns))
        return 0;
    return ns >= limit ? longestPlaced : ns <= -limit ? -longestPlaced : std::llround(ns);
}

} // namespace bubblescope
