// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "editmenu.h"

#include "commandset.h"
#include "exportcontrol.h"
#include "formatting.h"
#include "ganttview.h"
#include "notelayer.h"
#include "timelinecontroller.h"
#include "workspace.h"

#include <QApplication>
#include <QClipboard>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMainWindow>
#include <QMenuBar>
#include <QUndoStack>

#include <tuple>

namespace bubblescope {

EditMenu::EditMenu(
    Workspace& workspace, GanttView& timeline, ExportControl& exports, QUndoStack& history, CommandSet& commands)
    : QMenu(CommandSet::tr("&Edit"), commands.window().menuBar())
    , m_workspace(workspace)
    , m_timeline(timeline)
    , m_exports(exports)
    , m_history(history)
    , m_commands(commands)
{
    build();
    connect(&m_commands, &CommandSet::changed, this, &EditMenu::updateCommands);
    m_commands.window().menuBar()->addMenu(this);
}

void EditMenu::build()
{
    QAction* undo
        = m_commands.add(this, QStringLiteral("undo"), CommandSet::tr("&Undo"), {}, [this] { m_history.undo(); });
    undo->setShortcut(QKeySequence::Undo);
    QAction* redo
        = m_commands.add(this, QStringLiteral("redo"), CommandSet::tr("&Redo"), {}, [this] { m_history.redo(); });
    redo->setShortcuts(QKeySequence::Redo);
    for (const auto& [action, changed, text, verb] :
        {std::tuple(undo, &QUndoStack::canUndoChanged, &QUndoStack::undoTextChanged, CommandSet::tr("&Undo")),
            std::tuple(redo, &QUndoStack::canRedoChanged, &QUndoStack::redoTextChanged, CommandSet::tr("&Redo"))}) {
        action->setEnabled(false);
        connect(&m_history, changed, action, &QAction::setEnabled);
        connect(&m_history, text, action, [action = action, verb = verb](const QString& what) {
            action->setText(what.isEmpty() ? verb : verb + QLatin1Char(' ') + what);
        });
    }
    addSeparator();
    m_commands.add(this, QStringLiteral("copy"), CommandSet::tr("&Copy"), {}, [this] { copy(); })
        ->setShortcut(QKeySequence::Copy);
    m_commands.add(this, QStringLiteral("copyPicture"), CommandSet::tr("Copy &picture of the timeline"),
        {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C)}, [this] { m_exports.copyTimeline(); });
    m_commands.add(this, QStringLiteral("find"), CommandSet::tr("&Find …"),
        {QKeySequence(Qt::Key_Slash), QKeySequence(Qt::CTRL | Qt::Key_F)});
    m_commands.add(this, QStringLiteral("findNext"), CommandSet::tr("Find &next"), {QKeySequence(Qt::Key_F3)},
        [this] { m_workspace.search.goToNext(1); });
    m_commands.add(this, QStringLiteral("findPrevious"), CommandSet::tr("Find &previous"),
        {QKeySequence(Qt::SHIFT | Qt::Key_F3)}, [this] { m_workspace.search.goToNext(-1); });
    addSeparator();
    CommandSet::showKey(m_commands.add(this, QStringLiteral("addNote"), CommandSet::tr("Write a &note"), {},
                            [this] { m_timeline.plot().notes().addHere({}); }),
        Qt::Key_N);
    CommandSet::showKey(m_commands.add(this, QStringLiteral("addMarker"), CommandSet::tr("Set a &marker"), {},
                            [this] { press(Qt::Key_M); }),
        Qt::Key_M);
    CommandSet::showKey(m_commands.add(this, QStringLiteral("clearNext"), CommandSet::tr("C&lear one thing"), {},
                            [this] { press(Qt::Key_Escape); }),
        Qt::Key_Escape);
    m_commands.add(this, QStringLiteral("clearSelection"), CommandSet::tr("Clear &selection"), {}, [this] {
        m_workspace.selection.setRange(std::nullopt);
        m_workspace.selection.setSpan({});
        m_workspace.selection.setRank(-1);
        m_workspace.selection.setStage(-1);
        m_workspace.selection.setLayer({});
    });
}

/// As if the key were pressed in the timeline.
void EditMenu::press(Qt::Key key)
{
    m_timeline.plot().controller().pressKey(QKeyEvent(QEvent::KeyPress, key, Qt::NoModifier));
}

void EditMenu::updateCommands()
{
    const bool hasRun = m_workspace.document.run() != nullptr;
    for (const char* name : {"copyPicture", "find", "addNote", "addMarker", "clearNext"})
        m_commands.setEnabled(name, hasRun);
    const bool found = m_workspace.search.count() > 0;
    m_commands.setEnabled("findNext", found);
    m_commands.setEnabled("findPrevious", found);
}

void EditMenu::copy()
{
    // Tables with focus copy their own rows; anywhere else, copy the selected span.
    QWidget* focus = QApplication::focusWidget();
    if (auto* line = qobject_cast<QLineEdit*>(focus))
        return line->copy();
    if (auto* label = qobject_cast<QLabel*>(focus); label && label->hasSelectedText())
        return QApplication::clipboard()->setText(label->selectedText());
    const TracePtr trace = m_workspace.document.trace();
    const SpanId span = m_workspace.selection.span();
    if (!trace || !span.isValid())
        return;
    const QStringList cells {toText(trace->name(span)), toText(trace->detail(span)),
        plainMilliseconds(double(trace->begin(span))), plainMilliseconds(double(trace->duration(span)))};
    QApplication::clipboard()->setText(cells.join(QLatin1Char('\t')));
}

} // namespace bubblescope
