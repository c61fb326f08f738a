// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "queryfile.h"

#include "queryschema.h"
#include "querystop.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <memory>

namespace bubblescope {

namespace {

struct FileEnd {
    void operator()(sqlite3* database) const { sqlite3_close_v2(database); }
};

struct InsertEnd {
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};

class BoundCell final : public QueryCell {
public:
    explicit BoundCell(sqlite3_stmt* statement) : m_statement(statement) { }
    void setColumn(int column) { m_parameter = column + 1; }
    void integer(int64_t value) override { sqlite3_bind_int64(m_statement, m_parameter, value); }
    void real(double value) override { sqlite3_bind_double(m_statement, m_parameter, value); }
    void kept(std::string_view text) override { bind(text, SQLITE_STATIC); }
    void copied(std::string_view text) override { bind(text, SQLITE_TRANSIENT); }
    void null() override { sqlite3_bind_null(m_statement, m_parameter); }

private:
    void bind(std::string_view text, sqlite3_destructor_type kept)
    {
        sqlite3_bind_text64(
            m_statement, m_parameter, text.data() ? text.data() : "", text.size(), kept, SQLITE_UTF8);
    }
    sqlite3_stmt* m_statement;
    int m_parameter = 1;
};

/// Rows with an id are found by it: their tables are kept in its order.
std::string plainDefinition(const QueryTable& table)
{
    std::string sql = tableDefinition(table);
    const std::string_view id = "\"id\" INTEGER";
    const size_t at = sql.find(id);
    if (at != std::string::npos && table.name() != "notes")
        sql.insert(at + id.size(), " PRIMARY KEY");
    return sql;
}

std::string insertInto(const QueryTable& table)
{
    std::string sql = fmt::format("INSERT INTO {} VALUES (", table.name());
    for (size_t i = 0; i < table.columns().size(); ++i)
        sql += i == 0 ? "?" : ",?";
    return sql + ")";
}

class FileWriter {
public:
    FileWriter(QueryData& data, sqlite3* database, const ProgressFn& progress)
        : m_data(data), m_database(database), m_progress(progress), m_total(data.recordedSpans())
    {
    }

    /// False once anything has failed, or it was cancelled.
    bool write()
    {
        const std::string version = fmt::format("PRAGMA user_version={}", querySchemaVersion);
        for (const char* sql : {"PRAGMA page_size=16384", "PRAGMA journal_mode=OFF", "PRAGMA synchronous=OFF",
                 "PRAGMA locking_mode=EXCLUSIVE", "PRAGMA cache_size=-8000", version.c_str(), "BEGIN"}) {
            if (!run(sql))
                return false;
        }
        for (const auto& table : queryTables()) {
            if (!table->isFunction() && !(run(plainDefinition(*table).c_str()) && copy(*table)))
                return false;
        }
        // What joins ask for.
        return run("CREATE INDEX members_of_collective ON collective_members(collective)") && run("COMMIT");
    }
    bool isCancelled() const { return m_isCancelled; }

private:
    bool run(const char* sql) { return sqlite3_exec(m_database, sql, nullptr, nullptr, nullptr) == SQLITE_OK; }

    bool copy(const QueryTable& table)
    {
        sqlite3_stmt* prepared = nullptr;
        if (sqlite3_prepare_v2(m_database, insertInto(table).c_str(), -1, &prepared, nullptr) != SQLITE_OK)
            return false;
        const std::unique_ptr<sqlite3_stmt, InsertEnd> insert(prepared);
        const bool areSpans = table.name() == "spans";
        const auto columns = int(table.columns().size());
        BoundCell cell(prepared);
        const std::unique_ptr<QueryCursor> cursor = table.open(m_data);
        uint64_t rows = 0;
        for (cursor->start({}, {}); !cursor->isAtEnd(); cursor->next()) {
            for (int column = 0; column < columns; ++column) {
                cell.setColumn(column);
                cursor->cell(column, cell);
            }
            if (sqlite3_step(prepared) != SQLITE_DONE)
                return false;
            sqlite3_reset(prepared);
            constexpr uint64_t atOnce = 1u << 14;
            if (++rows % atOnce == 0 && m_progress && !m_progress(areSpans ? rows : 0, m_total)) {
                m_isCancelled = true;
                return false;
            }
        }
        return true;
    }

    QueryData& m_data;
    sqlite3* m_database;
    const ProgressFn& m_progress;
    uint64_t m_total;
    bool m_isCancelled = false;
};

} // namespace

std::optional<Error> writeQueryFile(QueryData& data, const std::string& path, const ProgressFn& progress)
{
    sqlite3* opened = nullptr;
    constexpr int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    const int result = sqlite3_open_v2(path.c_str(), &opened, flags, nullptr);
    const std::unique_ptr<sqlite3, FileEnd> database(opened);
    const auto refusal = [&] {
        return Error {say("{} cannot be written: {}.", path, opened ? sqlite3_errmsg(opened) : "no memory"),
            say("Check that you may write there, and that there is room."), {}};
    };
    if (result != SQLITE_OK)
        return refusal();
    FileWriter writer(data, opened, progress);
    try {
        if (!writer.write() && !writer.isCancelled())
            return refusal();
    } catch (const QueryStopped&) {
        return std::nullopt;
    }
    return std::nullopt;
}

} // namespace bubblescope
