// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tablerecord.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>

namespace bubblescope {

namespace {

/// Puts a number at a place with room for longestVarint bytes; how many it takes.
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

} // namespace

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

void TableRecord::reserve(std::vector<char>& bytes, size_t used, size_t more)
{
    if (bytes.size() - used < more)
        bytes.resize(2 * bytes.size() + more);
}

void TableRecord::addType(uint64_t type)
{
    reserve(m_types, m_typesSize, longestVarint);
    m_typesSize += putVarint(m_types.data() + m_typesSize, type);
}

/// The upper byte first.
void TableRecord::addBytes(uint64_t value, size_t count)
{
    reserve(m_body, m_bodySize, 8);
    value <<= 64 - 8 * count;
    for (size_t i = 0; i < 8; ++i) // the compiler makes one write of it
        m_body[m_bodySize + i] = static_cast<char>(value >> (56 - 8 * i));
    m_bodySize += count;
}

void TableRecord::integer(int64_t value)
{
    if (value == 0 || value == 1)
        return addType(8 + static_cast<uint64_t>(value));
    // By the bits that it needs beside its sign: of 1, 2, 3, 4, 6 or 8 bytes.
    const auto bits = std::bit_width(static_cast<uint64_t>(value < 0 ? ~value : value)) + 1;
    const size_t bytes = bits <= 32 ? (static_cast<size_t>(bits) + 7) / 8 : bits <= 48 ? 6 : 8;
    addType(bytes <= 4 ? bytes : bytes == 6 ? 5 : 6);
    addBytes(static_cast<uint64_t>(value), bytes);
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

void TableRecord::appendTo(std::string& to) const
{
    appendVarint(to, headerSize());
    to.append(m_types.data(), m_typesSize);
    to.append(m_body.data(), m_bodySize);
}

} // namespace bubblescope
