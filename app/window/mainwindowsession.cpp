// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "findingsview.h"
#include "formatting.h"
#include "mainwindow.h"
#include "messagebar.h"
#include "notebook.h"
#include "notescontrol.h"
#include "notesview.h"
#include "sessioncontrol.h"
#include "settings.h"
#include "tabletexts.h"

#include <QDockWidget>
#include <QStatusBar>

namespace bubblescope {

NotesView* MainWindow::addNotes()
{
    auto* notes = new NotesView(m_workspace->document, this);
    QDockWidget* notesPanel = addPanel(QStringLiteral("notes"), tr("Notes"), notes, Qt::BottomDockWidgetArea);
    connect(notes, &NotesView::titleChanged, notesPanel,
        [notes, notesPanel] { notesPanel->setWindowTitle(notes->title()); });
    return notes;
}

void MainWindow::joinNotes(NotesView& notes, FindingsView& findings)
{
    m_notes = new NotesControl({*m_workspace, notes, *m_timelines, *m_control, *m_history}, this);
    connect(&findings, &FindingsView::pinRequested, m_notes, &NotesControl::pin);
    connect(m_notes, &NotesControl::noticed, this,
        [this](const QString& sentence) { m_told->tell(MessageBar::Tone::Warning, sentence); });
    connect(this, &MainWindow::folderComplete, m_notes, &NotesControl::sayGone);
}

void MainWindow::joinSession()
{
    m_session = new SessionControl(
        {*this, *m_docks, layoutVersion, *m_workspace, *m_gantt, *m_timelines, *m_control, m_settings}, this);
    connect(m_session, &SessionControl::openRequested, this, [this](const QStringList& paths) {
        if (paths.isEmpty())
            openDemo();
        else
            open(paths);
        m_opensOnFinding = false;
    });
    connect(m_session, &SessionControl::noticed, this,
        [this](const QString& sentence) { m_told->tell(MessageBar::Tone::Warning, sentence); });
    connect(&m_workspace->document.notes(), &NoteBook::changed, this, &MainWindow::updateTitle);
    connect(m_session, &SessionControl::saved, this, &MainWindow::updateTitle);
    connect(m_session, &SessionControl::applied, this, &MainWindow::updateTitle);
    connect(m_session, &SessionControl::saved, this, [this](const QString& path) {
        statusBar()->showMessage(tr("Saved as %1").arg(toText(path)), 5000);
        updateRecent();
    });
    connect(m_session, &SessionControl::cannotSave, this, [this](const QString& sentence, bool helpsElsewhere) {
        if (sentence.isEmpty())
            m_unsaved->clear();
        else
            m_unsaved->show(MessageBar::Tone::Warning, sentence, helpsElsewhere ? tr("Save as …") : QString());
    });
    connect(m_unsaved, &MessageBar::actionTriggered, m_session, &SessionControl::saveAs);
    m_settings.trouble = [this](const Error& error) { m_told->tell(MessageBar::Tone::Warning, messageText(error)); };
    connect(m_session, &SessionControl::recoveryOffered, this, [this](const QString& sentence) {
        if (sentence.isEmpty())
            m_recovered->clear();
        else
            m_recovered->show(MessageBar::Tone::Notice, sentence, tr("Restore"));
    });
    connect(m_recovered, &MessageBar::actionTriggered, m_session, &SessionControl::restoreRecovered);
    connect(m_recovered, &MessageBar::closed, m_session, &SessionControl::dismissRecovered);
}

} // namespace bubblescope
