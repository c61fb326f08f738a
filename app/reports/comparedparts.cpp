// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparedparts.h"

#include "decimaltime.h"

#include <charconv>
#include <utility>

namespace bubblescope {

namespace {

/// Of A and B; both the same where there is no comma.
std::pair<std::string_view, std::string_view> ofBothRuns(std::string_view text)
{
    const size_t comma = text.find(',');
    return {text.substr(0, comma), comma == std::string_view::npos ? text : text.substr(comma + 1)};
}

std::optional<int> comparedStepIn(std::string_view text)
{
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

} // namespace

std::optional<ComparedParts> comparedSteps(std::string_view text)
{
    const auto [ofA, ofB] = ofBothRuns(text);
    const std::optional<int> a = comparedStepIn(ofA);
    const std::optional<int> b = comparedStepIn(ofB);
    if (!a || !b)
        return std::nullopt;
    return ComparedParts {{ComparedPart::By::Step, *a}, {ComparedPart::By::Step, *b}};
}

std::optional<ComparedParts> comparedTimes(std::string_view text)
{
    const auto [ofA, ofB] = ofBothRuns(text);
    const std::optional<TimeRange> a = timesIn(ofA);
    const std::optional<TimeRange> b = timesIn(ofB);
    if (!a || !b)
        return std::nullopt;
    return ComparedParts {
        {ComparedPart::By::Times, 0, {}, {}, *a}, {ComparedPart::By::Times, 0, {}, {}, *b}};
}

ComparedParts comparedNamed(ComparedPart::By by, std::string name)
{
    const ComparedPart part {by, 0, std::move(name)};
    return {part, part};
}

std::optional<TimeRange> timesIn(std::string_view text)
{
    const size_t colon = text.find(':');
    if (colon == std::string_view::npos)
        return std::nullopt;
    const auto begin = parseDecimalTime(text.substr(0, colon), TimeUnit::Milliseconds);
    const auto end = parseDecimalTime(text.substr(colon + 1), TimeUnit::Milliseconds);
    if (!begin || !end || *begin >= *end)
        return std::nullopt;
    return TimeRange {*begin, *end};
}

} // namespace bubblescope
