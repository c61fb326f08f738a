// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formatting.h"
#include "selectionsummary.h"
#include "tablemodel.h"

namespace bubblescope {

/// The groups of a SelectionSummary as a table.
class SelectionModel : public TableModel {
    Q_OBJECT
public:
    enum Column {
        NameColumn,
        ContextColumn,
        CountColumn,
        TotalColumn,
        SelfColumn,
        WaitingColumn,
        MeanColumn,
        P50Column,
        P90Column,
        P99Column,
        LongestColumn,
        HistogramColumn
    };

    explicit SelectionModel(QObject* parent = nullptr);
    /// `knowsWaiting`: false where that has no figures, since not all ranks are at hand.
    void setGroups(TracePtr trace, SelectionSummary::GroupBy by, std::vector<SelectionSummary::Group> groups,
        bool knowsWaiting = true);
    void clear() { setGroups({}, m_by, {}); }
    /// The longest span of the row's group; invalid if none.
    SpanId longest(int row) const;
    /// The histogram of the row's group; null if none.
    const SelectionSummary::Histogram* histogram(int row) const;

protected:
    int rows() const override { return static_cast<int>(m_groups.size()); }
    QString text(int row, int column) const override;
    QVariant sortValue(int row, int column) const override;
    QString plainText(int row, int column) const override;
    QString toolTip(int row, int column) const override;

private:
    static bool isTime(int column) { return column >= TotalColumn && column <= LongestColumn; }
    bool isKnown(int column) const { return column != WaitingColumn || m_knowsWaiting; }
    double figure(int row, int column) const;

    TracePtr m_trace;
    SelectionSummary::GroupBy m_by = SelectionSummary::GroupBy::Name;
    bool m_knowsWaiting = true;
    std::vector<SelectionSummary::Group> m_groups;
    TimeFormat m_sums;
};

} // namespace bubblescope
