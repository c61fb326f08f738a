// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "timerange.h"

#include <optional>
#include <string>
#include <string_view>

namespace bubblescope {

/// Decimal units a time may be written in, as powers of ten of a nanosecond.
enum class TimeUnit : int { Nanoseconds = 0, Microseconds = 3, Milliseconds = 6, Seconds = 9 };

/// Reads a decimal such as "16109898840.42" (also "1e3", "-0.5") exactly into nanoseconds; digits below one nanosecond
/// are rounded half up. Nothing for text that is not a number, is NaN or infinite, or does not fit 64 bits.
std::optional<TimeNs> parseDecimalTime(std::string_view text, TimeUnit unit);

/// Writes a time as an exact decimal of the unit, with at least `minimumDecimals` digits after the point and no
/// superfluous zeros behind those: 165870000 ns in milliseconds is "165.87".
std::string formatDecimalTime(TimeNs time, TimeUnit unit, int minimumDecimals = 0);

} // namespace bubblescope
