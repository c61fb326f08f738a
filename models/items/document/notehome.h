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

/// Where notes on what a document shows belong. An interleaved timeline has two homes, the opened run and the
/// simulated one; any other has one, of which nothing is moved.
struct NoteHome {
    Annotation::Subject subject;
    TracePtr trace;                              ///< what is kept of a note is about this one
    TimeNs shift = 0;                            ///< of what is shown against its times
    const std::vector<SpanId>* places = nullptr; ///< where its spans went in what is shown; null: nowhere

    /// From times of what is shown to those of a note.
    TimeNs clock() const { return trace->origin() - shift; }
    SpanKey key(SpanId shown) const;
    /// In what is shown. A span of another step has a range alone.
    AnchorPlace placeOf(const Annotation& note) const;
};

/// The opened run's first. Empty where nothing is shown.
std::vector<NoteHome> noteHomes(const Document& document);
std::optional<NoteHome> noteHome(const Document& document, const Annotation::Subject& subject);
/// Of a note on a lane; an invalid one, which means all of them, has the simulated run, without which there were no
/// two.
NoteHome noteHome(const Document& document, TrackId track);
/// The notes of what is shown, by begin.
std::vector<AnchoredNote> anchoredNotes(const Document& document);
/// Moves the view to a note of what is shown, selects what it is about and marks it.
void goToNote(Workspace& workspace, const Annotation& note);

} // namespace bubblescope
