// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formatting.h"
#include "layercosts.h"
#include "tablemodel.h"

namespace bubblescope {

/// The lines of LayerCosts as a table; empty columns are omitted.
class LayerModel : public TableModel {
    Q_OBJECT
public:
    enum class Column { Name, Part, Stage, Forward, Backward, WeightGradient, Communication, Total, Share, Messages };

    explicit LayerModel(QObject* parent = nullptr);
    void setCosts(LayerCosts costs);
    const LayerCosts& costs() const { return m_costs; }
    /// -1 for an omitted column.
    int place(Column column) const;
    QString nameAt(int row) const;
    /// Rows selected by a name: the line itself, or all lines of the bar with that name.
    std::vector<int> rowsOf(const QString& name) const;

protected:
    int rows() const override { return static_cast<int>(m_costs.lines.size()); }
    QString text(int row, int column) const override;
    QVariant sortValue(int row, int column) const override;
    QString plainText(int row, int column) const override;
    QString toolTip(int row, int column) const override;

private:
    double figure(const LayerCost& line, Column column) const;
    Column columnAt(int place) const { return m_columns[static_cast<size_t>(place)]; }

    LayerCosts m_costs;
    std::vector<Column> m_columns;
    TimeFormat m_timeFormat;
};

} // namespace bubblescope
