// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "rowtable.h"

#include "querystop.h"

#include <algorithm>

namespace bubblescope {

RowTable::RowTable(Definition definition) : m_definition(std::move(definition))
{
    for (const Column& column : m_definition.columns)
        m_columns.push_back(column.column);
}

double RowTable::estimatedRows(const QueryData& data) const
{
    return m_definition.estimate ? m_definition.estimate(data) : 100;
}

class RowTable::Cursor final : public QueryCursor {
public:
    Cursor(const Definition& definition, QueryData& data) : m_definition(definition), m_row {&data} { }

    void start(const QueryBounds& bounds, std::span<const int> /*orderBy*/) override
    {
        m_bounds = bounds;
        m_number = 0;
        m_nextInput = 0;
        m_row = {m_row.data};
        m_end = 0;
        m_steps = 0;
        m_isAtEnd = false;
        if (m_definition.per == Per::Folder) {
            m_nextInput = m_row.data->inputs().size();
            openPart();
        }
        skipToRow();
    }
    bool isAtEnd() const override { return m_isAtEnd; }
    void next() override
    {
        ++m_row.index;
        ++m_number;
        if (m_row.index >= m_end)
            skipToRow();
    }
    void cell(int column, QueryCell& cell) const override
    {
        m_definition.columns[size_t(column)].cell(m_row, cell);
    }
    int64_t rowNumber() const override { return m_number; }

private:
    void openPart()
    {
        if (m_row.data->isStopped())
            throw QueryStopped();
        m_row.index = 0;
        m_end = m_definition.count(m_row);
        if (m_definition.narrow && m_end > 0) {
            const auto [first, last] = m_definition.narrow(m_row, m_bounds);
            m_row.index = first;
            m_end = std::min(m_end, last);
        }
    }

    /// Opens parts until one has a row.
    void skipToRow()
    {
        while (m_row.index >= m_end) {
            if (!toNextStep() && !toNextInput()) {
                m_isAtEnd = true;
                return;
            }
        }
    }

    bool toNextStep()
    {
        const auto wanted = m_bounds.range(stepOfInput);
        while (m_row.step + 1 < m_steps) {
            ++m_row.step;
            if (wanted.contains(m_row.input->stepNumber(m_row.step))) {
                openPart();
                return true;
            }
        }
        return false;
    }

    bool toNextInput()
    {
        const auto& inputs = m_row.data->inputs();
        const auto wanted = m_bounds.range(runOfInput);
        const bool ofSteps = isOfSteps(m_definition.per);
        while (m_nextInput < inputs.size()) {
            QueryInput& input = *inputs[m_nextInput++];
            if (!wanted.contains(input.number()))
                continue;
            m_row.input = &input;
            m_row.step = -1;
            m_row.index = m_end = 0;
            m_steps = ofSteps && input.hasTimes() ? input.stepCount() : 0;
            const bool isOnePart = m_definition.per == Per::Input || (m_definition.per == Per::Run && input.run())
                || (m_definition.per == Per::StepOrLog && input.log());
            if (isOnePart)
                openPart();
            if (isOnePart || m_steps > 0)
                return true;
        }
        return false;
    }

    const Definition& m_definition;
    QueryBounds m_bounds;
    QueryRow m_row;
    size_t m_end = 0;
    size_t m_nextInput = 0;
    int m_steps = 0;
    int64_t m_number = 0;
    bool m_isAtEnd = true;
};

std::unique_ptr<QueryCursor> RowTable::open(QueryData& data) const
{
    return std::make_unique<Cursor>(m_definition, data);
}

RowTable::Column runColumn()
{
    return {{"run", QueryColumn::Type::Integer, {}, "number of the run in table runs", QueryColumn::Use::Narrowing},
        [](const QueryRow& row, QueryCell& cell) { cell.integer(row.input->number()); }};
}

RowTable::Column stepColumn()
{
    return {{"step", QueryColumn::Type::Integer, {}, "number of the step; 1 where the run numbers none, NULL for a log",
                QueryColumn::Use::Narrowing},
        [](const QueryRow& row, QueryCell& cell) {
            if (row.step >= 0)
                cell.integer(row.input->stepNumber(row.step));
            else
                cell.null();
        }};
}

} // namespace bubblescope
