// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "jsoncursor.h"

#include "textencoding.h"

#include <charconv>
#include <iterator>
#include <optional>

#include <fmt/format.h>

namespace bubblescope {

namespace {

std::optional<uint32_t> hexUnit(std::string_view text)
{
    uint32_t unit = 0;
    if (text.size() < 4)
        return {};
    const auto result = std::from_chars(text.data(), text.data() + 4, unit, 16);
    if (result.ec != std::errc() || result.ptr != text.data() + 4)
        return {};
    return unit;
}

void appendUtf8(std::string& to, uint32_t point)
{
    const auto tail = [&to](uint32_t bits) { to += static_cast<char>(0x80 | (bits & 0x3f)); };
    if (point < 0x80) {
        to += static_cast<char>(point);
    } else if (point < 0x800) {
        to += static_cast<char>(0xc0 | (point >> 6));
        tail(point);
    } else if (point < 0x10000) {
        to += static_cast<char>(0xe0 | (point >> 12));
        tail(point >> 6);
        tail(point);
    } else {
        to += static_cast<char>(0xf0 | (point >> 18));
        tail(point >> 12);
        tail(point >> 6);
        tail(point);
    }
}

/// Resolves what follows "\u"; returns the number of characters consumed. A lone surrogate becomes U+FFFD.
size_t appendEscapedUnit(std::string& to, std::string_view text)
{
    const std::optional<uint32_t> unit = hexUnit(text);
    if (!unit)
        return 0;
    const bool isHigh = *unit >= 0xd800 && *unit < 0xdc00;
    if (isHigh && text.size() >= 10 && text[4] == '\\' && text[5] == 'u') {
        const std::optional<uint32_t> low = hexUnit(text.substr(6));
        if (low && *low >= 0xdc00 && *low < 0xe000) {
            appendUtf8(to, 0x10000 + ((*unit - 0xd800) << 10) + (*low - 0xdc00));
            return 10;
        }
    }
    appendUtf8(to, *unit >= 0xd800 && *unit < 0xe000 ? 0xfffd : *unit);
    return 4;
}

/// Walks over text with strings and brackets, 64 characters at a time while there are that many.
class BracketWalk {
public:
    /// The bracket that closes the one at `begin`; null if the text ends before.
    const char* close(const char* begin, const char* end)
    {
        const char* at = begin;
#ifdef __SSE2__
        for (; end - at >= 64; at += 64) {
            const Masks masks = masksOf(at);
            if (masks.escapes != 0 || m_isEscaped) {
                if (const char* const found = walk(at, at + 64))
                    return found;
                continue;
            }
            // Every quote switches between inside and outside: prefix parity of the quotes.
            uint64_t inside = masks.quotes;
            for (int shift = 1; shift < 64; shift *= 2)
                inside ^= inside << shift;
            inside ^= m_isInString ? ~uint64_t(0) : 0;
            const uint64_t opening = masks.opening & ~inside;
            const uint64_t closing = masks.closing & ~inside;
            const auto closed = static_cast<size_t>(__builtin_popcountll(closing));
            if (closed >= m_depth) {
                if (const char* const found = walk(at, at + 64))
                    return found;
                continue;
            }
            m_isInString = (inside >> 63) != 0;
            m_depth += static_cast<size_t>(__builtin_popcountll(opening));
            m_depth -= closed;
        }
#endif
        return walk(at, end);
    }

private:
#ifdef __SSE2__
    struct Masks {
        uint64_t quotes = 0;
        uint64_t escapes = 0;
        uint64_t opening = 0;
        uint64_t closing = 0;
    };
    static Masks masksOf(const char* at)
    {
        Masks masks;
        for (int i = 0; i < 4; ++i) {
            const __m128i text = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at + 16 * i));
            // '[' and '{' differ in one bit, and so do ']' and '}'.
            const __m128i folded = _mm_or_si128(text, _mm_set1_epi8(0x20));
            const auto mask = [i](__m128i equal) {
                return static_cast<uint64_t>(static_cast<unsigned>(_mm_movemask_epi8(equal))) << (16 * i);
            };
            masks.quotes |= mask(_mm_cmpeq_epi8(text, _mm_set1_epi8('"')));
            masks.escapes |= mask(_mm_cmpeq_epi8(text, _mm_set1_epi8('\\')));
            masks.opening |= mask(_mm_cmpeq_epi8(folded, _mm_set1_epi8('{')));
            masks.closing |= mask(_mm_cmpeq_epi8(folded, _mm_set1_epi8('}')));
        }
        return masks;
    }
#endif

    const char* walk(const char* at, const char* end)
    {
        for (; at != end; ++at) {
            if (m_isEscaped) {
                m_isEscaped = false;
            } else if (m_isInString) {
                m_isEscaped = *at == '\\';
                m_isInString = *at != '"';
            } else if (*at == '"') {
                m_isInString = true;
            } else if (*at == '{' || *at == '[') {
                ++m_depth;
            } else if ((*at == '}' || *at == ']') && --m_depth == 0) {
                return at;
            }
        }
        return nullptr;
    }

    size_t m_depth = 0;
    bool m_isInString = false;
    bool m_isEscaped = false;
};

} // namespace

bool JsonCursor::container(std::string_view& text)
{
    const char* const last = BracketWalk().close(m_at, m_end);
    if (!last) {
        m_at = m_end;
        return fail(JsonState::Incomplete);
    }
    text = {m_at, static_cast<size_t>(last + 1 - m_at)};
    m_at = last + 1;
    return true;
}

std::string jsonText(std::string_view escaped, size_t longest)
{
    std::string text;
    for (size_t i = 0; i < escaped.size() && text.size() < longest + 4; ++i) {
        const char c = escaped[i];
        if (c != '\\' || i + 1 == escaped.size()) {
            text += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
            continue;
        }
        switch (escaped[++i]) {
        case 'n':
        case 't':
        case 'r':
        case 'b':
        case 'f':
            text += ' '; // names are shown on a single line
            break;
        case 'u':
            i += appendEscapedUnit(text, escaped.substr(i + 1));
            break;
        default:
            text += escaped[i];
        }
    }
    for (char& c : text)
        c = c == '\0' ? ' ' : c;
    return toUtf8(clipped(text, longest));
}

void appendJsonText(std::string& to, std::string_view text)
{
    for (const char c : text) {
        if (c == '"' || c == '\\') {
            to += '\\';
            to += c;
        } else if (static_cast<unsigned char>(c) < 0x20) {
            fmt::format_to(std::back_inserter(to), "\\u{:04x}", static_cast<unsigned>(c));
        } else {
            to += c;
        }
    }
}

} // namespace bubblescope
