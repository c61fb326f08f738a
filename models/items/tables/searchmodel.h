// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formatting.h"
#include "tablemodel.h"
#include "trace.h"

#include <vector>

namespace bubblescope {

/// Matches of a search: when, where, what, how long.
class SearchModel : public TableModel {
    Q_OBJECT
public:
    enum Column { NameColumn, BeginColumn, RankColumn, StageColumn, DurationColumn, DetailColumn };
    /// More would make sorting slow, and nobody reads them.
    static constexpr size_t shownMatches = 20000;

    explicit SearchModel(QObject* parent = nullptr);
    /// `matches` beyond shownMatches are left out.
    void setMatches(TracePtr trace, std::vector<SpanId> matches);
    SpanId spanAt(int row) const;
    /// -1 for a span that is not among the rows.
    int rowOf(SpanId span) const;

protected:
    int rows() const override { return static_cast<int>(m_matches.size()); }
    QString text(int row, int column) const override;
    QVariant sortValue(int row, int column) const override;
    QString plainText(int row, int column) const override;
    QString toolTip(int row, int column) const override;

private:
    TracePtr m_trace;
    std::vector<SpanId> m_matches;
    TimeFormat m_begins;
    TimeFormat m_durations;
};

/// How many spans lie between so many ns and the next bar, in logarithmic steps; durations of 0 have a bar of their
/// own, the first.
struct DurationHistogram {
    struct Bar {
        TimeNs from = 0; ///< inclusive
        TimeNs to = 0;   ///< exclusive
        uint64_t count = 0;
    };
    std::vector<Bar> bars;
};
DurationHistogram durationHistogram(const Trace& trace, const std::vector<SpanId>& spans, int mostBars = 32);

} // namespace bubblescope
