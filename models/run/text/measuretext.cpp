// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "measuretext.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace bubblescope {

std::string_view timeUnitName(TimeUnit unit)
{
    switch (unit) {
    case TimeUnit::Nanoseconds:
        return "ns";
    case TimeUnit::Microseconds:
        return "µs";
    case TimeUnit::Milliseconds:
        return "ms";
    case TimeUnit::Seconds:
        break;
    }
    return "s";
}

double nsPer(TimeUnit unit)
{
    switch (unit) {
    case TimeUnit::Nanoseconds:
        return 1;
    case TimeUnit::Microseconds:
        return 1e3;
    case TimeUnit::Milliseconds:
        return 1e6;
    case TimeUnit::Seconds:
        break;
    }
    return 1e9;
}

/// The limits are slightly below the round numbers, so that 999.9999 µs is not shown as "1000.00 µs".
TimeUnit timeUnitFor(double ns)
{
    const double size = std::abs(ns);
    if (size < 999.5)
        return TimeUnit::Nanoseconds;
    if (size < 999.995e3)
        return TimeUnit::Microseconds;
    if (size < 999.995e6)
        return TimeUnit::Milliseconds;
    return TimeUnit::Seconds;
}

int timeDecimals(TimeUnit unit, double ns)
{
    if (unit == TimeUnit::Nanoseconds)
        return 0;
    return std::abs(ns) / nsPer(unit) < 9.9995 ? 3 : 2;
}

std::string timeText(double ns)
{
    const TimeUnit unit = timeUnitFor(ns);
    return fmt::format("{:.{}f} {}", ns / nsPer(unit), timeDecimals(unit, ns), timeUnitName(unit));
}

std::string shareText(double share)
{
    const double percent = share * 100;
    if (percent > 0 && percent < 0.05)
        return "< 0.1 %";
    const bool isWhole = percent == 0 || std::abs(percent) >= 99.95;
    return fmt::format("{:.{}f} %", percent, isWhole ? 0 : 1);
}

std::string bytesText(double bytes)
{
    static constexpr std::array<std::string_view, 6> units = {"B", "kB", "MB", "GB", "TB", "PB"};
    size_t unit = 0;
    double value = bytes;
    while (unit + 1 < units.size() && std::abs(value) >= 999.5) {
        value /= 1000;
        ++unit;
    }
    const double size = std::abs(value);
    const int decimals = unit == 0 ? 0 : size < 9.995 ? 2 : size < 99.95 ? 1 : 0;
    return fmt::format("{:.{}f} {}", value, decimals, units[unit]);
}

std::string speedText(double bytesPerSecond) { return bytesText(bytesPerSecond) + "/s"; }

} // namespace bubblescope
