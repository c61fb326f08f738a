// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "newnotes.h"
#include "noteplaces.h"

#include <QString>

#include <optional>

class QPainter;

namespace bubblescope {

struct TimelineRow;

/// What Shift + drag measures: a range of time, limited to ranks if it began and ended on some.
class NoteMeasure {
public:
    struct Measure {
        TimeRange range;
        int firstRank = -1;
        int lastRank = -1;
        TrackId track; ///< if it began and ended on one lane
    };

    /// `row` is null beside all rows, and `track` invalid where there is no lane.
    void begin(TimeNs time, const TimelineRow* row, TrackId track);
    void extend(TimeNs time, const TimelineRow* row, TrackId track);
    void reset() { m_measure.reset(); }
    /// Nothing was measured where the range is empty.
    void end();

    const std::optional<Measure>& value() const { return m_measure; }
    Annotation note(const NewNotes& notes) const;
    /// Drawn like a note of it, with its length, and below that the hint.
    void paint(QPainter& painter, const NoteFrame& area, const NewNotes& notes, const QString& hint) const;

private:
    std::optional<Measure> m_measure;
    TimeNs m_from = 0;
    int m_rank = -1;
    TrackId m_track;
};

} // namespace bubblescope
