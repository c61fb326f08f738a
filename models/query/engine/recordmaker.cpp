// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "recordmaker.h"

namespace bubblescope {

namespace {

class NumberOfRow final : public QueryCell {
public:
    int64_t value = 0;
    void integer(int64_t number) override { value = number; }
    void real(double /*number*/) override { }
    void kept(std::string_view /*text*/) override { }
    void copied(std::string_view /*text*/) override { }
    void null() override { }
};

} // namespace

int64_t numberIn(const QueryCursor& row, int column)
{
    NumberOfRow number;
    row.cell(column, number);
    return number.value;
}

RecordMaker::RecordMaker(const QueryTable& table) : m_columns(int(table.columns().size()))
{
    // Rows with an id are found by it: they are numbered so.
    const int id = table.columnNamed("id");
    if (table.name() != "notes" && id >= 0 && table.columns()[size_t(id)].type == QueryColumn::Type::Integer)
        m_id = id;
}

void RecordMaker::make(const QueryCursor& row)
{
    m_record.start();
    for (int column = 0; column < m_columns; ++column)
        column == m_id ? m_record.null() : row.cell(column, m_record);
    m_number = m_id >= 0 ? numberIn(row, m_id) : m_number + 1;
}

void RecordBatch::clear()
{
    rows.clear();
    bytes.clear();
}

void RecordBatch::add(size_t table, const RecordMaker& made)
{
    rows.push_back({uint32_t(table), uint32_t(made.record().size()), made.number()});
    bytes.resize(bytes.size() + made.record().size());
    made.record().copyTo(bytes.data() + bytes.size() - made.record().size());
}

} // namespace bubblescope
