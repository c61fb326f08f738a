// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "commandset.h"

#include "columnsdialog.h"
#include "commandpalette.h"
#include "comparecontrol.h"
#include "exportcontrol.h"
#include "formatting.h"
#include "ganttview.h"
#include "helpdialog.h"
#include "kernelsdialog.h"
#include "loadcontrol.h"
#include "notelayer.h"
#include "palette.h"
#include "panelhost.h"
#include "placefinder.h"
#include "plancontrol.h"
#include "recentmenu.h"
#include "sessioncontrol.h"
#include "settings.h"
#include "simulatepane.h"
#include "theme.h"
#include "viewmenu.h"
#include "whatifview.h"
#include "workspace.h"

#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QMenuBar>
#include <QUndoStack>

#include <algorithm>
#include <tuple>

namespace bubblescope {

CommandSet::CommandSet(const Parts& parts, QObject* parent) : QObject(parent), m_parts(parts)
{
    buildFileMenu();
    buildEditMenu();
    m_viewMenu = new ViewMenu(
        {m_parts.window, m_parts.timeline, m_parts.panels, m_parts.messages, m_parts.settings}, *this);
    m_parts.window.menuBar()->addMenu(m_viewMenu);
    buildGoMenu();
    buildSimulateMenu();
    buildHelpMenu();
    updateIcons();
    connect(&m_parts.workspace.document, &Document::folderChanged, this, &CommandSet::update);
    connect(&m_parts.workspace.document, &Document::runChanged, this, &CommandSet::update);
    connect(&m_parts.workspace.search, &SearchState::changed, this, &CommandSet::update);
    connect(&m_parts.workspace.window, &TimeWindow::historyChanged, this, &CommandSet::update);
    connect(&m_parts.workspace.document, &Document::simulationChanged, this, &CommandSet::update);
    connect(&m_parts.load, &LoadControl::stateChanged, this, &CommandSet::update);
    connect(&m_parts.compare, &CompareControl::partnersChanged, this, &CommandSet::update);
    update();
}

QAction* CommandSet::add(QMenu* menu, const QString& name, const QString& text, const QList<QKeySequence>& keys,
    const std::function<void()>& run)
{
    auto* action = new QAction(text, &m_parts.window);
    action->setObjectName(name);
    action->setShortcuts(keys);
    if (run)
        connect(action, &QAction::triggered, this, run);
    m_parts.window.addAction(action); // shortcuts also work while the menu bar is hidden
    menu->addAction(action);
    return action;
}

QAction* CommandSet::command(const QString& name) const { return m_parts.window.findChild<QAction*>(name); }

void CommandSet::setEnabled(const char* name, bool isEnabled) const
{
    command(QString::fromLatin1(name))->setEnabled(isEnabled);
}

QList<QAction*> CommandSet::all() const
{
    QList<QAction*> list;
    const QList<QAction*> ofTimeline = m_parts.timeline.viewActions();
    const auto isOfTimeline = [&ofTimeline](const QAction* action) {
        return std::any_of(ofTimeline.begin(), ofTimeline.end(),
            [action](const QAction* own) { return own->objectName() == action->objectName(); });
    };
    for (QAction* action : m_parts.window.findChildren<QAction*>()) {
        // The timeline of the simulated run has the same commands again: list them once.
        if (isOfTimeline(action) && !ofTimeline.contains(action))
            continue;
        // Skip actions inside widgets (a line edit's "Clear"): commands have names, and dock toggles are checkable.
        if (!action->objectName().isEmpty() && !action->menu()
            && !action->objectName().startsWith(QLatin1String("_q_")))
            list += action;
    }
    return list + m_viewMenu->showPanels();
}

void CommandSet::buildFileMenu()
{
    QMenu* file = m_parts.window.menuBar()->addMenu(tr("&File"));
    add(file, QStringLiteral("openFolder"), tr("&Open folder …"), {QKeySequence(Qt::CTRL | Qt::Key_O)}, [this] {
        const QString folder = QFileDialog::getExistingDirectory(
            &m_parts.window, tr("Open the folder of a run"), folderToStartIn());
        if (!folder.isEmpty())
            m_parts.load.open({folder});
    });
    add(file, QStringLiteral("openFiles"), tr("Open &files …"), {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_O)},
        [this] {
            const QStringList files = QFileDialog::getOpenFileNames(
                &m_parts.window, tr("Open files of a run"), folderToStartIn());
            if (!files.isEmpty())
                m_parts.load.open(files);
        });
    add(file, QStringLiteral("describe"), tr("Describe a ru&n …"), {}, [this] { m_parts.plan.describe(); });
    add(file, QStringLiteral("openTable"), tr("Columns of a &table …"), {}, [this] {
        const QString table = QFileDialog::getOpenFileName(
            &m_parts.window, tr("Choose a table of operations"), folderToStartIn());
        nameColumns(table, {table});
    });
    add(file, QStringLiteral("kernels"), tr("&Kernels …"), {}, [this] {
        KernelsDialog dialog(m_parts.load.kernels(), &m_parts.window);
        if (dialog.exec() == QDialog::Accepted)
            m_parts.load.setKernels(dialog.kernels());
    });
    m_recentMenu = new RecentMenu(m_parts.settings, m_parts.load, &m_parts.window);
    file->addMenu(m_recentMenu);
    connect(m_recentMenu, &RecentMenu::changed, this, &CommandSet::recentChanged);
    add(file, QStringLiteral("demo"), tr("Show the &demo run"), {}, [this] { m_parts.load.openDemo(); });
    add(file, QStringLiteral("reload"), tr("Re&load"),
        {QKeySequence(Qt::Key_F5), QKeySequence(Qt::CTRL | Qt::Key_R)}, [this] { m_parts.load.reload(); });
    file->addSeparator();
    add(file, QStringLiteral("openSession"), tr("Open s&ession …"), {}, [this] { m_parts.session.openDialog(); });
    add(file, QStringLiteral("saveSession"), tr("&Save session"), {QKeySequence(Qt::CTRL | Qt::Key_S)},
        [this] { m_parts.session.save(); });
    add(file, QStringLiteral("saveSessionAs"), tr("Save session &as …"),
        {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S)}, [this] { m_parts.session.saveAs(); });
    file->addSeparator();
    add(file, QStringLiteral("export"), tr("&Export …"), {QKeySequence(Qt::CTRL | Qt::Key_E)},
        [this] { m_parts.exports.showDialog(); });
    add(file, QStringLiteral("exportWindow"), tr("Export &window as PNG …"), {},
        [this] { m_parts.exports.exportWindow(); });
    file->addSeparator();
    add(file, QStringLiteral("closeRun"), tr("&Close run"), {QKeySequence(Qt::CTRL | Qt::Key_W)},
        [this] { m_parts.load.close(); });
    add(file, QStringLiteral("quit"), tr("&Quit"), {QKeySequence(Qt::CTRL | Qt::Key_Q)}, [this] { m_parts.window.close(); });
}

void CommandSet::nameColumns(const QString& table, const QStringList& opened)
{
    if (!table.isEmpty() && ColumnsDialog(table, &m_parts.window).exec() == QDialog::Accepted)
        m_parts.load.open(opened);
}

void CommandSet::buildEditMenu()
{
    QMenu* edit = m_parts.window.menuBar()->addMenu(tr("&Edit"));
    QAction* undo
        = add(edit, QStringLiteral("undo"), tr("&Undo"), {}, [this] { m_parts.history.undo(); });
    undo->setShortcut(QKeySequence::Undo);
    QAction* redo
        = add(edit, QStringLiteral("redo"), tr("&Redo"), {}, [this] { m_parts.history.redo(); });
    redo->setShortcuts(QKeySequence::Redo);
    for (const auto& [action, changed, text, verb] :
        {std::tuple(undo, &QUndoStack::canUndoChanged, &QUndoStack::undoTextChanged, tr("&Undo")),
            std::tuple(redo, &QUndoStack::canRedoChanged, &QUndoStack::redoTextChanged, tr("&Redo"))}) {
        action->setEnabled(false);
        connect(&m_parts.history, changed, action, &QAction::setEnabled);
        connect(&m_parts.history, text, action, [action = action, verb = verb](const QString& what) {
            action->setText(what.isEmpty() ? verb : verb + QLatin1Char(' ') + what);
        });
    }
    edit->addSeparator();
    add(edit, QStringLiteral("copy"), tr("&Copy"), {}, [this] { copy(); })->setShortcut(QKeySequence::Copy);
    add(edit, QStringLiteral("copyPicture"), tr("Copy &picture of the timeline"),
        {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C)}, [this] { m_parts.exports.copyTimeline(); });
    add(edit, QStringLiteral("find"), tr("&Find …"),
        {QKeySequence(Qt::Key_Slash), QKeySequence(Qt::CTRL | Qt::Key_F)});
    add(edit, QStringLiteral("findNext"), tr("Find &next"), {QKeySequence(Qt::Key_F3)},
        [this] { m_parts.workspace.search.goToNext(1); });
    add(edit, QStringLiteral("findPrevious"), tr("Find &previous"), {QKeySequence(Qt::SHIFT | Qt::Key_F3)},
        [this] { m_parts.workspace.search.goToNext(-1); });
    edit->addSeparator();
    add(edit, QStringLiteral("addNote"), tr("Write a &note"), {}, [this] { m_parts.timeline.plot().notes().addHere({}); });
    add(edit, QStringLiteral("clearSelection"), tr("Clear &selection"), {}, [this] {
        m_parts.workspace.selection.setRange(std::nullopt);
        m_parts.workspace.selection.setSpan({});
        m_parts.workspace.selection.setRank(-1);
        m_parts.workspace.selection.setStage(-1);
        m_parts.workspace.selection.setLayer({});
    });
}

void CommandSet::buildGoMenu()
{
    QMenu* go = m_parts.window.menuBar()->addMenu(tr("&Go"));
    add(go, QStringLiteral("back"), tr("&Back"), {QKeySequence(Qt::ALT | Qt::Key_Left)},
        [this] { m_parts.workspace.window.back(); });
    add(go, QStringLiteral("forward"), tr("&Forward"), {QKeySequence(Qt::ALT | Qt::Key_Right)},
        [this] { m_parts.workspace.window.forward(); });
    add(go, QStringLiteral("home"), tr("Whole &run"), {QKeySequence(Qt::CTRL | Qt::Key_Home)}, [this] {
        m_parts.workspace.window.showAll();
        m_parts.workspace.window.commitPlace();
    });
    add(go, QStringLiteral("fitSelection"), tr("Fit the &selection"), {}, [this] {
        if (const auto range = m_parts.workspace.selection.range())
            m_parts.workspace.window.setVisibleRange(*range);
        else if (m_parts.workspace.selection.span().isValid())
            m_parts.workspace.window.revealSpan(m_parts.workspace.selection.span(), true);
        m_parts.workspace.window.commitPlace();
    });
    add(go, QStringLiteral("fitStep"), tr("Whole s&tep"), {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Home)}, [this] {
        const TracePtr trace = m_parts.workspace.document.trace();
        TimeWindow& window = m_parts.workspace.window;
        for (const Step& step : trace ? trace->steps() : std::span<const Step>()) {
            if (step.number == window.step())
                window.setVisibleRange(step.range);
        }
        window.commitPlace();
    });
    add(go, QStringLiteral("goTo"), tr("&Go to rank, stage, step, time, span …"), {QKeySequence(Qt::Key_G)},
        [this] { showPalette({}, tr("rank 5, stage 2, step 12, 3.5 ms or the name of a span")); });
    go->addSeparator();
    add(go, QStringLiteral("previousFinding"), tr("Previous f&inding"), {QKeySequence(Qt::Key_BracketLeft)},
        [this] { walkFindings(-1); });
    add(go, QStringLiteral("nextFinding"), tr("Next fin&ding"), {QKeySequence(Qt::Key_BracketRight)},
        [this] { walkFindings(1); });
    go->addSeparator();
    add(go, QStringLiteral("previousStep"), tr("&Previous step"), {QKeySequence(Qt::CTRL | Qt::Key_Up)});
    add(go, QStringLiteral("nextStep"), tr("&Next step"), {QKeySequence(Qt::CTRL | Qt::Key_Down)});
    add(go, QStringLiteral("allSteps"), tr("&All steps"), {},
        [this] { m_parts.workspace.window.setStep(std::nullopt); });
    go->addSeparator();
    add(go, QStringLiteral("previousRun"), tr("Previous r&un"), {QKeySequence(Qt::CTRL | Qt::Key_PageUp)},
        [this] { m_parts.workspace.document.setRunIndex(std::max(0, m_parts.workspace.document.runIndex() - 1)); });
    add(go, QStringLiteral("nextRun"), tr("Ne&xt run"), {QKeySequence(Qt::CTRL | Qt::Key_PageDown)}, [this] {
        if (const RunFolder* folder = m_parts.workspace.document.folder())
            m_parts.workspace.document.setRunIndex(
                std::min(int(folder->runs.size()) - 1, m_parts.workspace.document.runIndex() + 1));
    });
    m_compareMenu = go->addMenu(tr("&Compare with"));
    m_parts.compare.fill(m_compareMenu);
    add(go, QStringLiteral("compare"), tr("Compare with the next run"), {}, [this] { m_parts.compare.chooseNext(); });
}

void CommandSet::buildSimulateMenu()
{
    QMenu* simulate = m_parts.window.menuBar()->addMenu(tr("&Simulate"));
    const std::tuple<const char*, QString, Document::Timeline, QKeySequence> timelines[]
        = {{"showOpened", tr("Show the &opened run"), Document::Timeline::Opened, QKeySequence(Qt::CTRL | Qt::Key_1)},
            {"showSimulated", tr("Show the &simulated run"), Document::Timeline::Simulated,
                QKeySequence(Qt::CTRL | Qt::Key_2)},
            {"showBoth", tr("Show &both, one above the other"), Document::Timeline::Both,
                QKeySequence(Qt::CTRL | Qt::Key_3)},
            {"showInterleaved", tr("Show both, &interleaved lane by lane"), Document::Timeline::Interleaved,
                QKeySequence(Qt::CTRL | Qt::Key_4)}};
    for (const auto& [name, text, timeline, key] : timelines) {
        add(simulate, QString::fromLatin1(name), text, {key},
            [this, timeline = timeline] { m_parts.workspace.document.setTimeline(timeline); });
    }
    simulate->addSeparator();
    const auto twice = [this](const char* knob) {
        m_parts.simulate.twice(knob);
        m_parts.panels.bringUp(QStringLiteral("simulate"));
    };
    add(simulate, QStringLiteral("twiceMicrobatches"), tr("Twice the &microbatches"), {},
        [twice] { twice("microbatches"); });
    add(simulate, QStringLiteral("twiceNic"), tr("Twice the &network bandwidth"), {}, [twice] { twice("nic"); });
    add(simulate, QStringLiteral("balance"), tr("&Balance layers over stages"), {},
        [this] { emit m_parts.simulate.balanceRequested(); });
    add(simulate, QStringLiteral("resetKnobs"), tr("&Reset all knobs"), {},
        [this] { emit m_parts.simulate.resetRequested(); });
    add(simulate, QStringLiteral("whatHelps"), tr("What &helps most"), {}, [this] {
        m_parts.panels.bringUp(QStringLiteral("whatif"));
        m_parts.whatIf.raiseGains();
        emit m_parts.whatIf.gainsRequested();
    });
    add(simulate, QStringLiteral("stragglers"), tr("What s&tragglers cost"), {}, [this] {
        m_parts.panels.bringUp(QStringLiteral("whatif"));
        m_parts.whatIf.raisePage(QStringLiteral("stragglersPage"));
    });
    simulate->addSeparator();
    add(simulate, QStringLiteral("hardwarePresets"), tr("Hardware &presets …"), {},
        [this] { emit m_parts.simulate.hardwareRequested(); });
}

void CommandSet::buildHelpMenu()
{
    QMenu* helpMenu = m_parts.window.menuBar()->addMenu(tr("&Help"));
    add(helpMenu, QStringLiteral("manual"), tr("&Manual"), {QKeySequence(Qt::Key_F1)},
        [this] { help().showPage({}); });
    add(helpMenu, QStringLiteral("keys"), tr("&Keys"), {QKeySequence(Qt::Key_Question)},
        [this] { help().showPage(QStringLiteral("keys")); });
    add(helpMenu, QStringLiteral("formats"), tr("&Formats"), {},
        [this] { help().showPage(QStringLiteral("formats")); });
    add(helpMenu, QStringLiteral("commands"), tr("&Commands …"), {QKeySequence(Qt::CTRL | Qt::Key_P)},
        [this] { showPalette(all(), tr("A command, rank 5, stage 2, step 12, 3.5 ms or the name of a span")); });
    helpMenu->addSeparator();
    add(helpMenu, QStringLiteral("about"), tr("&About Bubblescope"), {},
        [this] { help().showPage(QStringLiteral("about")); });
}

/// The given commands, and the places that the typed words name.
void CommandSet::showPalette(const QList<QAction*>& actions, const QString& hint)
{
    const auto places = [&workspace = m_parts.workspace](const QString& typed) {
        std::vector<CommandPalette::Place> found;
        for (NamedPlace& place : placesNamed(workspace, typed))
            found.push_back({std::move(place.title), std::move(place.go)});
        return found;
    };
    (new CommandPalette(actions, places, hint, &m_parts.window))->show();
}

void CommandSet::walkFindings(int direction)
{
    m_parts.workspace.diagnosis.goToNextFinding(direction);
    m_parts.panels.bringUp(QStringLiteral("findings"));
}

void CommandSet::update()
{
    const Workspace& workspace = m_parts.workspace;
    const bool hasFolder = workspace.document.folder() != nullptr;
    const bool hasRun = workspace.document.run() != nullptr;
    setEnabled("reload", !m_parts.load.paths().isEmpty());
    setEnabled("closeRun", hasFolder || m_parts.load.isLoading());
    setEnabled("copyPicture", hasRun);
    setEnabled("export", hasFolder);
    setEnabled("back", workspace.window.canGoBack());
    setEnabled("forward", workspace.window.canGoForward());
    for (const char* name : {"saveSession", "saveSessionAs"})
        setEnabled(name, hasFolder);
    setEnabled("fitStep", hasRun && workspace.window.step());
    for (const char* name : {"home", "fitSelection", "find", "addNote", "goTo"})
        setEnabled(name, hasRun);
    for (QAction* action : m_parts.timeline.viewActions())
        action->setEnabled(hasRun);
    const bool found = workspace.search.count() > 0;
    setEnabled("findNext", found);
    setEnabled("findPrevious", found);
    setEnabled("previousRun", workspace.document.runIndex() > 0);
    for (const char* name : {"showOpened", "showSimulated", "showBoth", "showInterleaved"})
        setEnabled(name, workspace.document.openedRun() != nullptr);
    for (const char* name : {"twiceMicrobatches", "twiceNic", "balance", "resetKnobs", "whatHelps", "stragglers", "hardwarePresets"})
        setEnabled(name, hasFolder);
    setEnabled("compare", m_parts.compare.hasPartners());
    setEnabled("nextRun",
        workspace.document.runIndex() >= 0
            && workspace.document.runIndex() + 1 < int(workspace.document.folder()->runs.size()));
}

void CommandSet::updateIcons()
{
    const QColor color = Palette::of(m_parts.window).text;
    const std::pair<const char*, Icon> icons[] = {{"openFolder", Icon::Open}, {"reload", Icon::Reload},
        {"previousStep", Icon::Previous}, {"nextStep", Icon::Next}, {"back", Icon::Back}, {"forward", Icon::Forward},
        {"find", Icon::Search}, {"fitSelection", Icon::Fit}};
    for (const auto& [name, icon] : icons)
        command(QString::fromLatin1(name))->setIcon(themedIcon(icon, color));
    for (QAction* action : m_parts.window.menuBar()->findChildren<QAction*>())
        action->setIconVisibleInMenu(false);
    for (QAction* action : all())
        action->setIconVisibleInMenu(false);
}

void CommandSet::updateRecent() { m_recentMenu->fill(); }

void CommandSet::copy()
{
    // Tables with focus copy their own rows; anywhere else, copy the selected span.
    QWidget* focus = QApplication::focusWidget();
    if (auto* line = qobject_cast<QLineEdit*>(focus))
        return line->copy();
    if (auto* label = qobject_cast<QLabel*>(focus); label && label->hasSelectedText())
        return QApplication::clipboard()->setText(label->selectedText());
    const TracePtr trace = m_parts.workspace.document.trace();
    const SpanId span = m_parts.workspace.selection.span();
    if (!trace || !span.isValid())
        return;
    const QStringList cells {toText(trace->name(span)), toText(trace->detail(span)),
        plainMilliseconds(double(trace->begin(span))), plainMilliseconds(double(trace->duration(span)))};
    QApplication::clipboard()->setText(cells.join(QLatin1Char('\t')));
}

HelpDialog& CommandSet::help()
{
    if (!m_help)
        m_help = new HelpDialog(all(), &m_parts.window);
    return *m_help;
}

QString CommandSet::folderToStartIn() const
{
    const QStringList& paths = m_parts.load.paths();
    return paths.isEmpty() ? QString() : QFileInfo(paths.front()).absolutePath();
}

} // namespace bubblescope
