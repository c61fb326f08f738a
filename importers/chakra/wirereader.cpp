// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "wirereader.h"

namespace bubblescope {

std::optional<uint64_t> WireReader::number()
{
    uint64_t value = 0;
    for (int shift = 0; shift < 64 && m_at < m_text.size(); shift += 7) {
        const auto byte = static_cast<unsigned char>(m_text[m_at++]);
        value |= uint64_t(byte & 0x7f) << shift;
        if ((byte & 0x80) == 0)
            return value;
    }
    m_isDamaged = true;
    return {};
}

std::optional<std::string_view> WireReader::take(uint64_t size)
{
    if (size > m_text.size() - m_at) {
        m_isDamaged = true;
        return {};
    }
    const std::string_view bytes = m_text.substr(m_at, size);
    m_at += size;
    return bytes;
}

std::optional<std::string_view> WireReader::delimited()
{
    const std::optional<uint64_t> size = number();
    return size ? take(*size) : std::nullopt;
}

std::optional<WireReader::Field> WireReader::next()
{
    if (isAtEnd() || m_isDamaged)
        return {};
    const std::optional<uint64_t> tag = number();
    if (!tag || *tag >> 3 == 0) {
        m_isDamaged = true;
        return {};
    }
    Field field;
    field.number = *tag >> 3;
    switch (*tag & 7) {
    case 0:
        field.value = number().value_or(0);
        break;
    case 1:
    case 5: {
        const std::string_view bits = take((*tag & 7) == 1 ? 8 : 4).value_or(std::string_view());
        for (size_t i = bits.size(); i-- > 0;)
            field.value = field.value << 8 | static_cast<unsigned char>(bits[i]);
        break;
    }
    case 2:
        field.kind = Kind::Bytes;
        field.bytes = delimited().value_or(std::string_view());
        break;
    default:
        m_isDamaged = true; // groups were deprecated before this schema existed
    }
    return m_isDamaged ? std::nullopt : std::optional(field);
}

} // namespace bubblescope
