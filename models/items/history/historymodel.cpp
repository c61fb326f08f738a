// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "historymodel.h"

#include "tabletexts.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace bubblescope {

namespace {
constexpr double notKnown = std::numeric_limits<double>::quiet_NaN();
}

HistoryModel::HistoryModel(QObject* parent) : TableModel(parent) { setHistory({}); }

void HistoryModel::setHistory(RunHistory history)
{
    beginResetModel();
    m_history = std::move(history);
    m_columns.clear();
    std::vector<TableColumn> columns;
    const auto isKnown = [this](GateQuantity quantity) {
        return std::any_of(m_history.builds.begin(), m_history.builds.end(),
            [quantity](const RunHistory::Build& build) { return build.of(quantity).has_value(); });
    };
    const auto add = [&](bool isThere, Column column, const QString& title, const QString& plainTitle,
                         const QString& help = {}, bool isNumber = true) {
        if (!isThere)
            return;
        m_columns.push_back(column);
        columns.push_back({title, plainTitle, help, isNumber});
    };
    const QString mean = tr("Of a step, mean rank");
    add(true, Column::Build, tr("Build"), {}, {}, false);
    add(true, Column::Step, tr("Step"), tr("step (ms)"), tr("Mean of the steps, without warmup and outliers"));
    add(true, Column::Change, tr("Change"), tr("change (%)"), tr("Where the step became longer or shorter, and stayed so"));
    add(isKnown(GateQuantity::Compute), Column::Compute, tr("Compute"), tr("compute (ms)"), mean);
    add(isKnown(GateQuantity::Exposed), Column::Exposed, tr("Exposed comm."), tr("exposed communication (ms)"), mean);
    add(isKnown(GateQuantity::Waiting), Column::Waiting, tr("Waiting"), tr("waiting (ms)"), mean);
    add(isKnown(GateQuantity::Bubble), Column::Bubble, tr("Bubble"), tr("bubble (ms)"), mean);
    add(isKnown(GateQuantity::Idle), Column::Idle, tr("Idle, host"), tr("idle and host (ms)"), mean);
    add(isKnown(GateQuantity::Memory), Column::Memory, tr("Memory"), tr("memory (bytes)"));
    const bool hasFindings = std::any_of(m_history.builds.begin(), m_history.builds.end(),
        [](const RunHistory::Build& build) { return !build.finding.empty(); });
    add(hasFindings, Column::Finding, tr("Costs most"), {}, {}, false);
    setColumns(std::move(columns));
    double largest = 0;
    for (const RunHistory::Build& build : m_history.builds)
        largest = std::max(largest, build.of(GateQuantity::Step).value_or(0));
    m_format = TimeFormat::forColumn(largest);
    endResetModel();
}

double HistoryModel::figure(int row, Column column) const
{
    const RunHistory::Build& build = m_history.builds[size_t(row)];
    const auto of = [&build](GateQuantity quantity) { return build.of(quantity).value_or(notKnown); };
    switch (column) {
    case Column::Step:
        return of(GateQuantity::Step);
    case Column::Change: {
        const RunHistory::ChangePoint* change = m_history.changeAt(size_t(row));
        return change ? change->change : notKnown;
    }
    case Column::Compute:
        return of(GateQuantity::Compute);
    case Column::Exposed:
        return of(GateQuantity::Exposed);
    case Column::Waiting:
        return of(GateQuantity::Waiting);
    case Column::Bubble:
        return of(GateQuantity::Bubble);
    case Column::Idle:
        return of(GateQuantity::Idle);
    case Column::Memory:
        return of(GateQuantity::Memory);
    case Column::Build:
    case Column::Finding:
        break;
    }
    return notKnown;
}

QString HistoryModel::text(int row, int place) const
{
    const Column column = m_columns[size_t(place)];
    const RunHistory::Build& build = m_history.builds[size_t(row)];
    switch (column) {
    case Column::Build:
        return toText(build.name).simplified();
    case Column::Finding:
        return messageText(build.finding);
    case Column::Change:
        return m_history.changeAt(size_t(row)) ? formatShareDifference(figure(row, column)) : QString();
    case Column::Memory:
        return formatBytes(figure(row, column));
    default:
        return m_format.cell(figure(row, column));
    }
}

QVariant HistoryModel::sortValue(int row, int place) const
{
    const Column column = m_columns[size_t(place)];
    if (column == Column::Build)
        return row; // in order of time
    if (column == Column::Finding)
        return m_history.builds[size_t(row)].findingNs;
    const double value = figure(row, column);
    return std::isfinite(value) ? value : 0.0;
}

QString HistoryModel::plainText(int row, int place) const
{
    const Column column = m_columns[size_t(place)];
    if (column == Column::Build || column == Column::Finding)
        return {};
    const double value = figure(row, column);
    const QString plain = column == Column::Change ? plainNumber(value * 100)
        : column == Column::Memory                 ? plainNumber(value)
                                                   : plainMilliseconds(value);
    return plain.isNull() ? QStringLiteral("") : plain;
}

QString HistoryModel::toolTip(int row, int place) const
{
    const RunHistory::ChangePoint* change = m_history.changeAt(size_t(row));
    if (m_columns[size_t(place)] == Column::Change && change)
        return changeText(m_history, *change);
    return m_columns[size_t(place)] == Column::Build || m_columns[size_t(place)] == Column::Finding ? text(row, place)
                                                                                                     : QString();
}

QString changeText(const RunHistory& history, const RunHistory::ChangePoint& change)
{
    QString text = HistoryModel::tr("Since %1: step %2, %3 instead of %4.")
                       .arg(elideMiddle(toText(history.builds[change.build].name).simplified(), 40),
                           formatShareDifference(change.change), formatDuration(change.afterNs),
                           formatDuration(change.beforeNs));
    if (change.culprit)
        text += QLatin1Char(' ') + messageText(change.culprit->sentence);
    if (!change.whyNotSearched.empty())
        text += QLatin1Char(' ') + messageText(change.whyNotSearched);
    return text;
}

} // namespace bubblescope
