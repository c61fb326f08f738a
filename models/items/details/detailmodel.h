// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "details.h"
#include "tablemodel.h"

namespace bubblescope {

/// DetailFields as a table with two columns.
class DetailModel : public TableModel {
    Q_OBJECT
public:
    static constexpr int headingRole = FirstFreeRole;    ///< bool
    static constexpr int targetRole = FirstFreeRole + 1; ///< uint of a SpanId; invalid if none

    explicit DetailModel(QObject* parent = nullptr);
    void setFields(DetailFields fields);
    const DetailFields& fields() const { return m_fields; }
    /// Headings cannot be selected.
    Qt::ItemFlags flags(const QModelIndex& index) const override;

protected:
    int rows() const override { return static_cast<int>(m_fields.size()); }
    QString text(int row, int column) const override;
    QString toolTip(int row, int column) const override;
    QVariant extra(int row, int column, int role) const override;

private:
    DetailFields m_fields;
};

} // namespace bubblescope
