// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "operatormodel.h"

#include "functionname.h"

#include <algorithm>

namespace bubblescope {

namespace {

using OperatorColumn = OperatorModel::Column;

std::vector<OperatorColumn> columnsOf(OperatorTable::Of of)
{
    std::vector<OperatorColumn> columns {OperatorColumn::Name, OperatorColumn::Category, OperatorColumn::Count,
        OperatorColumn::Total, OperatorColumn::Self, OperatorColumn::Mean, OperatorColumn::P50, OperatorColumn::P99,
        OperatorColumn::Longest, OperatorColumn::Share};
    if (of == OperatorTable::Of::Operators)
        columns.insert(columns.end(), {OperatorColumn::Device, OperatorColumn::OwnDevice});
    else
        std::erase(columns, OperatorColumn::Self); // kernels do not nest
    if (of == OperatorTable::Of::KernelsByOperator)
        std::erase(columns, OperatorColumn::Category);
    return columns;
}

TableColumn headOf(OperatorColumn column, OperatorTable::Of of)
{
    const auto tr = [](const char* text) { return OperatorModel::tr(text); };
    switch (column) {
    case OperatorColumn::Name:
        return {of == OperatorTable::Of::Kernels ? tr("Kernel") : tr("Operator"), {}, {}, false};
    case OperatorColumn::Category:
        return {tr("Category"), {}, {}, false};
    case OperatorColumn::Count:
        return {tr("Count"), {},
            of == OperatorTable::Of::KernelsByOperator ? tr("Kernels and copies that it launched itself")
                                                       : tr("Records that begin in the range"),
            true};
    case OperatorColumn::Total:
        return {tr("Total"), tr("total (ms)"), {}, true};
    case OperatorColumn::Self:
        return {tr("Self"), tr("self (ms)"), tr("Total without what was recorded inside"), true};
    case OperatorColumn::Mean:
        return {tr("Mean"), tr("mean (ms)"), {}, true};
    case OperatorColumn::P50:
        return {tr("p50"), tr("p50 (ms)"), tr("Half are not longer"), true};
    case OperatorColumn::P99:
        return {tr("p99"), tr("p99 (ms)"), tr("99 of 100 are not longer"), true};
    case OperatorColumn::Longest:
        return {tr("Longest"), tr("longest (ms)"), tr("Enter or a double click goes there"), true};
    case OperatorColumn::Share:
        return {tr("Share"), tr("share"),
            of == OperatorTable::Of::Operators ? tr("Of the time of all operators, each without what is inside")
                                               : tr("Of the time of all kernels and copies"),
            true};
    case OperatorColumn::Device:
        return {tr("GPU total"), tr("GPU total (ms)"), tr("Kernels and copies that were launched inside"), true};
    case OperatorColumn::OwnDevice:
        return {tr("GPU self"), tr("GPU self (ms)"), tr("Kernels and copies that it launched itself"), true};
    }
    return {};
}

bool isTime(OperatorColumn column) { return column >= OperatorColumn::Total && column != OperatorColumn::Share; }

} // namespace

OperatorModel::OperatorModel(QObject* parent) : TableModel(parent) { setRows({}, m_of, {}); }

void OperatorModel::setRows(TracePtr trace, OperatorTable::Of of, std::vector<OperatorTable::Row> rows)
{
    beginResetModel();
    m_trace = std::move(trace);
    m_of = of;
    m_rows = std::move(rows);
    m_columns = columnsOf(of);
    std::vector<TableColumn> heads;
    for (const OperatorColumn column : m_columns)
        heads.push_back(headOf(column, of));
    setColumns(std::move(heads));
    double largest = 0;
    double longest = 0;
    for (const OperatorTable::Row& row : m_rows) {
        largest = std::max(largest, double(row.total));
        longest = std::max(longest, row.mean);
    }
    m_sums = TimeFormat::forColumn(largest);
    m_durations = TimeFormat::forColumn(longest);
    endResetModel();
}

SpanId OperatorModel::longest(int row) const
{
    return row < 0 || row >= rows() ? SpanId() : m_rows[size_t(row)].longest;
}

QString OperatorModel::name(int row) const
{
    const bool isKnown = row >= 0 && row < rows() && m_rows[size_t(row)].name.isValid();
    return isKnown ? toText(m_trace->strings().text(m_rows[size_t(row)].name)) : QString();
}

double OperatorModel::figure(int row, OperatorColumn column) const
{
    const OperatorTable::Row& of = m_rows[size_t(row)];
    switch (column) {
    case OperatorColumn::Count:
        return double(of.count);
    case OperatorColumn::Total:
        return double(of.total);
    case OperatorColumn::Self:
        return double(of.self);
    case OperatorColumn::Mean:
        return of.mean;
    case OperatorColumn::P50:
        return double(of.p50);
    case OperatorColumn::P99:
        return double(of.p99);
    case OperatorColumn::Longest:
        return double(of.longestDuration);
    case OperatorColumn::Share:
        return of.share;
    case OperatorColumn::Device:
        return double(of.device);
    case OperatorColumn::OwnDevice:
        return double(of.ownDevice);
    case OperatorColumn::Name:
    case OperatorColumn::Category:
        break;
    }
    return 0;
}

QString OperatorModel::text(int row, int column) const
{
    const OperatorColumn of = m_columns[size_t(column)];
    switch (of) {
    case OperatorColumn::Name:
        return m_rows[size_t(row)].name.isValid()
            ? toText(readableFunctionName(m_trace->strings().text(m_rows[size_t(row)].name))).simplified()
            : tr("(launch not recorded)");
    case OperatorColumn::Category:
        return categoryText(m_rows[size_t(row)].category);
    case OperatorColumn::Count:
        return formatCount(qint64(m_rows[size_t(row)].count));
    case OperatorColumn::Share:
        return formatShare(figure(row, of));
    case OperatorColumn::Total:
    case OperatorColumn::Self:
    case OperatorColumn::Device:
    case OperatorColumn::OwnDevice:
        return m_sums.cell(figure(row, of));
    default:
        return m_durations.cell(figure(row, of));
    }
}

QVariant OperatorModel::sortValue(int row, int column) const
{
    const OperatorColumn of = m_columns[size_t(column)];
    return of >= OperatorColumn::Count ? QVariant(figure(row, of)) : QVariant();
}

QString OperatorModel::plainText(int row, int column) const
{
    const OperatorColumn of = m_columns[size_t(column)];
    if (isTime(of))
        return plainMilliseconds(figure(row, of));
    return of >= OperatorColumn::Count ? plainNumber(figure(row, of)) : QString();
}

QString OperatorModel::toolTip(int row, int column) const
{
    const OperatorColumn of = m_columns[size_t(column)];
    if (isTime(of))
        return tr("%1 ms").arg(plainMilliseconds(figure(row, of)));
    return of == OperatorColumn::Name ? text(row, column) : QString();
}

} // namespace bubblescope
