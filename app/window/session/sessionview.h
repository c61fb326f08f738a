// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session.h"
#include "workspace.h"

namespace bubblescope {

class GanttView;
class TimelinePlot;

// Between a session and the views, with or without a window.

/// View and notes of what is shown.
void captureView(Session& session, const Workspace& workspace, const TimelinePlot& timeline);
/// Which timelines were shown; the opened one where it is not told.
Document::Timeline timelineOf(const Session& session);
/// Runs, tables, search, selection, step, range; the folder is open already. What is not there is left as it is.
void applyView(const Session& session, Workspace& workspace);
/// Range, history and selection alone: after another timeline was put in place of the one that is shown.
void applyPlace(const Session::View& view, Workspace& workspace);
/// Height, folding, pins, order and colours of the rows, markers, scroll.
void applyRows(const Session& session, GanttView& timeline);

} // namespace bubblescope
