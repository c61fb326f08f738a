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

    /// False at the end, or if the text is not in this format; isDamaged() says which.
    bool next(Field& field);
    std::optional<Field> next()
    {
        Field field;
        return next(field) ? std::optional(field) : std::nullopt;
    }
    /// A bare varint, as it precedes delimited messages and as it occurs in packed lists.
    std::optional<uint64_t> number()
    {
        uint64_t value = 0;
        return readNumber(value) ? std::optional(value) : std::nullopt;
    }
    /// The bytes of a delimited message: as many as the varint before them says.
    std::optional<std::string_view> delimited();
    bool isAtEnd() const { return m_at == m_text.size(); }
    bool isDamaged() const { return m_isDamaged; }
    size_t position() const { return m_at; }

private:
    /// Most numbers have one byte or two: called several times for every event of a file.
    bool readNumber(uint64_t& value)
    {
        if (m_text.size() - m_at >= 2) {
            const auto first = static_cast<unsigned char>(m_text[m_at]);
            const auto second = static_cast<unsigned char>(m_text[m_at + 1]);
            if (first < 0x80) {
                value = first;
                ++m_at;
                return true;
            }
            if (second < 0x80) {
                value = (first & 0x7f) | uint64_t(second) << 7;
                m_at += 2;
                return true;
            }
        }
        return readLongNumber(value);
    }
    bool readLongNumber(uint64_t& value);
    bool readBits(size_t size, uint64_t& value);
    bool take(uint64_t size, std::string_view& bytes)
    {
        if (size > m_text.size() - m_at)
            return !(m_isDamaged = true);
        bytes = m_text.substr(m_at, size);
        m_at += size;
        return true;
    }

    std::string_view m_text;
    size_t m_at = 0;
    bool m_isDamaged = false;
};

inline bool WireReader::next(Field& field)
{
    uint64_t tag = 0;
    if (isAtEnd() || m_isDamaged || !readNumber(tag))
        return false;
    field.number = tag >> 3;
    field.kind = Kind::Number;
    field.value = 0;
    field.bytes = {};
    if (field.number == 0)
        return !(m_isDamaged = true);
    switch (tag & 7) {
    case 0:
        return readNumber(field.value);
    case 1:
        return readBits(8, field.value);
    case 5:
        return readBits(4, field.value);
    case 2: {
        uint64_t size = 0;
        field.kind = Kind::Bytes;
        return readNumber(size) && take(size, field.bytes);
    }
    default:
        return !(m_isDamaged = true); // groups were deprecated before this schema existed
    }
}

} // namespace bubblescope
