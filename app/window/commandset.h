// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QKeySequence>
#include <QObject>
#include <QPointer>

#include <functional>
#include <vector>

class QAction;
class QMainWindow;
class QMenu;
class QUndoStack;

namespace bubblescope {

class CompareControl;
class ExportControl;
class GanttView;
class HelpDialog;
class LoadControl;
class MessageStack;
class PanelHost;
class PlanControl;
class RecentMenu;
class SessionControl;
class Settings;
class SimulatePane;
class ViewMenu;
class WhatIfView;
class Workspace;

/// Every command of the window: its name, shortcuts, menu, action and whether it is enabled. The tool bar handles
/// search and steps itself and connects to their commands.
class CommandSet : public QObject {
    Q_OBJECT
public:
    struct Parts {
        QMainWindow& window;
        Workspace& workspace;
        LoadControl& load;
        SessionControl& session;
        ExportControl& exports;
        CompareControl& compare;
        GanttView& timeline;
        SimulatePane& simulate;
        WhatIfView& whatIf;
        PlanControl& plan;
        PanelHost& panels;
        MessageStack& messages;
        QUndoStack& history;
        Settings& settings;
    };
    /// Also fills the menu bar of the window.
    explicit CommandSet(const Parts& parts, QObject* parent = nullptr);

    /// An action of this name in the menu, and of the window.
    QAction* add(QMenu* menu, const QString& name, const QString& text, const QList<QKeySequence>& keys = {},
        const std::function<void()>& run = {});
    /// Every command, as listed by the command palette.
    QList<QAction*> all() const;
    QMenu* compareMenu() const { return m_compareMenu; }
    QAction* command(const QString& name) const;
    void setEnabled(const char* name, bool isEnabled) const;
    void updateRecent();
    /// Asks what the columns of a table hold, and then opens these paths again.
    void nameColumns(const QString& table, const QStringList& opened);
    /// Redraws the icons in the colours of the theme.
    void updateIcons();

signals:
    void recentChanged(const QStringList& entries);

private:
    void buildFileMenu();
    void buildEditMenu();
    void buildGoMenu();
    void buildSimulateMenu();
    void buildHelpMenu();
    void update();
    QString folderToStartIn() const;
    void showPalette(const QList<QAction*>& actions, const QString& hint);
    void walkFindings(int direction);
    void copy();
    HelpDialog& help();

    Parts m_parts;
    ViewMenu* m_viewMenu = nullptr;
    RecentMenu* m_recentMenu = nullptr;
    QMenu* m_compareMenu = nullptr;
    QPointer<HelpDialog> m_help;
};

} // namespace bubblescope
