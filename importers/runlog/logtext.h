// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace bubblescope::logtext {

/// The line without terminal escape sequences (colours, also 24-bit ones; cursor moves; titles). Returns the line
/// itself where there are none, else a view of `buffer`.
std::string_view withoutEscapes(std::string_view line, std::string& buffer);

/// Position of `needle` in `text` at or after `from`; faster than std::string_view::find on long lines.
size_t find(std::string_view text, std::string_view needle, size_t from = 0);

/// A mark that is known when the program is built, and its least common character: most lines lack that already.
class Mark {
public:
    consteval Mark(const char* text) : Mark(std::string_view(text)) { }
    consteval Mark(std::string_view text) : m_text(text), m_rarest(text.front())
    {
        // Roughly the commonest first, in log lines.
        constexpr std::string_view common = " eatoirnsl0cdum1p2h:.3g-_f45b6978,/ykvwT";
        size_t best = 0;
        for (const char c : text) {
            const size_t rank = common.find(c); // not among them: npos, the rarest
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
std::string_view trimmed(std::string_view text);

/// A number as logs print it. "nan" and "inf" are numbers that are not finite.
struct Number {
    double value = 0;
    bool isFinite = true;
};

/// Reads a record token by token. Each reader consumes what it read, or nothing where it fails.
class Cursor {
public:
    explicit Cursor(std::string_view text, size_t position = 0) : m_text(text), m_position(position) { }
    bool skip(std::string_view literal);
    void skipSpaces();
    /// Moves behind the next `needle`; false (and no move) where there is none.
    bool seekBehind(std::string_view needle);
    /// Digits with an optional sign; fails where they do not fit.
    std::optional<int64_t> integer();
    /// Decimal with optional sign, exponent and, where allowed, commas between thousands.
    std::optional<Number> number(bool groups = false);
    size_t position() const { return m_position; }
    std::string_view rest() const { return m_text.substr(m_position); }
    bool atEnd() const { return m_position >= m_text.size(); }

private:
    std::string_view m_text;
    size_t m_position = 0;
};

/// Value behind `key` (which includes its separator, such as "loss:"), spaces skipped; nothing where the key or a
/// number is missing. The key must not continue a longer word: "lm-loss:" does not answer for "loss:".
std::optional<Number> numberAfter(std::string_view text, std::string_view key, bool groups = false);
/// Like numberAfter(), for whole numbers from `minimum` to `maximum`.
std::optional<int> integerAfter(std::string_view text, std::string_view key, int minimum, int maximum);

/// Milliseconds since 1970 of the first "2026-05-22 18:32:09,278" in the line (comma or point, blank or T); no time
/// zone is known, so only differences mean anything.
std::optional<int64_t> timeStampMs(std::string_view line);

} // namespace bubblescope::logtext
