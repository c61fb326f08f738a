// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tablemodel.h"

namespace bubblescope {

namespace {
/// Plain titles have one case; "MFU" and "GPU total" keep theirs.
QString lowerCased(const QString& title)
{
    const bool isAcronym = title.size() > 1 && title[1].isUpper();
    return isAcronym || title.size() < 2 ? title : title.left(1).toLower() + title.mid(1);
}
} // namespace

int TableModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : rows(); }

int TableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_columns.size());
}

QVariant TableModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const int row = index.row();
    const int column = index.column();
    switch (role) {
    case Qt::DisplayRole:
        return text(row, column);
    case Qt::TextAlignmentRole:
        return QVariant::fromValue<int>(
            Qt::AlignVCenter | (m_columns[static_cast<size_t>(column)].isNumber ? Qt::AlignRight : Qt::AlignLeft));
    case Qt::ToolTipRole: {
        const QString tip = toolTip(row, column);
        return tip.isEmpty() ? QVariant() : QVariant(tip);
    }
    case SortRole: {
        const QVariant value = sortValue(row, column);
        return value.isValid() ? value : QVariant(text(row, column));
    }
    case PlainRole: {
        const QString plain = plainText(row, column);
        return plain.isNull() ? text(row, column) : plain;
    }
    default:
        return extra(row, column, role);
    }
}

QVariant TableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (section < 0 || orientation != Qt::Horizontal || section >= columnCount())
        return QAbstractTableModel::headerData(section, orientation, role);
    const TableColumn& column = m_columns[static_cast<size_t>(section)];
    switch (role) {
    case Qt::DisplayRole:
        return column.title;
    case PlainRole:
        return column.plainTitle.isEmpty() ? lowerCased(column.title) : column.plainTitle;
    case Qt::ToolTipRole:
        return column.help.isEmpty() ? QVariant() : QVariant(column.help);
    case Qt::TextAlignmentRole:
        return QVariant::fromValue<int>(Qt::AlignVCenter | (column.isNumber ? Qt::AlignRight : Qt::AlignLeft));
    default:
        return {};
    }
}

void TableModel::setColumns(std::vector<TableColumn> columns) { m_columns = std::move(columns); }
QVariant TableModel::sortValue(int, int) const { return {}; }
QString TableModel::plainText(int, int) const { return {}; }
QString TableModel::toolTip(int, int) const { return {}; }
QVariant TableModel::extra(int, int, int) const { return {}; }

} // namespace bubblescope
