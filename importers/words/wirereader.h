// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace bubblescope {

/// Iterates over the fields of one message in protobuf's wire format. Only field numbers are needed, so there is no
/// dependency on protobuf and its generated classes.
class WireReader {
public:
    enum class Kind : uint8_t { Number, Bytes };
    struct Field {
        uint64_t number = 0;
        Kind kind = Kind::Number;
        uint64_t value = 0;     ///< of a Number; for fixed-size numbers their bits
        std::string_view bytes; ///< of Bytes: a string, a message or packed numbers
    };

    explicit WireReader(std::string_view text) : m_text(text) { }

    /// nullopt at the end, or if the text is not in this format; isDamaged() tells which.
    std::optional<Field> next();
    /// A bare varint, as it precedes delimited messages and as it occurs in packed lists.
    std::optional<uint64_t> number()
    {
        // Most numbers are small: this is called for every field of a file.
        if (m_at < m_text.size() && static_cast<unsigned char>(m_text[m_at]) < 0x80)
            return static_cast<unsigned char>(m_text[m_at++]);
        return longNumber();
    }
    /// The bytes of a delimited message: as many as the varint before them says.
    std::optional<std::string_view> delimited();
    bool isAtEnd() const { return m_at == m_text.size(); }
    bool isDamaged() const { return m_isDamaged; }
    size_t position() const { return m_at; }

private:
    std::optional<std::string_view> take(uint64_t size)
    {
        if (size > m_text.size() - m_at) {
            m_isDamaged = true;
            return {};
        }
        const std::string_view bytes = m_text.substr(m_at, size);
        m_at += size;
        return bytes;
    }
    std::optional<uint64_t> longNumber();

    std::string_view m_text;
    size_t m_at = 0;
    bool m_isDamaged = false;
};

inline std::optional<std::string_view> WireReader::delimited()
{
    const std::optional<uint64_t> size = number();
    return size ? take(*size) : std::nullopt;
}

inline std::optional<WireReader::Field> WireReader::next()
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
