// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "logtext.h"

#include "characters.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>

namespace bubblescope::logtext {
namespace {

bool isWordCharacter(char c) { return isDigit(c) || isLetter(c) || c == '_' || c == '-' || c == '.'; }

/// End of the escape sequence that starts at `start` (an ESC).
size_t escapeEnd(std::string_view line, size_t start)
{
    size_t i = start + 1;
    if (i >= line.size())
        return line.size();
    const char introducer = line[i++];
    if (introducer == '[') {
        while (i < line.size() && line[i] >= 0x20 && line[i] < 0x40)
            ++i;
        // A sequence that another escape interrupts ends before that.
        return i < line.size() && line[i] >= 0x40 && line[i] <= 0x7e ? i + 1 : i;
    }
    if (introducer == ']') {
        for (; i < line.size(); ++i) {
            if (line[i] == '\a')
                return i + 1;
            if (line[i] == '\x1b')
                return std::min(line.size(), i + 2);
        }
        return i;
    }
    return i;
}

/// Parses `count` digits at `position`.
std::optional<int> digits(std::string_view text, size_t position, size_t count)
{
    if (position + count > text.size())
        return std::nullopt;
    int value = 0;
    for (size_t i = position; i < position + count; ++i) {
        if (!isDigit(text[i]))
            return std::nullopt;
        value = value * 10 + (text[i] - '0');
    }
    return value;
}

/// Days since 1970-01-01 in the Gregorian calendar; years start in March so that the leap day comes last.
int64_t daysSinceEpoch(int year, int month, int day)
{
    const int shifted = month <= 2 ? year - 1 : year;
    const int64_t era = shifted / 400;
    const int yearOfEra = shifted - static_cast<int>(era) * 400;
    const int dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    const int dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear;
    return era * 146097 + dayOfEra - 719468;
}

} // namespace

std::string_view withoutEscapes(std::string_view line, std::string& buffer)
{
    size_t escape = line.find('\x1b');
    if (escape == std::string_view::npos)
        return line;
    buffer.clear();
    size_t begin = 0;
    while (escape != std::string_view::npos) {
        buffer.append(line, begin, escape - begin);
        begin = escapeEnd(line, escape);
        escape = line.find('\x1b', begin);
    }
    buffer.append(line, begin);
    return buffer;
}

size_t find(std::string_view text, std::string_view needle, size_t from)
{
    if (from >= text.size() || needle.empty())
        return text.find(needle, from); // memmem() must not be given a null pointer, as a view of nothing may be one
    const void* found = memmem(text.data() + from, text.size() - from, needle.data(), needle.size());
    return found ? static_cast<size_t>(static_cast<const char*>(found) - text.data()) : std::string_view::npos;
}

bool Cursor::skip(std::string_view literal)
{
    if (!rest().starts_with(literal))
        return false;
    m_position += literal.size();
    return true;
}

void Cursor::skipSpaces()
{
    while (!atEnd() && (m_text[m_position] == ' ' || m_text[m_position] == '\t'))
        ++m_position;
}

bool Cursor::seekBehind(std::string_view needle)
{
    const size_t found = find(m_text, needle, m_position);
    if (found == std::string_view::npos)
        return false;
    m_position = found + needle.size();
    return true;
}

std::optional<int64_t> Cursor::integer()
{
    int64_t value = 0;
    const std::string_view text = rest();
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc())
        return std::nullopt;
    m_position += static_cast<size_t>(end - text.data());
    return value;
}

std::optional<Number> Cursor::number(bool groups)
{
    std::string_view text = rest();
    size_t sign = 0;
    if (text.starts_with('+'))
        text.remove_prefix(sign = 1);
    char plain[64];
    size_t removed = 0;
    if (groups) {
        // Copy the digits without the commas that precede exactly three digits.
        size_t length = 0;
        size_t i = 0;
        for (; i < text.size() && length < sizeof plain; ++i) {
            const bool isGroup = text[i] == ',' && i > 0 && isDigit(text[i - 1]) && digits(text, i + 1, 3)
                && (i + 4 >= text.size() || !isDigit(text[i + 4]));
            if (isGroup)
                ++removed;
            else if (text[i] == ',')
                break;
            else
                plain[length++] = text[i];
        }
        text = std::string_view(plain, length);
    }
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc::invalid_argument)
        return std::nullopt;
    const size_t used = static_cast<size_t>(end - text.data());
    // Commas after the end of the number were not its separators.
    if (removed > 0) {
        size_t commas = 0;
        const std::string_view original = rest().substr(sign);
        for (size_t i = 0, kept = 0; kept < used; ++i)
            original[i] == ',' ? ++commas : ++kept;
        removed = commas;
    }
    m_position += sign + used + removed;
    return Number {value, error == std::errc() && std::isfinite(value)};
}

std::optional<Number> numberAfter(std::string_view text, std::string_view key, bool groups)
{
    for (size_t at = find(text, key); at != std::string_view::npos; at = find(text, key, at + 1)) {
        if (at > 0 && isWordCharacter(text[at - 1]))
            continue;
        Cursor cursor(text, at + key.size());
        cursor.skipSpaces();
        if (const auto number = cursor.number(groups))
            return number;
    }
    return std::nullopt;
}

std::optional<int> integerAfter(std::string_view text, std::string_view key, int minimum, int maximum)
{
    for (size_t at = find(text, key); at != std::string_view::npos; at = find(text, key, at + 1)) {
        if (at > 0 && isWordCharacter(text[at - 1]))
            continue;
        Cursor cursor(text, at + key.size());
        cursor.skipSpaces();
        const auto value = cursor.integer();
        if (value && *value >= minimum && *value <= maximum)
            return static_cast<int>(*value);
    }
    return std::nullopt;
}

std::optional<int64_t> timeStampMs(std::string_view line)
{
    for (size_t colon = line.find(':'); colon != std::string_view::npos; colon = line.find(':', colon + 1)) {
        // 2026-05-22 18:32:09,278: the first colon is at index 13.
        if (colon < 13)
            continue;
        const size_t at = colon - 13;
        const char separator = line[at + 4];
        const bool isYearFirst = (separator == '-' || separator == '/') && line[at + 7] == separator;
        // 03/31/2026 18:32:09, as Python's loggers of trainers are often told to write.
        const bool isMonthFirst = line[at + 2] == '/' && line[at + 5] == '/';
        if ((!isYearFirst && !isMonthFirst) || (line[at + 10] != ' ' && line[at + 10] != 'T'))
            continue;
        const auto year = digits(line, isYearFirst ? at : at + 6, 4);
        const auto month = digits(line, isYearFirst ? at + 5 : at, 2);
        const auto day = digits(line, isYearFirst ? at + 8 : at + 3, 2);
        const auto hour = digits(line, at + 11, 2);
        const auto minute = digits(line, at + 14, 2);
        const auto second = digits(line, at + 17, 2);
        if (!year || !month || !day || !hour || !minute || !second || line[at + 16] != ':')
            continue;
        if (*year < 1970 || *month < 1 || *month > 12 || *day < 1 || *day > 31 || *hour > 23 || *minute > 59
            || *second > 60)
            continue;
        int64_t milliseconds = 0;
        if (at + 19 < line.size() && (line[at + 19] == ',' || line[at + 19] == '.'))
            milliseconds = digits(line, at + 20, 3).value_or(0);
        const int64_t minutes = (daysSinceEpoch(*year, *month, *day) * 24 + *hour) * 60 + *minute;
        return (minutes * 60 + *second) * 1000 + milliseconds;
    }
    return std::nullopt;
}

} // namespace bubblescope::logtext
