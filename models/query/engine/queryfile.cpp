// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "queryfile.h"

#include "databasetree.h"
#include "queryschema.h"
#include "querystop.h"
#include "tablerecord.h"

#include <fmt/format.h>

#include <memory>
#include <set>

namespace bubblescope {

namespace {

constexpr std::string_view indexOfMembers = "CREATE INDEX members_of_collective ON collective_members(collective)";

class NumberOfRow final : public QueryCell {
public:
    int64_t value = 0;
    void integer(int64_t number) override { value = number; }
    void real(double /*number*/) override { }
    void kept(std::string_view /*text*/) override { }
    void copied(std::string_view /*text*/) override { }
    void null() override { }
};

/// A table that is being written.
class WrittenTable {
public:
    WrittenTable(const QueryTable& table, DatabasePages& pages)
        : m_table(table), m_tree(pages), m_columns(int(table.columns().size()))
    {
        // Rows with an id are found by it: they are numbered so.
        if (table.name() != "notes" && m_table.columnNamed("id") >= 0
            && m_table.columns()[size_t(m_table.columnNamed("id"))].type == QueryColumn::Type::Integer)
            m_id = m_table.columnNamed("id");
        if (table.name() == "collective_members") {
            m_indexed = m_table.columnNamed("collective");
            m_index = std::make_unique<IndexTree>(pages);
        }
    }

    const QueryTable& table() const { return m_table; }
    void add(const QueryCursor& row)
    {
        m_record.start();
        for (int column = 0; column < m_columns; ++column)
            column == m_id ? m_record.null() : row.cell(column, m_record);
        ++m_row;
        if (m_id >= 0)
            m_row = numberIn(row, m_id);
        m_tree.add(m_row, m_record);
        if (m_index)
            m_index->add(numberIn(row, m_indexed), m_row);
    }
    /// Adds it to the schema.
    void finish(TableTree& schema, int64_t& rows)
    {
        std::string sql = tableDefinition(m_table);
        const std::string_view id = "\"id\" INTEGER";
        if (m_id >= 0)
            sql.insert(sql.find(id) + id.size(), " PRIMARY KEY");
        declare(schema, ++rows, "table", m_table.name(), m_tree.finish(), sql);
        if (m_index)
            declare(schema, ++rows, "index", "members_of_collective", m_index->finish(), indexOfMembers);
    }

private:
    static int64_t numberIn(const QueryCursor& row, int column)
    {
        NumberOfRow number;
        row.cell(column, number);
        return number.value;
    }
    void declare(TableTree& schema, int64_t row, std::string_view type, std::string_view name, uint32_t root,
        std::string_view sql)
    {
        m_record.start();
        m_record.kept(type);
        m_record.kept(name);
        m_record.kept(m_table.name());
        m_record.integer(root);
        m_record.kept(sql);
        schema.add(row, m_record);
    }

    const QueryTable& m_table;
    TableTree m_tree;
    std::unique_ptr<IndexTree> m_index;
    int m_columns;
    int m_id = -1;
    int m_indexed = -1;
    int64_t m_row = 0;
    TableRecord m_record;
};

class FileWriter {
public:
    FileWriter(QueryData& data, DatabaseSink& sink, const ProgressFn& progress)
        : m_data(data), m_pages(sink), m_progress(progress), m_total(data.recordedSpans())
    {
    }

    bool write()
    {
        for (const auto& table : queryTables()) {
            if (!table->isFunction())
                m_tables.push_back(std::make_unique<WrittenTable>(*table, m_pages));
        }
        for (const auto& table : m_tables) {
            if (!table->table().isOfSteps() && !copy(*table, {}))
                return false;
        }
        for (const auto& input : m_data.inputs()) {
            if (!copyStepsOf(*input))
                return false;
        }
        TableTree schema(m_pages, TableTree::Root::InFirstPage);
        int64_t rows = 0;
        for (const auto& table : m_tables)
            table->finish(schema, rows);
        return m_pages.finish(schema.finishInFirstPage(), querySchemaVersion);
    }

private:
    /// Step by step, since what is found out about a step fills several tables.
    bool copyStepsOf(QueryInput& input)
    {
        const auto copyAll = [&](std::optional<int64_t> step) {
            QueryBounds bounds;
            bounds.add(QueryTable::runOfInput, QueryBounds::Relation::Equal, int64_t(input.number()));
            if (step)
                bounds.add(QueryTable::stepOfInput, QueryBounds::Relation::Equal, *step);
            for (const auto& table : m_tables) {
                if (table->table().isOfSteps() && !copy(*table, bounds))
                    return false;
            }
            return true;
        };
        if (!input.hasTimes())
            return copyAll(std::nullopt);
        std::set<int64_t> done;
        for (int step = 0; step < input.stepCount(); ++step) {
            if (done.insert(input.stepNumber(step)).second && !copyAll(input.stepNumber(step)))
                return false;
        }
        return true;
    }

    bool copy(WrittenTable& to, const QueryBounds& bounds)
    {
        const uint64_t before = m_done;
        const bool areSpans = to.table().name() == "spans";
        const std::unique_ptr<QueryCursor> cursor = to.table().open(m_data);
        uint64_t rows = 0;
        for (cursor->start(bounds, {}); !cursor->isAtEnd(); cursor->next()) {
            to.add(*cursor);
            constexpr uint64_t atOnce = 1u << 14;
            if (++rows % atOnce != 0)
                continue;
            m_done = areSpans ? before + rows : before;
            if (!mayContinue())
                return false;
        }
        return mayContinue();
    }

    bool mayContinue() const
    {
        return m_pages.isFine() && !m_data.isStopped() && (!m_progress || m_progress(m_done, m_total));
    }

    QueryData& m_data;
    DatabasePages m_pages;
    const ProgressFn& m_progress;
    uint64_t m_total;
    uint64_t m_done = 0; ///< spans
    std::vector<std::unique_ptr<WrittenTable>> m_tables;
};

} // namespace

bool writeQueryFile(QueryData& data, DatabaseSink& sink, const ProgressFn& progress)
{
    try {
        return FileWriter(data, sink, progress).write();
    } catch (const QueryStopped&) {
        return false;
    }
}

} // namespace bubblescope
