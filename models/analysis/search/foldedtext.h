// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace bubblescope {

// Texts as a search compares them: ASCII letters without their case, all else byte by byte.

inline char folded(char c) { return c >= 'A' && c <= 'Z' ? char(c + 32) : c; }

inline std::string foldedText(std::string_view text)
{
    std::string lower(text);
    std::transform(lower.begin(), lower.end(), lower.begin(), folded);
    return lower;
}

/// `needle` is folded already.
inline bool containsFolded(std::string_view text, std::string_view needle)
{
    return std::search(text.begin(), text.end(), needle.begin(), needle.end(), [](char a, char b) {
        return folded(a) == b;
    }) != text.end();
}

/// As in containsFolded().
inline bool equalsFolded(std::string_view text, std::string_view needle)
{
    return text.size() == needle.size()
        && std::equal(text.begin(), text.end(), needle.begin(), [](char a, char b) { return folded(a) == b; });
}

} // namespace bubblescope
