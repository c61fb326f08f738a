// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "stepcellmodel.h"

#include "formatting.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace bubblescope {

void StepCellModel::setTable(const StepTable& table, std::span<const std::string> hosts)
{
    beginResetModel();
    m_table = &table;
    m_hosts = hosts;
    m_measures.clear();
    std::vector<TableColumn> columns {{tr("Rank"), {}, {}, true}, {tr("Stage"), {}, {}, true}, {tr("Host"), {}, {}, false},
        {tr("Step"), {}, {}, true}};
    for (size_t i = 0; i < stepMeasureCount; ++i) {
        const auto measure = StepMeasure(i);
        if (!table.has(measure))
            continue;
        m_measures.push_back(measure);
        const QString name = toText(stepMeasureName(measure));
        columns.push_back({name, QStringLiteral("%1 (ms)").arg(name), {}, true});
    }
    setColumns(std::move(columns));
    endResetModel();
}

int StepCellModel::rows() const
{
    const size_t cells = m_table ? m_table->rowCount() * m_table->stepCount() : 0;
    return int(std::min<size_t>(cells, std::numeric_limits<int>::max()));
}

QString StepCellModel::text(int row, int column) const
{
    const size_t steps = m_table->stepCount();
    const size_t place = size_t(row) / steps;
    const StepTable::Row& of = m_table->rows()[place];
    const auto known = [](int number) { return number >= 0 ? QString::number(number) : unknownText(); };
    switch (column) {
    case RankColumn:
        return known(of.rank);
    case StageColumn:
        return known(of.stage);
    case HostColumn:
        return size_t(of.host) < m_hosts.size() ? toText(m_hosts[size_t(of.host)]) : unknownText();
    case StepColumn:
        return QString::number(m_table->steps()[size_t(row) % steps]);
    default:
        break;
    }
    const float ms = m_table->value(m_measures[size_t(column - FirstMeasureColumn)], place, size_t(row) % steps);
    return std::isnan(ms) ? unknownText() : plainNumber(double(ms));
}

} // namespace bubblescope
