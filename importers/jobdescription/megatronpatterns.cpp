// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "megatronpatterns.h"

#include "characters.h"
#include "plainnumber.h"

#include <algorithm>
#include <cstddef>
#include <string>

namespace bubblescope {

namespace {

constexpr size_t longestPattern = 10'000; // of what it stands for
constexpr int deepestPattern = 8;

/// A factor behind '*': 1 where there is none; nothing where it is no number.
std::optional<int> factorAt(std::string_view text, size_t& at)
{
    if (at >= text.size() || text[at] != '*')
        return 1;
    const size_t begin = ++at;
    while (at < text.size() && isDigit(text[at]))
        ++at;
    return toCount(text.substr(begin, at - begin), int(longestPattern));
}

/// Appends `times` copies of what was appended since `from`, which is one of them.
bool repeatSince(std::string& made, size_t from, int times)
{
    const std::string once = made.substr(from);
    if (once.size() * size_t(times) + from > longestPattern)
        return false;
    made.resize(from);
    for (int i = 0; i < times; ++i)
        made += once;
    return true;
}

/// sum := term ('+' term)*; term := ('[' digits, ... ']' | '(' sum ')') ['*' factor]
bool readSum(std::string_view text, size_t& at, std::string& made, int depth)
{
    for (;;) {
        const size_t from = made.size();
        if (at >= text.size() || depth > deepestPattern)
            return false;
        if (text[at] == '(') {
            ++at;
            if (!readSum(text, at, made, depth + 1) || at >= text.size() || text[at] != ')')
                return false;
            ++at;
        } else if (text[at] == '[') {
            for (++at; at < text.size() && text[at] != ']'; ++at) {
                if (text[at] == '0' || text[at] == '1')
                    made += text[at];
                else if (text[at] != ',')
                    return false;
            }
            if (at >= text.size())
                return false;
            ++at;
        } else {
            return false;
        }
        const std::optional<int> factor = factorAt(text, at);
        if (!factor || !repeatSince(made, from, *factor))
            return false;
        if (at >= text.size() || text[at] != '+')
            return true;
        ++at;
    }
}

/// Pieces as they are written out: "Ett|tt|…".
bool readPieces(std::string_view text, size_t& at, std::string& made, int depth)
{
    while (at < text.size() && text[at] != ')') {
        const size_t from = made.size();
        const char c = text[at++];
        if (c == '(') {
            if (depth > deepestPattern || !readPieces(text, at, made, depth + 1) || at >= text.size())
                return false;
            ++at;
        } else if (holds("EtmL|", std::string_view(&c, 1))) {
            made += c;
        } else if (c != ',') {
            return false;
        }
        const std::optional<int> factor = factorAt(text, at);
        if (!factor || !repeatSince(made, from, *factor))
            return false;
    }
    return true;
}

} // namespace

std::optional<std::vector<bool>> expertPattern(std::string_view text, int layers)
{
    std::vector<bool> pattern;
    if (const std::optional<int> every = toCount(text)) {
        for (int layer = 0; layer < layers; ++layer)
            pattern.push_back(*every > 0 && layer % *every == 0);
        return *every > 0 ? std::optional(pattern) : std::nullopt;
    }
    std::string plain(text);
    std::erase(plain, ' ');
    std::string made;
    size_t at = 0;
    if (!readSum(plain, at, made, 0) || at != plain.size() || made.size() != size_t(layers))
        return std::nullopt;
    for (const char c : made)
        pattern.push_back(c == '1');
    return pattern;
}

std::optional<std::vector<int>> piecesOfLayout(std::string_view text)
{
    std::string made;
    size_t at = 0;
    if (!readPieces(text, at, made, 0) || at != text.size() || made.empty())
        return std::nullopt;
    std::vector<int> pieces(1);
    for (const char c : made) {
        if (c == '|')
            pieces.push_back(0);
        else if (c == 't')
            ++pieces.back();
    }
    return pieces;
}

} // namespace bubblescope
