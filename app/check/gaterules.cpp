// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gaterules.h"

#include "closestword.h"
#include "numbertext.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <array>

namespace bubblescope {

namespace {

Error refusedRule(const std::string& what)
{
    return {say("The rules cannot be read: {}.", what),
        say("Write them as {}.", R"({"max": {"step": "+3%"}, "max_findings": {"slow-link": "+1%"}, "min_mfu": "40%"})"),
        {}};
}

std::optional<double> growthIn(const nlohmann::json& value)
{
    return value.is_string() ? parseGrowth(value.get_ref<const std::string&>()) : std::nullopt;
}

} // namespace

std::optional<double> parseGrowth(std::string_view text)
{
    text = trimmed(text);
    if (!text.ends_with('%'))
        return std::nullopt;
    text.remove_suffix(1);
    if (text.starts_with('+'))
        text.remove_prefix(1);
    const std::optional<double> percent = parseNumber(text);
    constexpr double most = 10'000;
    return percent && *percent >= 0 && *percent <= most ? std::optional(*percent / 100) : std::nullopt;
}

std::optional<double> parseLeastMfu(std::string_view text)
{
    text = trimmed(text);
    const std::optional<double> share = text.starts_with('+') ? std::nullopt : parseGrowth(text);
    return share && *share > 0 && *share <= 1 ? share : std::nullopt;
}

std::optional<Error> readGateRules(std::string_view text, GateRules& rules)
{
    using JsonValue = nlohmann::json;
    if (text.size() > largestRules)
        return refusedRule("a file of rules has at most 1 MB");
    const JsonValue json = JsonValue::parse(text, nullptr, false);
    if (!json.is_object())
        return refusedRule("that is no JSON object");
    for (const auto& [key, value] : json.items()) {
        if (key == "seed") {
            if (!value.is_number_unsigned())
                return refusedRule("the seed is no whole number");
            rules.test.seed = value.get<uint64_t>();
            continue;
        }
        if (key == "min_mfu") {
            rules.leastMfu = value.is_string() ? parseLeastMfu(value.get_ref<const std::string&>()) : std::nullopt;
            if (!rules.leastMfu)
                return refusedRule("\"min_mfu\" is no share in percent, as \"40%\"");
            continue;
        }
        if (key != "max" && key != "max_findings") {
            constexpr std::array<std::string_view, 4> known {"max", "max_findings", "min_mfu", "seed"};
            const std::string_view meant = closestWord(key, known);
            return refusedRule(meant.empty() ? fmt::format("there is no \"{}\"", key)
                                             : fmt::format("\"{}\": did you mean {}?", key, meant));
        }
        if (!value.is_object())
            return refusedRule(fmt::format("\"{}\" is no object", key));
        for (const auto& [name, limit] : value.items()) {
            const std::optional<double> growth = growthIn(limit);
            if (!growth)
                return refusedRule(fmt::format("\"{}\" is no growth in percent, as \"+3%\"", name));
            if (key == "max_findings") {
                rules.mostOfFinding[name] = *growth;
            } else if (const std::optional<GateQuantity> quantity = gateQuantityOfKey(name)) {
                rules.of(*quantity) = *growth;
            } else {
                return refusedRule(fmt::format("there is no quantity \"{}\"", name));
            }
        }
    }
    return std::nullopt;
}

} // namespace bubblescope
