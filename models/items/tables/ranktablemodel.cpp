// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ranktablemodel.h"

namespace bubblescope {

RankTableModel::RankTableModel(QObject* parent) : TableModel(parent)
{
    const auto time = [](const QString& title, const QString& help = QString()) {
        return TableColumn {title, tr("%1 (ms)").arg(title), help, true};
    };
    setColumns({{tr("rank"), {}, {}, true}, {tr("stage"), {}, {}, true}, time(tr("compute")),
        time(tr("exposed comm"), tr("Transfers that no compute hides")),
        time(tr("overlapped"), tr("Communication beside compute; no part of the total")),
        time(tr("waiting"), tr("In collectives")), time(tr("warmup bubble")), time(tr("steady bubble")),
        time(tr("cooldown bubble")), time(tr("idle"), tr("Neither work nor communication nor a bubble")),
        time(tr("host")), time(tr("total")),
        time(tr("not recorded"), tr("Of the step; a rank was not observed before its own step, or after"))});
}

void RankTableModel::setSummary(std::shared_ptr<const RunSummary> summary)
{
    beginResetModel();
    m_summary = std::move(summary);
    m_times = TimeFormat::forColumn(m_summary ? double(m_summary->whole) : 0);
    endResetModel();
}

TimeNs RankTableModel::time(int row, int column) const
{
    const TimeSplit& split = m_summary->ranks[size_t(row)].split;
    switch (column) {
    case ComputeColumn:
        return split.compute();
    case ExposedColumn:
        return split.exposedCommunication();
    case OverlappedColumn:
        return split.hiddenCommunication;
    case WaitingColumn:
        return split.waiting();
    case WarmupColumn:
        return split.of(PipelinePhase::Warmup);
    case SteadyColumn:
        return split.of(PipelinePhase::Steady);
    case CooldownColumn:
        return split.of(PipelinePhase::Cooldown);
    case IdleColumn:
        return split.idle();
    case HostColumn:
        return split.host();
    case NotRecordedColumn:
        return m_summary->whole - split.total();
    default:
        return split.total();
    }
}

QString RankTableModel::text(int row, int column) const
{
    return column <= StageColumn ? plainText(row, column) : m_times.cell(double(time(row, column)));
}

QVariant RankTableModel::sortValue(int row, int column) const
{
    const RankSummary& rank = m_summary->ranks[size_t(row)];
    return column == RankColumn ? QVariant(rank.rank)
        : column == StageColumn ? QVariant(rank.stage)
                                : QVariant(qlonglong(time(row, column)));
}

QString RankTableModel::plainText(int row, int column) const
{
    const RankSummary& rank = m_summary->ranks[size_t(row)];
    if (column == RankColumn)
        return QString::number(rank.rank);
    if (column == StageColumn)
        return rank.stage < 0 ? QString() : QString::number(rank.stage);
    return plainMilliseconds(double(time(row, column)));
}

} // namespace bubblescope
