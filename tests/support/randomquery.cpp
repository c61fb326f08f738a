// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "randomquery.h"

#include <cctype>
#include <cstddef>
#include <string_view>

namespace bubblescope {

namespace {

constexpr std::string_view constants[] = {"0", "1", "2", "3", "-1", "7", "1000", "1000000", "100000000", "4294967296",
    "9223372036854775807", "-9223372036854775808", "0.5", "1.0", "2.5", "-1e300", "1e19", "NULL", "'forward'", "'tp'",
    "'pp'", "'dp'", "'F'", "'B'", "'compute'", "'all-reduce'", "'optimizer_step'", "''", "'1'", "'1.0'", "'FORWARD'",
    "x'00ff'", "'measured'", "'nothing like this'"};
constexpr std::string_view comparisons[] = {"=", "<", "<=", ">", ">=", "<>", "IS", "IS NOT"};
constexpr std::string_view operators[] = {"+", "-", "*", "/", "%", "||", "&", "|"};
constexpr std::string_view aggregates[] = {"count", "min", "max", "sum", "total"};
constexpr std::string_view forbidden[] = {"ATTACH 'x.sqlite' AS x", "VACUUM INTO 'x.sqlite'", "CREATE TABLE x(a)",
    "CREATE TEMP TABLE x AS SELECT * FROM spans", "DROP TABLE spans", "DELETE FROM spans",
    "INSERT INTO spans(name) VALUES ('x')", "UPDATE spans SET name = 'x'", "PRAGMA user_version = 9",
    "PRAGMA temp_store_directory = '.'", "PRAGMA journal_mode = WAL", "PRAGMA writable_schema = 1",
    "SELECT load_extension('x.so')", "SELECT writefile('x', 'y')", "SELECT readfile('/etc/passwd')", "BEGIN", "COMMIT",
    "ROLLBACK", "SAVEPOINT x", "CREATE VIRTUAL TABLE x USING fts5(a)", "CREATE VIRTUAL TABLE x USING bubblescope",
    "CREATE INDEX i ON spans(name)", "CREATE VIEW v AS SELECT 1", "ALTER TABLE spans RENAME TO x", "ANALYZE", "REINDEX",
    "DETACH main", "SELECT fts3_tokenizer('simple', x'00')", "SELECT edit('x')", "EXPLAIN SELECT * FROM spans",
    "SELECT * FROM simulate('microbatches=4')", "SELECT * FROM simulate('no knob; x=1', 99)",
    "SELECT percentile(duration_ns, 50), busbw('all-reduce', 4, 1000, 10) FROM spans",
    "SELECT overlap_ns(begin_ns, end_ns, 0, 9223372036854775807) FROM spans",
    "SELECT replace(hex(zeroblob(1000)), '00', 'abc')", "SELECT printf('%.*c', 100000000, 'x')",
    "SELECT zeroblob(2000000000)", "SELECT json_group_array(name) FROM spans",
    "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c LIMIT 1000) SELECT sum(x) FROM c"};

} // namespace

std::string RandomQuery::constant() { return std::string(oneOf(constants)); }

std::string RandomQuery::column(const Table& table, const std::string& alias)
{
    std::string text = alias;
    text += ".\"";
    text += oneOf(table.columns);
    text += '"';
    return text;
}

std::string RandomQuery::value(const Table& table, const std::string& alias, int depth)
{
    if (depth <= 0 || happens(55))
        return happens(75) ? column(table, alias) : constant();
    std::string text = "(";
    text += value(table, alias, depth - 1);
    text += ' ';
    text += oneOf(operators);
    text += ' ';
    text += value(table, alias, depth - 1);
    text += ')';
    return text;
}

std::string RandomQuery::condition(const Table& table, const std::string& alias, int depth)
{
    std::string text;
    if (depth > 0 && happens(35)) {
        text = "(";
        text += condition(table, alias, depth - 1);
        text += happens(60) ? " AND " : " OR ";
        text += condition(table, alias, depth - 1);
        return text += ')';
    }
    text = happens(80) ? column(table, alias) : value(table, alias, 1);
    if (happens(10)) {
        text += " BETWEEN ";
        text += constant();
        text += " AND ";
        return text += constant();
    }
    if (happens(10)) {
        text += " IN (";
        text += constant();
        text += ", ";
        text += constant();
        return text += ')';
    }
    if (happens(8))
        return text += happens(50) ? " LIKE '%a%'" : " COLLATE NOCASE = 'FORWARD'";
    text += ' ';
    text += oneOf(comparisons);
    text += ' ';
    return text += happens(85) ? constant() : value(table, alias, 1);
}

std::string RandomQuery::question()
{
    const Table& table = oneOf(m_tables);
    std::string sql = "SELECT ";
    const bool isGrouped = happens(35);
    const std::string key = isGrouped ? column(table, "a") : std::string();
    if (isGrouped) {
        sql += key;
        sql += ", count(*), ";
        sql += oneOf(aggregates);
        sql += '(';
        sql += value(table, "a", 1);
        sql += ')';
    } else {
        const size_t count = 1 + below(4);
        for (size_t i = 0; i < count; ++i) {
            sql += i == 0 ? "" : ", ";
            sql += value(table, "a", 2);
        }
    }
    sql += " FROM ";
    sql += table.name;
    sql += " a";
    const bool isJoined = happens(15);
    if (isJoined) {
        const Table& other = oneOf(m_tables);
        sql += happens(50) ? " JOIN " : " LEFT JOIN ";
        sql += other.name;
        sql += " b ON ";
        sql += column(table, "a");
        sql += " = ";
        sql += column(other, "b");
    }
    if (happens(75)) {
        sql += " WHERE ";
        sql += condition(table, "a", 2);
    }
    if (isGrouped) {
        sql += " GROUP BY ";
        sql += key;
    }
    if (happens(30)) {
        sql += " ORDER BY 1";
        sql += happens(30) ? " DESC" : "";
    }
    return sql;
}

std::string RandomQuery::damaged(const std::string& sql)
{
    // Words, and what is between them.
    std::vector<std::string> words(1);
    for (const char c : sql) {
        const bool isLetter = std::isalnum(static_cast<unsigned char>(c)) || c == '_';
        const bool wasLetter
            = !words.back().empty() && (std::isalnum(static_cast<unsigned char>(words.back().back())) || words.back().back() == '_');
        if (!words.back().empty() && (!isLetter || !wasLetter))
            words.emplace_back();
        words.back() += c;
    }
    const size_t times = 1 + below(3);
    for (size_t i = 0; i < times && !words.empty(); ++i) {
        const size_t at = below(words.size());
        switch (below(5)) {
        case 0:
            words.erase(words.begin() + ptrdiff_t(at));
            break;
        case 1:
            words.insert(words.begin() + ptrdiff_t(at), words[below(words.size())]);
            break;
        case 2:
            std::swap(words[at], words[below(words.size())]);
            break;
        case 3:
            words[at] = constant();
            break;
        default:
            words[at] += char(below(256));
        }
    }
    std::string text;
    for (const std::string& word : words)
        text += word;
    return text;
}

std::string RandomQuery::anything()
{
    std::string sql = happens(15) ? std::string(oneOf(forbidden)) : question();
    if (happens(10)) {
        sql += " LIMIT ";
        sql += constant();
    }
    if (happens(5)) {
        sql += "; ";
        sql += oneOf(forbidden);
    }
    return happens(45) ? damaged(sql) : sql;
}

} // namespace bubblescope
