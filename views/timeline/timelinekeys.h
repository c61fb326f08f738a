// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ids.h"

class QKeyEvent;

namespace bubblescope {

class TimelineController;
class TimelineLook;
class TimelinePlot;
class TimelineRows;
class Workspace;

/// What keys do in a timeline: zooming and panning, stepping from span to span, fitting, marking, notes.
class TimelineKeys {
public:
    /// Both must outlive this object.
    TimelineKeys(TimelinePlot& plot, TimelineController& mouse);

    /// Returns whether it handled the key.
    bool press(const QKeyEvent& event);
    /// Another span is selected, or another run shown.
    void forgetCentered() { m_centered = SpanId(); }

private:
    bool foldFocusedGroup(bool collapse);
    /// Previous (-1) or next (1) span on the track of the selected one; without a selection, the first visible span.
    void stepSpan(int direction);
    /// Selects the nearest span on the next track up (-1) or down (1).
    void stepTrack(int direction);
    void centerOrFit();
    void addMarker();
    void clearAll();

    TimelinePlot& m_plot;
    TimelineController& m_mouse;
    TimelineRows& m_rows;
    TimelineLook& m_look;
    Workspace& m_workspace;
    SpanId m_centered; ///< F first centres a span, then fits it
};

} // namespace bubblescope
