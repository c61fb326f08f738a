// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTemporaryDir>
#include <QTest>

#include <sqlite3.h>

#include <string>

namespace bubblescope {

/// A database that a test writes, in a folder of its own.
class SqliteDatabase {
public:
    explicit SqliteDatabase(const std::string& name = "report.sqlite")
        : m_path(m_folder.filePath(QString::fromStdString(name)).toStdString())
    {
        sqlite3_open_v2(
            m_path.c_str(), &m_database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_URI, nullptr);
    }
    ~SqliteDatabase() { close(); }
    SqliteDatabase(const SqliteDatabase&) = delete;

    /// Statements of SQL, all of which must do.
    void run(const std::string& sql)
    {
        char* error = nullptr;
        if (sqlite3_exec(m_database, sql.c_str(), nullptr, nullptr, &error) != SQLITE_OK)
            QFAIL(error);
    }
    /// Writes all to disk.
    const std::string& close()
    {
        sqlite3_close(m_database);
        m_database = nullptr;
        return m_path;
    }
    const QTemporaryDir& folder() const { return m_folder; }

private:
    QTemporaryDir m_folder;
    std::string m_path;
    sqlite3* m_database = nullptr;
};

} // namespace bubblescope
