// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "queryschema.h"

#include "argumenttable.h"
#include "calltables.h"
#include "exchangetables.h"
#include "findingtables.h"
#include "inputtables.h"
#include "runtables.h"
#include "spantable.h"
#include "timetables.h"
#include "whatiftables.h"

#include <fmt/format.h>

namespace bubblescope {

namespace {

std::string_view typeName(QueryColumn::Type type)
{
    switch (type) {
    case QueryColumn::Type::Integer:
        return "INTEGER";
    case QueryColumn::Type::Real:
        return "REAL";
    case QueryColumn::Type::Text:
        break;
    }
    return "TEXT";
}

} // namespace

const QueryTables& queryTables()
{
    static const QueryTables all = [] {
        QueryTables tables;
        addRunTables(tables);
        tables.push_back(std::make_unique<SpanTable>());
        tables.push_back(std::make_unique<ArgumentTable>());
        addExchangeTables(tables);
        addTimeTables(tables);
        addFindingTables(tables);
        addInputTables(tables);
        addCallTables(tables);
        addWhatIfTables(tables);
        return tables;
    }();
    return all;
}

const QueryTable* queryTableNamed(std::string_view name)
{
    for (const auto& table : queryTables()) {
        if (table->name() == name)
            return table.get();
    }
    return nullptr;
}

std::string tableDefinition(const QueryTable& table)
{
    std::string text = fmt::format("CREATE TABLE {}(", table.name());
    bool isFirst = true;
    for (const QueryColumn& column : table.columns()) {
        // "of" and "begins" are no keywords, but what is one day a keyword is a name here.
        text += fmt::format("{}\"{}\" {}", isFirst ? "" : ", ", column.name, typeName(column.type));
        if (column.use == QueryColumn::Use::Argument)
            text += " HIDDEN";
        isFirst = false;
    }
    return text + ")";
}

std::string querySchemaText()
{
    std::string text = fmt::format("-- Schema {} of Bubblescope. Times are ns from the start of their run.\n", querySchemaVersion);
    for (const auto& table : queryTables()) {
        text += fmt::format("\n-- {}.\n", table->help());
        const auto columns = table->columns();
        if (!table->isFunction())
            text += fmt::format("CREATE TABLE {} (\n", table->name());
        else if (columns.back().name == "span")
            text += fmt::format("-- SELECT * FROM {}(17);\n", table->name());
        else
            text += fmt::format("-- SELECT * FROM {}('microbatches=16');\n", table->name());
        for (size_t i = 0; i < columns.size(); ++i) {
            const QueryColumn& column = columns[i];
            const std::string unit = column.unit.empty() ? std::string() : fmt::format("{}: ", column.unit);
            const bool isLast = i + 1 == columns.size();
            text += fmt::format("{}    {:<18} {:<8} -- {}{}\n", table->isFunction() ? "--" : "", column.name,
                fmt::format("{}{}", typeName(column.type), isLast || table->isFunction() ? "" : ","), unit, column.help);
        }
        if (!table->isFunction())
            text += ");\n";
    }
    return text;
}

} // namespace bubblescope
