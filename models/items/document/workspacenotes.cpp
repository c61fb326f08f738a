// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "notehome.h"
#include "workspace.h"

#include "notebook.h"

#include <algorithm>

namespace bubblescope {

Annotation::Subject Workspace::noteSubject() const
{
    Annotation::Subject subject;
    if (run())
        subject.run = run()->name;
    if (showsSimulation())
        subject.knobs = knobsLine(m_simulation->knobs);
    return subject;
}

void Workspace::goToNote(const Annotation& note)
{
    const TracePtr now = trace();
    const std::optional<NoteHome> home = noteHome(*this, note.subject);
    if (!now || !home)
        return;
    const AnchorPlace place = home->placeOf(note);
    if (place.span.isValid()) {
        setSelectedSpan(place.span);
        revealSpan(place.span);
    } else {
        // Seen whole, and not as a speck.
        constexpr TimeNs leastShare = 30; // of what is visible
        const TimeNs width = m_visibleRange.duration();
        const TimeNs length = place.range.duration();
        const TimeNs middle = place.range.begin + length / 2;
        const bool fits = m_visibleRange.contains(place.range) && (length == 0 || length >= width / leastShare);
        const TimeNs wanted = length == 0 ? width : length + length / 2;
        if (!fits)
            setVisibleRange({middle - wanted / 2, middle - wanted / 2 + wanted});
        if (note.kind == Annotation::Kind::Box && now->findRank(note.firstRank)) {
            setSelectedRank(note.firstRank);
            const auto rows = now->rows();
            const auto ofRank = std::find_if(rows.begin(), rows.end(), [&now, &note](const Row& row) {
                return row.spanCount > 0 && now->track(row.track).rank == note.firstRank;
            });
            if (ofRank != rows.end())
                emit revealRequested(SpanId(ofRank->firstSpan));
        }
    }
    commitPlace();
    m_notes->setCurrent(note.id);
}

} // namespace bubblescope
