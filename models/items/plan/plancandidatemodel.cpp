// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "plancandidatemodel.h"

#include "formatting.h"
#include "plantext.h"

#include <algorithm>

namespace bubblescope {

namespace {
std::vector<TableColumn> columnsOfCandidates(PlanUnit unit)
{
    const QString unitText = planUnitText(unit);
    return {{PlanCandidateModel::tr("Combination"), {}, PlanCandidateModel::tr("TP, PP, DP, CP, EP: GPUs of a tensor-parallel, pipeline, "
                                                     "data-parallel, context-parallel and expert-parallel group"),
                false},
        {unitText.left(1).toUpper() + unitText.mid(1), unitText, PlanCandidateModel::tr("Throughput"), true},
        {PlanCandidateModel::tr("Range"), PlanCandidateModel::tr("least and most %1").arg(unitText), PlanCandidateModel::tr("Where the throughput is expected"),
            true},
        {PlanCandidateModel::tr("Step"), PlanCandidateModel::tr("step (ms)"), {}, true},
        {PlanCandidateModel::tr("Memory"), PlanCandidateModel::tr("memory (bytes)"),
            PlanCandidateModel::tr("Of one GPU of the fullest stage, at its fullest moment"), true},
        {PlanCandidateModel::tr("Bound by"), {},
            PlanCandidateModel::tr("The largest part of the step that is not the least compute it can do with"), false},
        {PlanCandidateModel::tr("Cost"), PlanCandidateModel::tr("USD per million tokens"), PlanCandidateModel::tr("USD per million tokens"), true},
        {PlanCandidateModel::tr("Changes"), {}, PlanCandidateModel::tr("Of the job as it is"), false}};
}
} // namespace

PlanCandidateModel::PlanCandidateModel(QObject* parent) : TableModel(parent) { setColumns(columnsOfCandidates(m_unit)); }

void PlanCandidateModel::setCandidates(
    std::vector<PlanCandidate> candidates, std::optional<PlanCandidate> now, double gpuMemoryBytes, PlanUnit unit)
{
    beginResetModel();
    m_unit = unit;
    setColumns(columnsOfCandidates(unit));
    m_candidates = std::move(candidates);
    m_now = std::move(now);
    m_gpuMemory = gpuMemoryBytes;
    m_hasPrices = false;
    m_hasSeveralSizes = false;
    for (const PlanCandidate& candidate : m_candidates) {
        m_hasPrices = m_hasPrices || candidate.usdPerMillionTokens > 0;
        m_hasSeveralSizes = m_hasSeveralSizes || candidate.job.layout.gpus != m_candidates.front().job.layout.gpus;
    }
    const auto apart = std::find_if(m_candidates.begin() + std::min<ptrdiff_t>(1, ptrdiff_t(m_candidates.size())),
        m_candidates.end(), [](const PlanCandidate& candidate) { return candidate.isApart; });
    m_notApart = int(apart - m_candidates.begin());
    endResetModel();
}

const PlanCandidate* PlanCandidateModel::candidate(int row) const
{
    return row >= 0 && row < rows() ? &m_candidates[size_t(row)] : nullptr;
}

QString PlanCandidateModel::text(int row, int column) const
{
    const PlanCandidate& candidate = m_candidates[size_t(row)];
    switch (column) {
    case NameColumn: {
        const QString words = planText(candidate.job);
        return m_hasSeveralSizes ? tr("%1 GPUs: %2").arg(candidate.job.layout.gpus.value_or(0)).arg(words) : words;
    }
    case TokensColumn:
        return formatNumber(tokensPerSecondPerGpu(candidate));
    case RangeColumn:
        return planRangeText(candidate);
    case StepColumn:
        return formatDuration(candidate.step.stepNs());
    case MemoryColumn: {
        const QString memory = fullestBytes(candidate) > 0 ? formatBytes(fullestBytes(candidate)) : unknownText();
        return candidate.step.fits ? memory : tr("%1 – too much").arg(memory);
    }
    case LimitColumn:
        return planLimitText(candidate.step.limit);
    case CostColumn:
        return candidate.usdPerMillionTokens > 0 ? formatNumber(candidate.usdPerMillionTokens, 3) : unknownText();
    default:
        break;
    }
    return m_now ? planChangesText(candidate.job, m_now->job) : QString();
}

QVariant PlanCandidateModel::sortValue(int row, int column) const
{
    const PlanCandidate& candidate = m_candidates[size_t(row)];
    switch (column) {
    case TokensColumn:
        return tokensPerSecondPerGpu(candidate);
    case RangeColumn:
        return lowTokens(candidate);
    case StepColumn:
        return candidate.step.stepNs();
    case MemoryColumn:
        return fullestBytes(candidate);
    case CostColumn:
        return candidate.usdPerMillionTokens;
    default:
        return {};
    }
}

QString PlanCandidateModel::plainText(int row, int column) const
{
    const PlanCandidate& candidate = m_candidates[size_t(row)];
    switch (column) {
    case TokensColumn:
        return plainNumber(tokensPerSecondPerGpu(candidate));
    case RangeColumn:
        return plainNumber(lowTokens(candidate)) + QLatin1Char(' ') + plainNumber(highTokens(candidate));
    case StepColumn:
        return plainMilliseconds(candidate.step.stepNs());
    case MemoryColumn:
        return plainNumber(fullestBytes(candidate));
    case CostColumn:
        return candidate.usdPerMillionTokens > 0 ? plainNumber(candidate.usdPerMillionTokens) : QLatin1String("");
    default:
        return {};
    }
}

QString PlanCandidateModel::toolTip(int row, int column) const
{
    return column == ChangesColumn ? text(row, column) : planTip(m_candidates[size_t(row)], m_gpuMemory, m_unit);
}

QVariant PlanCandidateModel::extra(int row, int, int role) const
{
    return role == FrontRole ? QVariant(m_candidates[size_t(row)].isPareto) : QVariant();
}

} // namespace bubblescope
