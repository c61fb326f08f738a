// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "stagemodel.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

StageModel::StageModel(QObject* parent) : TableModel(parent) { setCosts({}); }

void StageModel::setCosts(StageCosts costs)
{
    beginResetModel();
    m_costs = std::move(costs);
    const auto any = [this](auto&& is) { return std::any_of(m_costs.stages.begin(), m_costs.stages.end(), is); };
    const bool hasForward = any([](const StageCost& s) { return std::isfinite(s.forwardNs); });
    const bool hasBackward = any([](const StageCost& s) { return std::isfinite(s.backwardNs); });
    std::vector<TableColumn> columns;
    m_columns.clear();
    const auto add = [&](bool isKnown, Column column, const QString& title, const QString& plainTitle,
                         const QString& help, bool isNumber = true) {
        if (!isKnown)
            return;
        m_columns.push_back(column);
        columns.push_back({title, plainTitle, help, isNumber});
    };
    const QString per = m_costs.perMicrobatch ? tr("Of one microbatch") : tr("Summed over the microbatches of a step");
    const QString of = m_costs.part ? formatRange(*m_costs.part) : tr("the run");
    add(true, Column::Stage, tr("Stage"), {}, {});
    add(any([](const StageCost& s) { return !s.layers.empty(); }), Column::Layers, tr("Layers"), {}, {}, false);
    add(hasForward, Column::Forward, tr("Forward"), tr("forward (ms)"), per);
    add(hasBackward, Column::Backward, tr("Backward"), tr("backward (ms)"), per);
    add(hasForward && hasBackward, Column::Total, tr("Total"), tr("total (ms)"), per);
    add(m_costs.stages.size() > 1, Column::AgainstMean, tr("From mean"), tr("to mean (%)"),
        tr("How much longer or shorter than the mean of all stages"));
    add(any([](const StageCost& s) { return std::isfinite(s.busyShare); }), Column::Busy, tr("Busy"), tr("busy (%)"),
        tr("Share of %1 that its ranks compute, without the communication inside it").arg(of));
    add(any([](const StageCost& s) { return std::isfinite(s.bubbleShare); }), Column::Bubble, tr("Bubble"),
        tr("bubble (%)"), tr("Share of %1 that its ranks wait for the pipeline").arg(of));
    add(any([](const StageCost& s) { return std::isfinite(s.waitingShare); }), Column::Waiting, tr("Waiting"),
        tr("waiting (%)"), tr("Share of %1 that its ranks wait for others in collectives").arg(of));
    add(any([](const StageCost& s) { return std::isfinite(s.idleShare); }), Column::Idle, tr("Idle"), tr("idle (%)"),
        tr("Share of %1 in which its ranks are idle").arg(of));
    setColumns(std::move(columns));
    m_meanNs = 0;
    double largest = 0;
    for (const StageCost& stage : m_costs.stages) {
        m_meanNs += stage.totalNs() / double(m_costs.stages.size());
        largest = std::max(largest, stage.totalNs());
    }
    m_format = TimeFormat::forColumn(largest);
    endResetModel();
}

int StageModel::stageAt(int row) const
{
    return row < 0 || row >= rows() ? -1 : m_costs.stages[static_cast<size_t>(row)].stage;
}

double StageModel::figure(int row, Column column) const
{
    const StageCost& stage = m_costs.stages[static_cast<size_t>(row)];
    switch (column) {
    case Column::Stage:
    case Column::Layers:
        return stage.stage;
    case Column::Forward:
        return stage.forwardNs;
    case Column::Backward:
        return stage.backwardNs;
    case Column::Total:
        return stage.totalNs();
    case Column::AgainstMean:
        return m_meanNs > 0 ? stage.totalNs() / m_meanNs - 1 : LayerCost::unknown;
    case Column::Busy:
        return stage.busyShare;
    case Column::Bubble:
        return stage.bubbleShare;
    case Column::Waiting:
        return stage.waitingShare;
    case Column::Idle:
        return stage.idleShare;
    }
    return LayerCost::unknown;
}

QString StageModel::text(int row, int place) const
{
    const Column column = m_columns[static_cast<size_t>(place)];
    const double value = figure(row, column);
    switch (column) {
    case Column::Stage:
        return QString::number(stageAt(row));
    case Column::Layers:
        return layerListText(m_costs.stages[static_cast<size_t>(row)].layers);
    case Column::AgainstMean:
        return formatShareDifference(value);
    case Column::Busy:
    case Column::Bubble:
    case Column::Waiting:
    case Column::Idle:
        return formatShare(value);
    default:
        return m_format.cell(value);
    }
}

QVariant StageModel::sortValue(int row, int place) const
{
    const double value = figure(row, m_columns[static_cast<size_t>(place)]);
    return std::isfinite(value) ? value : -1.0;
}

QString StageModel::plainText(int row, int place) const
{
    const Column column = m_columns[static_cast<size_t>(place)];
    const double value = figure(row, column);
    QString plain;
    if (column == Column::Forward || column == Column::Backward || column == Column::Total)
        plain = plainMilliseconds(value);
    else if (column >= Column::AgainstMean)
        plain = plainNumber(value * 100);
    else
        return {};
    return plain.isNull() ? QStringLiteral("") : plain;
}

QString StageModel::toolTip(int row, int place) const
{
    return m_columns[static_cast<size_t>(place)] == Column::Layers ? text(row, place) : QString();
}

} // namespace bubblescope
