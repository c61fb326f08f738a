// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "decimaltime.h"

#include "characters.h"

#include <algorithm>
#include <charconv>
#include <limits>

#include <fmt/format.h>

namespace bubblescope {

namespace {

/// Digits of a decimal without sign, point and exponent, and the power of ten of its last digit.
class DecimalDigits {
public:
    // 10^19 does not fit an int64, so 20 digits before the point are out of range anyway; digits below the unit only
    // matter for rounding.
    static constexpr int exponentLimit = 400;

    bool read(std::string_view text)
    {
        size_t i = 0;
        if (i < text.size() && (text[i] == '-' || text[i] == '+'))
            m_negative = text[i++] == '-';
        const size_t wholeBegin = i;
        while (i < text.size() && isDigit(text[i]))
            ++i;
        m_whole = text.substr(wholeBegin, i - wholeBegin);
        if (i < text.size() && text[i] == '.') {
            const size_t fractionBegin = ++i;
            while (i < text.size() && isDigit(text[i]))
                ++i;
            m_fraction = text.substr(fractionBegin, i - fractionBegin);
        }
        if (m_whole.empty() && m_fraction.empty())
            return false;
        if (i < text.size() && (text[i] == 'e' || text[i] == 'E')) {
            ++i;
            if (i < text.size() && text[i] == '+')
                ++i;
            const auto [end, error] = std::from_chars(text.data() + i, text.data() + text.size(), m_exponent);
            if (error == std::errc::invalid_argument)
                return false;
            if (error == std::errc::result_out_of_range || m_exponent > exponentLimit || m_exponent < -exponentLimit)
                return false;
            i = static_cast<size_t>(end - text.data());
        }
        return i == text.size();
    }

    /// The value times 10^shift as an integer, rounded half up.
    std::optional<TimeNs> scaled(int shift) const
    {
        const int kept = m_exponent + shift; // number of digits that belong to the integer
        const auto digitCount = static_cast<int64_t>(m_whole.size() + m_fraction.size());
        const int64_t wanted = static_cast<int64_t>(m_whole.size()) + kept;
        uint64_t value = 0;
        for (int64_t d = 0; d < wanted; ++d) {
            const unsigned digit = d < digitCount ? digitAt(d) : 0;
            if (value == 0 && digit == 0) {
                if (d >= digitCount)
                    break;
                continue;
            }
            if (value > (std::numeric_limits<uint64_t>::max() - digit) / 10)
                return std::nullopt;
            value = value * 10 + digit;
        }
        const bool tail = wanted >= 0 && wanted < digitCount && digitAt(wanted) >= 5;
        constexpr auto limit = static_cast<uint64_t>(std::numeric_limits<TimeNs>::max());
        if (value > limit)
            return std::nullopt;
        if (m_negative) {
            // Half up for negative values, too: -0.5 becomes 0, -1.5 becomes -1, -1.51 becomes -2.
            const bool beyondHalf = tail && (digitAt(wanted) > 5 || hasDigitsAfter(wanted));
            const auto magnitude = static_cast<TimeNs>(value);
            return beyondHalf ? -magnitude - 1 : -magnitude;
        }
        if (tail && value == limit)
            return std::nullopt;
        return static_cast<TimeNs>(value) + (tail ? 1 : 0);
    }

private:
    unsigned digitAt(int64_t index) const
    {
        const auto i = static_cast<size_t>(index);
        return static_cast<unsigned>((i < m_whole.size() ? m_whole[i] : m_fraction[i - m_whole.size()]) - '0');
    }
    bool hasDigitsAfter(int64_t index) const
    {
        for (int64_t d = index + 1; d < static_cast<int64_t>(m_whole.size() + m_fraction.size()); ++d) {
            if (digitAt(d) != 0)
                return true;
        }
        return false;
    }

    std::string_view m_whole;
    std::string_view m_fraction;
    int m_exponent = 0;
    bool m_negative = false;
};

/// Fast path for the usual short decimal ("16109898840.42", "1694128201428006.5"): no sign, no exponent, no more
/// decimals than the unit has, at most 19 digits.
std::optional<TimeNs> parseShort(std::string_view text, int unitDigits)
{
    if (text.empty() || text.size() > 20)
        return std::nullopt;
    uint64_t value = 0;
    int fractionDigits = -1;
    int digits = 0;
    for (const char c : text) {
        if (isDigit(c)) {
            value = value * 10 + static_cast<uint64_t>(c - '0');
            ++digits;
            fractionDigits += fractionDigits >= 0;
        } else if (c == '.' && fractionDigits < 0) {
            fractionDigits = 0;
        } else {
            return std::nullopt;
        }
    }
    const int missing = unitDigits - std::max(fractionDigits, 0);
    if (digits == 0 || missing < 0 || digits + missing > 19)
        return std::nullopt;
    static constexpr uint64_t powers[] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000, 1000000000};
    value *= powers[missing];
    if (value > static_cast<uint64_t>(std::numeric_limits<TimeNs>::max()))
        return std::nullopt;
    return static_cast<TimeNs>(value);
}

} // namespace

std::optional<TimeNs> parseDecimalTime(std::string_view text, TimeUnit unit)
{
    const int unitDigits = static_cast<int>(unit);
    if (const auto time = parseShort(text, unitDigits))
        return time;
    DecimalDigits digits;
    if (!digits.read(text))
        return std::nullopt;
    return digits.scaled(unitDigits);
}

std::string formatDecimalTime(TimeNs time, TimeUnit unit, int minimumDecimals)
{
    const int unitDigits = static_cast<int>(unit);
    const bool negative = time < 0;
    uint64_t magnitude = negative ? uint64_t(0) - static_cast<uint64_t>(time) : static_cast<uint64_t>(time);
    std::string fraction(static_cast<size_t>(unitDigits), '0');
    for (int i = unitDigits - 1; i >= 0; --i) {
        fraction[static_cast<size_t>(i)] = static_cast<char>('0' + magnitude % 10);
        magnitude /= 10;
    }
    while (fraction.size() > static_cast<size_t>(std::max(minimumDecimals, 0)) && fraction.back() == '0')
        fraction.pop_back();
    if (fraction.size() < static_cast<size_t>(std::max(minimumDecimals, 0)))
        fraction.append(static_cast<size_t>(minimumDecimals) - fraction.size(), '0');
    return fmt::format("{}{}{}{}", negative ? "-" : "", magnitude, fraction.empty() ? "" : ".", fraction);
}

} // namespace bubblescope
