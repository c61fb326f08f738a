// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace bubblescope {

/// How parsing a piece of JSON ended. Incomplete: the text ended first; more of it may help.
enum class JsonState : uint8_t { Whole, Incomplete, Damaged };

/// A value as a slice of the text, not interpreted. Kept small because millions are passed between threads; so a value
/// must be smaller than 4 GB.
struct JsonSlice {
    enum class Kind : uint8_t { Absent, String, Token, Container };
    const char* begin = nullptr;
    uint32_t size = 0;
    Kind kind = Kind::Absent;
    /// A string without its quotes, escapes unresolved; a container including its brackets.
    std::string_view text() const { return {begin, size}; }
    void setText(std::string_view text)
    {
        begin = text.data();
        size = static_cast<uint32_t>(text.size());
    }
};

/// Walks over JSON without building anything and without recursion, so deep nesting costs no more than its characters.
/// As lenient as possible without guessing: accepts tokens such as NaN and control characters inside strings.
class JsonCursor {
public:
    explicit JsonCursor(std::string_view text) : m_at(text.data()), m_end(text.data() + text.size()) { }

    const char* at() const { return m_at; }
    JsonState state() const { return m_state; }

    /// The next character that is not white space, not consumed; 0 at the end of the text.
    char peek()
    {
        while (m_at != m_end && isSpace(*m_at))
            ++m_at;
        if (m_at == m_end) {
            fail(JsonState::Incomplete);
            return 0;
        }
        return *m_at;
    }
    void skip() { ++m_at; }
    /// Consumes `c` if it comes next.
    bool take(char c)
    {
        const char next = peek();
        if (next != c)
            return fail(m_state == JsonState::Incomplete ? JsonState::Incomplete : JsonState::Damaged);
        ++m_at;
        return true;
    }
    bool key(std::string_view& text)
    {
        if (peek() != '"')
            return fail(m_state == JsonState::Incomplete ? JsonState::Incomplete : JsonState::Damaged);
        return string(text) && take(':');
    }
    bool value(JsonSlice& slice)
    {
        std::string_view text;
        const bool isWhole = value(text, slice.kind);
        slice.setText(text);
        return isWhole;
    }

private:
    bool value(std::string_view& text, JsonSlice::Kind& kind)
    {
        switch (peek()) {
        case 0:
            return fail(m_at == m_end ? JsonState::Incomplete : JsonState::Damaged);
        case '"':
            kind = JsonSlice::Kind::String;
            return string(text);
        case '{':
        case '[':
            kind = JsonSlice::Kind::Container;
            return container(text);
        default:
            kind = JsonSlice::Kind::Token;
            return token(text);
        }
    }

    static bool isSpace(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }

    bool fail(JsonState state)
    {
        m_state = state;
        return false;
    }

    /// The first quote or backslash, or `end`.
    static const char* quoteOrEscape(const char* p, const char* end)
    {
#ifdef __SSE2__
        const __m128i quote = _mm_set1_epi8('"');
        const __m128i escape = _mm_set1_epi8('\\');
        for (; end - p >= 16; p += 16) {
            const __m128i text = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
            const int found
                = _mm_movemask_epi8(_mm_or_si128(_mm_cmpeq_epi8(text, quote), _mm_cmpeq_epi8(text, escape)));
            if (found != 0)
                return p + __builtin_ctz(static_cast<unsigned>(found));
        }
#endif
        while (p != end && *p != '"' && *p != '\\')
            ++p;
        return p;
    }

    bool string(std::string_view& text)
    {
        const char* const begin = ++m_at;
        for (;;) {
            m_at = quoteOrEscape(m_at, m_end);
            if (m_at == m_end)
                return fail(JsonState::Incomplete);
            if (*m_at == '"')
                break;
            if (m_end - m_at < 2)
                return fail(JsonState::Incomplete);
            m_at += 2;
        }
        text = {begin, static_cast<size_t>(m_at - begin)};
        ++m_at;
        return true;
    }

    bool token(std::string_view& text)
    {
        const char* const begin = m_at;
        while (m_at != m_end && *m_at != ',' && *m_at != '}' && *m_at != ']' && !isSpace(*m_at)) {
            if (*m_at == '"' || *m_at == ':' || *m_at == '{' || *m_at == '[')
                return fail(JsonState::Damaged);
            ++m_at;
        }
        if (m_at == m_end)
            return fail(JsonState::Incomplete);
        if (m_at == begin)
            return fail(JsonState::Damaged);
        text = {begin, static_cast<size_t>(m_at - begin)};
        return true;
    }

    bool container(std::string_view& text);

    const char* m_at;
    const char* m_end;
    JsonState m_state = JsonState::Whole;
};

/// Calls visit(key) before each value of an object; visit must consume the value. False where visit is, and where the
/// object is damaged or breaks off.
template <typename Visit> bool forEachMember(JsonCursor& cursor, Visit visit)
{
    if (!cursor.take('{'))
        return false;
    for (char next = cursor.peek(); next != '}'; next = cursor.peek()) {
        if (next == ',') {
            cursor.skip();
            continue;
        }
        std::string_view key;
        if (!cursor.key(key) || !visit(key))
            return false;
    }
    cursor.skip();
    return true;
}
/// The same of the values of a list.
template <typename Visit> bool forEachElement(JsonCursor& cursor, Visit visit)
{
    if (!cursor.take('['))
        return false;
    for (char next = cursor.peek(); next != ']'; next = cursor.peek()) {
        if (next == ',') {
            cursor.skip();
            continue;
        }
        if (next == 0 || !visit())
            return false;
    }
    cursor.skip();
    return true;
}

/// The value of a string with its escapes resolved, as valid UTF-8, at most about `longest` bytes.
std::string jsonText(std::string_view escaped, size_t longest);
/// Escapes text for a JSON string, without the quotes.
void appendJsonText(std::string& to, std::string_view text);

} // namespace bubblescope
