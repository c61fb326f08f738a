// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <QString>
#include <QVariant>

#include <vector>

namespace bubblescope {

/// A column of a table: what people read, and what a spreadsheet reads.
struct TableColumn {
    QString title;
    QString plainTitle;    ///< with the unit of plain values, "forward (ms)"; empty: same as title
    QString help;          ///< tool tip of the header
    bool isNumber = false; ///< aligned right
};

/// Base of all tables: columns, alignment and roles in one place; a table says what stands in a cell.
class TableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Role {
        SortRole = Qt::UserRole, ///< what to sort by: a number, or text
        PlainRole,               ///< text for TSV and CSV: numbers without unit or groups
        FirstFreeRole,
    };

    using QAbstractTableModel::QAbstractTableModel;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

protected:
    /// Only before the first row is there, or within a reset.
    void setColumns(std::vector<TableColumn> columns);

    virtual int rows() const = 0;
    virtual QString text(int row, int column) const = 0;
    /// Unset: by text.
    virtual QVariant sortValue(int row, int column) const;
    /// Null: the text.
    virtual QString plainText(int row, int column) const;
    virtual QString toolTip(int row, int column) const;
    /// Roles of one table alone, from FirstFreeRole on, and Qt's others.
    virtual QVariant extra(int row, int column, int role) const;

private:
    std::vector<TableColumn> m_columns;
};

} // namespace bubblescope
