// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "notescontrol.h"

#include "comparedtimelines.h"
#include "formatting.h"
#include "notebook.h"
#include "notehome.h"
#include "notemodel.h"
#include "tabletexts.h"
#include "whatifcontrol.h"
#include "workspace.h"

#include <QUndoCommand>

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace bubblescope {

/// One edit of a note; it has already been done.
class NotesControl::Command : public QUndoCommand {
public:
    Command(NoteBook& book, const NoteEdit& edit)
        : QUndoCommand(!edit.before ? tr("write note")
                : !edit.after       ? tr("delete note")
                                    : tr("change note"))
        , m_book(book)
        , m_edit(edit)
    {
    }
    void undo() override { m_book.apply({m_edit.after, m_edit.before}); }
    void redo() override
    {
        if (std::exchange(m_isDone, false))
            return;
        m_book.apply(m_edit);
    }

private:
    NoteBook& m_book;
    NoteEdit m_edit;
    bool m_isDone = true;
};

NotesControl::NotesControl(
    Workspace& workspace, ComparedTimelines& timelines, WhatIfControl& whatIf, QUndoStack& history, QObject* parent)
    : QObject(parent), m_workspace(workspace), m_timelines(timelines), m_whatIf(whatIf), m_history(history)
{
    NoteBook& book = m_workspace.document.notes();
    connect(&book, &NoteBook::edited, this,
        [this, &book](const NoteEdit& edit) { m_history.push(new Command(book, edit)); });
    connect(&book, &NoteBook::replaced, &m_history, &QUndoStack::clear); // its edits refer to deleted notes
    connect(&m_workspace.document, &Document::simulationChanged, this, &NotesControl::show);
    connect(&book, &NoteBook::goRequested, this, &NotesControl::goTo);
}

void NotesControl::goTo(uint32_t id)
{
    Workspace& workspace = m_workspace;
    const Annotation* note = workspace.document.notes().find(id);
    const RunFolder* folder = workspace.document.folder();
    if (!note || !folder)
        return;
    workspace.document.notes().setCurrent(id);
    m_wanted = id;
    if (!hasSubject(*folder, note->subject)) {
        emit noticed(tr("The run of this note, %1, is no longer in the folder.").arg(toText(note->subject.run)));
        return;
    }
    const auto isIt = [note](const Run& run) { return run.name == note->subject.run; };
    const Run* opened = workspace.document.openedRun();
    if (opened && !isIt(*opened)) {
        const auto found = std::find_if(folder->runs.begin(), folder->runs.end(), isIt);
        if (found != folder->runs.end())
            workspace.document.setRunIndex(int(found - folder->runs.begin()));
    }
    if (!note->subject.knobs) {
        if (workspace.document.timeline() == Document::Timeline::Simulated)
            workspace.document.setTimeline(Document::Timeline::Opened);
    } else if (const Result<Knobs> knobs = knobsFromLine(*note->subject.knobs)) {
        if (workspace.document.timeline() == Document::Timeline::Opened && workspace.document.openedRun())
            workspace.document.setTimeline(Document::Timeline::Both);
        if (!(*knobs == m_whatIf.knobs()))
            m_whatIf.moveKnobs(*knobs, tr("knobs of a note"));
    } else {
        emit noticed(messageText(knobs.error().message));
    }
    show();
}

/// Shows the note in the timeline that it belongs to, as soon as that exists.
void NotesControl::show()
{
    const Annotation* note = m_workspace.document.notes().find(m_wanted);
    if (!note)
        return;
    Workspace* const upper = &m_workspace;
    Workspace* const lower = &m_timelines.lowerWorkspace();
    const bool isOne = m_timelines.isInterleaved(); // the lower one contains both
    for (Workspace* workspace : {isOne ? lower : upper, isOne ? upper : lower}) {
        if (noteHome(workspace->document, note->subject)) {
            m_wanted = 0;
            goToNote(*workspace, *note);
            return;
        }
    }
}

void NotesControl::pin(const Finding& finding)
{
    const TracePtr trace = m_workspace.document.trace();
    if (!trace)
        return;
    const Evidence& evidence = finding.evidence;
    Annotation note;
    note.subject = m_workspace.document.noteSubject();
    note.color = 1;
    note.text = messageText(finding.title).toStdString();
    if (finding.costNs > 0)
        note.text += fmt::format(": {}", formatDuration(finding.costNs).toStdString());
    TimeRange range = evidence.range;
    if (!evidence.spans.empty() && evidence.spans.front().value < trace->spanCount()) {
        note.kind = Annotation::Kind::Span;
        note.span = keyOf(*trace, evidence.spans.front());
        range = trace->range(evidence.spans.front());
    } else if (evidence.ranks.size() == 1) {
        note.kind = Annotation::Kind::Box;
        note.firstRank = note.lastRank = evidence.ranks.front();
    } else {
        note.kind = Annotation::Kind::Range;
    }
    note.range = {range.begin + trace->origin(), range.end + trace->origin()};
    NoteBook& book = m_workspace.document.notes();
    book.setCurrent(book.add(std::move(note)));
}

void NotesControl::sayGone()
{
    const Workspace& workspace = m_workspace;
    QStringList sentences;
    if (const RunFolder* folder = workspace.document.folder()) {
        const std::vector<Annotation>& notes = workspace.document.notes().notes();
        const auto gone = std::count_if(notes.begin(), notes.end(),
            [folder](const Annotation& note) { return !hasSubject(*folder, note.subject); });
        if (gone > 0)
            sentences << (gone == 1 ? tr("The run of 1 note is no longer in the folder. The note is kept.")
                                    : tr("The runs of %1 notes are no longer in the folder. They are kept.").arg(gone));
    }
    if (const TracePtr trace = workspace.document.trace()) {
        const std::vector<AnchoredNote> notes
            = anchored(workspace.document.notes().notesOf(workspace.document.noteSubject()), *trace);
        const auto gone
            = std::count_if(notes.begin(), notes.end(), [](const AnchoredNote& one) { return one.place.isGone; });
        if (gone > 0)
            sentences << (gone == 1
                    ? tr("What 1 note is about is no longer in the run. It is kept and stands where it was.")
                    : tr("What %1 notes are about is no longer in the run. They are kept and stand where they were.")
                          .arg(gone));
    }
    if (!sentences.isEmpty())
        emit noticed(sentences.join(QLatin1Char(' ')));
}

} // namespace bubblescope
