// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace bubblescope::logtext {

/// The line without terminal escape sequences (colours including 24-bit, cursor moves, titles). Returns the line itself
/// if it has none, else a view of `buffer`.
std::string_view withoutEscapes(std::string_view line, std::string& buffer);

/// Position of `needle` in `text` from `from` on; faster than std::string_view::find on long lines.
size_t find(std::string_view text, std::string_view needle, size_t from = 0);

/// A search text known at compile time and its rarest character, which most lines already lack.
class Mark {
public:
    consteval Mark(const char* text) : Mark(std::string_view(text)) { }
    consteval Mark(std::string_view text) : m_text(text), m_rarest(text.front())
    {
        // Characters of log lines, roughly by decreasing frequency.
        constexpr std::string_view common = " eatoirnsl0cdum1p2h:.3g-_f45b6978,/ykvwT";
        size_t best = 0;
        for (const char c : text) {
            const size_t rank = common.find(c); // npos, the rarest, if not listed
            if (rank > best) {
                best = rank;
                m_rarest = c;
            }
        }
    }
    std::string_view text() const { return m_text; }
    char rarest() const { return m_rarest; }

private:
    std::string_view m_text;
    char m_rarest;
};
inline bool contains(std::string_view text, Mark mark)
{
    return text.find(mark.rarest()) != std::string_view::npos && find(text, mark.text()) != std::string_view::npos;
}

/// A number in a log. "nan" and "inf" count as numbers that are not finite.
struct Number {
    double value = 0;
    bool isFinite = true;
};

/// Parses a record token by token. Each function consumes what it read, or nothing on failure.
class Cursor {
public:
    explicit Cursor(std::string_view text, size_t position = 0) : m_text(text), m_position(position) { }
    bool skip(std::string_view literal);
    void skipSpaces();
    /// Moves past the next `needle`; false, without moving, if there is none.
    bool seekBehind(std::string_view needle);
    /// Digits with an optional sign; nullopt if out of range.
    std::optional<int64_t> integer();
    /// A decimal with optional sign and exponent and, if `groups`, commas between thousands.
    std::optional<Number> number(bool groups = false);
    size_t position() const { return m_position; }
    std::string_view rest() const { return m_text.substr(m_position); }
    bool atEnd() const { return m_position >= m_text.size(); }

private:
    std::string_view m_text;
    size_t m_position = 0;
};

/// The number after `key` and optional spaces; `key` includes its separator, as in "loss:". nullopt if either is
/// missing. The key must start a word: "lm-loss:" does not match "loss:".
std::optional<Number> numberAfter(std::string_view text, std::string_view key, bool groups = false);
/// Like numberAfter(), but for integers from `minimum` to `maximum`.
std::optional<int> integerAfter(std::string_view text, std::string_view key, int minimum, int maximum);

/// The first time stamp in the line, such as "2026-05-22 18:32:09,278" (comma or point, blank or T), "2026/05/22
/// 18:32:09" or "05/22/2026 18:32:09", in ms since 1970. The time zone is unknown, so only differences are meaningful.
std::optional<int64_t> timeStampMs(std::string_view line);

} // namespace bubblescope::logtext
