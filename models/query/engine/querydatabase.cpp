// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "querydatabase.h"

#include "groupedstatement.h"
#include "queryexpansion.h"
#include "queryfunctions.h"
#include "querymodule.h"
#include "querystorage.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>

namespace bubblescope {

namespace {

/// So that no single instruction of SQLite takes long, and none is noticed too late: a search in a text of this length
/// for another takes some 100 ms at worst.
constexpr int longestText = 100'000;
constexpr int stepsBetweenLooks = 1000;
/// SQLite takes some 150 bytes for each while it compiles, when nobody can end it.
constexpr uint64_t mostWords = 1'000'000;

/// What all connections have taken from the heap; what queries sort lies in queryStorage(), which has the same limit.
bool isOutOfMemory() { return sqlite3_memory_used() > queryMemoryLimit; }

/// Allows to read the tables and to compute, and nothing else. Asked while a text is compiled; `isOut` is set if that
/// takes too much memory.
int authorize(void* isOut, int action, const char* first, const char* second, const char*, const char*)
{
    constexpr std::array<std::string_view, 4> pragmas {"user_version", "table_info", "table_xinfo", "table_list"};
    constexpr std::array<std::string_view, 3> refused {"load_extension", "fts3_tokenizer", "sqlite_log"};
    if (isDeclaringTable())
        return SQLITE_OK;
    if (isOutOfMemory()) {
        *static_cast<bool*>(isOut) = true;
        return SQLITE_DENY;
    }
    const std::string_view name = action == SQLITE_FUNCTION ? (second ? second : "") : (first ? first : "");
    switch (action) {
    case SQLITE_SELECT:
    case SQLITE_READ:
    case SQLITE_RECURSIVE:
        return SQLITE_OK;
    case SQLITE_FUNCTION:
        return std::find(refused.begin(), refused.end(), name) == refused.end() ? SQLITE_OK : SQLITE_DENY;
    case SQLITE_PRAGMA: {
        const bool isKnown = std::find(pragmas.begin(), pragmas.end(), name) != pragmas.end();
        return isKnown && (!second || name != "user_version") ? SQLITE_OK : SQLITE_DENY;
    }
    default:
        return SQLITE_DENY;
    }
}

void setLimits(sqlite3* database)
{
    constexpr std::pair<int, int> limits[] = {{SQLITE_LIMIT_LENGTH, longestText},
        {SQLITE_LIMIT_SQL_LENGTH, longestText}, {SQLITE_LIMIT_COLUMN, 500}, {SQLITE_LIMIT_EXPR_DEPTH, 200},
        {SQLITE_LIMIT_COMPOUND_SELECT, 100}, {SQLITE_LIMIT_VDBE_OP, 200'000}, {SQLITE_LIMIT_FUNCTION_ARG, 50},
        {SQLITE_LIMIT_ATTACHED, 0}, {SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 1000}, {SQLITE_LIMIT_TRIGGER_DEPTH, 1},
        {SQLITE_LIMIT_WORKER_THREADS, 0}};
    for (const auto& [limit, value] : limits)
        sqlite3_limit(database, limit, value);
    sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, nullptr);
    sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, 0, nullptr);
}

/// A text takes the memory of the one that the cell had in the row before.
void takeCell(sqlite3_stmt* statement, int column, QueryValue& cell)
{
    switch (sqlite3_column_type(statement, column)) {
    case SQLITE_INTEGER:
        cell = int64_t(sqlite3_column_int64(statement, column));
        return;
    case SQLITE_FLOAT:
        cell = sqlite3_column_double(statement, column);
        return;
    case SQLITE_NULL:
        cell = std::monostate();
        return;
    default:
        break;
    }
    const auto* bytes = static_cast<const char*>(sqlite3_column_blob(statement, column));
    const std::string_view text(bytes ? bytes : "", size_t(sqlite3_column_bytes(statement, column)));
    if (auto* kept = std::get_if<std::string>(&cell))
        kept->assign(text);
    else
        cell = std::string(text);
}

enum class RowsEnd : uint8_t { Done, Failed, Refused }; ///< the last: whoever takes the rows has enough

/// Runs a statement; `hasGiven` says whether a row of it was given.
RowsEnd giveRows(sqlite3_stmt* statement, QueryRows& rows, bool& hasGiven)
{
    std::vector<QueryValue> cells(size_t(sqlite3_column_count(statement)));
    for (;;) {
        const int stepped = sqlite3_step(statement);
        if (stepped == SQLITE_DONE)
            return RowsEnd::Done;
        if (stepped != SQLITE_ROW)
            return RowsEnd::Failed;
        for (size_t i = 0; i < cells.size(); ++i)
            takeCell(statement, int(i), cells[i]);
        hasGiven = true;
        if (!rows.row(cells))
            return RowsEnd::Refused;
    }
}

struct StatementEnd {
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};

/// Answers a statement that counts or adds up spans on their columns; fails where it is to be asked row by row.
RowsEnd giveGroups(sqlite3* database, std::string_view sql, QueryRows& rows, bool& hasGiven)
{
    const std::optional<std::string> grouped = groupedStatement(sql);
    if (!grouped)
        return RowsEnd::Failed;
    sqlite3_stmt* prepared = nullptr;
    sqlite3_prepare_v2(database, grouped->c_str(), int(grouped->size()), &prepared, nullptr);
    const std::unique_ptr<sqlite3_stmt, StatementEnd> statement(prepared);
    return prepared ? giveRows(prepared, rows, hasGiven) : RowsEnd::Failed;
}

/// Why a text is not given to SQLite.
std::optional<Error> refusalOf(std::string_view sql)
{
    if (sql.size() > size_t(longestText))
        return Error {say("The query is longer than {} bytes.", longestText), {}, {}};
    // SQLite ends there, and would be asked for the rest for ever.
    if (const size_t zero = sql.find('\0'); zero != std::string_view::npos)
        return Error {say("The query holds a byte that is zero."), say("It is not text: remove that byte."), zero};
    if (expandedWords(sql, mostWords) >= mostWords)
        return Error {say("The query stands for more than {} words.", mostWords),
            say("Mention the tables that it defines WITH a name less often: each mention stands for all of their words."), {}};
    return {};
}

/// What to do about an error, where something can be said.
Message queryAdvice(std::string_view message, int code)
{
    if (code == SQLITE_AUTH)
        return say("Queries only read: use SELECT.");
    if (code == SQLITE_NOMEM || code == SQLITE_FULL)
        return say("The query needs more than {} MB: ask for fewer rows, or aggregate them.",
            queryMemoryLimit / 1'000'000);
    if (code == SQLITE_TOOBIG)
        return say("A text may have {} bytes.", longestText);
    if (message.find("no such table") != std::string_view::npos
        || message.find("no such column") != std::string_view::npos)
        return say("`--schema` lists all tables and columns.");
    return {};
}

} // namespace

void appendQueryValue(std::string& text, const QueryValue& value)
{
    if (const auto* integer = std::get_if<int64_t>(&value)) {
        const fmt::format_int digits(*integer);
        text.append(digits.data(), digits.size());
    } else if (const auto* real = std::get_if<double>(&value)) {
        fmt::format_to(std::back_inserter(text), "{}", *real);
    } else if (const auto* words = std::get_if<std::string>(&value)) {
        text += *words;
    }
}

std::string queryValueText(const QueryValue& value)
{
    std::string text;
    appendQueryValue(text, value);
    return text;
}

Result<std::unique_ptr<QueryDatabase>> QueryDatabase::open(QueryDataPtr data)
{
    sqlite3* connection = nullptr;
    const char* storage = queryStorage();
    constexpr int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_MEMORY | SQLITE_OPEN_NOMUTEX;
    bool isReady = storage && sqlite3_open_v2(":memory:", &connection, flags, storage) == SQLITE_OK;
    std::unique_ptr<QueryDatabase> database(new QueryDatabase(std::move(data), connection));
    const std::string version = fmt::format("PRAGMA user_version={}", querySchemaVersion);
    isReady = isReady && addQueryTables(connection, *database->m_data)
        && addQueryFunctions(connection, *database->m_data)
        && sqlite3_exec(connection, version.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK;
    if (!isReady)
        return Error {say("The tables cannot be set up: {}.", connection ? sqlite3_errmsg(connection) : "no memory"),
            {}, {}};
    setLimits(connection);
    sqlite3_set_authorizer(connection, authorize, &database->m_isOutOfMemory);
    sqlite3_progress_handler(
        connection, stepsBetweenLooks,
        [](void* of) {
            auto& running = *static_cast<QueryDatabase*>(of);
            running.m_isOutOfMemory = running.m_isOutOfMemory || isOutOfMemory();
            return running.m_isOutOfMemory || running.m_data->isStopped() ? 1 : 0;
        },
        database.get());
    return database;
}

QueryDatabase::~QueryDatabase() { sqlite3_close_v2(m_database); }

Error QueryDatabase::lastError(std::string_view sql, size_t statement) const
{
    const int code = sqlite3_errcode(m_database) & 0xff;
    if (m_data->isStopped())
        return Error {say("The query was cancelled."), {}, {}};
    if (m_isOutOfMemory)
        return Error {Message(fmt::format("{}.", sqlite3_errstr(SQLITE_NOMEM))).capitalized(),
            queryAdvice({}, SQLITE_NOMEM), {}};
    std::string message = sqlite3_errmsg(m_database);
    if (!message.ends_with('.'))
        message += '.';
    Error error {Message(message).capitalized(), queryAdvice(message, code), {}};
    const int offset = sqlite3_error_offset(m_database);
    if (offset >= 0)
        error.offset = std::min(statement + size_t(offset), sql.size());
    return error;
}

bool QueryDatabase::hasSeveralAnswers(std::string_view sql) const
{
    sql = sql.substr(0, std::min(sql.find('\0'), size_t(longestText)));
    if (refusalOf(sql))
        return false;
    int answers = 0;
    for (size_t at = 0; at < sql.size() && answers < 2;) {
        sqlite3_stmt* prepared = nullptr;
        const char* rest = nullptr;
        const int result = sqlite3_prepare_v2(m_database, sql.data() + at, int(sql.size() - at), &prepared, &rest);
        const std::unique_ptr<sqlite3_stmt, StatementEnd> statement(prepared);
        answers += result != SQLITE_OK || sqlite3_column_count(prepared) > 0 ? 1 : 0;
        at = result == SQLITE_OK && rest ? size_t(rest - sql.data()) : sql.size();
    }
    return answers > 1;
}

bool QueryDatabase::needsFewRanks(std::string_view sql)
{
    if (refusalOf(sql))
        return false;
    m_isOutOfMemory = false;
    startNotingPlans();
    for (size_t at = 0; at < sql.size();) {
        sqlite3_stmt* prepared = nullptr;
        const char* rest = nullptr;
        const int result = sqlite3_prepare_v2(m_database, sql.data() + at, int(sql.size() - at), &prepared, &rest);
        sqlite3_finalize(prepared);
        if (result != SQLITE_OK || hasPlannedForAllRanks())
            return false;
        at = rest ? size_t(rest - sql.data()) : sql.size();
    }
    return true;
}

std::optional<Error> QueryDatabase::run(std::string_view sql, QueryRows& rows)
{
    if (std::optional<Error> refusal = refusalOf(sql))
        return refusal;
    m_isOutOfMemory = false;
    size_t at = 0;
    std::vector<std::string> columns;
    while (at < sql.size()) {
        sqlite3_stmt* prepared = nullptr;
        const char* rest = nullptr;
        const int result = sqlite3_prepare_v2(m_database, sql.data() + at, int(sql.size() - at), &prepared, &rest);
        const std::unique_ptr<sqlite3_stmt, StatementEnd> statement(prepared);
        if (result != SQLITE_OK)
            return lastError(sql, at);
        const size_t begin = at;
        at = rest ? size_t(rest - sql.data()) : sql.size();
        if (!prepared)
            continue; // a comment
        const int count = sqlite3_column_count(prepared);
        columns.clear();
        for (int i = 0; i < count; ++i) {
            const char* name = sqlite3_column_name(prepared, i);
            columns.emplace_back(name ? name : "");
        }
        if (count > 0)
            rows.begin(columns);
        bool hasGiven = false;
        RowsEnd ended = giveGroups(m_database, sql.substr(begin, at - begin), rows, hasGiven);
        if (ended == RowsEnd::Failed && !hasGiven && !m_data->isStopped()) {
            m_isOutOfMemory = false;
            ended = giveRows(prepared, rows, hasGiven);
        }
        if (ended == RowsEnd::Failed)
            return lastError(sql, begin);
        if (ended == RowsEnd::Refused)
            return std::nullopt;
    }
    return std::nullopt;
}

} // namespace bubblescope
