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
        m_nextInput = 0;
        m_row = {m_row.data};
        m_end = 0;
        m_steps = 0;
        m_batches.clear();
        m_nextBatch = 0;
        m_reads = 0;
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
        if (m_row.index >= m_end)
            skipToRow();
    }
    void cell(int column, QueryCell& cell) const override { m_definition.columns[size_t(column)].cell(m_row, cell); }
    /// The same however the table is narrowed: by it SQLite knows rows again that meet two conditions of an OR.
    int64_t rowNumber() const override
    {
        constexpr uint64_t spread = 0x9e3779b97f4a7c15; // odd: rows of inputs and steps lie far apart
        const uint64_t part = uint64_t(m_nextInput) * spread + uint64_t(m_row.step + 1);
        return int64_t(part * spread + m_row.before + m_row.index);
    }

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
            if (!toNextRead() && !toNextStep() && !toNextInput()) {
                m_isAtEnd = true;
                return;
            }
        }
    }

    /// Of a run that is not all in memory.
    bool toNextRead()
    {
        if (m_nextBatch < m_batches.size()) {
            m_row.spans = nullptr; // its memory is needed
            m_row.spans = m_row.input->unread()->ranks(m_batches[m_nextBatch++]);
            openPart();
            return true;
        }
        while (m_nextRead < m_reads) {
            UnreadRun& unread = *m_row.input->unread();
            const size_t part = m_nextRead++;
            std::vector<uint32_t>& counts = unread.counts(m_definition.numbered);
            const bool isKnown = part < counts.size();
            const auto wanted = m_bounds.range(idOfParts);
            m_row.before = m_nextBefore;
            const int64_t first = m_row.input->idOf(m_row.before);
            if (first > wanted.last)
                break;
            if (isKnown) {
                m_nextBefore += counts[part];
                if (wanted.first >= first + counts[part])
                    continue;
            }
            m_row.spans = nullptr;
            m_row.spans = unread.steps(unread.stepParts()[part]);
            if (!isKnown) {
                counts.push_back(m_definition.countNumbered(m_row));
                m_nextBefore += counts.back();
            }
            openPart();
            return true;
        }
        m_reads = 0;
        return false;
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
            m_row.spans = nullptr;
            m_row.before = 0;
            m_steps = ofSteps && input.hasTimes() ? input.stepCount() : 0;
            const bool isRun = m_definition.per == Per::Run && input.run();
            if (isRun || m_steps > 0)
                m_row.spans = input.spans();
            if (isRun && input.unread() && m_definition.reads != Reads::Nothing) {
                startReading(*input.unread());
                return true;
            }
            const bool isOnePart
                = m_definition.per == Per::Input || isRun || (m_definition.per == Per::StepOrLog && input.log());
            if (isOnePart)
                openPart();
            if (isOnePart || m_steps > 0)
                return true;
        }
        return false;
    }

    void startReading(UnreadRun& unread)
    {
        m_nextBatch = 0;
        m_nextRead = 0;
        m_nextBefore = 0;
        if (m_definition.reads == Reads::Ranks)
            m_batches = unread.batches(unread.ranksOf(m_row.input->numbersIn(m_bounds.range(spanOfParts).ends())));
        else
            m_reads = unread.stepParts().size();
    }

    static constexpr int idOfParts = 1;
    static constexpr int spanOfParts = 2;

    const Definition& m_definition;
    QueryBounds m_bounds;
    QueryRow m_row;
    size_t m_end = 0;
    size_t m_nextInput = 0;
    int m_steps = 0;
    std::vector<std::vector<uint32_t>> m_batches; ///< of ranks, to be read one after the other
    size_t m_nextBatch = 0;
    size_t m_reads = 0; ///< parts of steps, to be read one after the other
    size_t m_nextRead = 0;
    uint32_t m_nextBefore = 0;
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
