// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "mainwindow.h"

#include "callcount.h"
#include "calltreeview.h"
#include "comparecontrol.h"
#include "comparedtimelines.h"
#include "comparisonview.h"
#include "detailspages.h"
#include "editmenu.h"
#include "exportcontrol.h"
#include "filemenu.h"
#include "findingscontrol.h"
#include "findingsview.h"
#include "firstframe.h"
#include "firstpanel.h"
#include "flameview.h"
#include "focusring.h"
#include "folderdrop.h"
#include "formatting.h"
#include "ganttview.h"
#include "gomenu.h"
#include "hangview.h"
#include "helpmenu.h"
#include "historycontrol.h"
#include "historyview.h"
#include "idealcontrol.h"
#include "idlecausesview.h"
#include "issuesview.h"
#include "layercostview.h"
#include "loadbar.h"
#include "losscurveview.h"
#include "memoryview.h"
#include "notescontrol.h"
#include "notesview.h"
#include "notices.h"
#include "operatorsview.h"
#include "overviewstrip.h"
#include "partitionbars.h"
#include "partsbar.h"
#include "plancontrol.h"
#include "planstate.h"
#include "planview.h"
#include "querycontrol.h"
#include "querystate.h"
#include "queryview.h"
#include "rankdemand.h"
#include "rankheatmap.h"
#include "rankmoves.h"
#include "recordcontrol.h"
#include "rooflinestate.h"
#include "rooflineview.h"
#include "runnotices.h"
#include "runsteps.h"
#include "searchresultsview.h"
#include "selectionview.h"
#include "sessioncontrol.h"
#include "sessionnotices.h"
#include "settings.h"
#include "simulatemenu.h"
#include "simulatepane.h"
#include "stageview.h"
#include "startpage.h"
#include "statusline.h"
#include "stepsview.h"
#include "stragglersview.h"
#include "tablepanel.h"
#include "tabletexts.h"
#include "theme.h"
#include "timelinekeyrelay.h"
#include "tracetasks.h"
#include "viewlink.h"
#include "viewmenu.h"
#include "whatifcontrol.h"
#include "whatifview.h"
#include "windowsession.h"
#include "windowtitle.h"

#include <QCloseEvent>
#include <QFileInfo>
#include <QKeyEvent>
#include <QMenuBar>
#include <QStackedWidget>
#include <QStatusBar>
#include <QTableView>
#include <QUndoStack>
#include <QVBoxLayout>

#include <utility>

namespace bubblescope {

MainWindow::MainWindow(Settings& settings, const RunCache* cache, QWidget* parent)
    : QMainWindow(parent), m_settings(settings), m_workspace(new Workspace(this)), m_history(new QUndoStack(this))
{
    setObjectName(QStringLiteral("mainWindow"));
    setWindowIcon(programIcon());
    setContextMenuPolicy(Qt::NoContextMenu);
    buildContent();
    buildPanels();
    setCentralWidget(m_pages->parentWidget());
    setStatusBar(new StatusLine(*m_workspace, this));
    m_load = new LoadControl(*m_workspace, *m_session, *m_control, *m_loadBar, *m_messages, cache, this);
    new RankDemand(*m_workspace, m_gantt->plot().rows(), *m_load, this);
    m_commands = new CommandSet(*this, *m_workspace, *m_gantt, this);
    m_fileMenu = new FileMenu(*m_workspace, {*m_load, *m_session, *m_export, *m_plan}, m_settings, *m_commands);
    new EditMenu(*m_workspace, *m_gantt, *m_export, *m_history, *m_commands);
    auto* viewMenu = new ViewMenu(*this, *m_gantt, *m_panels, m_settings, *m_commands);
    connect(viewMenu, &ViewMenu::noticed, m_messages, [this](const QString& sentence) {
        m_messages->add(MessageStack::About::Program, MessageBar::Tone::Notice, sentence);
    });
    menuBar()->addMenu(viewMenu);
    auto* goMenu = new GoMenu(*m_workspace, *m_compare, *m_panels, *m_commands);
    new SimulateMenu(*m_workspace, *m_simulate, *m_whatIf, *m_panels, *m_commands);
    new HelpMenu(*m_commands);
    m_commands->start(viewMenu->showPanels());
    m_toolBar = new WindowToolBar(*m_workspace, *m_commands, goMenu->compareMenu(), this);
    addToolBar(m_toolBar);
    connect(m_toolBar, &WindowToolBar::inputChosen, this, &MainWindow::chooseInput);
    connect(m_control, &WhatIfControl::inputChanged, m_toolBar, &WindowToolBar::setModelledInput);
    connect(m_control, &WhatIfControl::inputChanged, &m_workspace->inputs, &InputChoice::setModelled);
    connect(m_toolBar, &WindowToolBar::searchLeft, m_gantt, qOverload<>(&QWidget::setFocus));
    m_first = new FirstPanel(*m_workspace, *m_panels, *m_load, *m_toolBar, this);
    connect(m_findings, &FindingsControl::findingsReady, m_first, &FirstPanel::showTopFinding);
    connectSession();
    connectLoading();
    connect(&m_workspace->document, &Document::folderChanged, this, &MainWindow::updateFolder);
    connect(&m_workspace->document, &Document::runChanged, this, &MainWindow::updateRun);
    connect(&m_workspace->document, &Document::otherRunChanged, this, &MainWindow::updateRun);
    connect(&m_workspace->search, &SearchState::changed, this, &MainWindow::updateSearchTitle);
    connect(&m_workspace->document, &Document::simulationChanged, this, &MainWindow::shareRoom);
    resize(1440, 900);
    if (!m_settings.geometry().isEmpty())
        restoreGeometry(m_settings.geometry());
    m_panels->restore(m_settings.layout());
    new FocusRing(this);
    new WindowTitle(*m_workspace, *m_session, *this);
    new RunNotices(m_workspace->document, *m_messages, *m_panels, this);
    auto* drop = new FolderDrop(*this);
    connect(drop, &FolderDrop::hovered, m_startPage, &StartPage::setDropActive);
    connect(drop, &FolderDrop::dropped, this, &MainWindow::open);
    m_keys = new TimelineKeyRelay(*m_timelines, this);
    updateFolder();
}

MainWindow::~MainWindow()
{
    m_settings.trouble = nullptr;
    delete m_load; // first, so that everything its job needs still exists while it ends
}

QWidget* MainWindow::content() const { return m_pages; }

void MainWindow::open(const QStringList& paths) { m_load->open(paths); }
void MainWindow::openMade(std::function<Result<RunFolder>()> make) { m_load->openMade(std::move(make)); }
void MainWindow::openDemo() { m_load->openDemo(); }
void MainWindow::reload() { m_load->reload(); }
void MainWindow::show(OpenedFolderPtr opened) { m_load->show(std::move(opened)); }

void MainWindow::buildContent()
{
    auto* central = new QWidget(this);
    auto* layout = new QVBoxLayout(central);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    m_loadBar = new LoadBar(central);
    m_loadBar->setVisible(false);
    m_messages = new MessageStack(central);
    auto* parts = new PartsBar(*m_workspace, central);
    parts->setObjectName(QStringLiteral("partsBar"));
    m_overview = new OverviewStrip(m_workspace, central);
    m_pages = new QStackedWidget(central);
    for (QWidget* part : std::initializer_list<QWidget*> {m_loadBar, m_messages, parts, m_overview})
        layout->addWidget(part);
    layout->addWidget(m_pages, 1);
    m_startPage = new StartPage(m_pages);
    m_pages->addWidget(m_startPage);
    m_panels = new PanelHost(m_pages);
    m_pages->addWidget(m_panels);
    m_gantt = new GanttView(m_workspace, m_panels);
    m_timelines = new ComparedTimelines(m_workspace, m_gantt, m_panels);
    m_panels->setCentralWidget(m_timelines);
}

void MainWindow::buildPanels()
{
    Workspace& workspace = *m_workspace;
    constexpr Qt::DockWidgetArea right = Qt::RightDockWidgetArea;
    constexpr Qt::DockWidgetArea below = Qt::BottomDockWidgetArea;
    PanelHost& panels = *m_panels;
    m_details = panels.make<DetailsPages>(QStringLiteral("details"), tr("Details"), right, workspace, *m_timelines);
    m_simulate = panels.make<SimulatePane>(QStringLiteral("simulate"), tr("Simulate"), right);
    panels.make<RankHeatMap>(QStringLiteral("ranks"), tr("Ranks"), right, workspace.document, workspace.selection,
        workspace.window, workspace.figures);
    auto* findings = panels.makeCounting<FindingsView>(
        QStringLiteral("findings"), tr("Findings"), below, workspace.document, workspace.search, workspace.diagnosis);
    auto* layers = panels.make<LayerCostView>(QStringLiteral("layers"), tr("Layers"), below, workspace);
    panels.make<StageView>(QStringLiteral("stages"), tr("Stages"), below, workspace);
    m_runSteps = new RunSteps(workspace.document, workspace.inputs, this);
    panels.make<StepsView>(QStringLiteral("steps"), tr("Steps"), below, workspace.document, workspace.inputs,
        workspace.selection, workspace.window, *m_runSteps);
    m_whatIf = panels.make<WhatIfView>(QStringLiteral("whatif"), tr("What if"), below, workspace.document);
    auto* stragglers = new StragglersView(workspace.document, workspace.selection, *m_runSteps, m_whatIf);
    stragglers->setObjectName(QStringLiteral("stragglersPage"));
    m_whatIf->addPage(tr("Stragglers"), stragglers);
    auto* plan = new PlanState(this);
    m_planView = panels.make<PlanView>(QStringLiteral("plan"), tr("Plan"), below, *plan);
    panels.make<LossCurveView>(
        QStringLiteral("loss"), tr("Loss"), below, workspace.document, workspace.inputs, workspace.window);
    panels.make<SelectionView>(QStringLiteral("selection"), tr("Selection"), below, workspace.document,
        workspace.selection, workspace.window, workspace.figures, workspace.search, workspace.work);
    auto* notes = panels.makeCounting<NotesView>(
        QStringLiteral("notes"), tr("Notes"), below, workspace.document, workspace.window);
    panels.make<OperatorsView>(QStringLiteral("operators"), tr("Operators"), below, workspace.document,
        workspace.selection, workspace.window, workspace.search);
    m_roofline = new RooflineState(workspace.document, workspace.selection, workspace.window, this);
    panels.make<RooflineView>(QStringLiteral("roofline"), tr("Roofline"), below, *m_roofline, workspace.search);
    auto* calls = new CallCount(workspace.document, workspace.selection, workspace.window, workspace.search, this);
    panels.make<CallTreeView>(QStringLiteral("tree"), tr("Tree"), below, *calls, workspace.selection, workspace.window);
    panels.make<FlameView>(QStringLiteral("flame"), tr("Flame"), below, *calls, workspace.selection, workspace.window);
    panels.make<IdleCausesView>(QStringLiteral("idle"), tr("Idle"), below, workspace);
    panels.make<MemoryView>(QStringLiteral("memory"), tr("Memory"), below, workspace.document);
    panels.make<SearchResultsView>(QStringLiteral("search"), tr("Search"), below, workspace.document,
        workspace.selection, workspace.search, workspace.window);
    m_query = new QueryState(this);
    auto* query = panels.make<QueryView>(QStringLiteral("query"), tr("Query"), below, *m_query, workspace.document,
        workspace.selection, workspace.window);
    connect(query, &QueryView::marked, &m_gantt->plot().look(), &TimelineLook::setMarks);
    m_queries = new QueryControl(workspace.document, *m_query, this);
    auto* comparison = panels.make<ComparisonView>(
        QStringLiteral("compare"), tr("Compare"), below, workspace.selection, workspace.search);
    auto* history = panels.make<HistoryView>(QStringLiteral("history"), tr("History"), below);
    panels.make<HangView>(QStringLiteral("hang"), tr("Hang"), below, workspace.document, workspace.selection);
    auto* issues = panels.makeCounting<IssuesView>(QStringLiteral("issues"), tr("Issues"), below, workspace.document);
    connect(issues, &IssuesView::columnsRequested, this, [this](const QString& file) {
        const QFileInfo opened(exactText(m_workspace->document.folder()->path));
        m_fileMenu->nameColumns(opened.isDir() ? opened.filePath() + QLatin1Char('/') + file : opened.filePath(),
            m_load->paths());
    });

    m_compare = new CompareControl(workspace, m_timelines->lowerWorkspace(), *comparison, this);
    new IdealControl(workspace, *stragglers, *m_compare, this);
    new HistoryControl(workspace, *history, this);
    m_control = new WhatIfControl(workspace, *m_simulate, *m_timelines, m_settings, *m_history, this);
    new PartitionBars(*m_control, *layers, this);
    m_plan = new PlanControl(workspace, *plan, *m_planView, *m_control, this);
    m_export = new ExportControl(workspace, *m_gantt, m_settings, *this);
    m_export->setKept(m_control->kept());
    auto* kept = new TablePanel(m_control->kept(), tr("Kept what-ifs"), m_whatIf);
    kept->setObjectName(QStringLiteral("keptPage"));
    m_whatIf->addPage(tr("Kept"), kept);
    connect(kept->table(), &QTableView::clicked, m_control,
        [this, kept](const QModelIndex& index) { m_control->setKept(kept->modelRow(index)); });
    connect(kept, &TablePanel::rowActivated, m_control, &WhatIfControl::setKept);
    m_tasks = new TraceTasks(this);
    m_findings = new FindingsControl(workspace, this);
    new FindingsControl(m_timelines->lowerWorkspace(), this); // provides its critical path and bubbles
    m_notes = new NotesControl(workspace, *m_timelines, *m_control, *m_history, this);
    connect(notes, &NotesView::noteChosen, m_notes, &NotesControl::goTo);
    new RankMoves(m_gantt->plot().rows(), workspace.document, *m_history, this);
    new RankMoves(m_timelines->lower().plot().rows(), m_timelines->lowerWorkspace().document, *m_history, this);
    auto* state = new WindowSession(
        {*this, [this] { return m_panels->layout(); }, [this](const QByteArray& layout) { m_panels->restore(layout); }},
        workspace, *m_timelines, *m_control, *m_query, this);
    m_session = new SessionControl(*state, workspace.document, m_control->kept(), m_settings, *this, this);
    m_session->kernels = [this] { return m_load->kernels(); };
    connectControls(*findings);
    m_panels->arrange(height());
}

/// A slot that shows what could not be done.
std::function<void(const QString&)> MainWindow::warning(MessageStack::About about)
{
    return [this, about](const QString& sentence) { m_messages->add(about, MessageBar::Tone::Warning, sentence); };
}

void MainWindow::connectControls(FindingsView& findings)
{
    using About = MessageStack::About;
    connect(m_timelines, &ComparedTimelines::partsChanged, m_compare, &CompareControl::setParts);
    connect(m_compare, &CompareControl::chosen, m_panels, [this] { m_panels->bringUp(QStringLiteral("compare")); });
    // Behind the folder's partners, which are known by then.
    connect(&m_workspace->document, &Document::folderChanged, m_panels, [this] {
        if (!m_compare->hasPartners())
            m_panels->setApplies(QStringLiteral("compare"), false);
    });
    connect(m_control, &WhatIfControl::subjectChanged, m_whatIf, &WhatIfView::setSubject);
    connect(m_control, &WhatIfControl::gainsChanged, m_whatIf, &WhatIfView::setGains);
    connect(m_whatIf, &WhatIfView::gainsRequested, m_control, &WhatIfControl::askGains);
    connect(m_whatIf, &WhatIfView::gainChosen, m_control, &WhatIfControl::takeGain);
    connect(m_control, &WhatIfControl::noticed, this, warning(About::Simulation));
    for (const auto signal : {&ExportControl::refused, &ExportControl::noticed})
        connect(m_export, signal, this, warning(About::Export));
    connect(m_export, &ExportControl::written, this,
        [this](const QString& path) { statusBar()->showMessage(tr("Written: %1").arg(toText(path)), 10'000); });
    for (const auto signal : {&PlanControl::refused, &PlanControl::noticed})
        connect(m_plan, signal, this, warning(About::Simulation));
    connect(m_plan, &PlanControl::copied, this, [this](const QString& what) { statusBar()->showMessage(what, 10'000); });
    connect(m_plan, &PlanControl::written, m_export, &ExportControl::written);
    connect(m_plan, &PlanControl::openRequested, this, [this](const QString& path) { open({path}); });
    for (TablePanel* table : m_panels->findChildren<TablePanel*>())
        connect(table, &TablePanel::csvRequested, m_export, &ExportControl::exportTable);
    for (Workspace* const shown : {m_workspace, &m_timelines->lowerWorkspace()})
        shown->work.setBackground(m_tasks->function());
    for (TraceWork* const work : {&m_runSteps->work(), &m_roofline->work()})
        work->setBackground(m_tasks->function());
    connect(m_tasks, &TraceTasks::failed, this,
        [show = warning(About::Analysis)](const Error& error) { show(messageText(error.message)); });
    connect(m_findings, &FindingsControl::progressed, &findings, &FindingsView::setProgress);
    connect(&findings, &FindingsView::stopRequested, m_findings, &FindingsControl::stop);
    connect(&findings, &FindingsView::lookRequested, m_findings, &FindingsControl::look);
    connect(&findings, &FindingsView::pinRequested, m_notes, &NotesControl::pin);
    connect(&findings, &FindingsView::tryRequested, this, [this](const Finding& finding) {
        m_control->tryFinding(finding);
        m_panels->bringUp(QStringLiteral("simulate"));
    });
    connect(m_notes, &NotesControl::noticed, this, warning(About::Notes));
    connect(this, &MainWindow::folderComplete, m_notes, &NotesControl::sayGone);
    m_settings.trouble = [show = warning(About::Program)](const Error& error) { show(messageText(error)); };
}

void MainWindow::connectSession()
{
    connect(m_session, &SessionControl::openRequested, this,
        [this](const QStringList& paths, const KernelNamesPtr& kernels) {
            if (paths.isEmpty())
                openDemo();
            else
                m_load->openBy(paths, kernels);
            m_first->setGoesToFinding(false);
        });
    connect(m_session, &SessionControl::saved, m_fileMenu, &FileMenu::updateRecent);
    new SessionNotices(*m_session, *m_messages, *statusBar(), this);
}

void MainWindow::connectLoading()
{
    connect(m_load, &LoadControl::begun, m_first, &FirstPanel::setGoesToFinding);
    connect(m_load, &LoadControl::newFolderShown, m_first, &FirstPanel::raiseFitting);
    connect(m_load, &LoadControl::folderShown, this, &MainWindow::showFolder);
    connect(m_load, &LoadControl::folderComplete, this, [this] {
        m_fileMenu->updateRecent();
        if (!m_place.isEmpty())
            m_first->setGoesToFinding(false);
        m_first->finish();
        goToPlace();
        emit folderComplete();
    });
    connect(m_load, &LoadControl::earlyPartShown, this, &MainWindow::showFolder);
    connect(m_load, &LoadControl::earlyPartShown, m_first, &FirstPanel::finish);
    for (const auto shown : {&LoadControl::earlyPartShown, &LoadControl::folderComplete})
        connect(m_load, shown, this, [this] {
            m_awaitsFrame = true;
            update();
        });
    auto* frame = new FirstFrame(this);
    connect(m_load, &LoadControl::newFolderComing, frame, [this, frame] {
        if (isVisible())
            frame->await();
    });
    connect(this, &MainWindow::completeFramePainted, frame, &FirstFrame::setPainted);
    connect(frame, &FirstFrame::awaitedChanged, m_tasks, &TraceTasks::setHeld);
    connect(frame, &FirstFrame::awaitedChanged, m_control, &WhatIfControl::setHeld);
    connect(m_load, &LoadControl::nothingOpened, this, &MainWindow::nothingOpened);
    connect(m_load, &LoadControl::recentChanged, m_fileMenu, &FileMenu::updateRecent);
    connect(m_load, &LoadControl::pathsChanged, &m_details->records(), &RecordControl::setPaths);
    connect(m_load, &LoadControl::filesOpened, this, [this](const QStringList& paths) {
        m_settings.addRecent(paths);
        m_fileMenu->updateRecent();
    });
    connect(m_fileMenu, &FileMenu::recentChanged, m_startPage, &StartPage::setRecent);
    connect(m_startPage, &StartPage::openFolderRequested, command(QStringLiteral("openFolder")), &QAction::trigger);
    connect(m_startPage, &StartPage::openFilesRequested, command(QStringLiteral("openFiles")), &QAction::trigger);
    connect(m_startPage, &StartPage::demoRequested, m_load, &LoadControl::openDemo);
    connect(m_startPage, &StartPage::recentRequested, m_load, &LoadControl::open);
    m_fileMenu->updateRecent();
}

void MainWindow::goToPlace()
{
    if (m_place.isEmpty())
        return;
    const QStringList missing = showLink(viewLinkFrom(std::exchange(m_place, QString())), *m_workspace);
    if (!missing.isEmpty())
        warning(MessageStack::About::Opening)(missing.join(QLatin1Char(' ')));
}

void MainWindow::updateFolder()
{
    m_pages->setCurrentIndex(m_workspace->document.folder() ? 1 : 0);
    if (const RunFolder* folder = m_workspace->document.folder()) {
        const MissingTimeline missing = missingTimeline(*folder);
        m_gantt->setPlaceholder(missing.title, missing.text);
    }
    updateRun();
}

void MainWindow::updateRun()
{
    m_overview->setVisible(m_workspace->document.run() != nullptr);
    updateSearchTitle();
}

bool MainWindow::isBusy() const { return isLoading() || m_control->isBusy() || m_findings->isBusy() || m_tasks->isBusy() || m_queries->isBusy() || m_plan->isBusy(); }

void MainWindow::updateSearchTitle()
{
    const auto matches = qint64(m_workspace->search.count());
    dock(QStringLiteral("search"))
        ->setWindowTitle(m_workspace->search.isSearching() ? tr("Search %1").arg(formatCount(matches)) : tr("Search"));
}

/// Runs have timelines of their own; of any other input the modelled one is shown.
void MainWindow::chooseInput(const SimulationSource& input)
{
    m_workspace->inputs.choose(input);
    m_workspace->document.setRunIndex(input.kind == SimulationSource::Kind::Run ? int(input.index) : -1);
    m_control->chooseInput(input);
    m_first->raiseFitting();
}

void MainWindow::showFolder()
{
    shareRoom();
    if (!m_workspace->document.run())
        return;
    m_gantt->setFocus();
    showHintOnce();
}

void MainWindow::shareRoom() { m_panels->shareRoom(m_workspace->document, height()); }

void MainWindow::showHintOnce()
{
    if (m_settings.hintWasShown())
        return;
    m_messages->set(MessageStack::About::Hint,
        {MessageBar::Tone::Notice,
            tr("Ctrl + wheel or W and S zoom at the pointer · drag selects a range of time · ? shows all keys")});
    m_settings.setHintWasShown();
}

bool MainWindow::event(QEvent* event)
{
    const bool handled = QMainWindow::event(event);
    // This event paints the window's children: afterwards they are on screen.
    if (m_awaitsFrame && event->type() == QEvent::UpdateRequest) {
        m_awaitsFrame = false;
        emit completeFramePainted();
    }
    return handled;
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (!m_session->canClose())
        return event->ignore();
    m_settings.setWindow(saveGeometry(), m_panels->layout());
    m_session->leave();
    m_load->cancel();
    event->accept();
}

/// What nothing else wanted.
void MainWindow::keyPressEvent(QKeyEvent* event)
{
    if (m_keys->offer(*event))
        event->accept();
    else
        QMainWindow::keyPressEvent(event);
}

void MainWindow::resizeEvent(QResizeEvent* event)
{
    QMainWindow::resizeEvent(event);
    m_toolBar->setWindowWidth(width());
}

void MainWindow::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange && m_commands)
        m_commands->updateIcons();
    QMainWindow::changeEvent(event);
}

} // namespace bubblescope
