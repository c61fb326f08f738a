// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formatting.h"
#include "ranksearch.h"
#include "tablemodel.h"
#include "trace.h"

#include <vector>

namespace bubblescope {

/// Matches of a search: when, where, what, how long.
class SearchModel : public TableModel {
    Q_OBJECT
public:
    enum Column { NameColumn, BeginColumn, RankColumn, StageColumn, DurationColumn, DetailColumn };
    /// More rows would make sorting slow, and nobody reads them.
    static constexpr size_t shownMatches = 20000;

    explicit SearchModel(QObject* parent = nullptr);
    /// Matches beyond shownMatches are dropped; `trace` has their names. Begins count from `zero`, as on the ruler.
    void setMatches(TracePtr trace, std::vector<FoundSpan> matches, TimeNs zero = 0);
    /// Null if there is no such row.
    const FoundSpan* matchAt(int row) const;
    /// -1 if the span has no row.
    int rowOf(const FoundSpan& match) const;

protected:
    int rows() const override { return static_cast<int>(m_matches.size()); }
    QString text(int row, int column) const override;
    QVariant sortValue(int row, int column) const override;
    QString plainText(int row, int column) const override;
    QString toolTip(int row, int column) const override;

private:
    TracePtr m_trace;
    std::vector<FoundSpan> m_matches;
    TimeNs m_zero = 0;
    TimeFormat m_begins;
    TimeFormat m_durations;
};

} // namespace bubblescope
