// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ids.h"
#include "timerange.h"

#include <QCoreApplication>
#include <QSize>
#include <QString>

#include <vector>

namespace bubblescope {

class Trace;
class TimelinePlot;

/// A timeline as a description and a list of spans for screen readers; used by timelineaccess.h.
class SpokenTimeline {
    Q_DECLARE_TR_FUNCTIONS(bubblescope::SpokenTimeline)
public:
    /// Columns of the table that screen readers see.
    enum Column { TrackColumn, SpanColumn, BeginColumn, DurationColumn, columnTotal };

    /// The plot must outlive this object.
    explicit SpokenTimeline(TimelinePlot& plot) : m_plot(plot) { }

    /// Visible ranks and lanes and the selected span.
    QString description() const;
    /// Visible spans row by row in order of time; for a row with very many, the longest of each stretch. Bounded.
    const std::vector<SpanId>& spansInSight() const;
    void forgetSight() { m_sight = {}; } ///< rows have changed

    void describe() const;
    void announceSight() const;     ///< other spans are visible
    void announceSelection() const; ///< the selection has changed

private:
    struct Sight {
        const Trace* trace = nullptr;
        TimeRange range;
        double scroll = -1;
        QSize size;
        bool operator==(const Sight&) const = default;
    };

    TimelinePlot& m_plot;
    mutable Sight m_sight; // state for which m_inSight is valid
    mutable std::vector<SpanId> m_inSight;
};

} // namespace bubblescope
