// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMenu>

class QUndoStack;

namespace bubblescope {

class CommandSet;
class ExportControl;
class GanttView;
class Workspace;

/// Commands that undo, copy, find, select and write notes. GUI thread only.
class EditMenu : public QMenu {
    Q_OBJECT
public:
    /// All must outlive this object, which the window of the commands owns.
    EditMenu(
        Workspace& workspace, GanttView& timeline, ExportControl& exports, QUndoStack& history, CommandSet& commands);

private:
    void build();
    void press(Qt::Key key);
    void updateCommands();
    void copy();

    Workspace& m_workspace;
    GanttView& m_timeline;
    ExportControl& m_exports;
    QUndoStack& m_history;
    CommandSet& m_commands;
};

} // namespace bubblescope
