// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "annotation.h"

#include <QObject>
#include <QString>

#include <optional>
#include <vector>

namespace bubblescope {

/// One change of one note: what it was (nothing: it is new) and what it is (nothing: it is gone).
struct NoteEdit {
    std::optional<Annotation> before;
    std::optional<Annotation> after;
};

/// All notes of what is open, in the order they were made. Whoever changes one says so once; a history of edits listens
/// to edited() and takes edits back by apply(). GUI thread only.
class NoteBook : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    const std::vector<Annotation>& notes() const { return m_notes; }
    const Annotation* find(uint32_t id) const; ///< null where there is none
    /// Notes of one timeline, with the draft in place of what it changes.
    std::vector<Annotation> notesOf(const Annotation::Subject& subject) const;
    /// All notes as they would be if the draft were taken over now: for saving while somebody types.
    std::vector<Annotation> notesWithDraft() const;
    static constexpr size_t mostNotes = 5000;

    /// Returns its id; 0 where the book is full.
    uint32_t add(Annotation note);
    void change(const Annotation& note); ///< the one with its id
    void remove(uint32_t id);
    /// Makes the change, as history does: nothing is emitted but changed().
    void apply(const NoteEdit& edit);
    /// Other notes altogether, as from a session; not an edit.
    void setNotes(std::vector<Annotation> notes);

    /// What is being dragged or typed; a note with id 0 is one that is being made.
    const std::optional<Annotation>& draft() const { return m_draft; }
    void setDraft(std::optional<Annotation> draft);
    /// Whoever is typing a note, in whichever timeline, keeps it now: there is one draft for all of them.
    void finishDraft() { emit draftFinishing(); }

    uint32_t current() const { return m_current; } ///< chosen in the list or the timeline; 0 for none
    void setCurrent(uint32_t id);

signals:
    void changed(); ///< notes or draft
    void edited(const bubblescope::NoteEdit& edit);
    void draftFinishing(); ///< asks for what finishDraft() says
    void replaced();       ///< by setNotes(); after changed()
    void currentChanged();

private:
    size_t indexOf(uint32_t id) const;

    std::vector<Annotation> m_notes;
    std::optional<Annotation> m_draft;
    uint32_t m_lastId = 0;
    uint32_t m_current = 0;
};

} // namespace bubblescope
