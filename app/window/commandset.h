// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QKeySequence>
#include <QList>
#include <QObject>

#include <functional>

class QAction;
class QMainWindow;
class QMenu;

namespace bubblescope {

class GanttView;
class Workspace;

/// Every command of the window: its name, shortcuts, menu, action and whether it is enabled. The menus add them and
/// know what they do; the tool bar handles search and steps itself and connects to their commands. GUI thread only.
class CommandSet : public QObject {
    Q_OBJECT
public:
    /// All must outlive this object.
    CommandSet(QMainWindow& window, Workspace& workspace, GanttView& timeline, QObject* parent = nullptr);
    /// All menus are there; `panels` are commands that show a panel.
    void start(const QList<QAction*>& panels);

    QMainWindow& window() const { return m_window; }
    /// An action of this name in the menu, and of the window.
    QAction* add(QMenu* menu, const QString& name, const QString& text, const QList<QKeySequence>& keys = {},
        const std::function<void()>& run = {});
    /// A key that the timeline takes by itself, wherever the focus is: menus only show it beside the action.
    static void showKey(QAction* action, const QKeySequence& key);
    /// Every command, as listed by the command palette.
    QList<QAction*> all() const;
    QAction* command(const QString& name) const;
    void setEnabled(const char* name, bool isEnabled) const;
    /// The given commands, and the places that the typed words name.
    void showPalette(const QList<QAction*>& actions, const QString& hint);
    /// Redraws the icons in the colours of the theme.
    void updateIcons();

signals:
    void changed(); ///< other commands may be enabled

private:
    QMainWindow& m_window;
    Workspace& m_workspace;
    GanttView& m_timeline;
    QList<QAction*> m_panels;
};

} // namespace bubblescope
