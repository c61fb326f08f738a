// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formatting.h"
#include "idlecauses.h"
#include "tablemodel.h"

namespace bubblescope {

/// What hosts did while their GPUs had no work, most time first: of all ranks together, where durations are those of
/// the mean rank, or rank by rank. The rows of all ranks add up to the host wait of the step.
class IdleCauseModel : public TableModel {
    Q_OBJECT
public:
    enum class Column { Cause, Record, Rank, Time, Share, Count, Longest, Recorded, KernelWait };
    enum class Rows : uint8_t { OfAllRanks, OfEachRank };

    explicit IdleCauseModel(QObject* parent = nullptr);
    /// `ranks` share a step of `stepNs`.
    void setCauses(TracePtr trace, const std::vector<IdleCause>& causes, size_t ranks, double stepNs, Rows rows);
    void clear() { setCauses({}, {}, 0, 0, Rows::OfAllRanks); }
    /// Of all ranks those of the one with the longest pause; null if the row does not exist.
    const IdleCause* cause(int row) const;
    /// Where a column is in the table; -1 if it has none.
    int placeOf(Column column) const;

protected:
    int rows() const override { return static_cast<int>(m_rows.size()); }
    QString text(int row, int column) const override;
    QVariant sortValue(int row, int column) const override;
    QString plainText(int row, int column) const override;
    QString toolTip(int row, int column) const override;

private:
    struct Line {
        IdleCause longest; ///< the one with the longest pause
        double time = 0;
        double kernelWait = 0;
        double recorded = 0;
        uint64_t count = 0;
    };
    TableColumn headOf(Column column) const;
    double figure(int row, Column column) const;
    int rankOf(int row) const;

    TracePtr m_trace;
    Rows m_kind = Rows::OfAllRanks;
    double m_stepNs = 0;
    std::vector<Line> m_rows;
    std::vector<Column> m_columns;
    TimeFormat m_times;
};

} // namespace bubblescope
