// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "annotation.h"
#include "timelineheaders.h"

#include <QColor>
#include <QPointF>
#include <QRectF>
#include <QString>

#include <optional>
#include <vector>

class QPainter;

namespace bubblescope {

/// What notes are drawn over, for the screen and for vector export alike. Logical pixels; geometry.notes is the band
/// between ruler and spans in which their texts stand.
struct NoteFrame {
    TimelineGeometry geometry;
    TimeScale scale; ///< over geometry.spans
    const Palette* palette = nullptr;
    const Trace* trace = nullptr;
    const TimelineLayout* layout = nullptr;
};

/// A note where it is drawn. What lies outside of the visible range has no place.
struct PlacedNote {
    Annotation note;
    AnchorPlace place;
    std::vector<QRectF> anchors; ///< boxes of its span or ranks; the whole height of a time or range
    QRectF card;                 ///< around the text
    QString text;                ///< shortened to what fits the card; empty: only a mark
    int hiddenCount = 0;         ///< further notes for which there was no room here
};

/// Height of the band for so many notes, 0 for none. It does not depend on what is in sight, so that zooming and
/// panning move no rows.
int noteBandHeight(size_t notes);
/// The ground of the band, with its name beside it. `notes`: how many the run has.
void paintNoteBand(QPainter& painter, const NoteFrame& frame, size_t notes);
/// Puts every note's text where it hides no other: in the band, in lanes that do not depend on the zoom, shortened to
/// the room up to the next one; or where its author dragged it.
/// `notes` as anchored() returns them for the trace of the frame.
std::vector<PlacedNote> placeNotes(const NoteFrame& frame, const std::vector<AnchoredNote>& notes);
/// Outlines, brackets, flags and arrows, then the cards. `current` is the id of the note that is marked, 0 for none.
void paintNotes(QPainter& painter, const NoteFrame& frame, const std::vector<PlacedNote>& notes, uint32_t current = 0);

/// The part of a note under a point, topmost first.
struct NoteHit {
    enum class Part : uint8_t { Card, Begin, End };
    size_t index = 0; ///< into the placed notes
    Part part = Part::Card;
};
std::optional<NoteHit> noteAt(const NoteFrame& frame, const std::vector<PlacedNote>& notes, QPointF point);

/// Colours that notes can have, by number.
QColor noteColor(const Palette& palette, int number);
QString noteColorName(int number);

} // namespace bubblescope
