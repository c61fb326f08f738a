// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "timerange.h"

#include <optional>
#include <string>
#include <string_view>

namespace bubblescope {

/// Units of a decimal time, as powers of ten of a nanosecond.
enum class TimeUnit : int { Nanoseconds = 0, Microseconds = 3, Milliseconds = 6, Seconds = 9 };

/// Parses a decimal such as "16109898840.42" (also "1e3", "-0.5") exactly to nanoseconds; smaller digits are rounded
/// half up. nullopt if the text is not a finite number or does not fit 64 bits.
std::optional<TimeNs> parseDecimalTime(std::string_view text, TimeUnit unit);

/// Writes a time as an exact decimal of the unit, with at least `minimumDecimals` digits after the point and no
/// superfluous zeros after those: 165870000 ns in milliseconds is "165.87".
std::string formatDecimalTime(TimeNs time, TimeUnit unit, int minimumDecimals = 0);

} // namespace bubblescope
