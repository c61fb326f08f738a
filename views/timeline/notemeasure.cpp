// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "notemeasure.h"

#include "formatting.h"
#include "notepainter.h"
#include "timelineoverlay.h"

#include <algorithm>

namespace bubblescope {

void NoteMeasure::begin(TimeNs time, const TimelineRow* row, TrackId track)
{
    m_from = time;
    m_rank = row ? row->rank : -1;
    m_track = track;
}

void NoteMeasure::extend(TimeNs time, const TimelineRow* row, TrackId track)
{
    m_measure = Measure {{std::min(m_from, time), std::max(m_from, time)}, -1, -1, {}};
    if (track == m_track)
        m_measure->track = m_track;
    const int rank = row ? row->rank : -1;
    if (rank >= 0 && m_rank >= 0) {
        m_measure->firstRank = std::min(rank, m_rank);
        m_measure->lastRank = std::max(rank, m_rank);
    }
}

void NoteMeasure::end()
{
    if (m_measure && m_measure->range.isEmpty())
        m_measure.reset();
}

Annotation NoteMeasure::note(const NewNotes& notes) const
{
    return notes.ofRanks(m_measure->range, m_measure->firstRank, m_measure->lastRank, m_measure->track);
}

void NoteMeasure::paint(QPainter& painter, const NoteFrame& area, const NewNotes& notes, const QString& hint) const
{
    if (!m_measure)
        return;
    const TimelineGeometry& g = area.geometry;
    PlacedNote shape;
    shape.note = notes.ofRanks(m_measure->range, m_measure->firstRank, m_measure->lastRank);
    shape.note.color = 0;
    shape.place = {m_measure->range, {}, false};
    QRectF bounds(QPointF(area.scale.x(m_measure->range.begin), g.contentTop()),
        QPointF(area.scale.x(m_measure->range.end), g.spans.bottom()));
    const std::vector<PlacedNote> placed = placeNotes(area, {{shape.note, shape.place}});
    if (placed.empty())
        return;
    for (size_t i = 0; i < placed.front().anchors.size(); ++i)
        bounds = i == 0 ? placed.front().anchors[i] : bounds.united(placed.front().anchors[i]);
    PlacedNote outline = placed.front();
    outline.card = QRectF();
    paintNotes(painter, area, {outline});
    const QRectF seen = bounds.intersected(g.spans);
    if (!seen.isEmpty() || m_measure->range.isEmpty()) {
        std::vector<std::pair<QString, QString>> lines;
        if (!hint.isEmpty())
            lines.emplace_back(hint, QString());
        paintCard(painter, *area.palette, QRectF(g.spans).adjusted(4, 4, -4, -4),
            QPointF(std::min(seen.right(), g.spans.right() - 30.0) - 8, seen.top()),
            formatDuration(double(m_measure->range.duration())), noteColor(*area.palette, 0), lines);
    }
}

} // namespace bubblescope
