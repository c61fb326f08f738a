// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "groupedstatement.h"

#include "querywords.h"
#include "spangroups.h"
#include "spantable.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <vector>

namespace bubblescope {

namespace {

using SumFigure = SpanGroupTable::Figure;

template <size_t count> bool isAmongWords(std::string_view word, const std::array<std::string_view, count>& words)
{
    return std::find(words.begin(), words.end(), word) != words.end();
}

constexpr std::array<std::string_view, 7> clauseWords {"from", "where", "group", "having", "order", "limit", "offset"};
constexpr std::array<std::string_view, 20> plainWords {"and", "or", "not", "in", "between", "like", "glob", "escape",
    "is", "null", "asc", "desc", "case", "when", "then", "else", "end", "nulls", "first", "last"};
/// As names of what is selected: they stand for something else where they are used again.
constexpr std::array<std::string_view, 6> takenNames {
    "rowid", "oid", "_rowid_", "current_date", "current_time", "current_timestamp"};
constexpr std::array<std::string_view, 6> aggregates {"count", "sum", "avg", "total", "min", "max"};
constexpr std::array<std::string_view, 10> scalars {
    "round", "abs", "coalesce", "ifnull", "nullif", "iif", "lower", "upper", "substr", "length"};

/// Reads a statement word by word; what it does not know is left to SQLite.
class StatementReader {
public:
    explicit StatementReader(std::string_view statement) : m_statement(statement)
    {
        for (const QueryToken& token : queryTokens(statement)) {
            if (token.kind == QueryToken::Kind::Comment)
                continue;
            m_tokens.push_back(token);
            std::string& word = m_words.emplace_back(statement.substr(token.begin, token.length));
            if (token.kind != QueryToken::Kind::Text)
                std::transform(word.begin(), word.end(), word.begin(), [](unsigned char c) { return std::tolower(c); });
        }
        while (!m_words.empty() && m_words.back() == ";") {
            m_words.pop_back();
            m_tokens.pop_back();
        }
    }

    std::optional<std::string> grouped()
    {
        if (word(0) != "select" || !readItems())
            return {};
        size_t at = 1;
        while (at < m_words.size()) {
            if (!read(at))
                return {};
        }
        const bool isOfGroups = (m_bare & ~m_grouped) == 0 && (m_hasAggregate || m_hasGroups);
        if (!isOfGroups || m_depth != 0 || (m_limitsNumbers && m_hasAlternatives))
            return {};
        m_rewritten += m_statement.substr(m_copied);
        return m_rewritten;
    }

private:
    enum class Clause : uint8_t { Items, Where, Groups, Having, Order, Limit };

    std::string_view word(size_t at) const { return at < m_words.size() ? std::string_view(m_words[at]) : ""; }
    bool isWord(size_t at) const
    {
        const unsigned char c = word(at).empty() ? '\0' : static_cast<unsigned char>(word(at).front());
        return c < 0x80 && (std::isalpha(c) || c == '_');
    }
    static int columnNamed(std::string_view name) { return SpanTable().columnNamed(name); }
    bool endsTerm(size_t at) const
    {
        return at >= m_words.size() || word(at) == "," || isAmongWords(word(at), clauseWords);
    }

    /// What is selected: which of it is a column, and under which name.
    bool readItems()
    {
        int depth = 0;
        size_t begin = 1;
        for (size_t at = 1; at < m_words.size(); ++at) {
            depth += word(at) == "(" ? 1 : word(at) == ")" ? -1 : 0;
            if (depth != 0 || (word(at) != "," && word(at) != "from"))
                continue;
            if (word(begin) == "*")
                return false;
            const bool isNamed = at >= begin + 3 && word(at - 2) == "as";
            const bool isColumn = at - begin == (isNamed ? 3 : 1);
            m_items.push_back(isColumn ? columnNamed(word(begin)) : -1);
            if (isNamed && !m_aliases.emplace(word(at - 1), m_items.back()).second)
                return false;
            begin = at + 1;
            if (word(at) == "from")
                return true;
        }
        return false;
    }

    bool read(size_t& at)
    {
        const std::string_view now = word(at);
        if (m_tokens[at].kind == QueryToken::Kind::Text || m_tokens[at].kind == QueryToken::Kind::Number) {
            ++at;
            return true;
        }
        if (!isWord(at)) {
            m_depth += now == "(" ? 1 : now == ")" ? -1 : 0;
            ++at;
            constexpr std::string_view marks = "()+-*/%<>=!|,";
            return m_depth >= 0 && now.size() == 1 && marks.find(now) != std::string_view::npos;
        }
        if (isAmongWords(now, clauseWords))
            return m_depth == 0 && readClause(at);
        if (now == "as") {
            // Nothing else may have that name, here or among the columns of groups.
            const bool isAlias = isWord(at + 1) && m_clause == Clause::Items && m_depth == 0
                && m_aliases.count(word(at + 1)) > 0 && columnNamed(word(at + 1)) < 0
                && !isAmongWords(word(at + 1), takenNames);
            at += 2;
            return isAlias;
        }
        if (isAmongWords(now, plainWords)) {
            m_hasAlternatives |= now == "or" || now == "case";
            ++at;
            return true;
        }
        if (word(at + 1) == "(") {
            if (isAmongWords(now, aggregates))
                return readAggregate(at);
            ++at;
            return isAmongWords(now, scalars);
        }
        if (const int column = columnNamed(now); column >= 0)
            return readColumn(at++, column);
        return m_aliases.count(word(at++)) > 0;
    }

    bool readClause(size_t& at)
    {
        const std::string_view now = word(at);
        const bool hasBy = now == "group" || now == "order";
        if (hasBy && word(at + 1) != "by")
            return false;
        if (now == "from") {
            if (word(at + 1) != "spans" || !(at + 2 >= m_words.size() || isAmongWords(word(at + 2), clauseWords)))
                return false;
            replace(at + 1, at + 2, fmt::format("\"{}\"", SpanGroupTable::tableName));
            at += 2;
            return true;
        }
        m_clause = now == "where" ? Clause::Where
            : now == "having"     ? Clause::Having
            : now == "group"      ? Clause::Groups
            : now == "order"      ? Clause::Order
                                  : Clause::Limit;
        at += hasBy ? 2 : 1;
        return m_clause != Clause::Groups || readGroups(at);
    }

    /// Each must be a column, so that it is known which have one value in a group.
    bool readGroups(size_t& at)
    {
        m_hasGroups = true;
        for (;; ++at) {
            int column = -1;
            if (at < m_words.size() && m_tokens[at].kind == QueryToken::Kind::Number) {
                const std::string_view digits = word(at);
                const bool isSmall = digits.size() == 1 && digits[0] > '0' && size_t(digits[0] - '0') <= m_items.size();
                column = isSmall ? m_items[size_t(digits[0] - '1')] : -1;
            } else if (isWord(at)) {
                const auto alias = m_aliases.find(word(at));
                column = alias != m_aliases.end() ? alias->second : columnNamed(word(at));
            }
            if (column < 0 || !SpanGroupTable::isKey(column) || !endsTerm(at + 1))
                return false;
            m_grouped |= uint64_t(1) << column;
            if (word(++at) != ",")
                return true;
        }
    }

    bool readColumn(size_t at, int column)
    {
        if (m_clause == Clause::Limit)
            return false;
        if (SpanGroupTable::isKey(column)) {
            if (m_clause != Clause::Where)
                m_bare |= uint64_t(1) << column;
            return true;
        }
        // A limit by itself, which the table keeps to; it refuses whatever looks like one and is not.
        m_limitsNumbers = true;
        const std::string_view relation = word(at + 1);
        const size_t number = at + (word(at + 2) == "=" ? 3 : 2);
        const bool isLimit = (relation == "<" || relation == ">" || relation == "=") && number < m_words.size()
            && (m_tokens[number].kind == QueryToken::Kind::Number || word(number) == "null");
        return SpanGroupTable::isNumber(column) && m_clause == Clause::Where && isLimit && m_depth == 0
            && (word(at - 1) == "where" || word(at - 1) == "and")
            && (word(number + 1) == "and" || (endsTerm(number + 1) && word(number + 1) != ","));
    }

    bool readAggregate(size_t& at)
    {
        if (m_clause != Clause::Items && m_clause != Clause::Having && m_clause != Clause::Order)
            return false;
        m_hasAggregate = true;
        const std::string_view function = word(at);
        const bool isDistinct = word(at + 2) == "distinct";
        const size_t argument = at + (isDistinct ? 3 : 2);
        const int column = columnNamed(word(argument));
        if (word(argument + 1) != ")" || (column < 0 && word(argument) != "*"))
            return false;
        const size_t end = argument + 2;
        const bool isExtreme = function == "min" || function == "max";
        if (isDistinct || (isExtreme && column >= 0 && SpanGroupTable::isKey(column))) {
            // However often it comes: as it stands.
            at = end;
            return column >= 0 && SpanGroupTable::isKey(column) && (isExtreme || function == "count");
        }
        if (function == "count") {
            const bool isNullable = column >= 0
                && SpanTable().columns()[size_t(column)].help.find("NULL") != std::string_view::npos;
            if (isNullable && !SpanGroupTable::isNumber(column))
                return false;
            const std::string rows = isNullable ? SpanGroupTable::figureName(column, SumFigure::Known)
                                                : std::string(SpanGroupTable::rowsName);
            replace(at, end, fmt::format("ifnull(sum(\"{}\"), 0)", rows));
        } else if (column < 0 || !SpanGroupTable::isNumber(column)) {
            return false;
        } else if (isExtreme) {
            const SumFigure figure = function == "min" ? SumFigure::Least : SumFigure::Most;
            replace(at, end, fmt::format("{}(\"{}\")", function, SpanGroupTable::figureName(column, figure)));
        } else if (function == "avg") {
            replace(at, end, fmt::format("(sum(\"{}\") * 1.0 / nullif(sum(\"{}\"), 0))",
                SpanGroupTable::figureName(column, SumFigure::ExactSum),
                SpanGroupTable::figureName(column, SumFigure::Known)));
        } else {
            const SumFigure figure = function == "total" ? SumFigure::ExactSum : SumFigure::Sum;
            replace(at, end, fmt::format("{}(\"{}\")", function, SpanGroupTable::figureName(column, figure)));
        }
        at = end;
        return true;
    }

    /// What stands from one word to before another.
    void replace(size_t from, size_t to, const std::string& text)
    {
        m_rewritten += m_statement.substr(m_copied, m_tokens[from].begin - m_copied);
        m_rewritten += text;
        m_copied = m_tokens[to - 1].begin + m_tokens[to - 1].length;
    }

    std::string_view m_statement;
    std::vector<QueryToken> m_tokens;
    std::vector<std::string> m_words; ///< in small letters, but texts
    std::vector<int> m_items;         ///< columns that are selected; -1 for what is computed
    std::map<std::string, int, std::less<>> m_aliases;
    Clause m_clause = Clause::Items;
    int m_depth = 0;
    uint64_t m_bare = 0;    ///< columns outside of aggregates and WHERE
    uint64_t m_grouped = 0; ///< those that have one value in a group
    bool m_hasAggregate = false;
    bool m_hasGroups = false;
    bool m_limitsNumbers = false;
    bool m_hasAlternatives = false;
    std::string m_rewritten;
    size_t m_copied = 0;
};

} // namespace

std::optional<std::string> groupedStatement(std::string_view statement) { return StatementReader(statement).grouped(); }

} // namespace bubblescope
