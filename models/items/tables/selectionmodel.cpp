// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "selectionmodel.h"

#include "functionname.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

std::vector<TableColumn> columnsFor(SelectionSummary::GroupBy by)
{
    const auto tr = [](const char* text) { return SelectionModel::tr(text); };
    QString name = tr("Name");
    QString context = tr("Category");
    if (by == SelectionSummary::GroupBy::Category)
        name = tr("Category");
    if (by == SelectionSummary::GroupBy::Track) {
        name = tr("Track");
        context = tr("Rank");
    }
    return {{name, {}, {}, false}, {context, {}, {}, by == SelectionSummary::GroupBy::Track},
        {tr("Count"), {}, tr("Spans that touch the range; a fused pair counts once"), true},
        {tr("Total"), tr("total (ms)"), tr("Time inside the range"), true},
        {tr("Self"), tr("self (ms)"), tr("Total without the spans recorded inside them"), true},
        {tr("Waiting"), tr("waiting (ms)"),
            tr("Part of the total in which partners had not come yet; where a rank has no other work and waits for its "
               "pipeline, shares call it bubble"),
            true},
        {tr("Mean"), tr("mean (ms)"), tr("Total by count: of the time inside the range"), true},
        {tr("p50"), tr("p50 (ms)"), tr("Half of the spans are not longer, counting their time inside the range"), true},
        {tr("p90"), tr("p90 (ms)"), tr("9 of 10 spans are not longer"), true},
        {tr("p99"), tr("p99 (ms)"), tr("99 of 100 spans are not longer"), true},
        {tr("Longest"), tr("longest (ms)"), tr("Enter or a double click goes there"), true},
        {tr("Durations"), {},
            tr("How many spans last how long, from a microsecond to seconds, doubling from bar to bar"), false}};
}

} // namespace

SelectionModel::SelectionModel(QObject* parent) : TableModel(parent) { setColumns(columnsFor(m_by)); }

void SelectionModel::setGroups(
    TracePtr trace, SelectionSummary::GroupBy by, std::vector<SelectionSummary::Group> groups, bool knowsWaiting)
{
    beginResetModel();
    m_trace = std::move(trace);
    m_by = by;
    m_knowsWaiting = knowsWaiting;
    m_groups = std::move(groups);
    setColumns(columnsFor(by));
    double largest = 0;
    for (const auto& group : m_groups)
        largest = std::max(largest, double(group.total));
    m_sums = TimeFormat::forColumn(largest);
    endResetModel();
}

SpanId SelectionModel::longest(int row) const
{
    return row < 0 || row >= rows() ? SpanId() : m_groups[static_cast<size_t>(row)].longest;
}

const SelectionSummary::Histogram* SelectionModel::histogram(int row) const
{
    return row < 0 || row >= rows() ? nullptr : &m_groups[static_cast<size_t>(row)].histogram;
}

double SelectionModel::figure(int row, int column) const
{
    const SelectionSummary::Group& group = m_groups[static_cast<size_t>(row)];
    switch (column) {
    case CountColumn:
        return double(group.count);
    case TotalColumn:
        return double(group.total);
    case SelfColumn:
        return double(group.self);
    case WaitingColumn:
        return double(group.waiting);
    case MeanColumn:
        return group.mean();
    case P50Column:
        return double(group.p50);
    case P90Column:
        return double(group.p90);
    case P99Column:
        return double(group.p99);
    case LongestColumn:
        return double(group.longestDuration);
    default:
        return 0;
    }
}

QString SelectionModel::text(int row, int column) const
{
    const SelectionSummary::Group& group = m_groups[static_cast<size_t>(row)];
    switch (column) {
    case NameColumn:
        if (m_by == SelectionSummary::GroupBy::Category)
            return categoryText(group.category);
        if (m_by == SelectionSummary::GroupBy::Track)
            return toText(m_trace->trackName(group.track)).simplified();
        return toText(readableFunctionName(m_trace->strings().text(group.name))).simplified();
    case ContextColumn:
        if (m_by == SelectionSummary::GroupBy::Track)
            return rankText(m_trace->track(group.track).rank);
        return m_by == SelectionSummary::GroupBy::Category ? toText(categoryKey(group.category))
                                                           : categoryText(group.category);
    case CountColumn:
        return formatCount(qint64(group.count));
    case TotalColumn:
    case SelfColumn:
    case WaitingColumn:
        return isKnown(column) ? m_sums.cell(figure(row, column)) : unknownText();
    case HistogramColumn:
        return {};
    default:
        return formatDuration(figure(row, column)); // they range from microseconds to seconds
    }
}

QVariant SelectionModel::sortValue(int row, int column) const
{
    if (column == ContextColumn && m_by == SelectionSummary::GroupBy::Track)
        return m_trace->track(m_groups[static_cast<size_t>(row)].track).rank;
    return column >= CountColumn && column < HistogramColumn && isKnown(column) ? QVariant(figure(row, column))
                                                                                : QVariant();
}

QString SelectionModel::plainText(int row, int column) const
{
    if (!isKnown(column))
        return {};
    if (isTime(column))
        return plainMilliseconds(figure(row, column));
    return column == CountColumn ? plainNumber(figure(row, column)) : QString();
}

QString SelectionModel::toolTip(int row, int column) const
{
    if (!isKnown(column))
        return tr("Not known: not all ranks are in memory");
    if (isTime(column))
        return tr("%1 ms").arg(plainMilliseconds(figure(row, column)));
    if (column != HistogramColumn)
        return column == NameColumn ? text(row, column) : QString();
    QStringList lines;
    for (size_t bar = 0; bar < SelectionSummary::histogramBars; ++bar) {
        const uint32_t count = (*histogram(row))[bar];
        if (count == 0)
            continue;
        const bool isLast = bar + 1 == SelectionSummary::histogramBars;
        const TimeNs limit = SelectionSummary::histogramLimit(isLast ? bar - 1 : bar);
        lines << (isLast ? tr("more than %1: %2") : tr("up to %1: %2"))
                     .arg(formatDuration(double(limit)), formatCount(count));
    }
    return lines.join(QLatin1Char('\n'));
}

} // namespace bubblescope
