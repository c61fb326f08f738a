// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sampledtime.h"

#include "characters.h"
#include "decimaltime.h"
#include "logtext.h"
#include "numbertext.h"
#include "plainnumber.h"
#include "roundedtime.h"
#include "tracetime.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include <fmt/format.h>

namespace bubblescope {

namespace {

constexpr TimeNs nsPerMinuteOfDay = 60'000'000'000;

/// "+01:00", "-0800" or "Z" behind a time; nothing if none is stated.
std::optional<TimeNs> zoneBehind(std::string_view text)
{
    text = trimmed(text);
    if (text.starts_with('Z'))
        return 0;
    if (text.size() < 5 || (text.front() != '+' && text.front() != '-'))
        return {};
    const std::optional<int> hours = toCount(text.substr(1, 2), 14);
    const std::optional<int> minutes = toCount(text.substr(text[3] == ':' ? 4 : 3, 2), 59);
    if (!hours || !minutes)
        return {};
    return (text.front() == '-' ? -1 : 1) * (*hours * 60 + *minutes) * nsPerMinuteOfDay;
}

std::optional<SampledTime> ofStamp(std::string_view text)
{
    const std::optional<int64_t> ms = logtext::timeStampMs(text);
    if (!ms || *ms > latestTraceTime / TimeNs(nsPerMs)) // a year may have four digits
        return {};
    SampledTime time {*ms * TimeNs(nsPerMs), false};
    // Behind the seconds and their digits.
    const size_t seconds = std::min(text.rfind(':'), text.size());
    size_t end = std::min(text.find_first_not_of("0123456789.,", std::min(seconds + 1, text.size())), text.size());
    if (const size_t colon = text.find(':');
        colon != std::string_view::npos && colon + 3 < text.size() && text[colon + 3] == ':') // not that of a zone
        end = std::min(text.find_first_not_of("0123456789.,", std::min(colon + 4, text.size())), text.size());
    if (const std::optional<TimeNs> zone = zoneBehind(text.substr(end))) {
        time.ns -= *zone;
        time.isUtc = true;
    }
    return time;
}

std::optional<SampledTime> ofNumber(std::string_view text)
{
    // Seconds of our days have 10 digits, ms 13, us 16, ns 19.
    const std::string_view whole = text.substr(0, std::min(text.find('.'), text.size()));
    if (whole.size() < 9 || !std::all_of(whole.begin(), whole.end(), isDigit))
        return {};
    const TimeUnit unit = whole.size() <= 11 ? TimeUnit::Seconds
        : whole.size() <= 14                 ? TimeUnit::Milliseconds
        : whole.size() <= 17                 ? TimeUnit::Microseconds
                                             : TimeUnit::Nanoseconds;
    const std::optional<TimeNs> ns = parseDecimalTime(text, unit);
    return ns ? std::optional(SampledTime {*ns, true}) : std::nullopt;
}

/// As C writes a date, and as some locales do.
std::optional<SampledTime> ofWords(std::string_view text)
{
    static constexpr std::array<std::string_view, 12> months {
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    size_t month = 0;
    std::optional<int> day;
    std::optional<int> year;
    std::string_view clock;
    bool isAfternoon = false;
    bool isMorning = false;
    for (const std::string_view word : splitWords(text)) {
        const auto named = std::find(months.begin(), months.end(), word);
        if (named != months.end())
            month = size_t(named - months.begin()) + 1;
        else if (word.size() == 8 && word[2] == ':' && word[5] == ':')
            clock = word;
        else if (word == "AM" || word == "PM")
            (word == "PM" ? isAfternoon : isMorning) = true;
        else if (word.size() == 4 && !year)
            year = toCount(word, 9999);
        else if (word.size() <= 2 && !day)
            day = toCount(word, 31);
    }
    if (month == 0 || !day || !year || clock.empty())
        return {};
    const std::optional<int> hour = toCount(clock.substr(0, 2), 23);
    if (!hour)
        return {};
    const int ofDay = isAfternoon && *hour < 12 ? *hour + 12 : isMorning && *hour == 12 ? 0 : *hour;
    return ofStamp(fmt::format("{:04}-{:02}-{:02} {:02}{}", *year, month, *day, ofDay, clock.substr(2)));
}

} // namespace

std::optional<SampledTime> sampledTime(std::string_view text)
{
    text = trimmed(text);
    if (auto time = ofNumber(text))
        return time;
    if (auto time = ofStamp(text))
        return time;
    return ofWords(text);
}

} // namespace bubblescope
