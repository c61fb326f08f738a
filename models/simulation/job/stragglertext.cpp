// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "stragglertext.h"

#include "numbertext.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace bubblescope {

namespace {

std::string_view wordOf(Knobs::Straggler::Of of) { return of == Knobs::Straggler::Of::Rank ? "rank" : "stage"; }

std::optional<Knobs::Straggler> parseStraggler(std::string_view text)
{
    Knobs::Straggler straggler;
    const size_t colon = text.find(':');
    const size_t equals = text.find('=');
    if (colon == std::string_view::npos || equals == std::string_view::npos || equals < colon)
        return std::nullopt;
    if (text.substr(0, colon) == wordOf(Knobs::Straggler::Of::Stage))
        straggler.of = Knobs::Straggler::Of::Stage;
    else if (text.substr(0, colon) != wordOf(Knobs::Straggler::Of::Rank))
        return std::nullopt;
    const std::optional<int64_t> number = parseInteger(text.substr(colon + 1, equals - colon - 1));
    const std::optional<double> factor = parseNumber(text.substr(equals + 1));
    if (!number || *number < 0 || *number > maximumCount || !factor || *factor <= 0 || *factor > maximumFactor)
        return std::nullopt;
    straggler.number = int(*number);
    straggler.factor = *factor;
    return straggler;
}

} // namespace

std::vector<std::string_view> splitAtCommas(std::string_view text)
{
    std::vector<std::string_view> parts;
    for (size_t comma = text.find(','); comma != std::string_view::npos; comma = text.find(',')) {
        parts.push_back(trimmed(text.substr(0, comma)));
        text.remove_prefix(comma + 1);
    }
    parts.push_back(trimmed(text));
    return parts;
}

Result<std::vector<Knobs::Straggler>> parseStragglers(std::string_view text)
{
    std::vector<Knobs::Straggler> stragglers;
    for (const std::string_view part : splitAtCommas(text)) {
        const std::optional<Knobs::Straggler> straggler = parseStraggler(part);
        if (!straggler)
            return Error {say("Give a rank or stage and its factor, such as rank:3=1.3 or stage:2=1.1."), {}, {}};
        const bool isThere = std::any_of(stragglers.begin(), stragglers.end(), [&](const Knobs::Straggler& other) {
            return other.of == straggler->of && other.number == straggler->number;
        });
        if (isThere) {
            return Error {
                say("{} {} is named twice: give it one factor.", wordOf(straggler->of), straggler->number), {}, {}};
        }
        stragglers.push_back(*straggler);
    }
    return stragglers;
}

std::string stragglersText(const std::vector<Knobs::Straggler>& stragglers)
{
    std::vector<std::string> parts;
    for (const Knobs::Straggler& straggler : stragglers)
        parts.push_back(fmt::format("{}:{}={}", wordOf(straggler.of), straggler.number, straggler.factor));
    return fmt::format("{}", fmt::join(parts, ","));
}

} // namespace bubblescope
