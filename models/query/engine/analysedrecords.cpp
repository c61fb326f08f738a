// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysedrecords.h"

#include "queryschema.h"
#include "querystop.h"

#include <set>

namespace bubblescope {

AnalysedRecords::AnalysedRecords(std::unique_ptr<QueryData> data) : m_data(std::move(data))
{
    for (const auto& table : queryTables())
        m_makers.emplace_back(*table);
}

bool AnalysedRecords::make(RecordBatch& batch)
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

void AnalysedRecords::listParts()
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

bool AnalysedRecords::toRow()
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

} // namespace bubblescope
