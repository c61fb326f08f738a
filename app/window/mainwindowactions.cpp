// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "mainwindow.h"

#include "commandpalette.h"
#include "comparecontrol.h"
#include "exportcontrol.h"
#include "formatting.h"
#include "ganttview.h"
#include "helpdialog.h"
#include "language.h"
#include "messagebar.h"
#include "notelayer.h"
#include "overviewstrip.h"
#include "palette.h"
#include "sessioncontrol.h"
#include "settings.h"
#include "simulatepane.h"
#include "startpage.h"
#include "theme.h"
#include "whatifcontrol.h"
#include "whatifview.h"

#include <QActionGroup>
#include <QApplication>
#include <QClipboard>
#include <QDockWidget>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QMenuBar>
#include <QToolBar>
#include <QUndoStack>

#include <algorithm>
#include <tuple>

namespace bubblescope {

QAction* MainWindow::addCommand(QMenu* menu, const QString& name, const QString& text, const QList<QKeySequence>& keys,
    const std::function<void()>& run)
{
    auto* action = new QAction(text, this);
    action->setObjectName(name);
    action->setShortcuts(keys);
    connect(action, &QAction::triggered, this, run);
    addAction(action); // shortcuts work also while the menu bar is hidden
    if (menu)
        menu->addAction(action);
    return action;
}

QAction* MainWindow::command(const QString& name) const { return findChild<QAction*>(name); }

QList<QAction*> MainWindow::commands() const
{
    QList<QAction*> list;
    const QList<QAction*> ofTimeline = m_gantt->viewActions();
    const auto isOfTimeline = [&ofTimeline](const QAction* action) {
        return std::any_of(ofTimeline.begin(), ofTimeline.end(),
            [action](const QAction* own) { return own->objectName() == action->objectName(); });
    };
    for (QAction* action : findChildren<QAction*>()) {
        // The timeline of the simulated run has the same ones once more.
        if (isOfTimeline(action) && !ofTimeline.contains(action))
            continue;
        // Widgets have actions of their own (a line edit's "Clear"); commands have names, dock toggles are checkable.
        if (!action->objectName().isEmpty() && !action->menu()
            && !action->objectName().startsWith(QLatin1String("_q_")))
            list += action;
    }
    for (const QDockWidget* panel : m_panels)
        list += panel->toggleViewAction();
    return list;
}

void MainWindow::buildActions()
{
    buildFileMenu();
    QMenu* edit = menuBar()->addMenu(tr("&Edit"));
    QAction* undo
        = addCommand(edit, QStringLiteral("undo"), tr("&Undo"), {}, [this] { m_history->undo(); });
    undo->setShortcut(QKeySequence::Undo);
    QAction* redo
        = addCommand(edit, QStringLiteral("redo"), tr("&Redo"), {}, [this] { m_history->redo(); });
    redo->setShortcuts(QKeySequence::Redo);
    for (const auto& [action, changed, text, verb] :
        {std::tuple(undo, &QUndoStack::canUndoChanged, &QUndoStack::undoTextChanged, tr("&Undo")),
            std::tuple(redo, &QUndoStack::canRedoChanged, &QUndoStack::redoTextChanged, tr("&Redo"))}) {
        action->setEnabled(false);
        connect(m_history, changed, action, &QAction::setEnabled);
        connect(m_history, text, action, [action, verb](const QString& what) {
            action->setText(what.isEmpty() ? verb : verb + QLatin1Char(' ') + what);
        });
    }
    edit->addSeparator();
    addCommand(edit, QStringLiteral("copy"), tr("&Copy"), {}, [this] { copy(); })->setShortcut(QKeySequence::Copy);
    addCommand(edit, QStringLiteral("copyPicture"), tr("Copy &picture of the timeline"),
        {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C)}, [this] { m_export->copyTimeline(); });
    addCommand(edit, QStringLiteral("find"), tr("&Find …"),
        {QKeySequence(Qt::Key_Slash), QKeySequence(Qt::CTRL | Qt::Key_F)}, [this] {
            m_search->setFocus(Qt::ShortcutFocusReason);
            m_search->selectAll();
        });
    addCommand(edit, QStringLiteral("findNext"), tr("Find &next"), {QKeySequence(Qt::Key_F3)},
        [this] { m_workspace->search.goToMatch(m_workspace->search.index() + 1); });
    addCommand(edit, QStringLiteral("findPrevious"), tr("Find &previous"), {QKeySequence(Qt::SHIFT | Qt::Key_F3)},
        [this] { m_workspace->search.goToMatch(m_workspace->search.index() - 1); });
    edit->addSeparator();
    addCommand(edit, QStringLiteral("addNote"), tr("Write a &note"), {}, [this] { m_gantt->plot().notes().addHere({}); });
    addCommand(edit, QStringLiteral("clearSelection"), tr("Clear &selection"), {}, [this] {
        m_workspace->selection.setRange(std::nullopt);
        m_workspace->selection.setSpan({});
        m_workspace->selection.setRank(-1);
        m_workspace->selection.setStage(-1);
        m_workspace->selection.setLayer({});
    });
    buildViewMenu();
    buildGoMenu();
    buildSimulateMenu();
    QMenu* helpMenu = menuBar()->addMenu(tr("&Help"));
    addCommand(helpMenu, QStringLiteral("manual"), tr("&Manual"), {QKeySequence(Qt::Key_F1)},
        [this] { help().showPage({}); });
    addCommand(helpMenu, QStringLiteral("keys"), tr("&Keys"), {QKeySequence(Qt::Key_Question)},
        [this] { help().showPage(QStringLiteral("keys")); });
    addCommand(helpMenu, QStringLiteral("formats"), tr("&Formats"), {},
        [this] { help().showPage(QStringLiteral("formats")); });
    addCommand(helpMenu, QStringLiteral("commands"), tr("&Commands …"), {QKeySequence(Qt::CTRL | Qt::Key_P)},
        [this] { showCommandPalette(); });
    helpMenu->addSeparator();
    addCommand(helpMenu, QStringLiteral("about"), tr("&About Bubblescope"), {},
        [this] { help().showPage(QStringLiteral("about")); });
    buildToolBar();
    updateRecent();
    updateIcons();
}

void MainWindow::buildFileMenu()
{
    QMenu* file = menuBar()->addMenu(tr("&File"));
    addCommand(file, QStringLiteral("openFolder"), tr("&Open folder …"), {QKeySequence(Qt::CTRL | Qt::Key_O)}, [this] {
        const QString folder = QFileDialog::getExistingDirectory(this, tr("Open the folder of a run"),
            m_paths.isEmpty() ? QString() : QFileInfo(m_paths.front()).absolutePath());
        if (!folder.isEmpty())
            open({folder});
    });
    addCommand(file, QStringLiteral("openFiles"), tr("Open &files …"), {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_O)},
        [this] {
            const QStringList files = QFileDialog::getOpenFileNames(this, tr("Open files of a run"),
                m_paths.isEmpty() ? QString() : QFileInfo(m_paths.front()).absolutePath());
            if (!files.isEmpty())
                open(files);
        });
    m_recentMenu = file->addMenu(tr("Open &recent"));
    addCommand(file, QStringLiteral("demo"), tr("Show the &demo run"), {}, [this] { openDemo(); });
    addCommand(file, QStringLiteral("reload"), tr("Re&load"),
        {QKeySequence(Qt::Key_F5), QKeySequence(Qt::CTRL | Qt::Key_R)}, [this] { reload(); });
    file->addSeparator();
    addCommand(file, QStringLiteral("openSession"), tr("Open s&ession …"), {}, [this] { m_session->openDialog(); });
    addCommand(file, QStringLiteral("saveSession"), tr("&Save session"), {QKeySequence(Qt::CTRL | Qt::Key_S)},
        [this] { m_session->save(); });
    addCommand(file, QStringLiteral("saveSessionAs"), tr("Save session &as …"),
        {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S)}, [this] { m_session->saveAs(); });
    file->addSeparator();
    addCommand(file, QStringLiteral("export"), tr("&Export …"), {QKeySequence(Qt::CTRL | Qt::Key_E)},
        [this] { m_export->showDialog(); });
    addCommand(file, QStringLiteral("exportWindow"), tr("Export &window as PNG …"), {},
        [this] { m_export->exportWindow(); });
    file->addSeparator();
    addCommand(file, QStringLiteral("closeRun"), tr("&Close run"), {QKeySequence(Qt::CTRL | Qt::Key_W)}, [this] {
        if (m_job)
            m_job->cancel();
        m_session->leave();
        m_paths.clear();
        watchFiles();
        m_changed->clear();
        m_told->clear();
        m_workspace->document.setFolder({});
    });
    addCommand(file, QStringLiteral("quit"), tr("&Quit"), {QKeySequence(Qt::CTRL | Qt::Key_Q)}, [this] { close(); });
}

void MainWindow::buildViewMenu()
{
    QMenu* view = menuBar()->addMenu(tr("&View"));
    m_panelMenu = view->addMenu(tr("&Panels"));
    for (QDockWidget* panel : m_panels) {
        m_panelMenu->addAction(panel->toggleViewAction());
        // Brought back behind other tabs it would have to be looked for.
        connect(panel->toggleViewAction(), &QAction::triggered, panel, [panel](bool isShown) {
            if (isShown)
                panel->raise();
        });
    }
    m_panelMenu->addSeparator();
    addCommand(m_panelMenu, QStringLiteral("resetLayout"), tr("&Reset layout"), {}, [this] {
        arrangeDocks();
        m_settings.forgetLayout();
    });

    const auto choices = [this](QMenu* menu, const std::vector<std::pair<QString, QString>>& entries, int current,
                             const std::function<void(int)>& chosen) {
        auto* group = new QActionGroup(menu);
        for (size_t i = 0; i < entries.size(); ++i) {
            QAction* action = addCommand(
                menu, entries[i].first, entries[i].second, {}, [chosen, i] { chosen(static_cast<int>(i)); });
            action->setCheckable(true);
            action->setChecked(static_cast<int>(i) == current);
            group->addAction(action);
        }
    };
    choices(view->addMenu(tr("&Theme")),
        {{QStringLiteral("themeSystem"), tr("As the &desktop")}, {QStringLiteral("themeLight"), tr("&Light")},
            {QStringLiteral("themeDark"), tr("&Dark")}},
        static_cast<int>(m_settings.theme()), [this](int choice) { chooseTheme(choice); });

    QStringList names {QString()};
    std::vector<std::pair<QString, QString>> entries {{QStringLiteral("languageSystem"), tr("As the &desktop")}};
    for (const QString& language : languages()) {
        names += language;
        entries.emplace_back(QStringLiteral("language.") + language, languageName(language));
    }
    choices(view->addMenu(tr("&Language")), entries, int(std::max<qsizetype>(0, names.indexOf(m_settings.language()))),
        [this, names](int choice) {
            m_settings.setLanguage(names[choice]);
            m_told->tell(MessageBar::Tone::Notice, tr("The window speaks this language from its next start on."));
        });

    // The timeline brings its own commands: here they get their menus, keys and memory.
    QMenu* colours = view->addMenu(tr("&Colour by"));
    QMenu* rows = view->addMenu(tr("&Rows"));
    for (QAction* action : m_gantt->viewActions()) {
        const QString group = action->objectName().section(QLatin1Char('.'), 0, 0);
        (group == QLatin1String("color") ? colours : group == QLatin1String("show") ? view : rows)->addAction(action);
        addAction(action);
        if (action->objectName() == m_settings.colorBy())
            action->trigger();
        if (action->objectName().startsWith(QLatin1String("color.")))
            connect(action, &QAction::triggered, this, [this, action] { m_settings.setColorBy(action->objectName()); });
        if (action->objectName().startsWith(QLatin1String("rows.")))
            connect(action, &QAction::triggered, this,
                [this] { m_settings.setRowHeight(qRound(m_gantt->plot().options().rowHeight)); });
    }
    m_gantt->plot().setRowHeight(m_settings.rowHeight(qRound(m_gantt->plot().options().rowHeight)));
    const std::pair<const char*, QList<QKeySequence>> keys[] = {
        {"rows.taller", {QKeySequence(Qt::CTRL | Qt::Key_Plus), QKeySequence(Qt::CTRL | Qt::Key_Equal)}},
        {"rows.lower", {QKeySequence(Qt::CTRL | Qt::Key_Minus)}}, {"rows.reset", {QKeySequence(Qt::CTRL | Qt::Key_0)}}};
    for (const auto& [name, sequences] : keys) {
        if (QAction* action = command(QString::fromLatin1(name)))
            action->setShortcuts(sequences);
    }
}

void MainWindow::buildGoMenu()
{
    QMenu* go = menuBar()->addMenu(tr("&Go"));
    addCommand(go, QStringLiteral("back"), tr("&Back"), {QKeySequence(Qt::ALT | Qt::Key_Left)},
        [this] { m_workspace->window.back(); });
    addCommand(go, QStringLiteral("forward"), tr("&Forward"), {QKeySequence(Qt::ALT | Qt::Key_Right)},
        [this] { m_workspace->window.forward(); });
    addCommand(go, QStringLiteral("home"), tr("Whole &run"), {QKeySequence(Qt::CTRL | Qt::Key_Home)}, [this] {
        m_workspace->window.showAll();
        m_workspace->window.commitPlace();
    });
    addCommand(go, QStringLiteral("fitSelection"), tr("Fit the &selection"), {}, [this] {
        if (const auto range = m_workspace->selection.range())
            m_workspace->window.setVisibleRange(*range);
        else if (m_workspace->selection.span().isValid())
            m_workspace->window.revealSpan(m_workspace->selection.span(), true);
        m_workspace->window.commitPlace();
    });
    go->addSeparator();
    addCommand(go, QStringLiteral("previousFinding"), tr("Previous f&inding"), {QKeySequence(Qt::Key_BracketLeft)},
        [this] { walkFindings(-1); });
    addCommand(go, QStringLiteral("nextFinding"), tr("Next fin&ding"), {QKeySequence(Qt::Key_BracketRight)},
        [this] { walkFindings(1); });
    go->addSeparator();
    addCommand(go, QStringLiteral("previousStep"), tr("&Previous step"), {QKeySequence(Qt::CTRL | Qt::Key_Up)},
        [this] { stepBy(-1); });
    addCommand(go, QStringLiteral("nextStep"), tr("&Next step"), {QKeySequence(Qt::CTRL | Qt::Key_Down)},
        [this] { stepBy(1); });
    addCommand(
        go, QStringLiteral("allSteps"), tr("&All steps"), {}, [this] { m_workspace->window.setStep(std::nullopt); });
    go->addSeparator();
    addCommand(go, QStringLiteral("previousRun"), tr("Previous r&un"), {QKeySequence(Qt::CTRL | Qt::Key_PageUp)},
        [this] { m_workspace->document.setRunIndex(std::max(0, m_workspace->document.runIndex() - 1)); });
    addCommand(go, QStringLiteral("nextRun"), tr("Ne&xt run"), {QKeySequence(Qt::CTRL | Qt::Key_PageDown)}, [this] {
        m_workspace->document.setRunIndex(std::min(m_runs->count() - 1, m_workspace->document.runIndex() + 1));
    });
    m_compare->fill(go->addMenu(tr("&Compare with")));
    addCommand(go, QStringLiteral("compare"), tr("Compare with the next run"), {}, [this] { m_compare->chooseNext(); });
    connect(m_compare, &CompareControl::partnersChanged, this, &MainWindow::updateActions);
}

void MainWindow::buildSimulateMenu()
{
    QMenu* simulate = menuBar()->addMenu(tr("&Simulate"));
    const std::tuple<const char*, QString, Document::Timeline, QKeySequence> timelines[]
        = {{"showOpened", tr("Show the &opened run"), Document::Timeline::Opened, QKeySequence(Qt::CTRL | Qt::Key_1)},
            {"showSimulated", tr("Show the &simulated run"), Document::Timeline::Simulated,
                QKeySequence(Qt::CTRL | Qt::Key_2)},
            {"showBoth", tr("Show &both, one above the other"), Document::Timeline::Both,
                QKeySequence(Qt::CTRL | Qt::Key_3)},
            {"showInterleaved", tr("Show both, &interleaved lane by lane"), Document::Timeline::Interleaved,
                QKeySequence(Qt::CTRL | Qt::Key_4)}};
    for (const auto& [name, text, timeline, key] : timelines) {
        addCommand(simulate, QString::fromLatin1(name), text, {key},
            [this, timeline = timeline] { m_workspace->document.setTimeline(timeline); });
    }
    simulate->addSeparator();
    const auto twice = [this](const char* knob) {
        m_simulate->twice(knob);
        dock(QStringLiteral("simulate"))->show();
        dock(QStringLiteral("simulate"))->raise();
    };
    addCommand(simulate, QStringLiteral("twiceMicrobatches"), tr("Twice the &microbatches"), {},
        [twice] { twice("microbatches"); });
    addCommand(simulate, QStringLiteral("twiceNic"), tr("Twice the &network bandwidth"), {}, [twice] { twice("nic"); });
    addCommand(simulate, QStringLiteral("balance"), tr("&Balance layers over stages"), {},
        [this] { emit m_simulate->balanceRequested(); });
    addCommand(simulate, QStringLiteral("resetKnobs"), tr("&Reset all knobs"), {},
        [this] { emit m_simulate->resetRequested(); });
    addCommand(simulate, QStringLiteral("whatHelps"), tr("What &helps most"), {}, [this] {
        dock(QStringLiteral("whatif"))->show();
        dock(QStringLiteral("whatif"))->raise();
        m_whatIf->raiseGains();
        emit m_whatIf->gainsRequested();
    });
    simulate->addSeparator();
    addCommand(simulate, QStringLiteral("hardwarePresets"), tr("Hardware &presets …"), {},
        [this] { emit m_simulate->hardwareRequested(); });
}

void MainWindow::walkFindings(int direction)
{
    const int now = m_workspace->diagnosis.findingIndex();
    m_workspace->diagnosis.goToFinding(now < 0 && direction < 0 ? -1 : now + direction);
    dock(QStringLiteral("findings"))->show();
    dock(QStringLiteral("findings"))->raise();
}

void MainWindow::stepBy(int direction)
{
    const int index = std::clamp(m_steps->currentIndex() + direction, 0, m_steps->count() - 1);
    m_workspace->window.setStep(
        index > 0 ? std::optional<int64_t>(m_steps->itemData(index).toLongLong()) : std::nullopt);
}

void MainWindow::updateActions()
{
    const bool hasFolder = m_workspace->document.folder() != nullptr;
    const bool hasRun = m_workspace->document.run() != nullptr;
    const auto enable
        = [this](const char* name, bool enabled) { command(QString::fromLatin1(name))->setEnabled(enabled); };
    enable("reload", !m_paths.isEmpty());
    enable("closeRun", hasFolder || m_job != nullptr);
    enable("copyPicture", hasRun);
    enable("export", m_workspace->document.folder() != nullptr);
    enable("back", m_workspace->window.canGoBack());
    enable("forward", m_workspace->window.canGoForward());
    for (const char* name : {"saveSession", "saveSessionAs"})
        enable(name, hasFolder);
    for (const char* name : {"home", "fitSelection", "find", "addNote"})
        enable(name, hasRun);
    for (QAction* action : m_gantt->viewActions())
        action->setEnabled(hasRun);
    m_search->setEnabled(hasRun);
    const bool found = !m_workspace->search.matches().empty();
    enable("findNext", found);
    enable("findPrevious", found);
    enable("previousStep", m_steps->isEnabled() && m_steps->currentIndex() > 0);
    enable("nextStep", m_steps->isEnabled() && m_steps->currentIndex() + 1 < m_steps->count());
    enable("allSteps", m_steps->currentIndex() > 0);
    enable("previousRun", m_workspace->document.runIndex() > 0);
    for (const char* name : {"showOpened", "showSimulated", "showBoth", "showInterleaved"})
        enable(name, m_workspace->document.openedRun() != nullptr);
    for (const char* name : {"twiceMicrobatches", "twiceNic", "balance", "resetKnobs", "whatHelps", "hardwarePresets"})
        enable(name, hasFolder);
    enable("compare", m_compare->hasPartners());
    enable("nextRun", m_workspace->document.runIndex() >= 0 && m_workspace->document.runIndex() + 1 < m_runs->count());
}

void MainWindow::updateIcons()
{
    const QColor color = Palette::of(*this).text;
    const std::pair<const char*, Icon> icons[] = {{"openFolder", Icon::Open}, {"reload", Icon::Reload},
        {"previousStep", Icon::Previous}, {"nextStep", Icon::Next}, {"back", Icon::Back}, {"forward", Icon::Forward},
        {"find", Icon::Search}, {"fitSelection", Icon::Fit}};
    for (const auto& [name, icon] : icons)
        command(QString::fromLatin1(name))->setIcon(themedIcon(icon, color));
    for (QAction* action : menuBar()->findChildren<QAction*>())
        action->setIconVisibleInMenu(false);
    for (QAction* action : commands())
        action->setIconVisibleInMenu(false);
}

void MainWindow::updateRecent()
{
    // What is gone (or not mounted) is not offered, but comes back with its disk.
    QStringList entries = m_settings.recent();
    entries.removeIf([](const QString& entry) { return !QFileInfo::exists(entry.section(QChar(u'\0'), 0, 0)); });
    m_recentMenu->clear();
    for (const QString& entry : entries) {
        const QStringList paths = entry.split(QChar(u'\0'));
        QString title = elideMiddle(toText(paths.front()), 70);
        if (paths.size() > 1)
            title += tr(" and %1 more").arg(paths.size() - 1);
        title.replace(QLatin1Char('&'), QLatin1String("&&"));
        m_recentMenu->addAction(title, this, [this, paths] { open(paths); });
    }
    if (!entries.isEmpty()) {
        m_recentMenu->addSeparator();
        m_recentMenu->addAction(tr("&Forget all"), this, [this] {
            m_settings.clearRecent();
            updateRecent();
        });
    }
    m_recentMenu->setEnabled(!entries.isEmpty());
    m_startPage->setRecent(entries);
}

void MainWindow::copy()
{
    // Tables copy by themselves while they have the focus; anywhere else the selected span is what is meant.
    QWidget* focus = QApplication::focusWidget();
    if (auto* line = qobject_cast<QLineEdit*>(focus)) {
        line->copy();
        return;
    }
    if (auto* label = qobject_cast<QLabel*>(focus); label && label->hasSelectedText()) {
        QApplication::clipboard()->setText(label->selectedText());
        return;
    }
    const TracePtr trace = m_workspace->document.trace();
    const SpanId span = m_workspace->selection.span();
    if (!trace || !span.isValid())
        return;
    const QStringList cells {toText(trace->name(span)), toText(trace->detail(span)),
        plainMilliseconds(double(trace->begin(span))), plainMilliseconds(double(trace->duration(span)))};
    QApplication::clipboard()->setText(cells.join(QLatin1Char('\t')));
}

void MainWindow::showCommandPalette()
{
    auto* palette = new CommandPalette(commands(), this);
    palette->show();
}

HelpDialog& MainWindow::help()
{
    if (!m_help)
        m_help = new HelpDialog(commands(), this);
    return *m_help;
}

void MainWindow::chooseTheme(int choice)
{
    const auto theme = static_cast<ThemeChoice>(choice);
    m_settings.setTheme(theme);
    applyTheme(*qApp, theme);
}

} // namespace bubblescope
