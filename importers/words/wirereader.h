// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace bubblescope {

/// Walks over the fields of one message in protobuf's wire format. Of a schema only the numbers of the fields are
/// needed, so a library that generates classes from it is not.
class WireReader {
public:
    enum class Kind : uint8_t { Number, Bytes };
    struct Field {
        uint64_t number = 0;
        Kind kind = Kind::Number;
        uint64_t value = 0;     ///< of a Number; fixed-size ones as their bits
        std::string_view bytes; ///< of Bytes: a text, a message or packed numbers
    };

    explicit WireReader(std::string_view text) : m_text(text) { }

    /// Nothing at the end, and where the text is no such format: then isDamaged().
    std::optional<Field> next();
    /// A bare number, as in front of delimited messages and in packed lists.
    std::optional<uint64_t> number();
    /// As many bytes as the number in front of them says.
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
