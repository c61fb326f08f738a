// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "timerange.h"

#include <cmath>

namespace bubblescope {

/// 73 years: times and sums of costs up to this can be added without 64-bit overflow.
inline constexpr TimeNs longestPlaced = TimeNs(1) << 61;

/// Rounds a modelled time or cost to be placed on a timeline, clamped if it would not fit. NaN becomes 0.
inline TimeNs roundedNs(double ns)
{
    constexpr auto limit = double(longestPlaced);
    if (std::isnan(ns))
        return 0;
    return ns >= limit ? longestPlaced : ns <= -limit ? -longestPlaced : std::llround(ns);
}

} // namespace bubblescope
