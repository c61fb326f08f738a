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
    std::optional<uint64_t> number();
    /// The bytes of a delimited message: as many as the varint before them says.
    std::optional<std::string_view> delimited();
    bool isAtEnd() const { return m_at == m_text.size(); }
    bool isDamaged() const { return m_isDamaged; }
    size_t position() const { return m_at; }

private:
    std::optional<std::string_view> take(uint64_t size);

    std::string_view m_text;
    size_t m_at = 0;
    bool m_isDamaged = false;
};

} // namespace bubblescope
