// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "querytable.h"

#include <string>

namespace bubblescope {

/// The spans of all runs that are in memory, counted and added up on the columns of their traces: one row for all
/// spans of a run that are alike in the columns that a statement asks for. It has the columns of SpanTable, of which
/// only keys can be read and numbers can only be limited, and figures beside them. Not one of queryTables(): statements
/// that users write about spans are rewritten to it, see groupedStatement().
///
/// Refuses (QueryRefused) what it cannot tell exactly as SQLite would, row by row: sums that overflow or have negative
/// parts, limits that are not integers, runs that are not all in memory, groups that are hardly fewer than the spans.
class SpanGroupTable final : public QueryTable {
public:
    static constexpr std::string_view tableName = "span$groups";
    static constexpr std::string_view rowsName = "rows$"; ///< column: how many spans

    /// Of a number of all spans of a row. ExactSum: it may be taken for a floating-point number, as avg() does.
    enum class Figure : uint8_t { Known, Sum, ExactSum, Least, Most };
    /// Name of a column, "duration_ns$sum"; of one of SpanTable for which isNumber().
    static std::string figureName(int column, Figure figure);

    // Of columns of SpanTable.
    static bool isKey(int column);
    static bool isNumber(int column);

    std::string_view name() const override { return tableName; }
    std::string_view help() const override { return "Spans that are alike, added up"; }
    std::span<const QueryColumn> columns() const override;
    std::unique_ptr<QueryCursor> open(QueryData& data) const override;
    double estimatedRows(const QueryData&) const override { return 1000; }
};

const SpanGroupTable& spanGroupTable();

} // namespace bubblescope
