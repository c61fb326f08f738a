// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMenu>

namespace bubblescope {

class CommandSet;
class PanelHost;
class SimulatePane;
class WhatIfView;
class Workspace;

/// Commands that choose between the opened and the simulated run, and set knobs. GUI thread only.
class SimulateMenu : public QMenu {
    Q_OBJECT
public:
    /// All must outlive this object, which the window of the commands owns.
    SimulateMenu(Workspace& workspace, SimulatePane& pane, WhatIfView& whatIf, PanelHost& panels, CommandSet& commands);

private:
    void build();
    void updateCommands();

    Workspace& m_workspace;
    SimulatePane& m_pane;
    WhatIfView& m_whatIf;
    PanelHost& m_panels;
    CommandSet& m_commands;
};

} // namespace bubblescope
