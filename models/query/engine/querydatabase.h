// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "querydata.h"
#include "queryvalue.h"
#include "result.h"

#include <memory>
#include <string_view>

struct sqlite3;

namespace bubblescope {

/// Answers questions in SQL about what is open. Nothing can be written or reached but the tables: no file, no other
/// database, no extension. Queries take 1 GB of SQLite's memory together, and as much for sorting: more than that ends the
/// one that is seen to take it, and no limit is set for others that use SQLite. One query at a time, on any thread; cancelled from any other by QueryData::stop().
class QueryDatabase {
public:
    /// An error only if memory is out.
    static Result<std::unique_ptr<QueryDatabase>> open(QueryDataPtr data);
    ~QueryDatabase();
    QueryDatabase(const QueryDatabase&) = delete;
    QueryDatabase& operator=(const QueryDatabase&) = delete;

    QueryData& data() { return *m_data; }
    /// Whether a few ranks of each run hold all that the text asks for; runs nothing. False where it has an error.
    bool needsFewRanks(std::string_view sql);
    /// Runs all statements of the text in turn. The offset of an error is a byte of the text, where one is to blame.
    std::optional<Error> run(std::string_view sql, QueryRows& rows);
    /// Whether the text has more than one statement that answers, or cannot be understood. Runs nothing.
    bool hasSeveralAnswers(std::string_view sql) const;

private:
    QueryDatabase(QueryDataPtr data, sqlite3* database) : m_data(std::move(data)), m_database(database) { }
    Error lastError(std::string_view sql, size_t statement) const;

    QueryDataPtr m_data;
    sqlite3* m_database;
    bool m_isOutOfMemory = false; // the statement that runs or is compiled was ended for that
};

} // namespace bubblescope
