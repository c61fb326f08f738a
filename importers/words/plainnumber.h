// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <charconv>
#include <limits>
#include <optional>
#include <string_view>

namespace bubblescope {

/// Greater numbers are those of no rank.
inline constexpr int largestRank = 10'000'000;

/// Parses all of `text` as a number; nullopt for any other text.
template <typename Number> std::optional<Number> toNumber(std::string_view text)
{
    Number value = 0;
    const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || result.ec != std::errc() || result.ptr != text.data() + text.size())
        return std::nullopt;
    return value;
}

/// The same for counts: from 0 to `largest`.
inline std::optional<int> toCount(std::string_view text, int largest = std::numeric_limits<int>::max())
{
    const std::optional<int> value = toNumber<int>(text);
    return value && *value >= 0 && *value <= largest ? value : std::nullopt;
}

} // namespace bubblescope
