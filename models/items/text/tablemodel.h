// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <QString>
#include <QVariant>

#include <vector>

namespace bubblescope {

/// A column of a table with a title for display and one for spreadsheets.
struct TableColumn {
    QString title;
    QString plainTitle;    ///< with the unit of plain values, "forward (ms)"; empty: same as title
    QString help;          ///< tooltip of the header
    bool isNumber = false; ///< right-aligned
};

/// Base of all tables: handles columns, alignment and roles; a table provides its cells.
class TableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Role {
        SortRole = Qt::UserRole, ///< a number or text
        PlainRole,               ///< text for TSV and CSV: numbers without unit and groups
        FirstFreeRole,
    };

    using QAbstractTableModel::QAbstractTableModel;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

protected:
    /// Only before the first row exists, or within a reset.
    void setColumns(std::vector<TableColumn> columns);

    virtual int rows() const = 0;
    virtual QString text(int row, int column) const = 0;
    /// By default unset: sorts by text.
    virtual QVariant sortValue(int row, int column) const;
    /// By default null: uses the text.
    virtual QString plainText(int row, int column) const;
    virtual QString toolTip(int row, int column) const;
    /// Roles of a particular table, from FirstFreeRole on, and further Qt roles.
    virtual QVariant extra(int row, int column, int role) const;

private:
    std::vector<TableColumn> m_columns;
};

} // namespace bubblescope
