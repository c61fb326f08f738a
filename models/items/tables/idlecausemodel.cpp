// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "idlecausemodel.h"

#include "functionname.h"
#include "tabletexts.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace bubblescope {

namespace {

bool takesTime(IdleCauseModel::Column column)
{
    using Column = IdleCauseModel::Column;
    return column == Column::Time || column == Column::Longest || column == Column::Recorded
        || column == Column::KernelWait;
}

} // namespace

IdleCauseModel::IdleCauseModel(QObject* parent) : TableModel(parent) { clear(); }

TableColumn IdleCauseModel::headOf(Column column) const
{
    const bool isMean = m_kind == Rows::OfAllRanks;
    switch (column) {
    case Column::Cause:
        return {tr("Cause"), {}, tr("What the host did while its GPU had no work"), false};
    case Column::Record:
        return {tr("Meanwhile"), {}, tr("The innermost record that covers a tenth of the pause or more"), false};
    case Column::Rank:
        return {tr("Rank"), {}, {}, true};
    case Column::Time:
        return {tr("Idle"), tr("idle (ms)"),
            isMean ? tr("How long a GPU had no work because of it, mean of all ranks")
                   : tr("How long the GPU had no work because of it"),
            true};
    case Column::Share:
        return {tr("Share"), tr("share (%)"),
            isMean ? tr("Of ranks × step; together they are the host wait of the bar") : tr("Of the step"), true};
    case Column::Count:
        return {tr("Count"), {}, tr("How many such records, or pauses in which nothing was recorded"), true};
    case Column::Longest:
        return {tr("Longest"), tr("longest (ms)"), tr("The longest pause; a click goes there"), true};
    case Column::Recorded:
        return {tr("Recorded"), tr("recorded (ms)"),
            isMean ? tr("How long these records took altogether, also while the GPU worked, mean of all ranks")
                   : tr("How long these records took altogether, also while the GPU worked"),
            true};
    case Column::KernelWait:
        return {tr("Then"), tr("then (ms)"),
            tr("After a synchronization: from the launch of the next kernel to its begin. Kernel wait, no host wait"),
            true};
    }
    return {};
}

void IdleCauseModel::setCauses(
    TracePtr trace, const std::vector<IdleCause>& causes, size_t ranks, double stepNs, Rows rows)
{
    beginResetModel();
    m_trace = std::move(trace);
    m_kind = rows;
    m_stepNs = stepNs;
    m_rows.clear();
    const bool isMean = rows == Rows::OfAllRanks;
    std::map<std::tuple<IdleKind, StringId, uint32_t>, size_t> rowOf;
    for (const IdleCause& cause : causes) {
        const auto [found, isNew] = rowOf.try_emplace({cause.kind, cause.name, isMean ? 0 : cause.rank}, m_rows.size());
        if (isNew)
            m_rows.push_back({cause});
        Line& line = m_rows[found->second];
        line.time += double(cause.time);
        line.kernelWait += double(cause.kernelWait);
        line.recorded += double(cause.recorded);
        line.count += cause.count;
        if (cause.longest.duration() > line.longest.longest.duration())
            line.longest = cause;
    }
    const double share = isMean ? 1 / double(std::max<size_t>(ranks, 1)) : 1;
    double most = 0;
    bool waitsForKernels = false;
    for (Line& line : m_rows) {
        for (double* ns : {&line.time, &line.kernelWait, &line.recorded})
            *ns *= share;
        waitsForKernels |= line.kernelWait > 0;
        most = std::max({most, line.time, line.recorded, double(line.longest.longest.duration())});
    }
    std::stable_sort(m_rows.begin(), m_rows.end(), [](const Line& a, const Line& b) { return a.time > b.time; });
    m_times = TimeFormat::forColumn(most);
    m_columns = {Column::Cause, Column::Record, Column::Rank, Column::Time, Column::Share, Column::Count,
        Column::Longest, Column::Recorded, Column::KernelWait};
    if (isMean)
        std::erase(m_columns, Column::Rank);
    if (!waitsForKernels)
        std::erase(m_columns, Column::KernelWait);
    std::vector<TableColumn> heads;
    for (const Column column : m_columns)
        heads.push_back(headOf(column));
    setColumns(std::move(heads));
    endResetModel();
}

const IdleCause* IdleCauseModel::cause(int row) const
{
    return row >= 0 && row < rows() ? &m_rows[size_t(row)].longest : nullptr;
}

int IdleCauseModel::placeOf(Column column) const
{
    const auto place = std::find(m_columns.begin(), m_columns.end(), column);
    return place == m_columns.end() ? -1 : int(place - m_columns.begin());
}

int IdleCauseModel::rankOf(int row) const { return m_trace->ranks()[cause(row)->rank].rank; }

double IdleCauseModel::figure(int row, Column column) const
{
    const Line& line = m_rows[size_t(row)];
    switch (column) {
    case Column::Rank:
        return rankOf(row);
    case Column::Time:
        return line.time;
    case Column::Share:
        return m_stepNs > 0 ? line.time / m_stepNs : 0;
    case Column::Count:
        return double(line.count);
    case Column::Longest:
        return double(line.longest.longest.duration());
    case Column::Recorded:
        return line.recorded;
    case Column::KernelWait:
        return line.kernelWait;
    case Column::Cause:
    case Column::Record:
        break;
    }
    return 0;
}

QString IdleCauseModel::text(int row, int column) const
{
    const Column of = m_columns[size_t(column)];
    const IdleCause& cause = m_rows[size_t(row)].longest;
    switch (of) {
    case Column::Cause:
        return tableText(idleKindName(cause.kind));
    case Column::Record:
        return cause.name.isValid() ? toText(readableFunctionName(m_trace->strings().text(cause.name))).simplified()
                                    : unknownText();
    case Column::Rank:
        return QString::number(rankOf(row));
    case Column::Share:
        return formatShare(figure(row, of));
    case Column::Count:
        return formatCount(qint64(m_rows[size_t(row)].count));
    default:
        return m_times.cell(figure(row, of));
    }
}

QVariant IdleCauseModel::sortValue(int row, int column) const
{
    const Column of = m_columns[size_t(column)];
    return of >= Column::Rank ? QVariant(figure(row, of)) : QVariant();
}

QString IdleCauseModel::plainText(int row, int column) const
{
    const Column of = m_columns[size_t(column)];
    if (takesTime(of))
        return plainMilliseconds(figure(row, of));
    if (of == Column::Share)
        return plainNumber(figure(row, of) * 100);
    return of >= Column::Rank ? plainNumber(figure(row, of)) : QString();
}

QString IdleCauseModel::toolTip(int row, int column) const
{
    const Column of = m_columns[size_t(column)];
    const IdleCause& cause = m_rows[size_t(row)].longest;
    if (of == Column::Longest)
        return cause.next.isValid() ? tr("On rank %1, until %2")
                                          .arg(rankOf(row))
                                          .arg(toText(shortFunctionName(m_trace->name(cause.next))).simplified())
                                    : tr("On rank %1").arg(rankOf(row));
    if (takesTime(of))
        return tr("%1 ms").arg(plainMilliseconds(figure(row, of)));
    return of == Column::Record ? text(row, column) : QString();
}

} // namespace bubblescope
