// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plansearch.h"
#include "plantext.h"
#include "tablemodel.h"

#include <functional>
#include <optional>
#include <vector>

namespace bubblescope {

/// Configurations that were timed, best first.
class PlanCandidateModel : public TableModel {
    Q_OBJECT
public:
    enum Column {
        NameColumn,
        TokensColumn,
        RangeColumn,
        StepColumn,
        MemoryColumn,
        LimitColumn,
        CostColumn,
        ChangesColumn,
    };
    enum PlanRole { FrontRole = FirstFreeRole }; ///< a bool: its row is a point of the Pareto front
    explicit PlanCandidateModel(QObject* parent = nullptr);

    /// `now` is the job as described, whose changes are listed.
    void setCandidates(std::vector<PlanCandidate> candidates, std::optional<PlanCandidate> now, double gpuMemoryBytes,
        PlanUnit unit = PlanUnit::TokensPerGpu);
    const std::vector<PlanCandidate>& candidates() const { return m_candidates; }
    const PlanCandidate* candidate(int row) const;
    bool hasPrices() const { return m_hasPrices; }
    bool hasSeveralSizes() const { return m_hasSeveralSizes; } ///< numbers of GPUs
    /// How many of the first cannot be told apart from the best; 1 for none.
    int notApart() const { return m_notApart; }

protected:
    int rows() const override { return int(m_candidates.size()); }
    QString text(int row, int column) const override;
    QVariant sortValue(int row, int column) const override;
    QString plainText(int row, int column) const override;
    QString toolTip(int row, int column) const override;
    QVariant extra(int row, int column, int role) const override;

private:
    std::vector<PlanCandidate> m_candidates;
    std::optional<PlanCandidate> m_now;
    double m_gpuMemory = 0;
    PlanUnit m_unit = PlanUnit::TokensPerGpu;
    bool m_hasPrices = false;
    bool m_hasSeveralSizes = false;
    int m_notApart = 1;
};

} // namespace bubblescope
