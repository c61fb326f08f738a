// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMenu>
#include <QStringList>

namespace bubblescope {

class CommandSet;
class ExportControl;
class LoadControl;
class PlanControl;
class RecentMenu;
class SessionControl;
class Settings;
class Workspace;

/// Commands that open, save, export and close. GUI thread only.
class FileMenu : public QMenu {
    Q_OBJECT
public:
    /// Who does what the commands ask for.
    struct Controls {
        LoadControl& load;
        SessionControl& session;
        ExportControl& exports;
        PlanControl& plan;
    };
    /// All must outlive this object, which the window of the commands owns.
    FileMenu(Workspace& workspace, const Controls& controls, Settings& settings, CommandSet& commands);

    void updateRecent();
    /// Asks what the columns of a table hold, and then opens these paths again.
    void nameColumns(const QString& table, const QStringList& opened);

signals:
    void recentChanged(const QStringList& entries);

private:
    void build();
    void copyLink();
    void updateCommands();
    QString folderToStartIn() const;

    Workspace& m_workspace;
    LoadControl& m_load;
    SessionControl& m_session;
    ExportControl& m_exports;
    PlanControl& m_plan;
    Settings& m_settings;
    CommandSet& m_commands;
    RecentMenu* m_recent = nullptr;
};

} // namespace bubblescope
