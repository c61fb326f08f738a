// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "annotation.h"
#include "trace.h"

#include <optional>
#include <vector>

namespace bubblescope {

class Document;
class Workspace;

/// The timelines that notes on the shown document belong to. An interleaved timeline has two, the opened run and the
/// simulated one; any other has one, whose spans are not moved.
struct NoteHome {
    Annotation::Subject subject;
    TracePtr trace;                              ///< the trace that saved notes refer to
    TimeNs shift = 0;                            ///< from its times to those shown
    const std::vector<SpanId>* places = nullptr; ///< shown place of its spans; null: they are not moved

    /// Converts shown times to those of notes.
    TimeNs clock() const { return trace->origin() - shift; }
    SpanKey key(SpanId shown) const;
    /// Where a note is shown. A span of another step only has a range.
    AnchorPlace placeOf(const Annotation& note) const;
};

/// The opened run comes first. Empty if nothing is shown.
std::vector<NoteHome> noteHomes(const Document& document);
std::optional<NoteHome> noteHome(const Document& document, const Annotation::Subject& subject);
/// The home of notes on a lane; for an invalid lane, which means all lanes, the simulated run if there are two
/// homes.
NoteHome noteHome(const Document& document, TrackId track);
/// The notes on what is shown, by begin.
std::vector<AnchoredNote> anchoredNotes(const Document& document);
/// Moves the view to a shown note, selects its anchor and marks it.
void goToNote(Workspace& workspace, const Annotation& note);

} // namespace bubblescope
