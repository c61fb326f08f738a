// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "mainwindow.h"

#include "comparecontrol.h"
#include "comparedtimelines.h"
#include "comparisonview.h"
#include "exportcontrol.h"
#include "findingscontrol.h"
#include "findingsview.h"
#include "formatting.h"
#include "ganttview.h"
#include "headline.h"
#include "helpdialog.h"
#include "issuesview.h"
#include "layercostview.h"
#include "loadbar.h"
#include "losscurveview.h"
#include "messagebar.h"
#include "notices.h"
#include "operatorsview.h"
#include "overviewstrip.h"
#include "rankheatmap.h"
#include "searchresultsview.h"
#include "selectionview.h"
#include "sessioncontrol.h"
#include "settings.h"
#include "simulatepane.h"
#include "stageview.h"
#include "startpage.h"
#include "tablepanel.h"
#include "tabletexts.h"
#include "theme.h"
#include "tracetasks.h"
#include "whatifcontrol.h"
#include "whatifview.h"

#include <QCloseEvent>
#include <QComboBox>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QFileSystemWatcher>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QStackedWidget>
#include <QStatusBar>
#include <QToolBar>
#include <QUndoStack>
#include <QVBoxLayout>

#include <algorithm>
#include <set>
#include <utility>

namespace bubblescope {

MainWindow::MainWindow(Settings& settings, const RunCache* cache, QWidget* parent)
    : QMainWindow(parent)
    , m_settings(settings)
    , m_cache(cache)
    , m_workspace(new Workspace(this))
    , m_history(new QUndoStack(this))
    , m_watcher(new QFileSystemWatcher(this))
{
    setObjectName(QStringLiteral("mainWindow"));
    setWindowIcon(programIcon());
    setAcceptDrops(true);
    setContextMenuPolicy(Qt::NoContextMenu);
    m_titleBarDelay.setSingleShot(true);
    connect(&m_titleBarDelay, &QTimer::timeout, this, &MainWindow::updateTitleBars);
    buildContent();
    buildActions();
    connectWorkspace();
    resize(1440, 900);
    if (!m_settings.geometry().isEmpty())
        restoreGeometry(m_settings.geometry());
    if (!m_settings.layout().isEmpty())
        m_docks->restoreState(m_settings.layout(), layoutVersion);
    updateTitleBars();
    m_loadBarDelay.setSingleShot(true);
    m_loadBarDelay.setInterval(150);
    connect(&m_loadBarDelay, &QTimer::timeout, this, [this] { m_loadBar->setVisible(m_job != nullptr); });
    m_changeDelay.setSingleShot(true);
    m_changeDelay.setInterval(700);
    connect(&m_changeDelay, &QTimer::timeout, this, [this] {
        m_changed->show(MessageBar::Tone::Notice, tr("Files of this run changed on disk."), tr("Reload"));
        watchFiles(); // a file that was replaced is watched no longer
    });
    connect(m_watcher, &QFileSystemWatcher::fileChanged, &m_changeDelay, qOverload<>(&QTimer::start));
    connect(m_watcher, &QFileSystemWatcher::directoryChanged, this, [this](const QString& folder) {
        if (listing(folder) != m_listings.value(folder))
            m_changeDelay.start();
    });
    updateFolder();
}

MainWindow::~MainWindow()
{
    m_settings.trouble = nullptr;
    m_job.reset(); // first: what it waits for ends while the rest of the window is still there
}

QWidget* MainWindow::content() const { return m_pages; }

void MainWindow::buildContent()
{
    auto* central = new QWidget(this);
    auto* layout = new QVBoxLayout(central);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    m_loadBar = new LoadBar(central);
    m_loadBar->setVisible(false);
    m_changed = new MessageBar(central);
    m_told = new MessageBar(central);
    m_recovered = new MessageBar(central);
    m_unsaved = new MessageBar(central);
    m_unsaved->setClosable(false);
    m_issues = new MessageBar(central);
    m_alignment = new MessageBar(central);
    m_alignment->setClosable(false);
    m_hint = new MessageBar(central);
    for (QWidget* line : std::initializer_list<QWidget*> {
             m_loadBar, m_unsaved, m_recovered, m_changed, m_told, m_issues, m_hint, m_alignment})
        layout->addWidget(line);
    m_overview = new OverviewStrip(m_workspace, central);
    layout->addWidget(m_overview);

    m_pages = new QStackedWidget(central);
    layout->addWidget(m_pages, 1);
    m_startPage = new StartPage(m_pages);
    m_pages->addWidget(m_startPage);
    m_docks = new QMainWindow(m_pages);
    m_docks->setWindowFlags(Qt::Widget);
    m_docks->setObjectName(QStringLiteral("docks"));
    m_docks->setDockNestingEnabled(true);
    m_docks->setContextMenuPolicy(Qt::NoContextMenu);
    m_docks->setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    m_docks->setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    m_pages->addWidget(m_docks);

    m_gantt = new GanttView(m_workspace, m_docks);
    m_timelines = new ComparedTimelines(m_workspace, m_gantt, m_docks);
    m_docks->setCentralWidget(m_timelines);

    Workspace& workspace = *m_workspace;
    addPanel(QStringLiteral("details"), tr("Details"), makeDetails(), Qt::RightDockWidgetArea);
    m_simulate = new SimulatePane(this);
    addPanel(QStringLiteral("simulate"), tr("Simulate"), m_simulate, Qt::RightDockWidgetArea);
    addPanel(QStringLiteral("ranks"), tr("Ranks"),
        new RankHeatMap(workspace.document, workspace.selection, workspace.window, workspace.figures, this),
        Qt::RightDockWidgetArea);
    auto* layers = new LayerCostView(workspace, this);
    auto* findings = new FindingsView(workspace.document, workspace.diagnosis, this);
    QDockWidget* findingsPanel
        = addPanel(QStringLiteral("findings"), tr("Findings"), findings, Qt::BottomDockWidgetArea);
    connect(findings, &FindingsView::titleChanged, findingsPanel,
        [findings, findingsPanel] { findingsPanel->setWindowTitle(findings->title()); });
    addPanel(QStringLiteral("layers"), tr("Layers"), layers, Qt::BottomDockWidgetArea);
    addPanel(QStringLiteral("stages"), tr("Stages"), new StageView(workspace, this), Qt::BottomDockWidgetArea);
    m_whatIf = new WhatIfView(workspace.document, this);
    addPanel(QStringLiteral("whatif"), tr("What if"), m_whatIf, Qt::BottomDockWidgetArea);
    addPanel(QStringLiteral("loss"), tr("Loss"),
        new LossCurveView(workspace.document, workspace.inputs, workspace.window, this), Qt::BottomDockWidgetArea);
    addPanel(QStringLiteral("selection"), tr("Selection"),
        new SelectionView(workspace.document, workspace.selection, workspace.window, this), Qt::BottomDockWidgetArea);
    auto* notes = addNotes();
    addPanel(QStringLiteral("operators"), tr("Operators"),
        new OperatorsView(workspace.document, workspace.selection, workspace.window, workspace.search, this),
        Qt::BottomDockWidgetArea);
    addPanel(QStringLiteral("search"), tr("Search"),
        new SearchResultsView(workspace.document, workspace.selection, workspace.search, this),
        Qt::BottomDockWidgetArea);
    auto* comparison = new ComparisonView(workspace.selection, workspace.search, this);
    addPanel(QStringLiteral("compare"), tr("Compare"), comparison, Qt::BottomDockWidgetArea);
    m_compare = new CompareControl(workspace, *comparison, this);
    connect(m_compare, &CompareControl::chosen, this, [this] {
        dock(QStringLiteral("compare"))->show();
        dock(QStringLiteral("compare"))->raise();
    });
    auto* issues = new IssuesView(workspace.document, this);
    QDockWidget* issuesPanel = addPanel(QStringLiteral("issues"), tr("Issues"), issues, Qt::BottomDockWidgetArea);
    connect(issues, &IssuesView::titleChanged, issuesPanel,
        [issues, issuesPanel] { issuesPanel->setWindowTitle(issues->title()); });
    m_control = new WhatIfControl({*m_workspace, *m_simulate, *m_whatIf, *m_timelines, *layers, m_settings, *m_history}, this);
    connect(findings, &FindingsView::tryRequested, this, [this](const Finding& finding) {
        m_control->tryKnobs(finding.tryKnobs, messageText(finding.title));
        dock(QStringLiteral("simulate"))->show();
        dock(QStringLiteral("simulate"))->raise();
    });
    m_export = new ExportControl(workspace, *m_gantt, *this);
    connect(m_export, &ExportControl::refused, this,
        [this](const QString& sentence) { m_told->tell(MessageBar::Tone::Warning, sentence); });
    connect(m_export, &ExportControl::written, this,
        [this](const QString& path) { m_status->setText(tr("Written: %1").arg(toText(path))); });
    m_tasks = new TraceTasks(this);
    for (Workspace* const shown : {m_workspace, &m_timelines->lowerWorkspace()})
        shown->work.setBackground(m_tasks->function());
    connect(m_tasks, &TraceTasks::failed, this,
        [this](const Error& error) { m_told->tell(MessageBar::Tone::Warning, messageText(error.message)); });
    m_findings = new FindingsControl(workspace, this);
    new FindingsControl(m_timelines->lowerWorkspace(), this); // for its critical path and bubbles
    connect(m_findings, &FindingsControl::findingsReady, this, &MainWindow::showTopFinding);
    connect(m_findings, &FindingsControl::progressed, findings, &FindingsView::setProgress);
    connect(findings, &FindingsView::stopRequested, m_findings, &FindingsControl::stop);
    connect(findings, &FindingsView::lookRequested, m_findings, &FindingsControl::look);
    connect(m_control, &WhatIfControl::noticed, this,
        [this](const QString& sentence) { m_told->tell(MessageBar::Tone::Warning, sentence); });
    joinNotes(*notes, *findings);
    joinSession();
    arrangeDocks();
    setCentralWidget(central);

    m_status = new QLabel(this);
    m_cursor = new QLabel(this);
    auto* keys = new QLabel(tr("? keys · Ctrl+P commands"), this);
    statusBar()->addWidget(m_status, 1);
    statusBar()->addWidget(m_cursor);
    statusBar()->addPermanentWidget(keys);
    statusBar()->setSizeGripEnabled(false);

    connect(m_startPage, &StartPage::openFolderRequested, this,
        [this] { command(QStringLiteral("openFolder"))->trigger(); });
    connect(
        m_startPage, &StartPage::openFilesRequested, this, [this] { command(QStringLiteral("openFiles"))->trigger(); });
    connect(m_startPage, &StartPage::demoRequested, this, &MainWindow::openDemo);
    connect(m_startPage, &StartPage::recentRequested, this, &MainWindow::open);
    connect(m_loadBar, &LoadBar::cancelRequested, this, [this] {
        if (m_job)
            m_job->cancel();
    });
    connect(m_issues, &MessageBar::actionTriggered, this, &MainWindow::showIssues);
    connect(m_changed, &MessageBar::actionTriggered, this, &MainWindow::reload);
    connect(m_hint, &MessageBar::closed, this, [this] { m_settings.setHintWasShown(); });
}

void MainWindow::connectWorkspace()
{
    connect(&m_workspace->document, &Document::folderChanged, this, &MainWindow::updateFolder);
    connect(&m_workspace->document, &Document::runChanged, this, &MainWindow::updateRun);
    connect(&m_workspace->inputs, &InputChoice::runLogChanged, this, &MainWindow::updateSteps);
    connect(&m_workspace->window, &TimeWindow::visibleRangeChanged, this, &MainWindow::updateRange);
    connect(&m_workspace->selection, &Selection::rangeChanged, this, &MainWindow::updateRange);
    connect(&m_workspace->window, &TimeWindow::crosshairChanged, this, &MainWindow::updateStatus);
    connect(&m_workspace->search, &SearchState::changed, this, &MainWindow::updateSearch);
    connect(&m_workspace->window, &TimeWindow::historyChanged, this, &MainWindow::updateActions);
    connect(&m_workspace->window, &TimeWindow::stepChanged, this, &MainWindow::updateSteps);
    connect(&m_workspace->figures, &Figures::changed, this, [this] { m_headline->showFigures(*m_workspace); });
    connect(&m_workspace->document, &Document::simulationChanged, this, &MainWindow::updateTimelineChoice);
}

void MainWindow::updateFolder()
{
    const RunFolder* folder = m_workspace->document.folder();
    m_pages->setCurrentIndex(folder ? 1 : 0);
    m_runs->clear();
    if (folder) {
        for (const Run& run : folder->runs)
            m_runs->addItem(elideMiddle(toText(run.name), 20));
        QStringList names;
        for (const Run& run : folder->runs)
            names.append(toText(run.name).simplified());
        m_runs->setToolTip(tr("Runs found in %1:").arg(toText(folder->path)) + QLatin1Char('\n')
            + names.mid(0, 20).join(QLatin1Char('\n')));
        const MissingTimeline missing = missingTimeline(*folder);
        m_gantt->setPlaceholder(missing.title, missing.text);
    }
    m_runs->setEnabled(m_runs->count() > 1);
    const Notice issues = folder ? issueNotice(folder->report) : Notice {};
    if (issues.text.isEmpty())
        m_issues->clear();
    else
        m_issues->show(issues.tone, issues.text, tr("Show issues"), issues.details);
    updateRun();
}

void MainWindow::updateRun()
{
    const Run* run = m_workspace->document.run();
    m_overview->setVisible(run != nullptr);
    setToolVisible(m_runs, m_runs->count() > 0);
    setToolVisible(m_search, run != nullptr);
    setToolVisible(m_timelineChoice, m_workspace->document.openedRun() != nullptr);
    if (run) {
        const QSignalBlocker blocker(m_runs);
        m_runs->setCurrentIndex(m_workspace->document.runIndex());
        const Notice notice = run->origin == Origin::Modelled ? Notice {} : alignmentNotice(*run);
        if (notice.text.isEmpty())
            m_alignment->clear();
        else
            m_alignment->show(notice.tone, notice.text, {}, notice.details);
    } else {
        m_alignment->clear();
    }
    m_headline->showFigures(*m_workspace);
    updateTitle();
    updateSteps();
    updateRange();
    updateStatus();
    updateSearch();
    updateActions();
}

/// Opened, simulated or both; a choice only where there is an opened run.
void MainWindow::updateTimelineChoice()
{
    const Run* opened = m_workspace->document.openedRun();
    const QSignalBlocker blocker(m_timelineChoice);
    if (opened) {
        const QString origin = originText(opened->origin);
        m_timelineChoice->setItemText(0, origin.left(1).toUpper() + origin.mid(1));
    }
    m_timelineChoice->setCurrentIndex(int(m_workspace->document.timeline()));
    setToolVisible(m_timelineChoice, opened != nullptr);
    shareRoom();
    updateActions();
}

void MainWindow::updateTitle()
{
    const RunFolder* folder = m_workspace->document.folder();
    QString title = QStringLiteral("Bubblescope");
    const QString mark = QStringLiteral("[*]"); // here Qt puts the sign of what is not saved
    if (folder) {
        const Run* run = m_workspace->document.run();
        const QString name = folderName(*folder);
        const QString runName = run ? toText(run->name) : QString();
        title.prepend(QString(runName.isEmpty() || runName == name ? name : tr("%1 in %2").arg(runName, name))
                          .replace(mark, mark + mark)
            + mark + QStringLiteral(" – "));
    }
    setWindowTitle(title);
    setWindowModified(folder && m_session && m_session->hasUnsavedNotes());
}

void MainWindow::updateSteps()
{
    // Steps of the timeline and of the log; a log may have thousands.
    std::set<int64_t> numbers;
    if (const TracePtr trace = m_workspace->document.trace()) {
        for (const Step& step : trace->steps())
            numbers.insert(step.number);
    }
    if (const RunLog* log = m_workspace->inputs.runLog()) {
        for (const LogStep& step : log->steps)
            numbers.insert(step.step);
        for (const StageBlock& block : log->blocks)
            numbers.insert(block.step);
    }
    const QSignalBlocker blocker(m_steps);
    const bool isSame = m_steps->count() == int(numbers.size()) + 1
        && std::all_of(numbers.begin(), numbers.end(),
            [this, item = 0](int64_t number) mutable { return m_steps->itemData(++item).toLongLong() == number; });
    if (!isSame) {
        m_steps->clear();
        m_steps->addItem(tr("all steps"));
        for (const int64_t number : numbers)
            m_steps->addItem(stepText(number), qlonglong(number));
    }
    const std::optional<int64_t> step = m_workspace->window.step();
    m_steps->setCurrentIndex(step ? std::max(0, m_steps->findData(qlonglong(*step))) : 0);
    m_steps->setEnabled(numbers.size() > 1);
    updateActions();
}

void MainWindow::updateRange()
{
    QString text;
    if (m_workspace->document.run() && m_workspace->document.run()->kind != Run::Kind::Plan) {
        const std::optional<TimeRange> selected = m_workspace->selection.range();
        text = selected ? tr("selected %1").arg(formatDuration(double(selected->duration())))
                        : tr("range %1").arg(formatRange(m_workspace->window.visibleRange()));
    }
    m_range->setText(text);
}

bool MainWindow::isBusy() const { return isLoading() || m_control->isBusy() || m_findings->isBusy() || m_tasks->isBusy(); }

void MainWindow::updateStatus()
{
    const Run* run = m_workspace->document.run();
    QStringList parts;
    if (run) {
        const auto count = [&parts](qint64 number, const QString& one, const QString& many) {
            if (number > 0)
                parts += number == 1 ? one : many.arg(formatCount(number));
        };
        count(run->rankCount(), tr("1 rank"), tr("%1 ranks"));
        count(run->stageCount(), tr("1 stage"), tr("%1 stages"));
        count(run->layout.microbatches.value_or(0), tr("1 microbatch"), tr("%1 microbatches"));
        count(run->trace->spanCount(), tr("1 span"), tr("%1 spans"));
    } else if (const RunFolder* folder = m_workspace->document.folder()) {
        const auto files = qint64(folder->statistics.files);
        parts += files == 1 ? tr("1 file") : tr("%1 files").arg(formatCount(files));
    }
    m_status->setText(parts.join(QStringLiteral(" · ")));
    const std::optional<TimeNs> time = m_workspace->window.crosshair();
    m_cursor->setText(run && time ? tr("t = %1").arg(formatDuration(double(*time))) : QString());
}

void MainWindow::updateSearch()
{
    const auto matches = qsizetype(m_workspace->search.matches().size());
    const bool searches = m_workspace->search.isSearching();
    if (m_search->text() != m_workspace->search.text() && !m_searchDelay.isActive())
        m_search->setText(m_workspace->search.text());
    const QString refusal = m_workspace->search.refusal();
    m_matches->setToolTip(refusal);
    m_matches->setText(!searches ? QString()
            : !refusal.isEmpty() ? tr("not understood")
            : m_workspace->search.isPending() ? tr("searching…")
            : matches == 0       ? tr("nothing found")
            : m_workspace->search.index() >= 0
            ? tr("%1 of %2").arg(formatCount(m_workspace->search.index() + 1), formatCount(matches))
            : tr("%1 found").arg(formatCount(matches)));
    setToolVisible(m_matches, searches);
    dock(QStringLiteral("search"))->setWindowTitle(searches ? tr("Search %1").arg(formatCount(matches)) : tr("Search"));
}

bool MainWindow::event(QEvent* event)
{
    const bool handled = QMainWindow::event(event);
    // The window's children are painted while it handles this: now they are on screen.
    if (m_awaitsFrame && event->type() == QEvent::UpdateRequest) {
        m_awaitsFrame = false;
        emit completeFramePainted();
    }
    return handled;
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (!m_session->canClose()) {
        event->ignore();
        return;
    }
    m_settings.setWindow(saveGeometry(), m_docks->saveState(layoutVersion));
    m_session->leave();
    if (m_job)
        m_job->cancel();
    event->accept();
}

void MainWindow::resizeEvent(QResizeEvent* event)
{
    QMainWindow::resizeEvent(event);
    // The headline matters more; the timeline says how much it shows, too.
    constexpr int widthForRange = 1440;
    setToolVisible(m_range, width() >= widthForRange);
}

/// Of a widget in a tool bar only its action decides.
void MainWindow::setToolVisible(const QWidget* tool, bool visible)
{
    for (QAction* action : m_toolBar->actions()) {
        if (m_toolBar->widgetForAction(action) == tool)
            action->setVisible(visible);
    }
}

void MainWindow::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange && m_toolBar)
        updateIcons();
    QMainWindow::changeEvent(event);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (!event->mimeData()->hasUrls())
        return;
    event->acceptProposedAction();
    m_startPage->setDropActive(true);
}

void MainWindow::dragLeaveEvent(QDragLeaveEvent*) { m_startPage->setDropActive(false); }

void MainWindow::dropEvent(QDropEvent* event)
{
    m_startPage->setDropActive(false);
    QStringList paths;
    for (const QUrl& url : event->mimeData()->urls()) {
        if (url.isLocalFile())
            paths += url.toLocalFile();
    }
    if (paths.isEmpty())
        return;
    event->acceptProposedAction();
    open(paths);
}

} // namespace bubblescope
