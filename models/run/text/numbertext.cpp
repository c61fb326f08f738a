// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "numbertext.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace bubblescope {

namespace {

constexpr std::string_view whiteSpace = " \t\r\n\v\f";

} // namespace

std::string_view trimmed(std::string_view text)
{
    const size_t first = text.find_first_not_of(whiteSpace);
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(whiteSpace) - first + 1);
}

std::vector<std::string_view> splitWords(std::string_view line)
{
    std::vector<std::string_view> words;
    size_t position = 0;
    while ((position = line.find_first_not_of(whiteSpace, position)) != std::string_view::npos) {
        const size_t end = std::min(line.find_first_of(whiteSpace, position), line.size());
        words.push_back(line.substr(position, end - position));
        position = end;
    }
    return words;
}

std::optional<double> parseNumber(std::string_view text)
{
    text = trimmed(text);
    if (text.starts_with('+'))
        text.remove_prefix(1);
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value))
        return {};
    return value;
}

std::optional<int64_t> parseInteger(std::string_view text)
{
    text = trimmed(text);
    int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size())
        return {};
    return value;
}

} // namespace bubblescope
