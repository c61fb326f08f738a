// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMenu>

#include <functional>
#include <vector>

class QMainWindow;

namespace bubblescope {

class CommandSet;
class GanttView;
class PanelHost;
class Settings;

/// What the window shows and how: panels, theme, language, colours and rows of the timeline. Choices are kept in the
/// settings.
class ViewMenu : public QMenu {
    Q_OBJECT
public:
    /// Adds its commands to `commands`, which must outlive it, like the others.
    ViewMenu(QMainWindow& window, GanttView& timeline, PanelHost& panels, Settings& settings, CommandSet& commands);

    /// Each brings up a panel.
    const QList<QAction*>& showPanels() const { return m_showPanels; }

signals:
    /// A message for the user.
    void noticed(const QString& sentence);

private:
    void addPanels();
    void addChoices(QMenu* menu, const std::vector<std::pair<QString, QString>>& entries, int current,
        const std::function<void(int)>& chosen);
    void addThemes();
    void addLanguages();
    void addTimelineActions();
    void keepRowHeight();

    QMainWindow& m_window;
    GanttView& m_timeline;
    PanelHost& m_panels;
    Settings& m_settings;
    CommandSet& m_commands;
    QList<QAction*> m_showPanels;
};

} // namespace bubblescope
