// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace bubblescope {

// Text comparison for searches: ASCII letters without case, everything else bytewise.

inline char folded(char c) { return c >= 'A' && c <= 'Z' ? char(c + 32) : c; }

inline std::string foldedText(std::string_view text)
{
    std::string lower(text);
    std::transform(lower.begin(), lower.end(), lower.begin(), folded);
    return lower;
}

/// `needle` must already be folded.
inline bool containsFolded(std::string_view text, std::string_view needle)
{
    return std::search(text.begin(), text.end(), needle.begin(), needle.end(), [](char a, char b) {
        return folded(a) == b;
    }) != text.end();
}

/// Like containsFolded(), for the whole text.
inline bool equalsFolded(std::string_view text, std::string_view needle)
{
    return text.size() == needle.size()
        && std::equal(text.begin(), text.end(), needle.begin(), [](char a, char b) { return folded(a) == b; });
}

} // namespace bubblescope
