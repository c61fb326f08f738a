// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "commandset.h"

#include "commandpalette.h"
#include "ganttview.h"
#include "palette.h"
#include "placefinder.h"
#include "theme.h"
#include "workspace.h"

#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>

#include <algorithm>
#include <utility>
#include <vector>

namespace bubblescope {

CommandSet::CommandSet(QMainWindow& window, Workspace& workspace, GanttView& timeline, QObject* parent)
    : QObject(parent), m_window(window), m_workspace(workspace), m_timeline(timeline)
{
    connect(&workspace.document, &Document::folderChanged, this, &CommandSet::changed);
    connect(&workspace.document, &Document::runChanged, this, &CommandSet::changed);
    connect(&workspace.search, &SearchState::changed, this, &CommandSet::changed);
    connect(&workspace.window, &TimeWindow::historyChanged, this, &CommandSet::changed);
    connect(&workspace.document, &Document::simulationChanged, this, &CommandSet::changed);
    connect(this, &CommandSet::changed, this, [this] {
        for (QAction* action : m_timeline.viewActions())
            action->setEnabled(m_workspace.document.run() != nullptr);
    });
}

void CommandSet::start(const QList<QAction*>& panels)
{
    m_panels = panels;
    updateIcons();
    emit changed();
}

QAction* CommandSet::add(QMenu* menu, const QString& name, const QString& text, const QList<QKeySequence>& keys,
    const std::function<void()>& run)
{
    auto* action = new QAction(text, &m_window);
    action->setObjectName(name);
    action->setShortcuts(keys);
    if (run)
        connect(action, &QAction::triggered, this, run);
    m_window.addAction(action); // shortcuts also work while the menu bar is hidden
    menu->addAction(action);
    return action;
}

void CommandSet::showKey(QAction* action, const QKeySequence& key)
{
    action->setShortcut(key);
    action->setShortcutContext(Qt::WidgetShortcut);
}

QAction* CommandSet::command(const QString& name) const { return m_window.findChild<QAction*>(name); }

void CommandSet::setEnabled(const char* name, bool isEnabled) const
{
    command(QString::fromLatin1(name))->setEnabled(isEnabled);
}

QList<QAction*> CommandSet::all() const
{
    QList<QAction*> list;
    const QList<QAction*> ofTimeline = m_timeline.viewActions();
    const auto isOfTimeline = [&ofTimeline](const QAction* action) {
        return std::any_of(ofTimeline.begin(), ofTimeline.end(),
            [action](const QAction* own) { return own->objectName() == action->objectName(); });
    };
    for (QAction* action : m_window.findChildren<QAction*>()) {
        // The timeline of the simulated run has the same commands again: list them once.
        if (isOfTimeline(action) && !ofTimeline.contains(action))
            continue;
        // Skip actions inside widgets (a line edit's "Clear"): commands have names, and dock toggles are checkable.
        if (!action->objectName().isEmpty() && !action->menu()
            && !action->objectName().startsWith(QLatin1String("_q_")))
            list += action;
    }
    return list + m_panels;
}

void CommandSet::showPalette(const QList<QAction*>& actions, const QString& hint)
{
    const auto places = [&workspace = m_workspace](const QString& typed) {
        std::vector<CommandPalette::Place> found;
        for (NamedPlace& place : placesNamed(workspace, typed))
            found.push_back({std::move(place.title), std::move(place.go)});
        return found;
    };
    (new CommandPalette(actions, places, hint, &m_window))->show();
}

void CommandSet::updateIcons()
{
    const QColor color = Palette::of(m_window).text;
    const std::pair<const char*, Icon> icons[] = {{"openFolder", Icon::Open}, {"reload", Icon::Reload},
        {"previousStep", Icon::Previous}, {"nextStep", Icon::Next}, {"back", Icon::Back}, {"forward", Icon::Forward},
        {"find", Icon::Search}, {"fitSelection", Icon::Fit}};
    for (const auto& [name, icon] : icons) {
        if (QAction* action = command(QString::fromLatin1(name))) // menus may still be on their way
            action->setIcon(themedIcon(icon, color));
    }
    for (QAction* action : m_window.menuBar()->findChildren<QAction*>())
        action->setIconVisibleInMenu(false);
    for (QAction* action : all())
        action->setIconVisibleInMenu(false);
}

} // namespace bubblescope
