// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "textencoding.h"

#include <algorithm>

namespace bubblescope {
namespace {

enum class ByteOrder { None, Little, Big };

ByteOrder utf16ByteOrder(std::string_view head)
{
    if (head.starts_with("\xff\xfe"))
        return ByteOrder::Little;
    if (head.starts_with("\xfe\xff"))
        return ByteOrder::Big;
    // No BOM: the supported formats are mostly ASCII, so every other byte is zero.
    const size_t units = std::min<size_t>(head.size(), 1024) / 2;
    if (units < 4)
        return ByteOrder::None;
    size_t zeroEven = 0;
    size_t zeroOdd = 0;
    for (size_t i = 0; i < units; ++i) {
        zeroEven += head[2 * i] == '\0';
        zeroOdd += head[2 * i + 1] == '\0';
    }
    const size_t many = units - units / 4;
    const size_t few = units / 10;
    if (zeroOdd >= many && zeroEven <= few)
        return ByteOrder::Little;
    if (zeroEven >= many && zeroOdd <= few)
        return ByteOrder::Big;
    return ByteOrder::None;
}

} // namespace

bool looksLikeUtf16(std::string_view head) { return utf16ByteOrder(head) != ByteOrder::None; }

std::string asciiOfUtf16(std::string_view head)
{
    const size_t low = utf16ByteOrder(head) == ByteOrder::Big ? 1 : 0;
    std::string ascii;
    ascii.reserve(head.size() / 2);
    for (size_t i = 0; i + 1 < head.size(); i += 2) {
        const char character = head[i + low];
        const bool isAscii = head[i + 1 - low] == '\0' && static_cast<unsigned char>(character) < 0x80;
        ascii += isAscii ? character : '?';
    }
    return ascii;
}

std::string_view withoutByteOrderMark(std::string_view head)
{
    if (head.starts_with("\xef\xbb\xbf"))
        head.remove_prefix(3);
    return head;
}

bool isUtf8(std::string_view text)
{
    for (size_t i = 0; i < text.size();) {
        const auto lead = static_cast<unsigned char>(text[i]);
        size_t length = 1;
        char32_t least = 0;
        char32_t code = lead;
        if (lead >= 0xF0 && lead < 0xF5)
            length = 4, least = 0x10000, code = lead & 0x07;
        else if (lead >= 0xE0 && lead < 0xF0)
            length = 3, least = 0x800, code = lead & 0x0F;
        else if (lead >= 0xC2 && lead < 0xE0)
            length = 2, least = 0x80, code = lead & 0x1F;
        else if (lead >= 0x80)
            return false;
        if (i + length > text.size())
            return false;
        for (size_t k = 1; k < length; ++k) {
            const auto next = static_cast<unsigned char>(text[i + k]);
            if ((next & 0xC0) != 0x80)
                return false;
            code = code << 6 | (next & 0x3F);
        }
        if (code < least || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000))
            return false;
        i += length;
    }
    return true;
}

std::string toUtf8(std::string_view text)
{
    if (isUtf8(text))
        return std::string(text);
    std::string result;
    result.reserve(text.size() * 2);
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x80) {
            result.push_back(c);
        } else {
            result.push_back(static_cast<char>(0xC0 | byte >> 6));
            result.push_back(static_cast<char>(0x80 | (byte & 0x3F)));
        }
    }
    return result;
}

std::string_view clipped(std::string_view text, size_t size)
{
    if (text.size() <= size)
        return text;
    while (size > 0 && (static_cast<unsigned char>(text[size]) & 0xc0) == 0x80)
        --size;
    return text.substr(0, size);
}

std::string excerpt(std::string_view text, size_t length)
{
    std::string result = toUtf8(clipped(text, length));
    for (char& c : result) {
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
            c = '?';
    }
    if (text.size() > length)
        result += "...";
    return result;
}

} // namespace bubblescope
