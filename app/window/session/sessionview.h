// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session.h"
#include "workspace.h"

namespace bubblescope {

class TimelineLook;
class TimelineRows;

// Converts between a session and the state shown, with or without a window.

/// Stores view and notes of what is shown.
void captureView(Session& session, const Workspace& workspace, const TimelineRows& rows, const TimelineLook& look);
/// Which timelines were shown; the opened one if not stated.
Document::Timeline timelineOf(const Session& session);
/// Restores runs, tables, search, selection, step and range; the folder must be open. Missing values change nothing.
void applyView(const Session& session, Workspace& workspace);
/// Restores only range, history and selection, after switching to another timeline.
void applyPlace(const Session::View& view, Workspace& workspace);
/// Restores height, folding, pins, order and colours of rows, markers, scroll position.
void applyRows(const Session& session, const Workspace& workspace, TimelineRows& rows, TimelineLook& look);

} // namespace bubblescope
