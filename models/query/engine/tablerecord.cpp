// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tablerecord.h"

#include <array>
#include <cmath>
#include <cstring>

namespace bubblescope {

void appendVarint(std::string& to, uint64_t value)
{
    if (value < 0x80) {
        to += static_cast<char>(value);
        return;
    }
    std::array<char, 9> bytes {};
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
    to.append(bytes.data() + at, bytes.size() - at);
}

void TableRecord::start()
{
    m_types.clear();
    m_body.clear();
}

void TableRecord::addType(uint64_t type) { appendVarint(m_types, type); }

void TableRecord::addBytes(uint64_t value, size_t count)
{
    std::array<char, 8> bytes {};
    for (size_t i = count; i-- > 0; value >>= 8)
        bytes[i] = static_cast<char>(value);
    m_body.append(bytes.data(), count);
}

void TableRecord::integer(int64_t value)
{
    struct Width {
        uint64_t type;
        size_t bytes;
    };
    constexpr std::array<Width, 6> widths {{{1, 1}, {2, 2}, {3, 3}, {4, 4}, {5, 6}, {6, 8}}};
    if (value == 0 || value == 1)
        return addType(8 + static_cast<uint64_t>(value));
    for (const Width& width : widths) {
        const int64_t reach = int64_t(1) << (8 * width.bytes - 1);
        if (width.bytes == 8 || (value >= -reach && value < reach)) {
            addType(width.type);
            return addBytes(static_cast<uint64_t>(value), width.bytes);
        }
    }
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
    m_body += text;
}

/// The size counts its own bytes.
size_t TableRecord::headerSize() const { return m_types.size() + (m_types.size() < 127 ? 1 : 2); }

void TableRecord::appendTo(std::string& to) const
{
    appendVarint(to, headerSize());
    to += m_types;
    to += m_body;
}

} // namespace bubblescope
