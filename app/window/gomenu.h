// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMenu>

namespace bubblescope {

class CommandSet;
class CompareControl;
class PanelHost;
class Workspace;

/// Commands that go to another place, step, run, finding or comparison. GUI thread only.
class GoMenu : public QMenu {
    Q_OBJECT
public:
    /// All must outlive this object, which the window of the commands owns.
    GoMenu(Workspace& workspace, CompareControl& compare, PanelHost& panels, CommandSet& commands);

    QMenu* compareMenu() const { return m_compareMenu; }

private:
    void build();
    void updateCommands();
    void addZoom();
    void walkFindings(int direction);

    Workspace& m_workspace;
    CompareControl& m_compare;
    PanelHost& m_panels;
    CommandSet& m_commands;
    QMenu* m_compareMenu = nullptr;
};

} // namespace bubblescope
