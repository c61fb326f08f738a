// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "querymodule.h"

#include "querystop.h"
#include "spangroups.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <cstring>
#include <new>

namespace bubblescope {

namespace {

/// What a module of SQLite is registered with.
struct TableAccess {
    QueryData* data;
    const QueryTable* table; ///< null: named by the statement that creates it
};

struct ConnectedTable {
    sqlite3_vtab base; // first: SQLite sees only this
    QueryData* data;
    const QueryTable* table;
};

struct ConnectedCursor {
    sqlite3_vtab_cursor base; // first: SQLite sees only this
    std::unique_ptr<QueryCursor> cursor;
    bool isEmpty = false; ///< a limit is NULL: whatever a row holds, it is not equal to that, nor less
};

/// How the planner's choice is handed to the cursor: a character for each limit and its column, then those to sort by,
/// then all whose cells are asked for.
constexpr char firstRelation = 'a';
constexpr char orderMark = 'g';
constexpr char usedMark = 'h';
constexpr char firstColumn = '0';

thread_local bool declaresTable = false;
thread_local uint64_t rowsRead = 0;
thread_local bool plannedForAllRanks = false;

ConnectedTable& tableOf(sqlite3_vtab* table) { return *reinterpret_cast<ConnectedTable*>(table); }
ConnectedCursor& cursorOf(sqlite3_vtab_cursor* cursor) { return *reinterpret_cast<ConnectedCursor*>(cursor); }

/// Runs what a table does; its exceptions become errors of the statement.
template <typename Work> int guarded(sqlite3_vtab* table, const Work& work)
{
    const auto setError = [table](const std::string& text) {
        sqlite3_free(table->zErrMsg);
        table->zErrMsg = sqlite3_mprintf("%s", text.c_str());
    };
    try {
        work();
        return SQLITE_OK;
    } catch (const QueryStopped&) {
        return SQLITE_INTERRUPT;
    } catch (const QueryRefused& refused) {
        setError(refused.text());
    } catch (const std::bad_alloc&) {
        return SQLITE_NOMEM;
    } catch (const std::exception& error) {
        setError(error.what());
    }
    return SQLITE_ERROR;
}

int connectTable(sqlite3* database, void* access, int count, const char* const* arguments, sqlite3_vtab** made, char**)
{
    const auto& given = *static_cast<const TableAccess*>(access);
    const QueryTable* table = given.table ? given.table : count > 2 ? queryTableNamed(arguments[2]) : nullptr;
    if (!table)
        return SQLITE_ERROR;
    declaresTable = true;
    const int declared = sqlite3_declare_vtab(database, tableDefinition(*table).c_str());
    declaresTable = false;
    if (declared != SQLITE_OK)
        return declared;
    auto* connected = new (std::nothrow) ConnectedTable {{}, given.data, table};
    if (!connected)
        return SQLITE_NOMEM;
    *made = &connected->base;
    return SQLITE_OK;
}

int disconnectTable(sqlite3_vtab* table)
{
    delete &tableOf(table);
    return SQLITE_OK;
}

std::optional<QueryBounds::Relation> relationOf(unsigned char op)
{
    using Relation = QueryBounds::Relation;
    switch (op) {
    case SQLITE_INDEX_CONSTRAINT_EQ:
        return Relation::Equal;
    case SQLITE_INDEX_CONSTRAINT_LT:
        return Relation::Less;
    case SQLITE_INDEX_CONSTRAINT_LE:
        return Relation::AtMost;
    case SQLITE_INDEX_CONSTRAINT_GT:
        return Relation::Greater;
    case SQLITE_INDEX_CONSTRAINT_GE:
        return Relation::AtLeast;
    default:
        return std::nullopt;
    }
}

/// Of the rows that are left once a column is limited.
double shareLeft(const QueryColumn& column, QueryBounds::Relation relation, double rows)
{
    if (column.use == QueryColumn::Use::Lookup)
        return relation == QueryBounds::Relation::Equal ? std::min(1.0, 4 / rows) : 0.3;
    return relation == QueryBounds::Relation::Equal ? 0.05 : 0.3;
}

/// Whether bounds by it are exact; those at NULL leave no row.
bool isComparedExactly(sqlite3_value* value)
{
    constexpr sqlite3_int64 limit = sqlite3_int64(1) << 62;
    const int type = sqlite3_value_type(value);
    return type == SQLITE_NULL
        || (type == SQLITE_INTEGER && sqlite3_value_int64(value) > -limit && sqlite3_value_int64(value) < limit);
}

void addBound(QueryBounds& bounds, const QueryColumn& column, int number, QueryBounds::Relation relation,
    sqlite3_value* value)
{
    const bool isText = column.type == QueryColumn::Type::Text;
    if (isText && column.use == QueryColumn::Use::Argument) { // whatever it is: none is passed over
        const auto* text = reinterpret_cast<const char*>(sqlite3_value_text(value));
        return bounds.add(number, relation, std::string(text ? text : "NULL"));
    }
    if (column.use == QueryColumn::Use::Compared && !isComparedExactly(value))
        throw QueryRefused(Error {Message("Only compared with integers."), {}, {}});
    switch (sqlite3_value_type(value)) {
    case SQLITE_INTEGER:
        if (!isText)
            bounds.add(number, relation, int64_t(sqlite3_value_int64(value)));
        break;
    case SQLITE_FLOAT:
        if (!isText)
            bounds.add(number, relation, sqlite3_value_double(value));
        break;
    case SQLITE_TEXT: {
        const auto* text = reinterpret_cast<const char*>(sqlite3_value_text(value));
        if (isText && text)
            bounds.add(number, relation, std::string(text, size_t(sqlite3_value_bytes(value))));
        break;
    }
    default:
        break; // SQLite compares what is left
    }
}

int choosePlan(sqlite3_vtab* base, sqlite3_index_info* info)
{
    const ConnectedTable& connected = tableOf(base);
    const auto columns = connected.table->columns();
    const double all = std::max(connected.table->estimatedRows(*connected.data), 1.0);
    double rows = all;
    std::string plan;
    int argument = 0;
    bool ofOneRun = false;
    QueryBounds used; // and the limits whose values are known before the query runs
    used.setUsed(info->colUsed);
    for (int i = 0; i < info->nConstraint; ++i) {
        const auto& constraint = info->aConstraint[i];
        const auto relation = relationOf(constraint.op);
        if (constraint.iColumn < 0 || !relation)
            continue;
        const QueryColumn& column = columns[size_t(constraint.iColumn)];
        if (column.use == QueryColumn::Use::Plain)
            continue;
        const bool isArgument = column.use == QueryColumn::Use::Argument;
        if (!constraint.usable) {
            if (isArgument)
                return SQLITE_CONSTRAINT; // to be asked once its value is known
            continue;
        }
        const bool isText = column.type == QueryColumn::Type::Text;
        if (isText && (*relation != QueryBounds::Relation::Equal
                || std::strcmp(sqlite3_vtab_collation(info, i), "BINARY") != 0))
            continue;
        plan += char(firstRelation + int(*relation));
        plan += char(firstColumn + constraint.iColumn);
        info->aConstraintUsage[i].argvIndex = ++argument;
        const bool isCompared = column.use == QueryColumn::Use::Compared;
        info->aConstraintUsage[i].omit = isArgument || isCompared;
        rows *= shareLeft(column, *relation, all);
        sqlite3_value* value = nullptr;
        if (!isCompared && sqlite3_vtab_rhs_value(info, i, &value) == SQLITE_OK)
            addBound(used, column, constraint.iColumn, *relation, value);
        ofOneRun |= column.name == "run" && *relation == QueryBounds::Relation::Equal;
    }
    std::vector<int> ordered;
    bool isDescending = false;
    for (int i = 0; i < info->nOrderBy; ++i) {
        ordered.push_back(info->aOrderBy[i].iColumn);
        isDescending |= info->aOrderBy[i].desc != 0;
    }
    plannedForAllRanks |= !connected.table->needsFewRanks(used);
    if (!isDescending && connected.table->sortsBy(*connected.data, ordered, used, ofOneRun)) {
        plan += orderMark;
        for (const int column : ordered)
            plan += char(firstColumn + column);
        info->orderByConsumed = 1;
    }
    plan += usedMark;
    for (size_t column = 0; column < columns.size(); ++column) {
        if ((info->colUsed >> column & 1) != 0)
            plan += char(firstColumn + int(column));
    }
    info->idxStr = sqlite3_mprintf("%s", plan.c_str());
    info->needToFreeIdxStr = 1;
    info->estimatedRows = sqlite3_int64(std::max(rows, 1.0));
    info->estimatedCost = rows + 10;
    return info->idxStr ? SQLITE_OK : SQLITE_NOMEM;
}

int openCursor(sqlite3_vtab* base, sqlite3_vtab_cursor** made)
{
    return guarded(base, [&] {
        const ConnectedTable& connected = tableOf(base);
        auto cursor = std::make_unique<ConnectedCursor>();
        cursor->cursor = connected.table->open(*connected.data);
        *made = &cursor.release()->base;
    });
}

int closeCursor(sqlite3_vtab_cursor* base)
{
    delete &cursorOf(base);
    return SQLITE_OK;
}

void countRow(const ConnectedCursor& cursor) { rowsRead += cursor.cursor->isAtEnd() ? 0 : 1; }

int startCursor(sqlite3_vtab_cursor* base, int, const char* plan, int count, sqlite3_value** values)
{
    return guarded(base->pVtab, [&] {
        const auto columns = tableOf(base->pVtab).table->columns();
        QueryBounds bounds;
        ConnectedCursor& cursor = cursorOf(base);
        cursor.isEmpty = false;
        for (int i = 0; i < count; ++i) {
            const int number = plan[2 * i + 1] - firstColumn;
            const QueryColumn& column = columns[size_t(number)];
            cursor.isEmpty |= column.use != QueryColumn::Use::Argument && sqlite3_value_type(values[i]) == SQLITE_NULL;
            addBound(bounds, column, number, QueryBounds::Relation(plan[2 * i] - firstRelation), values[i]);
        }
        if (cursor.isEmpty)
            return;
        std::vector<int> order;
        const char* rest = plan + 2 * count;
        if (*rest == orderMark) {
            while (*++rest != usedMark)
                order.push_back(*rest - firstColumn);
        }
        uint64_t used = 0;
        while (*++rest)
            used |= uint64_t(1) << (*rest - firstColumn);
        bounds.setUsed(used);
        cursor.cursor->start(bounds, order);
        countRow(cursor);
    });
}

int toNextRow(sqlite3_vtab_cursor* base)
{
    return guarded(base->pVtab, [base] {
        cursorOf(base).cursor->next();
        countRow(cursorOf(base));
    });
}

int isAtEnd(sqlite3_vtab_cursor* base)
{
    const ConnectedCursor& cursor = cursorOf(base);
    return cursor.isEmpty || cursor.cursor->isAtEnd() ? 1 : 0;
}

class ResultCell final : public QueryCell {
public:
    explicit ResultCell(sqlite3_context* context) : m_context(context) { }
    void integer(int64_t value) override { sqlite3_result_int64(m_context, value); }
    void real(double value) override { sqlite3_result_double(m_context, value); }
    void kept(std::string_view text) override { result(text, SQLITE_STATIC); }
    void copied(std::string_view text) override { result(text, SQLITE_TRANSIENT); }
    void null() override { sqlite3_result_null(m_context); }

private:
    void result(std::string_view text, sqlite3_destructor_type kept)
    {
        sqlite3_result_text(m_context, text.data() ? text.data() : "", int(std::min<size_t>(text.size(), 1 << 30)), kept);
    }
    sqlite3_context* m_context;
};

int readCell(sqlite3_vtab_cursor* base, sqlite3_context* context, int column)
{
    return guarded(base->pVtab, [&] {
        ResultCell cell(context);
        cursorOf(base).cursor->cell(column, cell);
    });
}

int readRowNumber(sqlite3_vtab_cursor* base, sqlite3_int64* number)
{
    *number = cursorOf(base).cursor->rowNumber();
    return SQLITE_OK;
}

sqlite3_module queryModule(bool isFunction)
{
    sqlite3_module module {};
    module.xCreate = isFunction ? nullptr : connectTable;
    module.xConnect = connectTable;
    module.xBestIndex = choosePlan;
    module.xDisconnect = disconnectTable;
    module.xDestroy = isFunction ? nullptr : disconnectTable;
    module.xOpen = openCursor;
    module.xClose = closeCursor;
    module.xFilter = startCursor;
    module.xNext = toNextRow;
    module.xEof = isAtEnd;
    module.xColumn = readCell;
    module.xRowid = readRowNumber;
    return module;
}

const sqlite3_module namedModule = queryModule(false);
const sqlite3_module calledModule = queryModule(true);

bool connectCalled(sqlite3* database, const std::string& name)
{
    sqlite3_stmt* statement = nullptr;
    const std::string sql = fmt::format("SELECT 1 FROM {}", name);
    const int result = sqlite3_prepare_v2(database, sql.c_str(), -1, &statement, nullptr);
    sqlite3_finalize(statement);
    return result == SQLITE_OK;
}

void deleteAccess(void* access) { delete static_cast<TableAccess*>(access); }

} // namespace

bool isDeclaringTable() { return declaresTable; }
uint64_t queryRowsRead() { return rowsRead; }
void startNotingPlans() { plannedForAllRanks = false; }
bool hasPlannedForAllRanks() { return plannedForAllRanks; }

bool addQueryTables(sqlite3* database, QueryData& data)
{
    if (sqlite3_create_module_v2(
            database, "bubblescope", &namedModule, new TableAccess {&data, nullptr}, deleteAccess)
        != SQLITE_OK)
        return false;
    for (const auto& table : queryTables()) {
        const std::string name(table->name());
        int result = SQLITE_OK;
        if (table->isFunction()) {
            result = sqlite3_create_module_v2(
                database, name.c_str(), &calledModule, new TableAccess {&data, table.get()}, deleteAccess);
        } else {
            const std::string sql = fmt::format("CREATE VIRTUAL TABLE {} USING bubblescope", name);
            result = sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr);
        }
        if (result != SQLITE_OK)
            return false;
    }
    if (sqlite3_create_module_v2(database, SpanGroupTable::tableName.data(), &calledModule,
            new TableAccess {&data, &spanGroupTable()}, deleteAccess)
        != SQLITE_OK)
        return false;
    // SQLite's own connect when they are first named: before an authorizer takes that for new tables.
    return connectCalled(database, "json_each") && connectCalled(database, "json_tree");
}

} // namespace bubblescope
