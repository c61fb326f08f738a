// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "bandwidthtext.h"

#include "numbertext.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace bubblescope {

namespace {

constexpr double minimumBandwidth = 1; // bytes per second
constexpr double maximumBandwidth = 1e18;

struct Unit {
    std::string_view text;
    double bytes;
};
// A lower-case b means bits. The i distinguishes 1024 from 1000.
constexpr std::array<Unit, 10> units {{
    {"GB", 1e9},
    {"Gb", 1e9 / 8},
    {"GiB", double(1 << 30)},
    {"MB", 1e6},
    {"Mb", 1e6 / 8},
    {"MiB", double(1 << 20)},
    {"TB", 1e12},
    {"Tb", 1e12 / 8},
    {"TiB", double(1 << 30) * 1024},
    {"B", 1},
}};

} // namespace

Result<double> parseBandwidth(std::string_view text)
{
    const auto refused = [text](const Message& what) {
        return Error {say("\"{}\" is not a bandwidth: {}.", text, what),
            say("Give one with its unit, such as 48.5GB/s (gigabytes), 400Gb/s (gigabits) or 23GiB/s."), {}};
    };
    const std::string_view wanted = trimmed(text);
    const size_t numberEnd = std::min(wanted.find_first_not_of("0123456789.+-eE"), wanted.size());
    const std::optional<double> number = parseNumber(wanted.substr(0, numberEnd));
    if (!number)
        return refused(say("it does not begin with a number"));
    std::string_view unit = trimmed(wanted.substr(numberEnd));
    if (unit.empty())
        return refused(say("a bare number may mean bits or bytes"));
    for (const std::string_view perSecond : {"/s", "ps"}) {
        if (!unit.ends_with(perSecond))
            continue;
        unit.remove_suffix(perSecond.size());
        const auto it = std::find_if(units.begin(), units.end(), [&](const Unit& u) { return u.text == unit; });
        if (it == units.end())
            break;
        const double bytes = *number * it->bytes;
        if (!(bytes >= minimumBandwidth && bytes <= maximumBandwidth))
            return refused(say("it must lie between {} and {}", "1B/s", "1EB/s"));
        return bytes;
    }
    return refused(say("its unit is unknown"));
}

std::string bandwidthText(double bytesPerSecond)
{
    for (const Unit& unit : units) {
        std::string text = fmt::format("{}{}/s", bytesPerSecond / unit.bytes, unit.text);
        const Result<double> back = parseBandwidth(text);
        // Rounding must not change a knob that is merely shown and read back.
        if (back && *back == bytesPerSecond)
            return text;
    }
    return fmt::format("{}B/s", bytesPerSecond);
}

} // namespace bubblescope
