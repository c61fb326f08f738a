// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "queryfile.h"

#include "databasetree.h"
#include "queryschema.h"
#include "querystop.h"
#include "tablerecord.h"
#include "workahead.h"

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

int64_t numberIn(const QueryCursor& row, int column)
{
    NumberOfRow number;
    row.cell(column, number);
    return number.value;
}

/// Makes the records of a table, and numbers them.
class RecordMaker {
public:
    explicit RecordMaker(const QueryTable& table) : m_columns(int(table.columns().size()))
    {
        // Rows with an id are found by it: they are numbered so.
        const int id = table.columnNamed("id");
        if (table.name() != "notes" && id >= 0 && table.columns()[size_t(id)].type == QueryColumn::Type::Integer)
            m_id = id;
    }

    void make(const QueryCursor& row)
    {
        m_record.start();
        for (int column = 0; column < m_columns; ++column)
            column == m_id ? m_record.null() : row.cell(column, m_record);
        m_number = m_id >= 0 ? numberIn(row, m_id) : m_number + 1;
    }
    const TableRecord& record() const { return m_record; }
    int64_t number() const { return m_number; }
    bool numbersById() const { return m_id >= 0; }

private:
    int m_columns;
    int m_id = -1;
    int64_t m_number = 0;
    TableRecord m_record;
};

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

/// Records of several tables, one after the other.
struct RecordBatch {
    struct Row {
        uint32_t table; ///< in queryTables()
        uint32_t size;
        int64_t number;
    };
    std::vector<Row> rows;
    std::string bytes;

    void clear()
    {
        rows.clear();
        bytes.clear();
    }
    void add(size_t table, const RecordMaker& made)
    {
        rows.push_back({uint32_t(table), uint32_t(made.record().size()), made.number()});
        bytes.resize(bytes.size() + made.record().size());
        made.record().copyTo(bytes.data() + bytes.size() - made.record().size());
    }
};

/// Makes the records of all tables that need analyses: of the steps step by step, since what is found out about a step
/// fills several tables.
class AnalysedRecords {
public:
    explicit AnalysedRecords(std::unique_ptr<QueryData> data) : m_data(std::move(data))
    {
        for (const auto& table : queryTables())
            m_makers.emplace_back(*table);
    }

    /// False at the end.
    bool make(RecordBatch& batch)
    {
        constexpr size_t enough = size_t(1) << 20;
        batch.clear();
        if (!m_isListed)
            listParts();
        while (batch.bytes.size() < enough && toRow()) {
            const size_t table = m_parts[m_nextPart - 1].table;
            m_makers[table].make(*m_cursor);
            batch.add(table, m_makers[table]);
            m_cursor->next();
        }
        if (m_data->isStopped())
            throw QueryStopped();
        return !batch.rows.empty();
    }

private:
    struct Part {
        uint32_t table; ///< in queryTables()
        std::optional<int> run {};
        std::optional<int32_t> step {};
    };

    void listParts()
    {
        m_isListed = true;
        const QueryTables& tables = queryTables();
        const auto add = [&](bool isOfSteps, std::optional<int> run, std::optional<int32_t> step) {
            for (uint32_t t = 0; t < tables.size(); ++t) {
                const QueryTable& table = *tables[t];
                if (!table.isFunction() && !table.isRecorded() && table.isOfSteps() == isOfSteps)
                    m_parts.push_back({t, run, step});
            }
        };
        add(false, {}, {});
        for (const auto& input : m_data->inputs()) {
            if (!input->hasTimes()) {
                add(true, input->number(), {});
                continue;
            }
            std::set<int32_t> done;
            for (int step = 0; step < input->stepCount(); ++step) {
                if (done.insert(input->stepNumber(step)).second)
                    add(true, input->number(), input->stepNumber(step));
            }
        }
    }

    /// To the first row that is left.
    bool toRow()
    {
        while (!m_cursor || m_cursor->isAtEnd()) {
            if (m_nextPart == m_parts.size())
                return false;
            const Part& part = m_parts[m_nextPart++];
            QueryBounds bounds;
            if (part.run)
                bounds.add(QueryTable::runOfInput, QueryBounds::Relation::Equal, int64_t(*part.run));
            if (part.step)
                bounds.add(QueryTable::stepOfInput, QueryBounds::Relation::Equal, int64_t(*part.step));
            m_cursor = queryTables()[part.table]->open(*m_data);
            m_cursor->start(bounds, {});
        }
        return true;
    }

    std::unique_ptr<QueryData> m_data;
    std::vector<RecordMaker> m_makers; ///< by table
    std::vector<Part> m_parts;
    bool m_isListed = false;
    size_t m_nextPart = 0;
    std::unique_ptr<QueryCursor> m_cursor;
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
