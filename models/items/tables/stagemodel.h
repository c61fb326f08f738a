// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formatting.h"
#include "stagecosts.h"
#include "tablemodel.h"

#include <vector>

namespace bubblescope {

/// The stages of one source as a table.
class StageModel : public TableModel {
    Q_OBJECT
public:
    enum class Column { Stage, Layers, Forward, Backward, Total, AgainstMean, Busy, Bubble, Waiting, Idle };

    explicit StageModel(QObject* parent = nullptr);
    void setCosts(StageCosts costs);
    const StageCosts& costs() const { return m_costs; }
    int stageAt(int row) const;

protected:
    int rows() const override { return static_cast<int>(m_costs.stages.size()); }
    QString text(int row, int column) const override;
    QVariant sortValue(int row, int column) const override;
    QString plainText(int row, int column) const override;
    QString toolTip(int row, int column) const override;

private:
    double figure(int row, Column column) const;

    StageCosts m_costs;
    std::vector<Column> m_columns;
    double m_meanNs = 0;
    TimeFormat m_format;
};

} // namespace bubblescope
