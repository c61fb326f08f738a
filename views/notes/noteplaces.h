// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "annotation.h"
#include "timelineheaders.h"
#include "timescale.h"

#include <QFont>
#include <QPointF>
#include <QRectF>
#include <QString>

#include <optional>
#include <vector>

namespace bubblescope {

/// What notes are drawn on, both for the screen and for vector export. Logical pixels; geometry.notes is the band
/// between ruler and spans that holds their texts.
struct NoteFrame {
    TimelineGeometry geometry;
    TimeScale scale; ///< for geometry.spans
    const Palette* palette = nullptr;
    const Trace* trace = nullptr;
    const TimelineLayout* layout = nullptr;
};

/// A note and its position on screen. Empty outside the visible range.
struct PlacedNote {
    Annotation note;
    AnchorPlace place;
    std::vector<QRectF> anchors; ///< boxes of its span or ranks; full height for a time or range
    QRectF card;                 ///< around the text
    QString text;                ///< shortened to fit the card; if empty, only a mark
    int hiddenCount = 0;         ///< further notes that did not fit here

    /// Not where the user dragged it.
    bool isInBand() const { return !note.offset; }
};

/// Height of the band for this many notes, 0 for none. Independent of what is visible, so that zooming and panning do
/// not move rows.
int noteBandHeight(size_t notes);
/// Places every note's text where it hides no other: in the band, on lanes that do not depend on the zoom, shortened to
/// the room before the next one; or where the user dragged it. `notes` must be the result of anchored() for the trace
/// of the frame.
std::vector<PlacedNote> placeNotes(const NoteFrame& frame, const std::vector<AnchoredNote>& notes);
/// The card around a note's text; px.
namespace notecard {
    constexpr double bar = 4; ///< in the note's colour, at the left edge
    constexpr double textAir = 6;
    constexpr double edges = bar + 2 * textAir; ///< beside the text
    QFont font();
}

/// The part of a note at a point, topmost first.
struct NoteHit {
    enum class Part : uint8_t { Card, Begin, End };
    size_t index = 0; ///< into the placed notes
    Part part = Part::Card;
};
std::optional<NoteHit> noteAt(const NoteFrame& frame, const std::vector<PlacedNote>& notes, QPointF point);

} // namespace bubblescope
