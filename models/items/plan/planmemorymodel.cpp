// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "planmemorymodel.h"

#include "formatting.h"

namespace bubblescope {

std::array<MemoryPart, 7> memoryParts()
{
    return {{{PlanMemoryModel::tr("parameters"), &PlannedStageMemory::parameterBytes},
        {PlanMemoryModel::tr("gradients"), &PlannedStageMemory::gradientBytes},
        {PlanMemoryModel::tr("optimizer"), &PlannedStageMemory::optimizerBytes},
        {PlanMemoryModel::tr("activations"), &PlannedStageMemory::activationBytes},
        {PlanMemoryModel::tr("buffers"), &PlannedStageMemory::bufferBytes},
        {PlanMemoryModel::tr("logits"), &PlannedStageMemory::logitBytes},
        {PlanMemoryModel::tr("slack"), &PlannedStageMemory::slackBytes}}};
}

PlanMemoryModel::PlanMemoryModel(QObject* parent) : TableModel(parent)
{
    std::vector<TableColumn> columns {{tr("Stage"), {}, {}, false}};
    const auto add = [&columns](const QString& title, const QString& help) {
        columns.push_back({title, tr("%1 (bytes)").arg(title), help, true});
    };
    for (const MemoryPart& part : memoryParts())
        add(part.name, {});
    add(tr("total"), tr("Of one GPU, at its fullest moment"));
    add(tr("before"), tr("The total of the job as it is described"));
    setColumns(std::move(columns));
}

void PlanMemoryModel::setMemory(
    std::optional<PlannedMemory> before, PlannedMemory after, double gpuBytes, std::optional<double> fullBytes)
{
    beginResetModel();
    m_before = std::move(before);
    m_after = std::move(after);
    m_gpuBytes = gpuBytes;
    m_fullBytes = fullBytes.value_or(gpuBytes);
    endResetModel();
}

std::optional<double> PlanMemoryModel::bytes(int row, int column) const
{
    const PlannedStageMemory& stage = m_after.stages[size_t(row)];
    if (column == totalColumn())
        return stage.totalBytes();
    if (column == beforeColumn()) {
        return m_before && size_t(row) < m_before->stages.size()
            ? std::optional(m_before->stages[size_t(row)].totalBytes())
            : std::nullopt;
    }
    return stage.*memoryParts()[size_t(column - FirstPartColumn)].bytes;
}

QString PlanMemoryModel::text(int row, int column) const
{
    if (column == StageColumn)
        return stageText(row);
    const std::optional<double> known = bytes(row, column);
    if (!known)
        return unknownText();
    return column == totalColumn() && isTooMuch(*known) ? tr("%1 – too much").arg(formatBytes(*known))
                                                        : formatBytes(*known);
}

QVariant PlanMemoryModel::sortValue(int row, int column) const
{
    return column == StageColumn ? QVariant(row) : QVariant(bytes(row, column).value_or(-1));
}

QString PlanMemoryModel::plainText(int row, int column) const
{
    if (column == StageColumn)
        return QString::number(row);
    const std::optional<double> known = bytes(row, column);
    return known ? plainNumber(*known) : QLatin1String("");
}

QString PlanMemoryModel::toolTip(int row, int) const
{
    const PlannedStageMemory& stage = m_after.stages[size_t(row)];
    QString tip = tr("%1: %2 parameters of a GPU, %3 layers, %4 passes of a layer held between forward and backward")
                      .arg(stageText(row), formatNumber(stage.parameters, 3), formatCount(stage.layers),
                          formatNumber(stage.layersInFlight, 3));
    if (isFullOtherwise()) {
        tip += QLatin1Char('\n')
            + tr("%1 of the %2 modelled that fill a GPU, as the run tells")
                  .arg(formatBytes(stage.totalBytes()), formatBytes(m_fullBytes));
    } else if (m_gpuBytes > 0) {
        tip += QLatin1Char('\n')
            + tr("%1 of the %2 of a GPU").arg(formatBytes(stage.totalBytes()), formatBytes(m_gpuBytes));
    }
    return tip;
}

} // namespace bubblescope
