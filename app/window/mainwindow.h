// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "loadjob.h"
#include "workspace.h"

#include <QHash>
#include <QMainWindow>
#include <QPointer>
#include <QTimer>

#include <functional>
#include <vector>

class QComboBox;
class QDockWidget;
class QFileSystemWatcher;
class QLabel;
class QLineEdit;
class QMenu;
class QStackedWidget;
class QToolBar;
class QUndoStack;

namespace bubblescope {

class ExportControl;
class FindingsControl;
class FindingsView;
class GanttView;
class Headline;
class HelpDialog;
class IssuesView;
class LoadBar;
class MessageBar;
class NotesControl;
class NotesView;
class OverviewStrip;
class RecordControl;
class CompareControl;
class ComparedTimelines;
class RunCache;
class SearchResultsView;
class SessionControl;
class Settings;
class SimulatePane;
class StartPage;
class TraceTasks;
class WhatIfControl;
class WhatIfView;

/// The window, and the only switchboard: views meet in the Workspace, everything else is connected here.
class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    /// Both must outlive the window; a null cache reads everything anew.
    MainWindow(Settings& settings, const RunCache* cache, QWidget* parent = nullptr);
    ~MainWindow() override;

    /// Starts to load; what is shown now stays until there is something new.
    void open(const QStringList& paths);
    /// Of what is opened from now on only this part is read (ns from the run's start).
    void setSlice(std::optional<TimeRange> slice) { m_slice = slice; }
    /// Shows a folder that is made, not read; `make` runs on a thread.
    void openMade(std::function<Result<RunFolder>()> make);
    void openDemo();
    void reload();
    /// Shows a folder at once.
    void show(OpenedFolderPtr opened);
    using QMainWindow::show;

    Workspace& workspace() { return *m_workspace; }
    GanttView& timeline() { return *m_gantt; }
    QWidget* content() const;
    bool isLoading() const { return m_job != nullptr; }
    /// Something that was loaded is still being written to the cache.
    bool isKeeping() const { return !m_retired.areOver(); }
    /// Reads, simulates or looks for findings: what is shown is not yet all.
    bool isBusy() const;
    /// Every command, as the palette lists them.
    QList<QAction*> commands() const;
    QAction* command(const QString& name) const;
    QDockWidget* dock(const QString& name) const;
    QLineEdit* searchBox() const { return m_search; }
    SimulatePane& simulatePane() { return *m_simulate; }
    WhatIfControl& whatIf() { return *m_control; }
    ExportControl& exports() { return *m_export; }
    ComparedTimelines& timelines() { return *m_timelines; }
    SessionControl& session() { return *m_session; }

signals:
    /// Nothing was, and why.
    void nothingOpened(const QString& sentence);
    /// All of what was to be opened is in the workspace.
    void folderComplete();
    /// A frame with all of it has been painted.
    void completeFramePainted();

protected:
    bool event(QEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragLeaveEvent(QDragLeaveEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    // mainwindow.cpp
    void buildContent();
    QDockWidget* addPanel(const QString& name, const QString& title, QWidget* view, Qt::DockWidgetArea area);
    QWidget* makeDetails();
    void arrangeDocks();
    void updateTitleBars();
    void sizeDocks();
    void setToolVisible(const QWidget* tool, bool visible);
    void connectWorkspace();
    void updateFolder();
    void updateRun();
    void updateRange();
    void updateStatus();
    void updateSearch();
    void updateSteps();
    void updateTitle();
    void updateTimelineChoice();
    void raiseFittingPanel();
    void showTopFinding();
    void showOneStep();
    void shareRoom();

    // mainwindowactions.cpp
    void buildActions();
    QAction* addCommand(QMenu* menu, const QString& name, const QString& text, const QList<QKeySequence>& keys,
        const std::function<void()>& run);
    void buildFileMenu();
    void buildViewMenu();
    void buildGoMenu();
    void buildSimulateMenu();
    void buildToolBar();
    void updateActions();
    void updateIcons();
    void updateRecent();
    void walkFindings(int direction);
    void stepBy(int direction);
    void copy();
    void showCommandPalette();
    HelpDialog& help();
    void chooseTheme(int choice);

    // mainwindowsession.cpp
    NotesView* addNotes();
    void joinNotes(NotesView& notes, FindingsView& findings);
    void joinSession();

    // mainwindowloading.cpp
    void start(FolderLoad load, const QStringList& paths);
    void takePart(LoadJob& job, const OpenedFolderPtr& part);
    void updateOpened(OpenedFolderPtr opened);
    void takeResult(LoadJob& job, const OpenedFolderPtr& opened);
    void watchFiles();
    QStringList listing(const QString& folder) const;
    void showIssues();
    void showHintOnce();

    /// Raised when the set of docks changes, so that an old layout is not put on new docks.
    static constexpr int layoutVersion = 5;

    bool m_awaitsFrame = false; ///< first of all: event() is called as soon as there is a child
    Settings& m_settings;
    const RunCache* m_cache;
    Workspace* m_workspace;

    StartPage* m_startPage = nullptr;
    QStackedWidget* m_pages = nullptr; ///< start page, or what is open
    QMainWindow* m_docks = nullptr;    ///< inside this window, so that notices and overview span its whole width
    GanttView* m_gantt = nullptr;
    ComparedTimelines* m_timelines = nullptr;
    SimulatePane* m_simulate = nullptr;
    WhatIfView* m_whatIf = nullptr;
    WhatIfControl* m_control = nullptr;
    RecordControl* m_records = nullptr;
    CompareControl* m_compare = nullptr;
    FindingsControl* m_findings = nullptr;
    TraceTasks* m_tasks = nullptr;
    QUndoStack* m_history; ///< of knobs and notes
    NotesControl* m_notes = nullptr;
    SessionControl* m_session = nullptr;
    ExportControl* m_export = nullptr;
    OverviewStrip* m_overview = nullptr;
    MessageBar* m_alignment = nullptr;
    MessageBar* m_issues = nullptr;
    MessageBar* m_changed = nullptr; ///< files did, on disk
    MessageBar* m_told = nullptr;    ///< what could not be done, and the like
    MessageBar* m_recovered = nullptr;
    MessageBar* m_unsaved = nullptr; ///< what cannot be written; stays until it can
    MessageBar* m_hint = nullptr;
    LoadBar* m_loadBar = nullptr;
    std::vector<QDockWidget*> m_panels;

    QToolBar* m_toolBar = nullptr;
    QComboBox* m_runs = nullptr;
    QComboBox* m_steps = nullptr;
    QComboBox* m_timelineChoice = nullptr;
    QLineEdit* m_search = nullptr;
    QLabel* m_matches = nullptr;
    Headline* m_headline = nullptr;
    QLabel* m_range = nullptr;
    QLabel* m_status = nullptr;
    QLabel* m_cursor = nullptr;
    QMenu* m_recentMenu = nullptr;
    QMenu* m_panelMenu = nullptr;
    QPointer<HelpDialog> m_help;
    QTimer m_searchDelay;
    QTimer m_titleBarDelay;

    std::unique_ptr<LoadJob> m_job;
    RetiredJobs m_retired;
    int m_jobNumber = 0; ///< of the load that counts
    QStringList m_loadingPaths;
    QStringList m_paths; ///< of what is shown
    bool m_isReload = false;
    bool m_hasPart = false;
    QTimer m_loadBarDelay;
    QFileSystemWatcher* m_watcher = nullptr;
    QTimer m_changeDelay;
    QDockWidget* m_fittingPanel = nullptr; ///< raised for a folder whose findings are still looked for
    QHash<QString, QStringList> m_listings; ///< of watched folders, without sessions
    bool m_opensOnFinding = false;
    std::optional<TimeRange> m_slice;
    bool m_hasTimelineRoom = true;
    bool m_wasSized = false;
};

} // namespace bubblescope
