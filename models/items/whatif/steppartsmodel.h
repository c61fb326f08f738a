// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formatting.h"
#include "stepparts.h"
#include "tablemodel.h"

#include <vector>

namespace bubblescope {

/// Parts of a step, measured next to simulated.
class StepPartsModel : public TableModel {
    Q_OBJECT
public:
    enum Column { NameColumn, BaselineColumn, SimulatedColumn, DifferenceColumn };
    explicit StepPartsModel(QObject* parent = nullptr);
    void setFigures(const StepFigures& baseline, Origin baselineOrigin, const StepFigures& simulated);
    void clear();
    StepPartId part(int row) const { return m_rows[size_t(row)].id; }

protected:
    int rows() const override { return int(m_rows.size()); }
    QString text(int row, int column) const override;
    QVariant sortValue(int row, int column) const override;
    QString plainText(int row, int column) const override;
    QString toolTip(int row, int column) const override;

private:
    enum class Unit : uint8_t { Time, Share, PerSecond };
    struct Row {
        StepPartId id;
        QString help;
        Unit unit = Unit::Time;
        double baseline = 0;
        double simulated = 0;
    };
    QString figure(const Row& row, double value) const;
    std::vector<Row> m_rows;
    TimeFormat m_times;
};

} // namespace bubblescope
