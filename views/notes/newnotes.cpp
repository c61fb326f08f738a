// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "newnotes.h"

#include "document.h"
#include "notehome.h"

namespace bubblescope {

Annotation NewNotes::of(Annotation::Kind kind, TimeRange range, TrackId track) const
{
    const NoteHome home = noteHome(m_document, track);
    Annotation note;
    note.kind = kind;
    note.subject = home.subject;
    note.range = {range.begin + home.clock(), range.end + home.clock()};
    note.color = m_color;
    return note;
}

Annotation NewNotes::ofSpan(SpanId span) const
{
    const Trace& trace = *m_document.trace();
    Annotation note = of(Annotation::Kind::Span, trace.range(span), trace.track(span));
    note.span = noteHome(m_document, trace.track(span)).key(span);
    return note;
}

Annotation NewNotes::ofRanks(TimeRange range, int firstRank, int lastRank, TrackId track) const
{
    if (firstRank < 0)
        return of(Annotation::Kind::Range, range, track);
    Annotation note = of(Annotation::Kind::Box, range, track);
    note.firstRank = firstRank;
    note.lastRank = lastRank;
    return note;
}

} // namespace bubblescope
