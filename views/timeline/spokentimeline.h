// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ids.h"
#include "timerange.h"

#include <QSize>
#include <QString>

#include <vector>

namespace bubblescope {

class Trace;
class TimelinePlot;

/// A timeline in words and as a list of spans, for those who hear it: timelineaccess.h answers their questions with it.
class SpokenTimeline {
public:
    /// Of the table that screen readers see.
    enum Column { TrackColumn, SpanColumn, BeginColumn, DurationColumn, columnTotal };

    /// The plot must outlive it.
    explicit SpokenTimeline(TimelinePlot& plot) : m_plot(plot) { }

    /// Visible ranks and lanes and the selected span.
    QString description() const;
    /// Spans in sight, row by row and in order of time; of a row with very many, the longest of each stretch. Bounded.
    const std::vector<SpanId>& spansInSight() const;
    void forgetSight() { m_sight = {}; } ///< rows have changed

    void describe() const;
    void tellSight() const; ///< other spans are in sight
    void tellSelection() const; ///< another one is selected

private:
    struct Sight {
        const Trace* trace = nullptr;
        TimeRange range;
        double scroll = -1;
        QSize size;
        bool operator==(const Sight&) const = default;
    };

    TimelinePlot& m_plot;
    mutable Sight m_sight; // what m_inSight is of
    mutable std::vector<SpanId> m_inSight;
};

} // namespace bubblescope
