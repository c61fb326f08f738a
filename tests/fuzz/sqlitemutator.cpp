// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "mutators.h"

#include <sqlite3.h>

#include <array>
#include <cstring>
#include <memory>
#include <vector>

namespace bubblescope::fuzz {

namespace {

using Names = std::vector<std::string>;

std::string quoted(const std::string& name)
{
    std::string text = "\"";
    for (const char c : name)
        text += c == '"' ? std::string("\"\"") : std::string(1, c);
    return text + '"';
}

/// A copy of the bytes as a database in memory.
class Database {
public:
    explicit Database(const std::string& bytes)
    {
        sqlite3* opened = nullptr;
        const int code = sqlite3_open(":memory:", &opened);
        m_database.reset(opened);
        if (code != SQLITE_OK)
            return;
        sqlite3_db_config(opened, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
        sqlite3_db_config(opened, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
        sqlite3_db_config(opened, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
        // A damaged one may have no end.
        sqlite3_progress_handler(
            opened, 100'000, [](void*) { return 1; }, nullptr);
        auto* copy = static_cast<unsigned char*>(sqlite3_malloc64(bytes.size()));
        if (!copy)
            return;
        std::memcpy(copy, bytes.data(), bytes.size());
        m_isOpen = sqlite3_deserialize(opened, "main", copy, sqlite3_int64(bytes.size()), sqlite3_int64(bytes.size()),
                       SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE)
            == SQLITE_OK;
    }

    bool isOpen() const { return m_isOpen; }
    bool run(const std::string& sql)
    {
        return sqlite3_exec(m_database.get(), sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK;
    }
    /// The first column.
    Names list(const std::string& sql)
    {
        Names names;
        const auto add = [](void* to, int, char** values, char**) {
            static_cast<Names*>(to)->emplace_back(values[0] ? values[0] : "");
            return 0;
        };
        sqlite3_exec(m_database.get(), sql.c_str(), add, &names, nullptr);
        return names;
    }
    std::string bytes()
    {
        sqlite3_int64 size = 0;
        const std::unique_ptr<unsigned char, decltype(&sqlite3_free)> copy(
            sqlite3_serialize(m_database.get(), "main", &size, 0), &sqlite3_free);
        return copy ? std::string(reinterpret_cast<const char*>(copy.get()), size_t(size)) : std::string();
    }

private:
    std::unique_ptr<sqlite3, decltype(&sqlite3_close)> m_database {nullptr, &sqlite3_close};
    bool m_isOpen = false;
};

std::string otherCell(Choices& choices)
{
    static constexpr std::array cells {"NULL", "0", "-1", "1", "9223372036854775807", "-9223372036854775808", "9e999",
        "-9e999", "0.5", "1e300", "''", "'7'", "'x'", "x''", "x'00ff'", "char(0)", "zeroblob(70)"};
    return choices.oneIn(3) ? std::to_string(int64_t(choices.extreme())) : std::string(choices.of(cells));
}

/// Of table `table` with columns `columns`.
std::string change(const std::string& table, const Names& columns, const std::string& otherTable, Choices& choices)
{
    const std::string name = quoted(table);
    const std::string column = quoted(choices.of(columns));
    const std::string other = quoted(choices.of(columns));
    const std::string row = "(SELECT rowid FROM " + name + " LIMIT 1 OFFSET " + std::to_string(choices.below(12)) + ')';
    const std::string ofRow = " WHERE rowid = " + row;
    const std::string update = "UPDATE OR IGNORE " + name + " SET " + column + " = ";
    switch (choices.below(14)) {
    case 0:
        return "DELETE FROM " + name + ofRow;
    case 1:
        return "INSERT OR IGNORE INTO " + name + " SELECT * FROM " + name + ofRow;
    case 2:
        return "DROP TABLE " + name;
    case 3:
        return "ALTER TABLE " + name + " DROP COLUMN " + column;
    case 4:
        return "ALTER TABLE " + name + " RENAME COLUMN " + column + " TO "
            + (choices.oneIn(2) ? "\"other\"" : other + "\"2\"");
    case 5:
        return "DELETE FROM " + name;
    case 6:
        return update + otherCell(choices);
    case 7:
        return update + other + ofRow;
    case 8:
        return update + column + (choices.oneIn(2) ? " + 1" : " - 1") + ofRow;
    case 9:
        return update + "CAST(" + column + (choices.oneIn(2) ? " AS TEXT)" : " AS BLOB)") + ofRow;
    case 10:
        return update + "(SELECT " + column + " FROM " + name + " LIMIT 1 OFFSET " + std::to_string(choices.below(12))
            + ')' + ofRow;
    case 11:
        return "INSERT OR IGNORE INTO " + name + " SELECT * FROM " + quoted(otherTable);
    default:
        return update + otherCell(choices) + ofRow;
    }
}

} // namespace

bool mutateSqlite(std::string& bytes, Choices& choices)
{
    if (!bytes.starts_with("SQLite format 3"))
        return false;
    Database database(bytes);
    if (!database.isOpen())
        return false;
    const Names tables = database.list("SELECT name FROM sqlite_master WHERE type = 'table'");
    if (tables.empty())
        return false;
    const std::string& table = choices.of(tables);
    const Names columns = database.list("SELECT name FROM pragma_table_info(" + quoted(table) + ')');
    if (columns.empty() || !database.run(change(table, columns, choices.of(tables), choices)))
        return false;
    if (choices.oneIn(3))
        database.run("VACUUM");
    std::string changed = database.bytes();
    if (changed.empty() || changed == bytes)
        return false;
    bytes = std::move(changed);
    return true;
}

} // namespace bubblescope::fuzz
