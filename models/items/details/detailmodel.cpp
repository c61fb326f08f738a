// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "detailmodel.h"

namespace bubblescope {

DetailModel::DetailModel(QObject* parent) : TableModel(parent)
{
    setColumns({{tr("Field"), {}, {}, false}, {tr("Value"), {}, {}, false}});
}

void DetailModel::setFields(DetailFields fields)
{
    beginResetModel();
    m_fields = std::move(fields);
    endResetModel();
}

Qt::ItemFlags DetailModel::flags(const QModelIndex& index) const
{
    if (!index.isValid() || !m_fields[static_cast<size_t>(index.row())].isHeading)
        return TableModel::flags(index);
    return Qt::ItemIsEnabled | Qt::ItemNeverHasChildren;
}

QString DetailModel::text(int row, int column) const
{
    const DetailField& field = m_fields[static_cast<size_t>(row)];
    return column == 0 ? field.label : field.value;
}

QString DetailModel::toolTip(int row, int column) const
{
    const DetailField& field = m_fields[static_cast<size_t>(row)];
    if (column == 0)
        return field.label;
    return field.toolTip.isEmpty() ? field.value : field.value + QLatin1Char('\n') + field.toolTip;
}

QVariant DetailModel::extra(int row, int, int role) const
{
    const DetailField& field = m_fields[static_cast<size_t>(row)];
    if (role == headingRole)
        return field.isHeading;
    if (role == targetRole)
        return field.target.value;
    return {};
}

} // namespace bubblescope
