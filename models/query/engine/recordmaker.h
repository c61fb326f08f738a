// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "querytable.h"
#include "tablerecord.h"

#include <cstdint>
#include <string>
#include <vector>

namespace bubblescope {

/// A cell that holds an integer; 0 for others.
int64_t numberIn(const QueryCursor& row, int column);

/// Makes the records of a table for a database file, and numbers them.
class RecordMaker {
public:
    explicit RecordMaker(const QueryTable& table);

    void make(const QueryCursor& row);
    const TableRecord& record() const { return m_record; }
    int64_t number() const { return m_number; }
    bool numbersById() const { return m_id >= 0; }

private:
    int m_columns;
    int m_id = -1;
    int64_t m_number = 0;
    TableRecord m_record;
};

/// Records of several tables, one after the other.
struct RecordBatch {
    struct Row {
        uint32_t table; ///< in queryTables()
        uint32_t size;
        int64_t number;
    };
    std::vector<Row> rows;
    std::string bytes;

    void clear();
    void add(size_t table, const RecordMaker& made);
};

} // namespace bubblescope
