// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "annotation.h"

#include <QObject>
#include <QString>

#include <optional>
#include <vector>

namespace bubblescope {

/// A change of one note: its old state (nullopt if it is new) and its new state (nullopt if it is deleted).
struct NoteEdit {
    std::optional<Annotation> before;
    std::optional<Annotation> after;
};

/// All notes of what is open, in order of creation. Every change is emitted once as edited(), to which the undo history
/// listens; it reverts edits with apply(). GUI thread only.
class NoteBook : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    const std::vector<Annotation>& notes() const { return m_notes; }
    const Annotation* find(uint32_t id) const; ///< null if there is none
    /// Notes of one timeline, with the draft in place of the note it changes.
    std::vector<Annotation> notesOf(const Annotation::Subject& subject) const;
    /// All notes as if the draft had been accepted, for saving while someone types.
    std::vector<Annotation> notesWithDraft() const;
    static constexpr size_t mostNotes = 5000;

    /// Returns its id; 0 if the book is full.
    uint32_t add(Annotation note);
    void change(const Annotation& note); ///< replaces the note with its id
    void remove(uint32_t id);
    /// Applies an edit on behalf of the history: only emits changed().
    void apply(const NoteEdit& edit);
    /// Replaces all notes, as from a session; not an edit. Those without a number of their own get one.
    void setNotes(std::vector<Annotation> notes);

    /// What is being dragged or typed; a note with id 0 is being created.
    const std::optional<Annotation>& draft() const { return m_draft; }
    void setDraft(std::optional<Annotation> draft);
    /// Makes the editor of a note, in any timeline, accept it now: there is only one draft.
    void finishDraft() { emit draftFinishing(); }

    uint32_t current() const { return m_current; } ///< chosen in the list or timeline; 0 if none
    void setCurrent(uint32_t id);
    /// Asks the window to show where a note is.
    void requestGo(uint32_t id) { emit goRequested(id); }

signals:
    void changed(); ///< notes or draft changed
    void edited(const bubblescope::NoteEdit& edit);
    void draftFinishing(); ///< see finishDraft()
    void replaced();       ///< by setNotes(); after changed()
    void currentChanged();
    void goRequested(uint32_t id);

private:
    size_t indexOf(uint32_t id) const;

    std::vector<Annotation> m_notes;
    std::optional<Annotation> m_draft;
    uint32_t m_lastId = 0;
    uint32_t m_current = 0;
};

} // namespace bubblescope
