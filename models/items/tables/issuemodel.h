// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "openedfolder.h"
#include "tablemodel.h"

namespace bubblescope {

/// Import issues: one row per kind and file, most severe first.
class IssueModel : public TableModel {
    Q_OBJECT
public:
    enum Column { SeverityColumn, TitleColumn, CountColumn, FileColumn, OffsetColumn, MessageColumn, AdviceColumn };
    static constexpr int severityRole = FirstFreeRole; ///< a Severity as int
    static constexpr int commandRole = FirstFreeRole + 1; ///< the command to be run first; empty where there is none

    explicit IssueModel(QObject* parent = nullptr);
    /// Null clears the table.
    void setFolder(OpenedFolderPtr opened);
    int count(Severity severity) const;
    /// "2 errors, 1 warning", or "No issues".
    QString summary() const;
    const Issue& issue(int row) const;
    /// Its first instances in full, each with its place, and how many more there are.
    QStringList instances(int row) const;

protected:
    int rows() const override { return static_cast<int>(m_order.size()); }
    QString text(int row, int column) const override;
    QVariant sortValue(int row, int column) const override;
    QString plainText(int row, int column) const override;
    QString toolTip(int row, int column) const override;
    QVariant extra(int row, int column, int role) const override;

private:

    OpenedFolderPtr m_opened;
    std::vector<size_t> m_order;
};

} // namespace bubblescope
