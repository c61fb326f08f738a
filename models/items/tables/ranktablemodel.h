// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formatting.h"
#include "runsummary.h"
#include "tablemodel.h"

#include <memory>

namespace bubblescope {

/// Where the time of each rank goes, one row per rank; the parts add up to its total.
class RankTableModel : public TableModel {
    Q_OBJECT
public:
    enum Column {
        RankColumn,
        StageColumn,
        ComputeColumn,
        ExposedColumn,
        OverlappedColumn,
        WaitingColumn,
        WarmupColumn,
        SteadyColumn,
        CooldownColumn,
        IdleColumn,
        HostColumn,
        TotalColumn,
        NotRecordedColumn
    };
    explicit RankTableModel(QObject* parent = nullptr);
    /// Null clears the table.
    void setSummary(std::shared_ptr<const RunSummary> summary);

protected:
    int rows() const override { return m_summary ? int(m_summary->ranks.size()) : 0; }
    QString text(int row, int column) const override;
    QVariant sortValue(int row, int column) const override;
    QString plainText(int row, int column) const override;

private:
    TimeNs time(int row, int column) const;

    std::shared_ptr<const RunSummary> m_summary;
    TimeFormat m_times;
};

} // namespace bubblescope
