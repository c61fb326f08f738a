// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "databasepages.h"
#include "tablerecord.h"

#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// Pages that lead to others: page, what separates it from the next, page … One level after the other from the leaves
/// up.
class PageDirectory {
public:
    enum class Kind : uint8_t { Index = 2, Table = 5 };
    /// A separator has at most so many bytes.
    PageDirectory(DatabasePages& pages, Kind kind, size_t longestSeparator);

    /// In order. `separator`: between this page and the next one, as it stands in a cell.
    void add(uint32_t page, std::string separator) { add(0, page, std::move(separator)); }
    /// The page that leads to all.
    uint32_t finish();
    /// The same in the first page, behind the header.
    std::string finishInFirstPage();

private:
    struct Child {
        uint32_t page;
        std::string separator;
    };
    void add(size_t level, uint32_t page, std::string separator);
    void flush(size_t level, size_t count);
    void reduce();
    std::string pageOf(const std::vector<Child>& children, size_t count, uint32_t header) const;

    DatabasePages& m_pages;
    Kind m_kind;
    size_t m_mostChildren;
    std::vector<std::vector<Child>> m_levels;
};

/// A table, from rows in ascending order of their numbers.
class TableTree {
public:
    enum class Root : uint8_t { Anywhere, InFirstPage };
    explicit TableTree(DatabasePages& pages, Root root = Root::Anywhere);
    void add(int64_t row, const TableRecord& record);
    void add(int64_t row, const StoredRecord& record);
    /// Its root.
    uint32_t finish();
    /// What the first page holds behind the header; the rest is written.
    std::string finishInFirstPage();

private:
    template <typename Record> void addRecord(int64_t row, const Record& record);
    char* newCell(size_t bytes);
    /// The leaf that is being filled, whose header stands at a place of it; the next one is empty.
    const std::string& leaf(uint32_t header);
    void flush();
    uint32_t addOverflow(std::string_view rest);

    DatabasePages& m_pages;
    PageDirectory m_directory;
    uint32_t m_header; ///< bytes that the root has before it
    std::string m_leaf;
    std::vector<uint16_t> m_places;         ///< of its cells, from its end downwards
    uint32_t m_begin = DatabasePages::size; ///< of the last one
    int64_t m_lastRow = 0;
    bool m_hasFlushed = false;
};

/// An index over one column of integers, from entries in ascending order.
class IndexTree {
public:
    explicit IndexTree(DatabasePages& pages);
    void add(int64_t value, int64_t row);
    uint32_t finish();

private:
    void flush(size_t count);

    DatabasePages& m_pages;
    PageDirectory m_directory;
    std::vector<std::string> m_cells;
    TableRecord m_record;
};

} // namespace bubblescope
