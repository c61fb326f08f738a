// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formatting.h"
#include "operatortable.h"
#include "tablemodel.h"

namespace bubblescope {

/// An OperatorTable as a Qt model.
class OperatorModel : public TableModel {
    Q_OBJECT
public:
    enum class Column { Name, Category, Count, Total, Self, Mean, P50, P99, Longest, Share, Device, OwnDevice };

    explicit OperatorModel(QObject* parent = nullptr);
    void setRows(TracePtr trace, OperatorTable::Of of, std::vector<OperatorTable::Row> rows);
    void clear() { setRows({}, m_of, {}); }
    /// The longest span of the row; invalid if none.
    SpanId longest(int row) const;
    /// As recorded; empty if unknown.
    QString name(int row) const;

protected:
    int rows() const override { return static_cast<int>(m_rows.size()); }
    QString text(int row, int column) const override;
    QVariant sortValue(int row, int column) const override;
    QString plainText(int row, int column) const override;
    QString toolTip(int row, int column) const override;

private:
    double figure(int row, Column column) const;

    TracePtr m_trace;
    OperatorTable::Of m_of = OperatorTable::Of::Kernels;
    std::vector<OperatorTable::Row> m_rows;
    std::vector<Column> m_columns;
    TimeFormat m_sums;
    TimeFormat m_durations;
};

} // namespace bubblescope
