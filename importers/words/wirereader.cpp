// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "wirereader.h"

namespace bubblescope {

bool WireReader::readLongNumber(uint64_t& value)
{
    value = 0;
    for (int shift = 0; shift < 64 && m_at < m_text.size(); shift += 7) {
        const auto byte = static_cast<unsigned char>(m_text[m_at++]);
        value |= uint64_t(byte & 0x7f) << shift;
        if ((byte & 0x80) == 0)
            return true;
    }
    return !(m_isDamaged = true);
}

/// A number of fixed size, its lowest byte first.
bool WireReader::readBits(size_t size, uint64_t& value)
{
    std::string_view bits;
    if (!take(size, bits))
        return false;
    for (size_t i = size; i-- > 0;)
        value = value << 8 | static_cast<unsigned char>(bits[i]);
    return true;
}

std::optional<std::string_view> WireReader::delimited()
{
    uint64_t size = 0;
    std::string_view bytes;
    return readNumber(size) && take(size, bytes) ? std::optional(bytes) : std::nullopt;
}

} // namespace bubblescope
