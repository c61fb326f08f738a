// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "visibletext.h"

#include <algorithm>
#include <cstdint>
#include <iterator>

#include <fmt/format.h>

namespace bubblescope {

namespace {

struct Decoded {
    uint32_t code = 0;
    size_t size = 1;     ///< bytes
    bool isValid = true; ///< otherwise `code` is the byte
};

bool isContinuation(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }

/// Decodes the first character of `text`, which must not be empty.
Decoded decoded(std::string_view text)
{
    const auto first = static_cast<unsigned char>(text.front());
    if (first < 0x80)
        return {first};
    const size_t size = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (first < 0xc2 || first > 0xf4 || text.size() < size
        || !std::all_of(text.begin() + 1, text.begin() + std::ptrdiff_t(size), isContinuation))
        return {first, 1, false};
    uint32_t code = first & (0xffU >> (size + 1));
    for (size_t i = 1; i < size; ++i)
        code = code << 6 | (static_cast<unsigned char>(text[i]) & 0x3f);
    constexpr uint32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
    const bool isSurrogate = code >= 0xd800 && code < 0xe000;
    if (code < smallest[size] || code > 0x10ffff || isSurrogate)
        return {first, 1, false};
    return {code, size};
}

bool isHidden(uint32_t code)
{
    return code < 0x20 || (code >= 0x7f && code < 0xa0)       // controls
        || code == 0x061c || code == 0x200e || code == 0x200f // direction marks
        || (code >= 0x2028 && code <= 0x202e)                 // line separators, embeddings, overrides
        || (code >= 0x2066 && code <= 0x206f)                 // isolates, and deprecated marks
        || code == 0xfeff;
}

/// Position of the first character that must be shown as its code.
size_t findHidden(std::string_view text, std::string_view kept)
{
    for (size_t at = 0; at < text.size();) {
        const auto byte = static_cast<unsigned char>(text[at]);
        if (byte >= 0x20 && byte < 0x7f) {
            ++at;
            continue;
        }
        const Decoded next = decoded(text.substr(at));
        const bool isKept = byte < 0x80 && kept.find(text[at]) != std::string_view::npos;
        if (!isKept && (!next.isValid || isHidden(next.code)))
            return at;
        at += next.size;
    }
    return text.size();
}

} // namespace

bool isVisible(std::string_view utf8, std::string_view kept) { return findHidden(utf8, kept) == utf8.size(); }

std::string visibleText(std::string_view utf8, std::string_view kept)
{
    std::string text;
    while (!utf8.empty()) {
        const size_t hidden = findHidden(utf8, kept);
        text += utf8.substr(0, hidden);
        utf8.remove_prefix(hidden);
        if (utf8.empty())
            break;
        const Decoded next = decoded(utf8);
        if (next.isValid)
            fmt::format_to(std::back_inserter(text), "\\u{:04x}", next.code);
        else
            fmt::format_to(std::back_inserter(text), "\\x{:02x}", next.code);
        utf8.remove_prefix(next.size);
    }
    return text;
}

std::string shellWord(std::string_view word)
{
    const auto isPlain = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')
            || std::string_view("_-./=:,+@").find(c) != std::string_view::npos;
    };
    if (!word.empty() && std::all_of(word.begin(), word.end(), isPlain))
        return std::string(word);
    std::string quoted = "'";
    for (const char c : word) {
        if (c == '\'')
            quoted += "'\\''";
        else
            quoted += c;
    }
    quoted += '\'';
    return quoted;
}

} // namespace bubblescope
