// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bytesource.h"
#include "result.h"

#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

struct sqlite3;
struct sqlite3_stmt;

namespace bubblescope {

/// What every database begins with.
inline constexpr std::string_view sqliteMagic("SQLite format 3\0", 16);

class SqliteFile;

/// Whether one of these names begins so.
bool hasTableLike(const std::set<std::string, std::less<>>& tables, std::string_view prefix);

/// The rows of one table, one after the other, in no order.
class SqliteRows {
public:
    SqliteRows(SqliteRows&& other) noexcept;
    SqliteRows& operator=(SqliteRows&&) = delete;
    ~SqliteRows();
    /// False at the end, after damage (see SqliteFile::damage()) and once cancelled.
    bool next();
    /// By the place of the column among those asked for. Nothing for NULL and for what is no integer.
    std::optional<int64_t> integer(int column) const;
    std::optional<double> number(int column) const;
    /// Bytes of a text or blob, empty for all else; valid until next().
    std::string_view text(int column) const;

private:
    friend class SqliteFile;
    SqliteRows(SqliteFile& file, sqlite3_stmt* statement) : m_file(file), m_statement(statement) { }

    SqliteFile& m_file;
    sqlite3_stmt* m_statement; ///< null where there is no such table
    uint64_t m_rows = 0;
};

/// A database that strangers wrote, opened for reading and for nothing else: immutable and never mapped, without
/// extensions, views, triggers and attached files, with 64 MB of pages at most.
class SqliteFile {
public:
    /// The file at the source's path; of sources without one, and of compressed files, the content is taken into
    /// memory.
    static Result<std::unique_ptr<SqliteFile>> open(ByteSource& source, ImportReport& report, ProgressFn progress);
    ~SqliteFile();
    SqliteFile(const SqliteFile&) = delete;

    using Names = std::set<std::string, std::less<>>;
    /// Those that have pages of their own: neither views nor virtual ones.
    const Names& tables() const { return m_tables; }
    bool hasTable(std::string_view table) const { return m_tables.count(table) > 0; }
    /// Whether some table begins with this.
    bool hasTableLike(std::string_view prefix) const { return bubblescope::hasTableLike(m_tables, prefix); }
    /// What follows this in the names of tables, where it is letters, digits and underscores, in order: such names are
    /// safe to ask for.
    std::vector<std::string> suffixesOf(std::string_view prefix) const;
    /// Where data is missing and how large the file was, where it is shorter than its own head says.
    struct Cut {
        uint64_t from = 0; ///< bytes
        uint64_t size = 0; ///< as it was written
    };
    std::optional<Cut> cut() const { return m_cut; }
    /// The number of the last row, which is no less than there are; 0 where there is no such table.
    uint64_t lastRow(std::string_view table);
    /// Notes that a table will be read, for progress. No less than there are, unless rows were deleted; 0 where there is no such table.
    uint64_t rowsToExpect(std::string_view table);
    /// Each column may have several names, separated by '|': the first that the table has is read, else NULL. None of
    /// the names may come from a file, but for what suffixesOf() says.
    SqliteRows rows(std::string_view table, std::initializer_list<std::string_view> columns);
    bool hasColumn(std::string_view table, std::string_view column);
    /// Whether rows of a table are found by this column without reading all of them.
    bool isKey(std::string_view table, std::string_view column);
    /// The text in the row with this key; empty where there is none.
    std::string textOfKey(std::string_view table, std::string_view key, std::string_view column, int64_t value);

    bool isCancelled() const { return m_isCancelled; }
    /// What SQLite says of the first damage that it met.
    const std::string& damage() const { return m_damage; }

private:
    friend class SqliteRows;
    SqliteFile() = default;

    std::optional<Error> connect(ByteSource& source, ImportReport& report);
    void restrict();
    void readHead(std::string_view head);
    void readTables();
    /// Of every column whether it is the table's key.
    std::map<std::string, bool, std::less<>> columnsOf(std::string_view table);
    sqlite3_stmt* prepare(const std::string& sql);
    void noteDamage();
    int onProgress();

    sqlite3* m_database = nullptr;
    std::string m_content; ///< where it is not read from disk
    uint64_t m_size = 0;
    std::optional<Cut> m_cut;
    ProgressFn m_progress;
    Names m_tables;
    uint64_t m_rowsRead = 0;
    uint64_t m_rowsExpected = 0;
    std::string m_damage;
    bool m_isCancelled = false;
};

} // namespace bubblescope
