// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "stagefiguresmodel.h"

#include "tabletexts.h"

namespace bubblescope {

StageFiguresModel::StageFiguresModel(QObject* parent) : TableModel(parent)
{
    setColumns({{tr("Stage"), {}, {}, false}, {tr("Busy"), tr("busy (ms)"), tr("All passes of one step"), true},
        {tr("Share"), tr("share (%)"), tr("Busy / makespan of the pipeline"), true},
        {tr("In flight"), {}, tr("Most microbatches between forward and backward"), true},
        {tr("Memory"), tr("memory (bytes)"),
            tr("Weights, gradients, optimizer state and activations of one GPU, modelled"), true}});
}

void StageFiguresModel::setFigures(const StepFigures& figures, double gpuMemory)
{
    beginResetModel();
    m_figures = figures;
    m_gpuMemory = gpuMemory;
    m_times = TimeFormat::forColumn(figures.makespanNs);
    endResetModel();
}

QString StageFiguresModel::text(int row, int column) const
{
    const StepFigures::Stage& stage = m_figures.stages[size_t(row)];
    switch (column) {
    case StageColumn:
        return stageText(stage.stage);
    case BusyColumn:
        return m_times.cell(stage.busyNs);
    case ShareColumn:
        return formatShare(m_figures.makespanNs > 0 ? stage.busyNs / m_figures.makespanNs : 0);
    case InFlightColumn:
        return formatNumber(stage.peakInFlight, 3);
    default:
        break;
    }
    if (!stage.knowsMemory())
        return unknownText();
    const QString text = formatBytes(stage.memoryBytes());
    return m_figures.fits(stage, m_gpuMemory) ? text : tr("%1 – too much").arg(text);
}

QVariant StageFiguresModel::sortValue(int row, int column) const
{
    const StepFigures::Stage& stage = m_figures.stages[size_t(row)];
    switch (column) {
    case StageColumn:
        return stage.stage;
    case BusyColumn:
    case ShareColumn:
        return stage.busyNs;
    case InFlightColumn:
        return stage.peakInFlight;
    default:
        return stage.memoryBytes();
    }
}

QString StageFiguresModel::plainText(int row, int column) const
{
    const StepFigures::Stage& stage = m_figures.stages[size_t(row)];
    switch (column) {
    case StageColumn:
        return QString::number(stage.stage);
    case BusyColumn:
        return plainMilliseconds(stage.busyNs);
    case ShareColumn:
        return plainNumber(m_figures.makespanNs > 0 ? 100 * stage.busyNs / m_figures.makespanNs : 0);
    case InFlightColumn:
        return plainNumber(stage.peakInFlight);
    default:
        return stage.knowsMemory() ? plainNumber(stage.memoryBytes()) : unknownText();
    }
}

QString StageFiguresModel::toolTip(int row, int column) const
{
    const StepFigures::Stage& stage = m_figures.stages[size_t(row)];
    if (column != MemoryColumn || !stage.knowsMemory())
        return {};
    const auto known = [](double bytes) { return bytes < 0 ? unknownText() : formatBytes(bytes); };
    const QString parts = tr("parameters %1, activations at the peak %2")
                              .arg(known(stage.parameterBytes), known(stage.activationBytes));
    if (m_gpuMemory <= 0)
        return parts;
    const double usable = m_figures.usableBytes(m_gpuMemory);
    return usable < m_gpuMemory
        ? tr("%1; the GPU has %2, of which %3 can be used").arg(parts, formatBytes(m_gpuMemory), formatBytes(usable))
        : tr("%1; the GPU has %2").arg(parts, formatBytes(m_gpuMemory));
}

} // namespace bubblescope
