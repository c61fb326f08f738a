// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "layermodel.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

bool isTimeColumn(LayerModel::Column column)
{
    return column >= LayerModel::Column::Forward && column <= LayerModel::Column::Total;
}

} // namespace

LayerModel::LayerModel(QObject* parent) : TableModel(parent) { setCosts({}); }

void LayerModel::setCosts(LayerCosts costs)
{
    beginResetModel();
    m_costs = std::move(costs);
    const auto anyLine = [this](auto&& is) { return std::any_of(m_costs.lines.begin(), m_costs.lines.end(), is); };

    const auto hasTime = [&anyLine](double LayerCost::*pass) {
        return anyLine([pass](const LayerCost& line) { return line.*pass > 0; });
    };

    std::vector<TableColumn> columns;
    m_columns.clear();
    const auto add = [this, &columns](Column column, TableColumn description) {
        m_columns.push_back(column);
        columns.push_back(std::move(description));
    };
    add(Column::Name, {m_costs.perStage ? tr("Stage") : tr("Layer"), {}, {}, false});
    if (m_costs.folds)
        add(Column::Part, {tr("Part"), {}, tr("Where the row stands, and how often it is repeated"), false});
    if (!m_costs.perStage && anyLine([](const LayerCost& line) { return line.firstStage >= 0; }))
        add(Column::Stage, {tr("Stage"), {}, tr("Pipeline stage that ran it"), true});
    if (hasTime(&LayerCost::forwardNs))
        add(Column::Forward, {tr("Forward"), tr("forward (ms)"), {}, true});
    if (hasTime(&LayerCost::backwardNs))
        add(Column::Backward, {tr("Backward"), tr("backward (ms)"), {}, true});
    if (hasTime(&LayerCost::weightGradientNs))
        add(Column::WeightGradient, {tr("Weight"), tr("weight gradient (ms)"), tr("Weight gradient"), true});
    if (hasTime(&LayerCost::communicationNs)) {
        add(Column::Communication,
            {tr("Communication"), tr("communication (ms)"), tr("Exposed: not hidden behind compute"), true});
    }
    // A single pass equals the total.
    if (std::count_if(m_columns.begin(), m_columns.end(), isTimeColumn) > 1)
        add(Column::Total, {tr("Total"), tr("total (ms)"), tr("Of one repeat, as the file states it or summed"), true});
    add(Column::Share, {tr("Share"), tr("share (%)"), tr("Of all layers together, repeats counted"), true});
    if (anyLine([](const LayerCost& line) { return line.messageBytes > 0; }))
        add(Column::Messages,
            {tr("Messages"), tr("messages (bytes)"), tr("Communication asked for, all passes"), true});
    setColumns(std::move(columns));

    // Use the unit of the row at which half of the time is reached: neither one slow layer nor many tiny rows decide.
    std::vector<double> totals;
    double sum = 0;
    for (const LayerCost& line : m_costs.lines) {
        totals.push_back(line.totalNs);
        sum += line.totalNs;
    }
    std::sort(totals.begin(), totals.end());
    double reached = 0;
    for (const double total : totals) {
        reached += total;
        if (reached >= sum / 2) {
            m_timeFormat = TimeFormat::forColumn(total);
            break;
        }
    }
    endResetModel();
}

int LayerModel::place(Column column) const
{
    const auto found = std::find(m_columns.begin(), m_columns.end(), column);
    return found == m_columns.end() ? -1 : static_cast<int>(found - m_columns.begin());
}

QString LayerModel::nameAt(int row) const
{
    return row < 0 || row >= rows() ? QString() : m_costs.lines[static_cast<size_t>(row)].name;
}

std::vector<int> LayerModel::rowsOf(const QString& name) const
{
    std::vector<int> found;
    if (name.isEmpty())
        return found;
    for (int row = 0; row < rows(); ++row) {
        if (nameAt(row) == name)
            found.push_back(row);
    }
    if (!found.empty())
        return found;
    const int bar = m_costs.barOf(name);
    if (bar < 0)
        return found;
    const QString part = m_costs.bars[static_cast<size_t>(bar)].part;
    for (int row = 0; row < rows() && !part.isEmpty(); ++row) {
        if (m_costs.lines[static_cast<size_t>(row)].part == part)
            found.push_back(row);
    }
    return found;
}

double LayerModel::figure(const LayerCost& line, Column column) const
{
    switch (column) {
    case Column::Forward:
        return line.forwardNs;
    case Column::Backward:
        return line.backwardNs;
    case Column::WeightGradient:
        return line.weightGradientNs;
    case Column::Communication:
        return line.communicationNs;
    case Column::Total:
        return line.totalNs;
    case Column::Share:
        return m_costs.totalNs > 0 ? line.totalNs * line.repeats / m_costs.totalNs : LayerCost::unknown;
    case Column::Messages:
        return line.messageBytes;
    case Column::Name:
    case Column::Part:
    case Column::Stage:
        break;
    }
    return LayerCost::unknown;
}

QString LayerModel::text(int row, int place) const
{
    const LayerCost& line = m_costs.lines[static_cast<size_t>(row)];
    const Column column = columnAt(place);
    switch (column) {
    case Column::Name:
        return line.name;
    case Column::Part:
        return line.repeats > 1 ? tr("%1 × %2").arg(line.part, formatCount(line.repeats)) : line.part;
    case Column::Stage:
        if (line.lastStage > line.firstStage)
            return tr("%1 and %2").arg(line.firstStage).arg(line.lastStage);
        return line.firstStage < 0 ? unknownText() : QString::number(line.firstStage);
    case Column::Share:
        return formatShare(figure(line, column));
    case Column::Messages:
        return line.messageBytes > 0 ? formatBytes(line.messageBytes) : QString();
    default:
        return m_timeFormat.cell(figure(line, column));
    }
}

QVariant LayerModel::sortValue(int row, int place) const
{
    const LayerCost& line = m_costs.lines[static_cast<size_t>(row)];
    const Column column = columnAt(place);
    if (column == Column::Stage)
        return line.firstStage;
    // By file order: layer 10 comes after layer 9, and parts stay together.
    if (column == Column::Part)
        return row;
    if (column == Column::Name) {
        bool isNumber = false;
        const int number = line.name.toInt(&isNumber);
        return isNumber || line.firstStage >= 0 ? QVariant(isNumber ? number : row == 0 ? -1 : 1 << 20) : QVariant();
    }
    const double value = figure(line, column);
    return std::isfinite(value) ? value : -1.0;
}

QString LayerModel::plainText(int row, int place) const
{
    const LayerCost& line = m_costs.lines[static_cast<size_t>(row)];
    const Column column = columnAt(place);
    if (isTimeColumn(column)) {
        const QString plain = plainMilliseconds(figure(line, column));
        return plain.isNull() ? QLatin1String("") : plain;
    }
    if (column == Column::Share)
        return plainNumber(figure(line, column) * 100);
    if (column == Column::Messages)
        return plainNumber(line.messageBytes);
    return {};
}

QString LayerModel::toolTip(int row, int place) const
{
    const LayerCost& line = m_costs.lines[static_cast<size_t>(row)];
    const Column column = columnAt(place);
    if (column == Column::Name)
        return line.name;
    if (isTimeColumn(column) && std::isfinite(figure(line, column)))
        return tr("%1 ms").arg(plainMilliseconds(figure(line, column)));
    return {};
}

} // namespace bubblescope
