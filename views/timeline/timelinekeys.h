// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ids.h"

#include <QPointF>

#include <optional>

class QKeyEvent;

namespace bubblescope {

class NoteLayer;
class TimelineLook;
class TimelineRows;
class TimelineScene;
class Workspace;

/// What keys do in a timeline: zooming and panning, stepping from span to span, fitting, marking, notes.
class TimelineKeys {
public:
    /// Both must outlive this object.
    TimelineKeys(TimelineScene& scene, NoteLayer& notes);

    enum class Answer : uint8_t {
        Ignored, ///< a key of others
        Done,
        Cleared, ///< what was being dragged is to be let go
    };
    /// Zooms and marks at the mouse where it is over the timeline, else in the middle.
    Answer press(const QKeyEvent& event, std::optional<QPointF> pointer);
    /// Another span is selected, or another run shown.
    void forgetCentered() { m_centered = SpanId(); }

private:
    bool foldFocusedGroup(bool collapse);
    bool moveGroup(int places);
    /// Previous (-1) or next (1) span on the track of the selected one; without a selection, the first visible span.
    void stepSpan(int direction);
    /// Selects the nearest span on the next track up (-1) or down (1).
    void stepTrack(int direction);
    void centerOrFit();
    void addMarker(std::optional<QPointF> pointer);
    /// One thing: the part that is asked for, the span, the range, rank and stage, layer, markers, what is searched
    /// for.
    void clearNext();

    TimelineScene& m_scene;
    NoteLayer& m_notes;
    TimelineRows& m_rows;
    TimelineLook& m_look;
    Workspace& m_workspace;
    SpanId m_centered; ///< F first centres a span, then fits it
};

} // namespace bubblescope
