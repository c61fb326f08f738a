// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "comparison.h"
#include "formatting.h"
#include "tablemodel.h"

namespace bubblescope {

/// Differences between two inputs, one row per term, name, stage, layer or operator; greatest first. Columns with calls and
/// shapes are there for what has them.
class ComparisonModel : public TableModel {
    Q_OBJECT
public:
    enum class Kind : uint8_t { Term, Rank, Name, Stage, Layer, Operator, Shapes, Module, Kernel };
    enum Column {
        KindColumn,
        NameColumn,
        ShapesColumn,
        ACallsColumn,
        BCallsColumn,
        ACallColumn,
        BCallColumn,
        AColumn,
        BColumn,
        DifferenceColumn,
        ShareColumn,
    };

    explicit ComparisonModel(QObject* parent = nullptr);
    /// `only` limits it to one kind; without, what devices did is left out: it would stand there several times.
    void setComparison(const Comparison& comparison, std::optional<Kind> only);
    static const std::vector<Difference>& differencesOf(const Comparison& comparison, Kind kind);
    /// Where a column is in the table; -1 if it has none.
    int placeOf(Column column) const;
    Kind kind(int row) const { return m_rows[size_t(row)].kind; }
    const Difference& difference(int row) const { return m_rows[size_t(row)].difference; }

protected:
    int rows() const override { return int(m_rows.size()); }
    QString text(int row, int column) const override;
    QVariant sortValue(int row, int column) const override;
    QString plainText(int row, int column) const override;
    QString toolTip(int row, int column) const override;

private:
    static TableColumn headOf(Column column, std::optional<Kind> only, const QString& per);

    struct Row {
        Kind kind = Kind::Name;
        Difference difference;
    };
    std::vector<Row> m_rows;
    std::vector<Column> m_columns;
    TimeFormat m_times;
    TimeFormat m_calls; ///< of one call
};

/// "term", "name", "stage", "layer", "operator".
QString comparisonKindText(ComparisonModel::Kind kind);

} // namespace bubblescope
