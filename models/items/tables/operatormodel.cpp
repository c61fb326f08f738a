// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "operatormodel.h"

#include "functionname.h"

#include <algorithm>

namespace bubblescope {

namespace {

using Column = OperatorModel::Column;

std::vector<Column> columnsOf(OperatorTable::Of of)
{
    std::vector<Column> columns {Column::Name, Column::Category, Column::Count, Column::Total, Column::Self,
        Column::Mean, Column::P50, Column::P99, Column::Longest, Column::Share};
    if (of == OperatorTable::Of::Operators)
        columns.insert(columns.end(), {Column::Device, Column::OwnDevice});
    else
        std::erase(columns, Column::Self); // kernels do not nest
    if (of == OperatorTable::Of::KernelsByOperator)
        std::erase(columns, Column::Category);
    return columns;
}

TableColumn headOf(Column column, OperatorTable::Of of)
{
    const auto tr = [](const char* text) { return OperatorModel::tr(text); };
    switch (column) {
    case Column::Name:
        return {of == OperatorTable::Of::Kernels ? tr("Kernel") : tr("Operator"), {}, {}, false};
    case Column::Category:
        return {tr("Category"), {}, {}, false};
    case Column::Count:
        return {tr("Count"), {},
            of == OperatorTable::Of::KernelsByOperator ? tr("Kernels and copies that it launched itself")
                                                       : tr("Records that begin in the range"),
            true};
    case Column::Total:
        return {tr("Total"), tr("total (ms)"), {}, true};
    case Column::Self:
        return {tr("Self"), tr("self (ms)"), tr("Total without what was recorded inside"), true};
    case Column::Mean:
        return {tr("Mean"), tr("mean (ms)"), {}, true};
    case Column::P50:
        return {tr("p50"), tr("p50 (ms)"), tr("Half are not longer"), true};
    case Column::P99:
        return {tr("p99"), tr("p99 (ms)"), tr("99 of 100 are not longer"), true};
    case Column::Longest:
        return {tr("Longest"), tr("longest (ms)"), tr("Enter or a double click goes there"), true};
    case Column::Share:
        return {tr("Share"), tr("share"),
            of == OperatorTable::Of::Operators ? tr("Of the time of all operators, each without what is inside")
                                               : tr("Of the time of all kernels and copies"),
            true};
    case Column::Device:
        return {tr("GPU total"), tr("GPU total (ms)"), tr("Kernels and copies that were launched inside"), true};
    case Column::OwnDevice:
        return {tr("GPU self"), tr("GPU self (ms)"), tr("Kernels and copies that it launched itself"), true};
    }
    return {};
}

bool isTime(Column column) { return column >= Column::Total && column != Column::Share; }

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
    for (const Column column : m_columns)
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

double OperatorModel::figure(int row, Column column) const
{
    const OperatorTable::Row& of = m_rows[size_t(row)];
    switch (column) {
    case Column::Count:
        return double(of.count);
    case Column::Total:
        return double(of.total);
    case Column::Self:
        return double(of.self);
    case Column::Mean:
        return of.mean;
    case Column::P50:
        return double(of.p50);
    case Column::P99:
        return double(of.p99);
    case Column::Longest:
        return double(of.longestDuration);
    case Column::Share:
        return of.share;
    case Column::Device:
        return double(of.device);
    case Column::OwnDevice:
        return double(of.ownDevice);
    case Column::Name:
    case Column::Category:
        break;
    }
    return 0;
}

QString OperatorModel::text(int row, int column) const
{
    const Column of = m_columns[size_t(column)];
    switch (of) {
    case Column::Name:
        return m_rows[size_t(row)].name.isValid()
            ? toText(readableFunctionName(m_trace->strings().text(m_rows[size_t(row)].name))).simplified()
            : tr("(launch not recorded)");
    case Column::Category:
        return categoryText(m_rows[size_t(row)].category);
    case Column::Count:
        return formatCount(qint64(m_rows[size_t(row)].count));
    case Column::Share:
        return formatShare(figure(row, of));
    case Column::Total:
    case Column::Self:
    case Column::Device:
    case Column::OwnDevice:
        return m_sums.cell(figure(row, of));
    default:
        return m_durations.cell(figure(row, of));
    }
}

QVariant OperatorModel::sortValue(int row, int column) const
{
    const Column of = m_columns[size_t(column)];
    return of >= Column::Count ? QVariant(figure(row, of)) : QVariant();
}

QString OperatorModel::plainText(int row, int column) const
{
    const Column of = m_columns[size_t(column)];
    if (isTime(of))
        return plainMilliseconds(figure(row, of));
    return of >= Column::Count ? plainNumber(figure(row, of)) : QString();
}

QString OperatorModel::toolTip(int row, int column) const
{
    const Column of = m_columns[size_t(column)];
    if (isTime(of))
        return tr("%1 ms").arg(plainMilliseconds(figure(row, of)));
    return of == Column::Name ? text(row, column) : QString();
}

} // namespace bubblescope
