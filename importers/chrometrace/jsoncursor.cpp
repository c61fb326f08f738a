// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "jsoncursor.h"

#include "ranktrace/tracemeaning.h"
#include "textencoding.h"

#include <charconv>
#include <iterator>
#include <optional>

#include <fmt/format.h>

namespace bubblescope {

namespace {

std::optional<uint32_t> hexUnit(std::string_view text)
{
    uint32_t unit = 0;
    if (text.size() < 4)
        return {};
    const auto result = std::from_chars(text.data(), text.data() + 4, unit, 16);
    if (result.ec != std::errc() || result.ptr != text.data() + 4)
        return {};
    return unit;
}

void appendUtf8(std::string& to, uint32_t point)
{
    const auto tail = [&to](uint32_t bits) { to += static_cast<char>(0x80 | (bits & 0x3f)); };
    if (point < 0x80) {
        to += static_cast<char>(point);
    } else if (point < 0x800) {
        to += static_cast<char>(0xc0 | (point >> 6));
        tail(point);
    } else if (point < 0x10000) {
        to += static_cast<char>(0xe0 | (point >> 12));
        tail(point >> 6);
        tail(point);
    } else {
        to += static_cast<char>(0xf0 | (point >> 18));
        tail(point >> 12);
        tail(point >> 6);
        tail(point);
    }
}

/// What follows "\u"; returns how many characters it took. Half a pair becomes the replacement character.
size_t appendEscapedUnit(std::string& to, std::string_view text)
{
    const std::optional<uint32_t> unit = hexUnit(text);
    if (!unit)
        return 0;
    const bool isHigh = *unit >= 0xd800 && *unit < 0xdc00;
    if (isHigh && text.size() >= 10 && text[4] == '\\' && text[5] == 'u') {
        const std::optional<uint32_t> low = hexUnit(text.substr(6));
        if (low && *low >= 0xdc00 && *low < 0xe000) {
            appendUtf8(to, 0x10000 + ((*unit - 0xd800) << 10) + (*low - 0xdc00));
            return 10;
        }
    }
    appendUtf8(to, *unit >= 0xd800 && *unit < 0xe000 ? 0xfffd : *unit);
    return 4;
}

} // namespace

std::string jsonText(std::string_view escaped, size_t longest)
{
    std::string text;
    for (size_t i = 0; i < escaped.size() && text.size() < longest + 4; ++i) {
        const char c = escaped[i];
        if (c != '\\' || i + 1 == escaped.size()) {
            text += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
            continue;
        }
        switch (escaped[++i]) {
        case 'n':
        case 't':
        case 'r':
        case 'b':
        case 'f':
            text += ' '; // names are shown on one line
            break;
        case 'u':
            i += appendEscapedUnit(text, escaped.substr(i + 1));
            break;
        default:
            text += escaped[i];
        }
    }
    for (char& c : text)
        c = c == '\0' ? ' ' : c;
    return toUtf8(clipped(text, longest));
}

void appendJsonText(std::string& to, std::string_view text)
{
    for (const char c : text) {
        if (c == '"' || c == '\\') {
            to += '\\';
            to += c;
        } else if (static_cast<unsigned char>(c) < 0x20) {
            fmt::format_to(std::back_inserter(to), "\\u{:04x}", static_cast<unsigned>(c));
        } else {
            to += c;
        }
    }
}

} // namespace bubblescope
