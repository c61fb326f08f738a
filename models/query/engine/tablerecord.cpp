// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tablerecord.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>

namespace bubblescope {

size_t putVarint(char* to, uint64_t value)
{
    if (value < 0x80) {
        *to = static_cast<char>(value);
        return 1;
    }
    std::array<char, longestVarint> bytes {};
    size_t at = bytes.size();
    if (value >> 56 != 0) { // the ninth byte has eight bits
        bytes[--at] = static_cast<char>(value);
        value >>= 8;
        while (at > 0) {
            bytes[--at] = static_cast<char>(value | 0x80);
            value >>= 7;
        }
    } else {
        bytes[--at] = static_cast<char>(value & 0x7f);
        while ((value >>= 7) != 0)
            bytes[--at] = static_cast<char>(value | 0x80);
    }
    std::memcpy(to, bytes.data() + at, bytes.size() - at);
    return bytes.size() - at;
}

void appendVarint(std::string& to, uint64_t value)
{
    std::array<char, longestVarint> bytes {};
    to.append(bytes.data(), putVarint(bytes.data(), value));
}

size_t varintSize(uint64_t value)
{
    return std::clamp<size_t>((static_cast<size_t>(std::bit_width(value)) + 6) / 7, 1, longestVarint);
}

void TableRecord::start() { m_typesSize = m_bodySize = 0; }

void TableRecord::addType(uint64_t type)
{
    reserve(m_types, m_typesSize, longestVarint);
    if (type < 0x80)
        m_types[m_typesSize++] = static_cast<char>(type);
    else
        m_typesSize += putVarint(m_types.data() + m_typesSize, type);
}

/// The upper byte first.
void TableRecord::addBytes(uint64_t value, size_t count)
{
    reserve(m_body, m_bodySize, 8);
    value <<= 64 - 8 * count;
    const auto byte = [value](int number) { return static_cast<char>(value >> (56 - 8 * number)); };
    const std::array<char, 8> bytes {byte(0), byte(1), byte(2), byte(3), byte(4), byte(5), byte(6), byte(7)};
    std::memcpy(m_body.data() + m_bodySize, bytes.data(), bytes.size());
    m_bodySize += count;
}

void TableRecord::integer(int64_t value)
{
    if (value == 0 || value == 1)
        return addType(8 + static_cast<uint64_t>(value));
    // By the bits that it needs beside its sign: of 1, 2, 3, 4, 6 or 8 bytes.
    struct Type {
        uint8_t number;
        uint8_t bytes;
    };
    constexpr std::array<Type, 9> types {{{1, 1}, {1, 1}, {2, 2}, {3, 3}, {4, 4}, {5, 6}, {5, 6}, {6, 8}, {6, 8}}};
    const auto bits = std::bit_width(static_cast<uint64_t>(value ^ (value >> 63))) + 1;
    const Type type = types[(static_cast<size_t>(bits) + 7) / 8];
    addType(type.number);
    addBytes(static_cast<uint64_t>(value), type.bytes);
}

void TableRecord::real(double value)
{
    if (std::isnan(value))
        return null(); // as SQLite has it
    uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    addType(7);
    addBytes(bits, 8);
}

void TableRecord::kept(std::string_view text)
{
    addType(13 + 2 * uint64_t(text.size()));
    reserve(m_body, m_bodySize, text.size());
    if (!text.empty())
        std::memcpy(m_body.data() + m_bodySize, text.data(), text.size());
    m_bodySize += text.size();
}

/// The size counts its own bytes.
size_t TableRecord::headerSize() const { return m_typesSize + (m_typesSize < 127 ? 1 : 2); }

void TableRecord::copyTo(char* to) const
{
    to += putVarint(to, headerSize());
    std::memcpy(to, m_types.data(), m_typesSize);
    if (m_bodySize > 0)
        std::memcpy(to + m_typesSize, m_body.data(), m_bodySize);
}

} // namespace bubblescope
