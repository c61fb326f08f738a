// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session.h"
#include "workspace.h"

namespace bubblescope {

class TimelineLook;
class TimelineRows;

// Between a session and what is shown, with or without a window.

/// View and notes of what is shown.
void captureView(Session& session, const Workspace& workspace, const TimelineRows& rows, const TimelineLook& look);
/// Which timelines were shown; the opened one where it is not told.
Document::Timeline timelineOf(const Session& session);
/// Runs, tables, search, selection, step, range; the folder is open already. What is not there is left as it is.
void applyView(const Session& session, Workspace& workspace);
/// Range, history and selection alone: after another timeline was put in place of the one that is shown.
void applyPlace(const Session::View& view, Workspace& workspace);
/// Height, folding, pins, order and colours of the rows, markers, scroll.
void applyRows(const Session& session, const Workspace& workspace, TimelineRows& rows, TimelineLook& look);

} // namespace bubblescope
