// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "comparison.h"
#include "formatting.h"
#include "tablemodel.h"

namespace bubblescope {

/// Differences between two inputs, one row per name, stage or layer; greatest first.
class ComparisonModel : public TableModel {
    Q_OBJECT
public:
    enum class Kind : uint8_t { Rank, Name, Stage, Layer };
    enum Column { KindColumn, NameColumn, AColumn, BColumn, DifferenceColumn, ShareColumn };

    explicit ComparisonModel(QObject* parent = nullptr);
    /// `only` limits it to one kind.
    void setComparison(const Comparison& comparison, std::optional<Kind> only);
    Kind kind(int row) const { return m_rows[size_t(row)].kind; }
    const Difference& difference(int row) const { return m_rows[size_t(row)].difference; }

protected:
    int rows() const override { return int(m_rows.size()); }
    QString text(int row, int column) const override;
    QVariant sortValue(int row, int column) const override;
    QString plainText(int row, int column) const override;
    QString toolTip(int row, int column) const override;

private:
    struct Row {
        Kind kind = Kind::Name;
        Difference difference;
    };
    std::vector<Row> m_rows;
    TimeFormat m_times;
};

/// "name", "stage", "layer".
QString comparisonKindText(ComparisonModel::Kind kind);

} // namespace bubblescope
