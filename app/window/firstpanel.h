// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QDockWidget;

namespace bubblescope {

class LoadControl;
class PanelHost;
class WindowToolBar;
class Workspace;

/// What is in front when a folder opens: the panel that has content for it and then, once they are known, the findings,
/// unless the user has chosen another panel by then.
class FirstPanel : public QObject {
    Q_OBJECT
public:
    /// All must outlive it.
    FirstPanel(Workspace& workspace, PanelHost& panels, const LoadControl& load, const WindowToolBar& toolBar,
        QObject* parent = nullptr);

    /// Whether the next folder opens at its first finding, as the built-in run does.
    void setGoesToFinding(bool goes) { m_goesToFinding = goes; }
    /// Raises a panel that has content for the opened folder.
    void raiseFitting();
    /// The folder is complete, or as good as that; its first part may have held something else.
    void finish();
    /// Raises the findings, or goes to the first of them; nothing if none is worth it.
    void showTopFinding();

private:
    const char* fittingName() const;

    Workspace& m_workspace;
    PanelHost& m_panels;
    const LoadControl& m_load;
    const WindowToolBar& m_toolBar;
    QDockWidget* m_fitting = nullptr; ///< raised for a folder whose findings are still being computed
    bool m_goesToFinding = false;
};

} // namespace bubblescope
