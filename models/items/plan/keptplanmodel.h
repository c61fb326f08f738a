// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plansearch.h"
#include "plantext.h"
#include "tablemodel.h"

#include <optional>
#include <vector>

namespace bubblescope {

/// Plans that the user keeps, to compare: the first row is the job as it is described. Names can be edited.
class KeptPlanModel : public TableModel {
    Q_OBJECT
public:
    enum Column { NameColumn, CombinationColumn, TokensColumn, GainColumn, StepColumn, MemoryColumn };
    struct Kept {
        QString name;
        PlanCandidate candidate;
    };
    explicit KeptPlanModel(QObject* parent = nullptr);

    /// Forgets all others.
    void setFirst(std::optional<Kept> first, PlanUnit unit = PlanUnit::TokensPerGpu);
    /// At the end; one with the same settings is only found again. Returns its row.
    int keep(const PlanCandidate& candidate);
    /// Not the first.
    void drop(int row);
    const std::vector<Kept>& kept() const { return m_kept; }
    const PlanCandidate* candidate(int row) const;

    Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;

protected:
    int rows() const override { return int(m_kept.size()); }
    QString text(int row, int column) const override;
    QVariant sortValue(int row, int column) const override;
    QString plainText(int row, int column) const override;
    QString toolTip(int row, int column) const override;
    QVariant extra(int row, int column, int role) const override;

private:
    /// Throughput against the first row's.
    double gain(int row) const;

    std::vector<Kept> m_kept;
    PlanUnit m_unit = PlanUnit::TokensPerGpu;
};

} // namespace bubblescope
