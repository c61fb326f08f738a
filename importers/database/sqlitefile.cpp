// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sqlitefile.h"

#include "characters.h"
#include "textencoding.h"

#include <sqlite3.h>

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace bubblescope {

namespace {

constexpr int64_t pageCacheKilobytes = 64 << 10;
constexpr size_t largestInMemory = size_t(1) << 30;
constexpr int longestValue = 16 << 20;  // bytes of a text or blob
constexpr uint64_t leastBytesOfRow = 4; // in the file: what claims more rows goes in circles
constexpr int stepsBetweenProgress = 100'000;

/// A path as SQLite's URIs want it.
std::string uriOf(const std::string& path)
{
    std::string uri = "file:";
    for (const char c : path) {
        if (c == '%' || c == '?' || c == '#')
            uri += fmt::format("%{:02x}", static_cast<unsigned char>(c));
        else
            uri += c;
    }
    return uri.append("?mode=ro&immutable=1");
}

constexpr size_t headSize = 100; // https://www.sqlite.org/fileformat.html#the_database_header

/// The head of the file itself, not of what is compressed in it; empty where it is no database.
std::string plainHead(const std::string& path)
{
    std::string head(headSize, '\0');
    FILE* const file = path.empty() ? nullptr : std::fopen(path.c_str(), "rb");
    head.resize(file ? std::fread(head.data(), 1, head.size(), file) : 0);
    if (file)
        std::fclose(file);
    return head.starts_with(sqliteMagic) ? head : std::string();
}

uint64_t bigEndian(std::string_view bytes)
{
    uint64_t value = 0;
    for (const char byte : bytes)
        value = value << 8 | static_cast<unsigned char>(byte);
    return value;
}

} // namespace

SqliteRows::SqliteRows(SqliteRows&& other) noexcept
    : m_file(other.m_file), m_statement(std::exchange(other.m_statement, nullptr)), m_rows(other.m_rows)
{
}

SqliteRows::~SqliteRows()
{
    if (m_statement)
        sqlite3_finalize(m_statement);
}

bool SqliteRows::next()
{
    if (!m_statement || m_file.m_isCancelled)
        return false;
    const int result = sqlite3_step(m_statement);
    if (result != SQLITE_ROW) {
        if (result != SQLITE_DONE)
            m_file.noteDamage();
        return false;
    }
    if (++m_rows > m_file.m_size / leastBytesOfRow) {
        if (m_file.m_damage.empty())
            m_file.m_damage = "a table that has more rows than its file has room for";
        return false;
    }
    ++m_file.m_rowsRead;
    return true;
}

std::optional<int64_t> SqliteRows::integer(int column) const
{
    if (sqlite3_column_type(m_statement, column) != SQLITE_INTEGER)
        return {};
    return sqlite3_column_int64(m_statement, column);
}

std::optional<double> SqliteRows::number(int column) const
{
    const int type = sqlite3_column_type(m_statement, column);
    if (type != SQLITE_INTEGER && type != SQLITE_FLOAT)
        return {};
    return sqlite3_column_double(m_statement, column);
}

std::string_view SqliteRows::text(int column) const
{
    const int type = sqlite3_column_type(m_statement, column);
    if (type != SQLITE_TEXT && type != SQLITE_BLOB)
        return {};
    const void* const bytes = sqlite3_column_blob(m_statement, column);
    const int size = sqlite3_column_bytes(m_statement, column);
    return bytes ? std::string_view(static_cast<const char*>(bytes), static_cast<size_t>(size)) : std::string_view();
}

Result<std::unique_ptr<SqliteFile>> SqliteFile::open(ByteSource& source, ImportReport& report, ProgressFn progress)
{
    std::unique_ptr<SqliteFile> file(new SqliteFile);
    file->m_progress = std::move(progress);
    if (std::optional<Error> error = file->connect(source, report))
        return std::move(*error);
    file->restrict();
    file->readTables();
    return file;
}

SqliteFile::~SqliteFile() { sqlite3_close(m_database); }

std::optional<Error> SqliteFile::connect(ByteSource& source, ImportReport& report)
{
    const std::string head = plainHead(source.path());
    const bool isOnDisk = !head.empty();
    const std::string uri = isOnDisk ? uriOf(source.path()) : std::string(":memory:");
    const int flags = SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX | (isOnDisk ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE);
    const auto refusal = [this] {
        return Error {say("SQLite cannot open it: {}", m_database ? sqlite3_errmsg(m_database) : "out of memory"),
            say("Copy the file again, or have it written again."), {}};
    };
    if (sqlite3_open_v2(uri.c_str(), &m_database, flags, nullptr) != SQLITE_OK)
        return refusal();
    m_size = source.size();
    if (isOnDisk) {
        readHead(head);
        return {};
    }
    std::optional<std::string> content = readAll(source, largestInMemory, report);
    reportSourceError(source, report);
    if (!content)
        return Error {say("the uncompressed database is too large to be held in memory"), say("Uncompress it."), {}};
    m_content = std::move(*content);
    m_size = m_content.size();
    readHead(m_content);
    const auto size = static_cast<sqlite3_int64>(m_content.size());
    auto* const bytes = reinterpret_cast<unsigned char*>(m_content.data());
    if (sqlite3_deserialize(m_database, "main", bytes, size, size, SQLITE_DESERIALIZE_READONLY) != SQLITE_OK)
        return refusal();
    return {};
}

/// The head counts the pages; the count holds if it was written with the last change.
void SqliteFile::readHead(std::string_view head)
{
    if (head.size() < headSize)
        return;
    const uint64_t stated = bigEndian(head.substr(16, 2));
    const uint64_t pageSize = stated == 1 ? 65536 : stated;
    const uint64_t pages = bigEndian(head.substr(28, 4));
    const bool isValid = bigEndian(head.substr(24, 4)) == bigEndian(head.substr(92, 4)) && pageSize >= 512;
    if (isValid && pageSize * pages > m_size)
        m_cut = Cut {m_size - m_size % pageSize, pageSize * pages};
}

void SqliteFile::restrict()
{
    for (const auto& [option, value] : {std::pair(SQLITE_DBCONFIG_DEFENSIVE, 1),
             std::pair(SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0), std::pair(SQLITE_DBCONFIG_ENABLE_TRIGGER, 0),
             std::pair(SQLITE_DBCONFIG_ENABLE_VIEW, 0), std::pair(SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0)})
        sqlite3_db_config(m_database, option, value, nullptr);
    for (const auto& [limit, value] : {std::pair(SQLITE_LIMIT_LENGTH, longestValue),
             std::pair(SQLITE_LIMIT_SQL_LENGTH, 1 << 20), std::pair(SQLITE_LIMIT_COLUMN, 500),
             std::pair(SQLITE_LIMIT_EXPR_DEPTH, 50), std::pair(SQLITE_LIMIT_VDBE_OP, 25'000),
             std::pair(SQLITE_LIMIT_ATTACHED, 0), std::pair(SQLITE_LIMIT_FUNCTION_ARG, 8)})
        sqlite3_limit(m_database, limit, value);
    const std::string settings
        = fmt::format("PRAGMA cache_size=-{}; PRAGMA mmap_size=0; PRAGMA cell_size_check=ON; PRAGMA query_only=ON;",
            pageCacheKilobytes);
    sqlite3_exec(m_database, settings.c_str(), nullptr, nullptr, nullptr);
    sqlite3_progress_handler(
        m_database, stepsBetweenProgress, [](void* self) { return static_cast<SqliteFile*>(self)->onProgress(); },
        this);
}

int SqliteFile::onProgress()
{
    const double share = m_rowsExpected > 0 ? double(m_rowsRead) / double(m_rowsExpected) : 0;
    const auto done = static_cast<uint64_t>(std::min(share, 1.0) * double(m_size));
    m_isCancelled = m_isCancelled || (m_progress && !m_progress(done, m_size));
    return m_isCancelled ? 1 : 0;
}

void SqliteFile::noteDamage()
{
    if (m_damage.empty() && !m_isCancelled)
        m_damage = toUtf8(sqlite3_errmsg(m_database));
}

sqlite3_stmt* SqliteFile::prepare(const std::string& sql)
{
    sqlite3_stmt* statement = nullptr;
    if (sqlite3_prepare_v2(m_database, sql.c_str(), -1, &statement, nullptr) != SQLITE_OK)
        noteDamage();
    return statement;
}

void SqliteFile::readTables()
{
    // Virtual tables have no page of their own.
    SqliteRows rows(*this, prepare("SELECT name FROM sqlite_master WHERE type='table' AND rootpage>0"));
    while (rows.next())
        m_tables.emplace(rows.text(0));
}

bool hasTableLike(const std::set<std::string, std::less<>>& tables, std::string_view prefix)
{
    const auto found = tables.lower_bound(prefix);
    return found != tables.end() && found->starts_with(prefix);
}

std::vector<std::string> SqliteFile::suffixesOf(std::string_view prefix) const
{
    const auto isPlain = [](char c) { return isDigit(c) || c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    std::vector<std::string> suffixes;
    for (auto at = m_tables.lower_bound(prefix); at != m_tables.end() && at->starts_with(prefix); ++at) {
        const std::string suffix = at->substr(prefix.size());
        if (std::all_of(suffix.begin(), suffix.end(), isPlain))
            suffixes.push_back(suffix);
    }
    return suffixes;
}

uint64_t SqliteFile::lastRow(std::string_view table)
{
    if (!hasTable(table))
        return 0;
    const std::string damage = m_damage; // a table without numbers is none
    SqliteRows rows(*this, prepare(fmt::format("SELECT max(rowid) FROM \"{}\"", table)));
    const int64_t last = rows.next() ? rows.integer(0).value_or(0) : 0;
    m_damage = damage;
    return std::min<uint64_t>(static_cast<uint64_t>(std::max<int64_t>(last, 0)), m_size / 8);
}

uint64_t SqliteFile::rowsToExpect(std::string_view table)
{
    const uint64_t expected = lastRow(table);
    m_rowsExpected += expected;
    return expected;
}

std::map<std::string, bool, std::less<>> SqliteFile::columnsOf(std::string_view table)
{
    std::map<std::string, bool, std::less<>> columns;
    SqliteRows rows(*this, prepare(fmt::format("PRAGMA table_info(\"{}\")", table)));
    while (rows.next())
        columns.emplace(rows.text(1), rows.text(2) == "INTEGER" && rows.integer(5).value_or(0) == 1);
    return columns;
}

SqliteRows SqliteFile::rows(std::string_view table, std::initializer_list<std::string_view> columns)
{
    if (!hasTable(table))
        return {*this, nullptr};
    const auto known = columnsOf(table);
    std::string list;
    for (std::string_view names : columns) {
        std::string chosen = "NULL";
        while (!names.empty() && chosen == "NULL") {
            const std::string_view name = names.substr(0, names.find('|'));
            if (known.count(name) > 0)
                chosen = fmt::format("\"{}\"", name);
            names.remove_prefix(std::min(name.size() + 1, names.size()));
        }
        list += list.empty() ? "" : ",";
        list += chosen;
    }
    return {*this, prepare(fmt::format("SELECT {} FROM \"{}\"", list, table))};
}

bool SqliteFile::hasColumn(std::string_view table, std::string_view column)
{
    return hasTable(table) && columnsOf(table).count(column) > 0;
}

bool SqliteFile::isKey(std::string_view table, std::string_view column)
{
    const auto columns = hasTable(table) ? columnsOf(table) : std::map<std::string, bool, std::less<>>();
    const auto found = columns.find(column);
    return found != columns.end() && found->second;
}

std::string SqliteFile::textOfKey(std::string_view table, std::string_view key, std::string_view column, int64_t value)
{
    if (!hasTable(table))
        return {};
    SqliteRows rows(
        *this, prepare(fmt::format("SELECT \"{}\" FROM \"{}\" WHERE \"{}\"={}", column, table, key, value)));
    return rows.next() ? std::string(rows.text(0)) : std::string();
}

} // namespace bubblescope
