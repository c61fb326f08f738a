// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "steptable.h"
#include "tablemodel.h"

#include <span>
#include <string>

namespace bubblescope {

/// Every step of every rank, a row each, with all that is known of it: for spreadsheets.
class StepCellModel : public TableModel {
    Q_OBJECT
public:
    enum Column { RankColumn, StageColumn, HostColumn, StepColumn, FirstMeasureColumn };
    using TableModel::TableModel;
    /// The table and the hosts must outlive it.
    void setTable(const StepTable& table, std::span<const std::string> hosts);

protected:
    int rows() const override;
    QString text(int row, int column) const override;

private:
    const StepTable* m_table = nullptr;
    std::span<const std::string> m_hosts;
    std::vector<StepMeasure> m_measures; ///< by column after the first ones
};

} // namespace bubblescope
