// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formatting.h"
#include "runhistory.h"
#include "tablemodel.h"

#include <vector>

namespace bubblescope {

/// The builds of one job as a table, in order of time.
class HistoryModel : public TableModel {
    Q_OBJECT
public:
    enum class Column { Build, Step, Change, Compute, Exposed, Waiting, Bubble, Idle, Memory, Finding };

    explicit HistoryModel(QObject* parent = nullptr);
    void setHistory(RunHistory history);
    const RunHistory& history() const { return m_history; }

protected:
    int rows() const override { return static_cast<int>(m_history.builds.size()); }
    QString text(int row, int column) const override;
    QVariant sortValue(int row, int column) const override;
    QString plainText(int row, int column) const override;
    QString toolTip(int row, int column) const override;

private:
    /// NaN where unknown.
    double figure(int row, Column column) const;

    RunHistory m_history;
    std::vector<Column> m_columns;
    TimeFormat m_format;
};

/// What happened since the build of this change, in a sentence or two.
QString changeText(const RunHistory& history, const RunHistory::ChangePoint& change);

} // namespace bubblescope
