// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "querybounds.h"

#include <memory>
#include <span>
#include <string_view>

namespace bubblescope {

class QueryData;

/// A column of a table. Name, meaning, unit and when it is NULL are a contract, and the manual lists them.
struct QueryColumn {
    enum class Type : uint8_t { Integer, Real, Text };
    /// Lookup: names a row or a few, so that a join by it is cheap. Narrowing: leaves a part of the table. Compared: an
    /// integer that the table itself compares with limits, which must be integers; SQLite does not look at it again.
    enum class Use : uint8_t { Plain, Narrowing, Lookup, Compared, Argument };
    std::string_view name;
    Type type = Type::Integer;
    std::string_view unit {}; ///< "ns", "bytes"; empty for numbers, counts and texts
    std::string_view help {}; ///< also says when it is NULL, else it never is
    Use use = Use::Plain;
};

/// Takes the value of one cell.
class QueryCell {
public:
    virtual ~QueryCell() = default;
    virtual void integer(int64_t value) = 0;
    virtual void real(double value) = 0;
    /// Lives as long as the opened folder.
    virtual void kept(std::string_view text) = 0;
    virtual void copied(std::string_view text) = 0;
    virtual void null() = 0;

    void integerOrNull(int64_t value) { value >= 0 ? integer(value) : null(); }
    void keptOrNull(std::string_view text) { text.empty() ? null() : kept(text); }
    void realOrNull(const std::optional<double>& value) { value ? real(*value) : null(); }
};

/// Walks over the rows of a table that a query asks for. One thread; refuses and stops by QueryRefused and
/// QueryStopped.
class QueryCursor {
public:
    virtual ~QueryCursor() = default;
    /// Starts over. `orderBy`: columns that the rows are sorted by, ascending; only what the table said it can do.
    virtual void start(const QueryBounds& bounds, std::span<const int> orderBy) = 0;
    virtual bool isAtEnd() const = 0;
    virtual void next() = 0;
    virtual void cell(int column, QueryCell& cell) const = 0;
    virtual int64_t rowNumber() const = 0;
};

/// A table over what is open: no row of it exists before a query asks.
class QueryTable {
public:
    virtual ~QueryTable() = default;
    virtual std::string_view name() const = 0;
    virtual std::string_view help() const = 0; ///< one sentence
    virtual std::span<const QueryColumn> columns() const = 0;
    virtual std::unique_ptr<QueryCursor> open(QueryData& data) const = 0;
    /// About how many rows there are, for the planner; finds nothing out.
    virtual double estimatedRows(const QueryData& data) const = 0;
    /// Whether start() can sort by these columns of what the bounds use; `ofOneRun`: the query names one run.
    /// (Queries that group need no other order, but SQLite 3.40 takes one that is grouped for sorted.)
    virtual bool sortsBy(const QueryData& /*data*/, std::span<const int> /*columns*/, const QueryBounds& /*bounds*/,
        bool /*ofOneRun*/) const
    {
        return false;
    }
    /// Whether a few ranks of a run hold all that such bounds ask for. What is asked of all ranks is faster where they
    /// are in memory.
    virtual bool needsFewRanks(const QueryBounds& /*bounds*/) const { return false; }
    /// Rows are what was recorded, and which records belong together: no step is analysed for them.
    virtual bool isRecorded() const { return false; }
    /// Rows belong to the step of an input: what is asked of one step finds out nothing about others.
    virtual bool isOfSteps() const { return false; }
    static constexpr int runOfInput = 0;  ///< column of its number in such a table
    static constexpr int stepOfInput = 1; ///< that of the step
    /// Takes arguments, simulate('…'): it cannot be listed without a call.
    bool isFunction() const { return !columns().empty() && columns().back().use == QueryColumn::Use::Argument; }
    /// -1 if there is none.
    int columnNamed(std::string_view name) const
    {
        const auto all = columns();
        for (size_t i = 0; i < all.size(); ++i) {
            if (all[i].name == name)
                return int(i);
        }
        return -1;
    }
};

using QueryTables = std::vector<std::unique_ptr<const QueryTable>>;

} // namespace bubblescope
