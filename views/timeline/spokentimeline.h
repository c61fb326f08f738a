// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ids.h"
#include "timerange.h"

#include <QObject>
#include <QSize>
#include <QString>

#include <vector>

class QWidget;

namespace bubblescope {

class Trace;
class TimelineScene;

/// A timeline as a description and a list of spans for screen readers; used by timelineaccess.h.
class SpokenTimeline : public QObject {
    Q_OBJECT
public:
    /// Columns of the table that screen readers see.
    enum Column { TrackColumn, SpanColumn, BeginColumn, DurationColumn, columnTotal };

    /// The canvas, on which the scene is drawn, owns this object; the scene must outlive its use.
    SpokenTimeline(const TimelineScene& scene, QWidget& canvas);

    const TimelineScene& scene() const { return m_scene; }

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

    const TimelineScene& m_scene;
    QWidget& m_canvas;
    mutable Sight m_sight; // state for which m_inSight is valid
    mutable std::vector<SpanId> m_inSight;
};

} // namespace bubblescope
