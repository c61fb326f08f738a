// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "linktext.h"

#include "numbertext.h"
#include "stragglertext.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <optional>

namespace bubblescope {

namespace {

std::optional<int> parseStage(std::string_view text)
{
    const std::optional<int64_t> stage = parseInteger(text);
    if (!stage || *stage < 0 || *stage > std::numeric_limits<int16_t>::max())
        return std::nullopt;
    return int(*stage);
}

std::optional<Knobs::Link> parseLink(std::string_view text)
{
    const size_t equals = text.find('=');
    const size_t dash = text.find('-');
    if (equals == std::string_view::npos || dash == std::string_view::npos || dash > equals)
        return std::nullopt;
    const std::optional<int> first = parseStage(text.substr(0, dash));
    const std::optional<int> second = parseStage(text.substr(dash + 1, equals - dash - 1));
    const std::optional<double> factor = parseNumber(text.substr(equals + 1));
    if (!first || !second || *first == *second || !factor || *factor <= 0 || *factor > maximumFactor)
        return std::nullopt;
    return Knobs::Link {std::min(*first, *second), std::max(*first, *second), *factor};
}

} // namespace

Result<std::vector<Knobs::Link>> parseLinks(std::string_view text)
{
    std::vector<Knobs::Link> links;
    for (const std::string_view part : splitAtCommas(text)) {
        const std::optional<Knobs::Link> link = parseLink(part);
        if (!link)
            return Error {say("Give two stages and a factor, such as 0-1=0.5."), {}, {}};
        const bool isThere = std::any_of(links.begin(), links.end(),
            [&](const Knobs::Link& other) { return other.first == link->first && other.second == link->second; });
        if (isThere)
            return Error {
                say("Stages {} and {} are named twice: give them one factor.", link->first, link->second), {}, {}};
        links.push_back(*link);
    }
    return links;
}

std::string linksText(const std::vector<Knobs::Link>& links)
{
    std::vector<std::string> parts;
    for (const Knobs::Link& link : links)
        parts.push_back(fmt::format("{}-{}={}", link.first, link.second, link.factor));
    return fmt::format("{}", fmt::join(parts, ","));
}

} // namespace bubblescope
