// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "queryfile.h"

#include "analysedrecords.h"
#include "databasetree.h"
#include "queryschema.h"
#include "querystop.h"
#include "recordmaker.h"
#include "workahead.h"

#include <memory>

namespace bubblescope {

namespace {

constexpr std::string_view indexOfMembers = "CREATE INDEX members_of_collective ON collective_members(collective)";

/// A table that is being written.
class WrittenTable {
public:
    WrittenTable(const QueryTable& table, DatabasePages& pages) : m_table(table), m_maker(table), m_tree(pages)
    {
        if (table.name() == "collective_members") {
            m_indexed = m_table.columnNamed("collective");
            m_index = std::make_unique<IndexTree>(pages);
        }
    }

    const QueryTable& table() const { return m_table; }
    void add(const QueryCursor& row)
    {
        m_maker.make(row);
        m_tree.add(m_maker.number(), m_maker.record());
        if (m_index)
            m_index->add(numberIn(row, m_indexed), m_maker.number());
    }
    void add(int64_t number, std::string_view record) { m_tree.add(number, StoredRecord {record}); }
    /// Adds it to the schema.
    void finish(TableTree& schema, int64_t& rows)
    {
        std::string sql = tableDefinition(m_table);
        const std::string_view id = "\"id\" INTEGER";
        if (m_maker.numbersById())
            sql.insert(sql.find(id) + id.size(), " PRIMARY KEY");
        declare(schema, ++rows, "table", m_table.name(), m_tree.finish(), sql);
        if (m_index)
            declare(schema, ++rows, "index", "members_of_collective", m_index->finish(), indexOfMembers);
    }

private:
    void declare(TableTree& schema, int64_t row, std::string_view type, std::string_view name, uint32_t root,
        std::string_view sql)
    {
        TableRecord record;
        record.start();
        record.kept(type);
        record.kept(name);
        record.kept(m_table.name());
        record.integer(root);
        record.kept(sql);
        schema.add(row, record);
    }

    const QueryTable& m_table;
    RecordMaker m_maker;
    TableTree m_tree;
    std::unique_ptr<IndexTree> m_index;
    int m_indexed = -1;
};

class FileWriter {
public:
    FileWriter(QueryData& data, DatabaseSink& sink, const ProgressFn& progress)
        : m_data(data)
        , m_pages(sink)
        , m_progress(progress)
        , m_total(data.recordedSpans())
        , m_analysed(data.forAnotherThread())
    {
        m_ahead.emplace([this](RecordBatch& batch) { return m_analysed.make(batch); });
        for (const auto& table : queryTables()) {
            if (!table->isFunction())
                m_tables.push_back(std::make_unique<WrittenTable>(*table, m_pages));
            else
                m_tables.push_back(nullptr);
        }
    }

    ~FileWriter()
    {
        if (m_isWritten || m_data.isStopped())
            return;
        m_data.stop(); // what is being made ahead
        m_ahead.reset();
        m_data.resume();
    }
    FileWriter(const FileWriter&) = delete;
    FileWriter& operator=(const FileWriter&) = delete;

    bool write()
    {
        for (const auto& table : m_tables) {
            if (table && table->table().isRecorded() && !copy(*table))
                return false;
        }
        while (const RecordBatch* batch = m_ahead->next()) {
            take(*batch);
            if (!mayContinue())
                return false;
        }
        TableTree schema(m_pages, TableTree::Root::InFirstPage);
        int64_t rows = 0;
        for (const auto& table : m_tables) {
            if (table)
                table->finish(schema, rows);
        }
        m_isWritten = true;
        return m_pages.finish(schema.finishInFirstPage(), querySchemaVersion);
    }

private:
    bool copy(WrittenTable& to)
    {
        const uint64_t before = m_done;
        const bool areSpans = to.table().name() == "spans";
        const std::unique_ptr<QueryCursor> cursor = to.table().open(m_data);
        uint64_t rows = 0;
        for (cursor->start({}, {}); !cursor->isAtEnd(); cursor->next()) {
            to.add(*cursor);
            constexpr uint64_t atOnce = 1u << 14;
            if (++rows % atOnce != 0)
                continue;
            m_done = areSpans ? before + rows : before;
            while (m_ahead->isReady()) {
                const RecordBatch* batch = m_ahead->next();
                if (!batch)
                    break;
                take(*batch);
            }
            if (!mayContinue())
                return false;
        }
        return mayContinue();
    }

    void take(const RecordBatch& batch)
    {
        std::string_view bytes = batch.bytes;
        for (const RecordBatch::Row& row : batch.rows) {
            m_tables[row.table]->add(row.number, bytes.substr(0, row.size));
            bytes.remove_prefix(row.size);
        }
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
    std::vector<std::unique_ptr<WrittenTable>> m_tables; ///< as queryTables(); null for functions
    AnalysedRecords m_analysed;
    bool m_isWritten = false;
    std::optional<WorkAhead<RecordBatch>> m_ahead; ///< last: its thread uses what stands before it
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
