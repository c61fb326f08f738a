// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "querywords.h"

#include "queryschema.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>

namespace bubblescope {

namespace {

constexpr std::array<std::string_view, 51> sqlKeywords {"ALL", "AND", "AS", "ASC", "BETWEEN", "BY", "CASE", "CAST",
    "CROSS", "CURRENT", "DESC", "DISTINCT", "ELSE", "END", "ESCAPE", "EXCEPT", "EXISTS", "FILTER", "FIRST", "FROM",
    "GLOB", "GROUP", "HAVING", "IN", "INNER", "INTERSECT", "IS", "JOIN", "LAST", "LEFT", "LIKE", "LIMIT", "NATURAL",
    "NOT", "NULL", "NULLS", "OFFSET", "ON", "OR", "ORDER", "OVER", "PARTITION", "RECURSIVE", "SELECT", "THEN", "UNION",
    "USING", "VALUES", "WHEN", "WHERE", "WITH"};
constexpr std::array<std::string_view, 21> sqlFunctions {"abs", "arg", "avg", "busbw", "coalesce", "count",
    "group_concat", "iif", "lag", "lead", "max", "min", "overlap_ns", "percentile", "printf", "rank", "round",
    "row_number", "sum", "total", "upper"};

std::string upper(std::string_view text)
{
    std::string result(text);
    for (char& c : result)
        c = char(std::toupper(static_cast<unsigned char>(c)));
    return result;
}

std::string lower(std::string_view text)
{
    std::string result(text);
    for (char& c : result)
        c = char(std::tolower(static_cast<unsigned char>(c)));
    return result;
}

bool isKeyword(std::string_view word)
{
    const std::string key = upper(word);
    return std::find(sqlKeywords.begin(), sqlKeywords.end(), key) != sqlKeywords.end();
}

bool isColumnName(std::string_view word)
{
    static const std::set<std::string_view> names = [] {
        std::set<std::string_view> all;
        for (const auto& table : queryTables()) {
            for (const QueryColumn& column : table->columns())
                all.insert(column.name);
        }
        return all;
    }();
    return names.count(lower(word)) > 0;
}

bool isWordStart(char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_' || (c & 0x80); }
bool isWordPart(char c) { return isWordStart(c) || std::isdigit(static_cast<unsigned char>(c)); }

QueryToken::Kind kindOf(std::string_view word, bool isCalled)
{
    using Kind = QueryToken::Kind;
    const QueryTable* table = queryTableNamed(lower(word));
    if (table)
        return table->isFunction() ? Kind::Function : Kind::Table;
    if (isCalled && !isKeyword(word))
        return Kind::Function;
    if (isKeyword(word))
        return Kind::Keyword;
    return isColumnName(word) ? Kind::Column : Kind::Name;
}

/// Behind the text in quotes that begins at `at`.
size_t quotedEnd(std::string_view sql, size_t at)
{
    const char quote = sql[at] == '[' ? ']' : sql[at];
    for (size_t i = at + 1; i < sql.size(); ++i) {
        if (sql[i] != quote)
            continue;
        if (i + 1 < sql.size() && sql[i + 1] == quote && quote != ']')
            ++i; // doubled: a part of the text
        else
            return i + 1;
    }
    return sql.size();
}

size_t endOr(size_t found, size_t behind, std::string_view sql)
{
    return found == std::string_view::npos ? sql.size() : found + behind;
}

QueryToken tokenAt(std::string_view sql, size_t at)
{
    using Kind = QueryToken::Kind;
    const char c = sql[at];
    const char next = at + 1 < sql.size() ? sql[at + 1] : '\0';
    if (c == '-' && next == '-')
        return {Kind::Comment, at, endOr(sql.find('\n', at), 0, sql) - at};
    if (c == '/' && next == '*')
        return {Kind::Comment, at, endOr(sql.find("*/", at + 2), 2, sql) - at};
    if (c == '\'')
        return {Kind::Text, at, quotedEnd(sql, at) - at};
    if (c == '"' || c == '`' || c == '[')
        return {Kind::Name, at, quotedEnd(sql, at) - at};
    size_t end = at + 1;
    if (std::isdigit(static_cast<unsigned char>(c))) {
        while (end < sql.size() && (isWordPart(sql[end]) || sql[end] == '.'))
            ++end;
        return {Kind::Number, at, end - at};
    }
    if (!isWordStart(c))
        return {Kind::Mark, at, 1};
    while (end < sql.size() && isWordPart(sql[end]))
        ++end;
    const size_t behind = sql.find_first_not_of(" \t\n", end);
    const bool isCalled = behind != std::string_view::npos && sql[behind] == '(';
    return {kindOf(sql.substr(at, end - at), isCalled), at, end - at};
}

/// The table that a name in front of a dot stands for; null if unknown.
const QueryTable* tableMeantBy(std::string_view name, std::string_view sql, const std::vector<QueryToken>& tokens)
{
    if (const QueryTable* table = queryTableNamed(lower(name)))
        return table;
    // "table alias" or "table AS alias".
    const auto textOf = [&](size_t i) { return sql.substr(tokens[i].begin, tokens[i].length); };
    for (size_t i = 1; i < tokens.size(); ++i) {
        if (lower(textOf(i)) != lower(name))
            continue;
        const size_t before = upper(textOf(i - 1)) == "AS" && i > 1 ? i - 2 : i - 1;
        if (const QueryTable* table = queryTableNamed(lower(textOf(before))))
            return table;
    }
    return nullptr;
}

} // namespace

std::vector<QueryToken> queryTokens(std::string_view sql)
{
    std::vector<QueryToken> tokens;
    for (size_t at = 0; at < sql.size();) {
        if (std::isspace(static_cast<unsigned char>(sql[at]))) {
            ++at;
            continue;
        }
        tokens.push_back(tokenAt(sql, at));
        at += tokens.back().length;
    }
    return tokens;
}

QueryCompletions queryCompletions(std::string_view sql, size_t cursor)
{
    cursor = std::min(cursor, sql.size());
    size_t begin = cursor;
    while (begin > 0 && isWordPart(sql[begin - 1]))
        --begin;
    QueryCompletions found;
    found.prefix = cursor - begin;
    const std::vector<QueryToken> tokens = queryTokens(sql);
    for (const QueryToken& token : tokens) {
        const std::string_view piece = sql.substr(token.begin, token.length);
        const bool isText = token.kind == QueryToken::Kind::Text;
        const bool isOpen = isText ? piece.size() < 2 || piece.back() != '\'' : piece[0] == '-' || !piece.ends_with("*/");
        const size_t end = token.begin + token.length + (isOpen ? 1 : 0);
        if ((isText || token.kind == QueryToken::Kind::Comment) && token.begin < cursor && cursor < end)
            return found;
    }
    const std::string prefix = lower(sql.substr(begin, found.prefix));
    std::set<std::string> words;
    const auto add = [&](std::string_view word) {
        if (lower(word).compare(0, prefix.size(), prefix) == 0)
            words.insert(std::string(word));
    };
    const auto addColumns = [&add](const QueryTable& table) {
        for (const QueryColumn& column : table.columns())
            add(column.name);
    };
    if (begin > 0 && sql[begin - 1] == '.') {
        size_t name = begin - 1;
        while (name > 0 && isWordPart(sql[name - 1]))
            --name;
        if (const QueryTable* table = tableMeantBy(sql.substr(name, begin - 1 - name), sql, tokens))
            addColumns(*table);
        found.words.assign(words.begin(), words.end());
        return found;
    }
    bool namesTables = begin == 0; // or will not
    for (const QueryToken& token : tokens) {
        const std::string_view piece = sql.substr(token.begin, token.length);
        const QueryTable* table = token.begin == begin ? nullptr : queryTableNamed(lower(piece));
        if (table)
            addColumns(*table);
        namesTables |= table || upper(piece) == "FROM";
    }
    if (!namesTables) {
        for (const auto& table : queryTables())
            addColumns(*table);
    }
    for (const auto& table : queryTables())
        add(table->name());
    for (const std::string_view function : sqlFunctions)
        add(function);
    for (const std::string_view keyword : sqlKeywords)
        add(keyword);
    found.words.assign(words.begin(), words.end());
    // Small letters first: tables and columns.
    std::stable_partition(found.words.begin(), found.words.end(),
        [](const std::string& word) { return std::islower(static_cast<unsigned char>(word.front())) != 0; });
    return found;
}

bool isWholeQuery(std::string_view sql)
{
    const std::vector<QueryToken> tokens = queryTokens(sql);
    const auto last = std::find_if(tokens.rbegin(), tokens.rend(),
        [](const QueryToken& token) { return token.kind != QueryToken::Kind::Comment; });
    return last != tokens.rend() && sql[last->begin] == ';';
}

} // namespace bubblescope
