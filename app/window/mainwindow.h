// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "commandset.h"
#include "loadcontrol.h"
#include "messagestack.h"
#include "panelhost.h"
#include "windowtoolbar.h"
#include "workspace.h"

#include <QMainWindow>

#include <functional>

class QAction;
class QStackedWidget;
class QUndoStack;

namespace bubblescope {

class CompareControl;
class ComparedTimelines;
class DetailsPages;
class ExportControl;
class FileMenu;
class FindingsControl;
class FindingsView;
class FirstPanel;
class GanttView;
class LoadBar;
class NotesControl;
class OverviewStrip;
class PlanControl;
class PlanState;
class PlanView;
class QueryControl;
class QueryState;
class RooflineState;
class RunSteps;
class SessionControl;
class Settings;
class SimulatePane;
class StartPage;
class TimelineKeyRelay;
class TraceTasks;
class WhatIfView;

/// The window, and the only place where parts are connected: views meet in the Workspace, everything else is connected
/// here. Loading, commands, panels and messages each have a part of their own.
class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    /// Both must outlive the window; without a cache, everything is read again.
    MainWindow(Settings& settings, const RunCache* cache, QWidget* parent = nullptr);
    ~MainWindow() override;

    /// Starts to load; the current content stays until there is something new.
    void open(const QStringList& paths);
    /// Goes to this place, see ViewLink, once what is being opened is there; says what of it is missing.
    void showPlace(const QString& link) { m_place = link; }
    /// Limits what is read from now on to this part (ns from the start of the run).
    void setSlice(std::optional<TimeRange> slice) { m_load->setSlice(slice); }
    void setChoices(ImportChoices choices) { m_load->setChoices(std::move(choices)); }
    void setMemory(uint64_t bytes) { m_load->setMemory(bytes); }
    void setManySpans(uint64_t spans) { m_load->setManySpans(spans); }
    /// Shows a folder that is generated instead of read; `make` runs on a thread.
    void openMade(std::function<Result<RunFolder>()> make);
    void openDemo();
    void reload();
    /// Shows a folder immediately.
    void show(OpenedFolderPtr opened);
    using QMainWindow::show;

    Workspace& workspace() { return *m_workspace; }
    GanttView& timeline() { return *m_gantt; }
    QWidget* content() const;
    bool isLoading() const { return m_load->isLoading(); }
    /// True while something that was loaded is being written to the cache.
    bool isKeeping() const { return m_load->isKeeping(); }
    /// True while reading, simulating or searching for findings: the content is not complete yet.
    bool isBusy() const;
    /// Every command, as listed by the command palette.
    QList<QAction*> commands() const { return m_commands->all(); }
    QAction* command(const QString& name) const { return m_commands->command(name); }
    QDockWidget* dock(const QString& name) const { return m_panels->panel(name); }
    QLineEdit* searchBox() const { return m_toolBar->searchBox(); }
    MessageStack& messages() { return *m_messages; }
    SimulatePane& simulatePane() { return *m_simulate; }
    WhatIfControl& whatIf() { return *m_control; }
    ExportControl& exports() { return *m_export; }
    ComparedTimelines& timelines() { return *m_timelines; }
    QueryState& query() { return *m_query; }
    PlanControl& plan() { return *m_plan; }
    PlanView& planView() { return *m_planView; }
    SessionControl& session() { return *m_session; }

signals:
    /// Opening failed, and why.
    void nothingOpened(const QString& sentence);
    /// Everything that was opened is in the workspace.
    void folderComplete();
    /// A frame with all that is in sight was painted; of a large index once more when the rest is in memory, too.
    void completeFramePainted();

protected:
    bool event(QEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void buildContent();
    void buildPanels();
    void connectControls(FindingsView& findings);
    void connectSession();
    void connectLoading();
    std::function<void(const QString&)> warning(MessageStack::About about);
    void goToPlace();
    void updateFolder();
    void updateRun();
    void updateSearchTitle();
    void chooseInput(const SimulationSource& input);
    void showFolder();
    void showHintOnce();
    void shareRoom();

    bool m_awaitsFrame = false; ///< first member: event() is called as soon as there is a child
    QString m_place;            ///< to go to once a folder is complete
    Settings& m_settings;
    Workspace* m_workspace;
    QUndoStack* m_history; ///< of knobs, notes and moved ranks

    MessageStack* m_messages = nullptr;
    LoadBar* m_loadBar = nullptr;
    OverviewStrip* m_overview = nullptr;
    StartPage* m_startPage = nullptr;
    QStackedWidget* m_pages = nullptr; ///< start page or content
    PanelHost* m_panels = nullptr;
    GanttView* m_gantt = nullptr;
    ComparedTimelines* m_timelines = nullptr;
    SimulatePane* m_simulate = nullptr;
    WhatIfView* m_whatIf = nullptr;
    PlanView* m_planView = nullptr;
    RooflineState* m_roofline = nullptr;
    RunSteps* m_runSteps = nullptr;

    WhatIfControl* m_control = nullptr;
    DetailsPages* m_details = nullptr;
    CompareControl* m_compare = nullptr;
    QueryState* m_query = nullptr;
    QueryControl* m_queries = nullptr;
    PlanControl* m_plan = nullptr;
    FindingsControl* m_findings = nullptr;
    TraceTasks* m_tasks = nullptr;
    NotesControl* m_notes = nullptr;
    SessionControl* m_session = nullptr;
    ExportControl* m_export = nullptr;
    LoadControl* m_load = nullptr;
    CommandSet* m_commands = nullptr;
    FileMenu* m_fileMenu = nullptr;
    WindowToolBar* m_toolBar = nullptr;
    FirstPanel* m_first = nullptr;

    TimelineKeyRelay* m_keys = nullptr;
};

} // namespace bubblescope
