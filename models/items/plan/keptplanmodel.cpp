// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "keptplanmodel.h"

#include "formatting.h"
#include "plantext.h"

#include <algorithm>

namespace bubblescope {

namespace {
constexpr int longestName = 80;

std::vector<TableColumn> columnsOfKept(PlanUnit unit)
{
    const QString unitText = planUnitText(unit);
    return {{KeptPlanModel::tr("Name"), {}, KeptPlanModel::tr("F2 changes it"), false}, {KeptPlanModel::tr("Combination"), {}, {}, false},
        {unitText.left(1).toUpper() + unitText.mid(1), unitText, KeptPlanModel::tr("Throughput"), true},
        {KeptPlanModel::tr("Gain"), KeptPlanModel::tr("gain (%)"), KeptPlanModel::tr("Throughput beside the job as it is"), true},
        {KeptPlanModel::tr("Step"), KeptPlanModel::tr("step (ms)"), {}, true},
        {KeptPlanModel::tr("Memory"), KeptPlanModel::tr("memory (bytes)"),
            KeptPlanModel::tr("Of one GPU of the fullest stage, at its fullest moment"), true}};
}
} // namespace

KeptPlanModel::KeptPlanModel(QObject* parent) : TableModel(parent) { setColumns(columnsOfKept(m_unit)); }

void KeptPlanModel::setFirst(std::optional<Kept> first, PlanUnit unit)
{
    beginResetModel();
    m_unit = unit;
    setColumns(columnsOfKept(unit));
    m_kept.clear();
    if (first)
        m_kept.push_back(std::move(*first));
    endResetModel();
}

int KeptPlanModel::keep(const PlanCandidate& candidate)
{
    const auto found = std::find_if(m_kept.begin(), m_kept.end(),
        [&candidate](const Kept& kept) { return kept.candidate.set == candidate.set; });
    if (found != m_kept.end())
        return int(found - m_kept.begin());
    const int row = rows();
    beginInsertRows({}, row, row);
    m_kept.push_back({tr("Plan %1").arg(row), candidate});
    endInsertRows();
    return row;
}

void KeptPlanModel::drop(int row)
{
    if (row <= 0 || row >= rows())
        return;
    beginRemoveRows({}, row, row);
    m_kept.erase(m_kept.begin() + row);
    endRemoveRows();
}

const PlanCandidate* KeptPlanModel::candidate(int row) const
{
    return row >= 0 && row < rows() ? &m_kept[size_t(row)].candidate : nullptr;
}

Qt::ItemFlags KeptPlanModel::flags(const QModelIndex& index) const
{
    const Qt::ItemFlags flags = TableModel::flags(index);
    return index.isValid() && index.column() == NameColumn ? flags | Qt::ItemIsEditable : flags;
}

bool KeptPlanModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (role != Qt::EditRole || !checkIndex(index, CheckIndexOption::IndexIsValid) || index.column() != NameColumn)
        return false;
    const QString name = toText(value.toString().simplified()).left(longestName);
    if (name.isEmpty())
        return false;
    m_kept[size_t(index.row())].name = name;
    emit dataChanged(index, index);
    return true;
}

double KeptPlanModel::gain(int row) const
{
    const double first = tokensPerSecondPerGpu(m_kept.front().candidate);
    return first > 0 ? tokensPerSecondPerGpu(m_kept[size_t(row)].candidate) / first - 1 : 0;
}

QString KeptPlanModel::text(int row, int column) const
{
    const PlanCandidate& candidate = m_kept[size_t(row)].candidate;
    switch (column) {
    case NameColumn:
        return m_kept[size_t(row)].name;
    case CombinationColumn:
        return planText(candidate.job);
    case TokensColumn:
        return formatNumber(tokensPerSecondPerGpu(candidate));
    case GainColumn:
        return row == 0 ? unknownText() : formatShareDifference(gain(row));
    case StepColumn:
        return formatDuration(candidate.step.stepNs());
    default:
        break;
    }
    return formatBytes(fullestBytes(candidate));
}

QVariant KeptPlanModel::sortValue(int row, int column) const
{
    const PlanCandidate& candidate = m_kept[size_t(row)].candidate;
    switch (column) {
    case TokensColumn:
        return tokensPerSecondPerGpu(candidate);
    case GainColumn:
        return gain(row);
    case StepColumn:
        return candidate.step.stepNs();
    case MemoryColumn:
        return fullestBytes(candidate);
    default:
        return {};
    }
}

QString KeptPlanModel::plainText(int row, int column) const
{
    const PlanCandidate& candidate = m_kept[size_t(row)].candidate;
    switch (column) {
    case TokensColumn:
        return plainNumber(tokensPerSecondPerGpu(candidate));
    case GainColumn:
        return plainNumber(100 * gain(row));
    case StepColumn:
        return plainMilliseconds(candidate.step.stepNs());
    case MemoryColumn:
        return plainNumber(fullestBytes(candidate));
    default:
        return {};
    }
}

QString KeptPlanModel::toolTip(int row, int) const { return planTip(m_kept[size_t(row)].candidate, 0, m_unit); }

QVariant KeptPlanModel::extra(int row, int column, int role) const
{
    return role == Qt::EditRole && column == NameColumn ? QVariant(m_kept[size_t(row)].name) : QVariant();
}

} // namespace bubblescope
