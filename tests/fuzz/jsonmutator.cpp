// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "mutators.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

namespace bubblescope::fuzz {

namespace {

struct Piece {
    size_t begin = 0;
    size_t end = 0;
    bool operator==(const Piece&) const = default;
};
/// A value, and the key before it, as places in the text; both in damaged text as well.
struct Value {
    Piece whole; ///< from its key, if it has one
    Piece value;
    std::optional<Piece> key;
};

/// Takes texts, words and containers as they come, and never minds what is missing between them.
class ValuesOfText {
public:
    explicit ValuesOfText(std::string_view text) : m_text(text)
    {
        while (m_at < text.size()) {
            const char c = text[m_at];
            if (c == '{' || c == '[') {
                m_open.push_back({m_at++, m_key});
                m_key.reset();
            } else if (c == '}' || c == ']') {
                ++m_at;
                if (!m_open.empty()) {
                    m_key = m_open.back().key;
                    add({m_open.back().begin, m_at});
                    m_open.pop_back();
                }
            } else if (c == '"') {
                addText();
            } else if (isWord(c)) {
                const size_t begin = m_at;
                while (m_at < text.size() && isWord(text[m_at]))
                    ++m_at;
                add({begin, m_at});
            } else {
                ++m_at;
            }
        }
    }
    std::vector<Value> values;

private:
    struct Container {
        size_t begin;
        std::optional<Piece> key;
    };
    static bool isWord(char c)
    {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == '+'
            || c == '.';
    }
    void add(Piece value)
    {
        values.push_back({{m_key ? m_key->begin : value.begin, value.end}, value, m_key});
        m_key.reset();
    }
    void addText()
    {
        const size_t begin = m_at++;
        while (m_at < m_text.size() && m_text[m_at] != '"')
            m_at += m_text[m_at] == '\\' ? 2 : 1;
        m_at = std::min(m_at + 1, m_text.size());
        const Piece text {begin, m_at};
        const size_t next = m_text.find_first_not_of(" \t\r\n", m_at);
        if (next != std::string_view::npos && m_text[next] == ':')
            m_key = text;
        else
            add(text);
    }

    std::string_view m_text;
    size_t m_at = 0;
    std::optional<Piece> m_key;
    std::vector<Container> m_open;
};

std::string textOf(const std::string& bytes, Piece piece) { return bytes.substr(piece.begin, piece.end - piece.begin); }

void replace(std::string& bytes, Piece piece, const std::string& text)
{
    bytes.replace(piece.begin, piece.end - piece.begin, text);
}

/// With the comma behind it, or else before it.
void leaveOut(std::string& bytes, Piece piece)
{
    constexpr const char* blank = " \t\r\n";
    const size_t next = bytes.find_first_not_of(blank, piece.end);
    if (next != std::string::npos && bytes[next] == ',') {
        piece.end = next + 1;
    } else if (piece.begin > 0) {
        const size_t previous = bytes.find_last_not_of(blank, piece.begin - 1);
        if (previous != std::string::npos && bytes[previous] == ',')
            piece.begin = previous;
    }
    bytes.erase(piece.begin, piece.end - piece.begin);
}

void exchange(std::string& bytes, Piece one, Piece other)
{
    if (one.begin > other.begin)
        std::swap(one, other);
    if (one.end > other.begin)
        return;
    const std::string first = textOf(bytes, one);
    replace(bytes, one, textOf(bytes, other));
    const size_t moved = other.begin - (one.end - one.begin) + (other.end - other.begin);
    bytes.replace(moved, other.end - other.begin, first);
}

std::string otherNumber(const std::string& number, Choices& choices)
{
    static constexpr std::array numbers {"0", "-0", "-1", "0.5", "1e-320", "1e308", "-1e308", "1e999", "1e18",
        "9007199254740993", "9223372036854775807", "9223372036854775808", "-9223372036854775808",
        "-9223372036854775809", "18446744073709551615", "18446744073709551616", "2147483647", "2147483648",
        "4294967295", "4294967296", "1E400", "0.1234567890123456789", "NaN", "-Infinity", "00", "0x10"};
    if (number.size() < 18 && !number.empty() && number.find_first_not_of("0123456789") == std::string::npos
        && choices.oneIn(2))
        return std::to_string(std::stoll(number) + (choices.oneIn(2) ? 1 : -1));
    return choices.oneIn(4) ? std::to_string(int64_t(choices.extreme())) : std::string(choices.of(numbers));
}

std::string otherKind(Choices& choices)
{
    static constexpr std::array values {"null", "true", "false", "\"\"", "[]", "{}", "\"0\"", "\"-1\"", "\"1e400\"",
        "[null]", "{\"\":0}", "\"\\u0000\"", "\"\\ud800\"", "[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]", "\"a\\\\/\\n\\\"\"",
        "0", "-7", "1.5"};
    return choices.of(values);
}

std::string changed(const std::string& value, Choices& choices)
{
    const char first = value.empty() ? ' ' : value.front();
    const bool isNumber = (first >= '0' && first <= '9') || first == '-';
    if (isNumber && !choices.oneIn(5))
        return otherNumber(value, choices);
    if (first == '"' && value.size() >= 2 && !choices.oneIn(4))
        return '"' + mutatedBytes(std::string_view(value).substr(1, value.size() - 2), 16) + '"';
    return otherKind(choices);
}

} // namespace

bool mutateJson(std::string& bytes, Choices& choices)
{
    const size_t start = bytes.find_first_not_of(" \t\r\n");
    if (start == std::string::npos || (bytes[start] != '{' && bytes[start] != '['))
        return false;
    const std::vector<Value> values = ValuesOfText(bytes).values;
    if (values.empty())
        return false;
    const Value& value = choices.of(values);
    const Value& other = choices.of(values);
    switch (choices.below(9)) {
    case 0:
        leaveOut(bytes, value.whole);
        break;
    case 1: // twice, with its key
        bytes.insert(value.whole.end, ',' + textOf(bytes, value.whole));
        break;
    case 2:
        replace(bytes, value.value, textOf(bytes, other.value));
        break;
    case 3:
        exchange(bytes, value.whole, other.whole);
        break;
    case 4:
        if (value.key && other.key)
            replace(bytes, *value.key, textOf(bytes, *other.key));
        else
            exchange(bytes, value.value, other.value);
        break;
    case 5: // moved to elsewhere, with its key
        bytes.insert(other.whole.end, ',' + textOf(bytes, value.whole));
        break;
    case 6:
        replace(bytes, value.value, '[' + textOf(bytes, value.value) + ']');
        break;
    default:
        replace(bytes, value.value, changed(textOf(bytes, value.value), choices));
        break;
    }
    return true;
}

} // namespace bubblescope::fuzz
