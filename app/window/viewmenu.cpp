// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewmenu.h"

#include "commandset.h"
#include "ganttview.h"
#include "language.h"
#include "panelhost.h"
#include "settings.h"
#include "theme.h"

#include <QActionGroup>
#include <QApplication>
#include <QDockWidget>

#include <algorithm>

namespace bubblescope {

ViewMenu::ViewMenu(
    QMainWindow& window, GanttView& timeline, PanelHost& panels, Settings& settings, CommandSet& commands)
    : QMenu(tr("&View"), &window)
    , m_window(window)
    , m_timeline(timeline)
    , m_panels(panels)
    , m_settings(settings)
    , m_commands(commands)
{
    addPanels();
    addThemes();
    addLanguages();
    addTimelineActions();
}

void ViewMenu::addPanels()
{
    QMenu* panels = addMenu(tr("&Panels"));
    for (QDockWidget* panel : m_panels.panels()) {
        panels->addAction(panel->toggleViewAction());
        // A panel that is brought back must not be hidden behind other tabs.
        connect(panel->toggleViewAction(), &QAction::triggered, panel, [this, panel](bool isShown) {
            if (isShown)
                m_panels.enter(panel->objectName());
        });
        // By name nobody asks for a panel to have it closed.
        auto* show = new QAction(panel->windowTitle(), this);
        connect(show, &QAction::triggered, panel, [this, panel] { m_panels.enter(panel->objectName()); });
        connect(panel, &QDockWidget::windowTitleChanged, show, &QAction::setText);
        m_showPanels += show;
    }
    panels->addSeparator();
    m_commands.add(panels, QStringLiteral("resetLayout"), tr("&Reset layout"), {}, [this] {
        m_panels.arrange(m_window.height());
        m_settings.forgetLayout();
    });
}

void ViewMenu::addChoices(QMenu* menu, const std::vector<std::pair<QString, QString>>& entries, int current,
    const std::function<void(int)>& chosen)
{
    auto* group = new QActionGroup(menu);
    for (size_t i = 0; i < entries.size(); ++i) {
        QAction* action
            = m_commands.add(menu, entries[i].first, entries[i].second, {}, [chosen, i] { chosen(static_cast<int>(i)); });
        action->setCheckable(true);
        action->setChecked(static_cast<int>(i) == current);
        group->addAction(action);
    }
}

void ViewMenu::addThemes()
{
    addChoices(addMenu(tr("&Theme")),
        {{QStringLiteral("themeSystem"), tr("As the &desktop")}, {QStringLiteral("themeLight"), tr("&Light")},
            {QStringLiteral("themeDark"), tr("&Dark")}},
        static_cast<int>(m_settings.theme()), [this](int choice) {
            m_settings.setTheme(ThemeChoice(choice));
            applyTheme(*qApp, ThemeChoice(choice));
        });
}

void ViewMenu::addLanguages()
{
    QStringList names {QString()};
    std::vector<std::pair<QString, QString>> entries {{QStringLiteral("languageSystem"), tr("As the &desktop")}};
    for (const QString& language : languages()) {
        names += language;
        entries.emplace_back(QStringLiteral("language.") + language, languageName(language));
    }
    addChoices(addMenu(tr("&Language")), entries, int(std::max<qsizetype>(0, names.indexOf(m_settings.language()))),
        [this, names](int choice) {
            m_settings.setLanguage(names[choice]);
            emit noticed(tr("The window speaks this language from its next start on."));
        });
}

/// Only a height that was chosen: one that follows the view would be another in the next window.
void ViewMenu::keepRowHeight()
{
    const TimelineRows& rows = m_timeline.plot().rows();
    if (rows.hasAutomaticRowHeight())
        m_settings.forgetRowHeight();
    else
        m_settings.setRowHeight(qRound(rows.options().rowHeight));
}

/// The timeline has its own actions: add them to menus with shortcuts and stored state.
void ViewMenu::addTimelineActions()
{
    QMenu* colours = addMenu(tr("&Colour by"));
    QMenu* rows = addMenu(tr("&Rows"));
    for (QAction* action : m_timeline.viewActions()) {
        const QString group = action->objectName().section(QLatin1Char('.'), 0, 0);
        (group == QLatin1String("color") ? colours : group == QLatin1String("show") ? this : rows)->addAction(action);
        m_window.addAction(action);
        if (action->objectName() == QLatin1String("show.criticalPath"))
            CommandSet::showKey(action, Qt::Key_C);
        if (action->objectName() == m_settings.colorBy())
            action->trigger();
        if (action->objectName().startsWith(QLatin1String("color.")))
            connect(action, &QAction::triggered, this, [this, action] { m_settings.setColorBy(action->objectName()); });
        if (action->objectName().startsWith(QLatin1String("rows.")))
            connect(action, &QAction::triggered, this, &ViewMenu::keepRowHeight);
    }
    m_timeline.plot().rows().setRowHeight(m_settings.rowHeight(qRound(m_timeline.plot().rows().options().rowHeight)));
    const std::pair<const char*, QList<QKeySequence>> keys[] = {
        {"rows.taller", {QKeySequence(Qt::CTRL | Qt::Key_Plus), QKeySequence(Qt::CTRL | Qt::Key_Equal)}},
        {"rows.lower", {QKeySequence(Qt::CTRL | Qt::Key_Minus)}}, {"rows.reset", {QKeySequence(Qt::CTRL | Qt::Key_0)}}};
    for (const auto& [name, sequences] : keys) {
        for (QAction* action : m_timeline.viewActions()) { // the simulated run's timeline has them, too
            if (action->objectName() == QLatin1String(name))
                action->setShortcuts(sequences);
        }
    }
}

} // namespace bubblescope
