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
    // Without a mark: the formats at hand are mostly ASCII, so every other byte is zero.
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

} // namespace bubblescope
