// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "queryexpansion.h"

#include "querywords.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace bubblescope {

namespace {

/// Of a name without its quotes, in lower case, as names are compared; quoted texts may be names, too.
std::string nameOf(std::string_view piece)
{
    std::string name;
    const char quote = piece.front() == '[' ? ']' : piece.front();
    const bool isQuoted = quote == '"' || quote == '\'' || quote == '`' || quote == ']';
    if (isQuoted) {
        piece.remove_prefix(1);
        if (!piece.empty() && piece.back() == quote)
            piece.remove_suffix(1);
    }
    for (size_t i = 0; i < piece.size(); ++i) {
        const bool isDoubled = isQuoted && i + 1 < piece.size() && piece[i] == quote && piece[i + 1] == quote;
        name += piece[i] >= 'A' && piece[i] <= 'Z' ? char(piece[i] + ('a' - 'A')) : piece[i];
        i += isDoubled ? 1 : 0; // stands for one
    }
    return name;
}

std::vector<std::string> wordsOf(std::string_view sql)
{
    std::vector<std::string> words;
    for (const QueryToken& token : queryTokens(sql)) {
        if (token.kind != QueryToken::Kind::Comment)
            words.push_back(nameOf(sql.substr(token.begin, token.length)));
    }
    return words;
}

/// One statement: what its names stand for, and how often.
class Expansion {
public:
    Expansion(const std::vector<std::string>& words, size_t begin, size_t end, uint64_t most)
        : m_words(words), m_begin(begin), m_end(end), m_most(most)
    {
        findGroups();
        findDefinitions();
    }
    uint64_t words() { return m_definitionCount > mostDefinitions ? m_most : wordsIn(m_begin, m_end); }

private:
    static constexpr size_t mostDefinitions = 1000; // each mention is looked up among those of its name

    struct Definition {
        size_t name; ///< the word that defines it
        size_t scopeBegin; ///< words between the parentheses around its WITH
        size_t scopeEnd;
        size_t begin; ///< words of what it stands for
        size_t end;
        std::optional<uint64_t> words {};
        bool isBeingCounted = false;
    };

    /// The closing parenthesis of each that opens, and the group that each word lies in.
    void findGroups()
    {
        m_closing.assign(m_end - m_begin, m_end);
        m_opening.assign(m_end - m_begin, m_begin);
        std::vector<size_t> open;
        for (size_t i = m_begin; i < m_end; ++i) {
            m_opening[i - m_begin] = open.empty() ? m_begin : open.back() + 1;
            if (m_words[i] == "(") {
                open.push_back(i);
            } else if (m_words[i] == ")" && !open.empty()) {
                m_closing[open.back() - m_begin] = i;
                open.pop_back();
            }
        }
    }
    /// "name AS (", "name (columns) AS NOT MATERIALIZED (".
    void findDefinitions()
    {
        for (size_t i = m_begin + 1; i < m_end; ++i) {
            if (m_words[i] != "as")
                continue;
            size_t body = i + 1;
            body += body < m_end && m_words[body] == "not" ? 1 : 0;
            body += body < m_end && m_words[body] == "materialized" ? 1 : 0;
            if (body >= m_end || m_words[body] != "(")
                continue;
            size_t name = i - 1;
            if (m_words[name] == ")") {
                const size_t opening = m_opening[name - m_begin];
                if (opening < m_begin + 2)
                    continue;
                name = opening - 2; // before the parenthesis
            }
            const size_t scope = m_opening[name - m_begin];
            ++m_definitionCount;
            m_definitions[m_words[name]].push_back(
                {name, scope, scope == m_begin ? m_end : m_closing[scope - 1 - m_begin], body + 1, m_closing[body - m_begin]});
        }
    }
    /// The innermost that a mention at this word means; null for none, as where it is defined.
    Definition* meantAt(size_t word)
    {
        const auto found = m_definitions.find(m_words[word]);
        if (found == m_definitions.end())
            return nullptr;
        Definition* meant = nullptr;
        for (Definition& definition : found->second) {
            if (definition.name == word)
                return nullptr;
            const bool isSeen = word >= definition.scopeBegin && word < definition.scopeEnd;
            if (isSeen && (!meant || definition.scopeBegin >= meant->scopeBegin))
                meant = &definition;
        }
        return meant;
    }
    /// With what they stand for; that of definitions themselves is taken where they are mentioned.
    uint64_t wordsIn(size_t begin, size_t end)
    {
        uint64_t count = end - begin;
        for (size_t i = begin; i < end && count < m_most; ++i) {
            if (Definition* const meant = meantAt(i); meant && !meant->isBeingCounted) // it means itself: not replaced
                count += wordsOf(*meant);
        }
        return std::min(count, m_most);
    }
    uint64_t wordsOf(Definition& definition)
    {
        if (!definition.words) {
            definition.isBeingCounted = true;
            definition.words = wordsIn(definition.begin, definition.end);
            definition.isBeingCounted = false;
        }
        return *definition.words;
    }

    const std::vector<std::string>& m_words;
    size_t m_begin;
    size_t m_end;
    uint64_t m_most;
    std::vector<size_t> m_closing; // by word: if it opens, where it closes
    std::vector<size_t> m_opening; // by word: the first word of its group
    std::unordered_map<std::string, std::vector<Definition>> m_definitions;
    size_t m_definitionCount = 0;
};

} // namespace

uint64_t expandedWords(std::string_view sql, uint64_t most)
{
    const std::vector<std::string> words = wordsOf(sql);
    uint64_t largest = 0;
    for (size_t begin = 0; begin < words.size();) {
        const size_t end = size_t(std::find(words.begin() + std::ptrdiff_t(begin), words.end(), ";") - words.begin());
        largest = std::max(largest, Expansion(words, begin, end, most).words());
        begin = end + 1;
    }
    return largest;
}

} // namespace bubblescope
