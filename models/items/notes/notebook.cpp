// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "notebook.h"

#include <algorithm>
#include <set>

namespace bubblescope {

size_t NoteBook::indexOf(uint32_t id) const
{
    const auto found
        = std::find_if(m_notes.begin(), m_notes.end(), [id](const Annotation& note) { return note.id == id; });
    return size_t(found - m_notes.begin());
}

const Annotation* NoteBook::find(uint32_t id) const
{
    const size_t index = indexOf(id);
    return index < m_notes.size() ? &m_notes[index] : nullptr;
}

std::vector<Annotation> NoteBook::notesWithDraft() const
{
    std::vector<Annotation> notes = m_notes;
    if (!m_draft)
        return notes;
    const size_t index = indexOf(m_draft->id);
    if (index < notes.size())
        notes[index] = *m_draft;
    else
        notes.push_back(*m_draft);
    return notes;
}

std::vector<Annotation> NoteBook::notesOf(const Annotation::Subject& subject) const
{
    std::vector<Annotation> notes = notesWithDraft();
    std::erase_if(notes, [&subject](const Annotation& note) { return !(note.subject == subject); });
    return notes;
}

uint32_t NoteBook::add(Annotation note)
{
    if (m_notes.size() >= mostNotes)
        return 0;
    note.id = ++m_lastId;
    apply({std::nullopt, note});
    emit edited({std::nullopt, note});
    return note.id;
}

void NoteBook::change(const Annotation& note)
{
    const Annotation* old = find(note.id);
    if (!old || *old == note)
        return;
    const NoteEdit edit {*old, note};
    apply(edit);
    emit edited(edit);
}

void NoteBook::remove(uint32_t id)
{
    const Annotation* old = find(id);
    if (!old)
        return;
    const NoteEdit edit {*old, std::nullopt};
    apply(edit);
    emit edited(edit);
}

void NoteBook::apply(const NoteEdit& edit)
{
    const size_t index = edit.before ? indexOf(edit.before->id) : m_notes.size();
    if (index < m_notes.size()) {
        if (edit.after)
            m_notes[index] = *edit.after;
        else
            m_notes.erase(m_notes.begin() + std::ptrdiff_t(index));
    } else if (edit.after) {
        // A restored note returns to its old position: notes are in order of their ids.
        const auto next = std::find_if(
            m_notes.begin(), m_notes.end(), [&edit](const Annotation& note) { return note.id > edit.after->id; });
        m_notes.insert(next, *edit.after);
    }
    if (!find(m_current))
        setCurrent(0);
    emit changed();
}

void NoteBook::setNotes(std::vector<Annotation> notes)
{
    if (notes.size() > mostNotes)
        notes.resize(mostNotes);
    m_notes = std::move(notes);
    m_draft.reset();
    // Numbers that are known stay, so that two windows speak of the same note.
    constexpr uint32_t largestId = 1'000'000'000;
    std::set<uint32_t> known;
    for (Annotation& note : m_notes) {
        if (note.id > largestId || !known.insert(note.id).second)
            note.id = 0;
    }
    m_lastId = known.empty() ? 0 : *known.rbegin();
    for (Annotation& note : m_notes) {
        if (note.id == 0)
            note.id = ++m_lastId;
    }
    std::stable_sort(
        m_notes.begin(), m_notes.end(), [](const Annotation& a, const Annotation& b) { return a.id < b.id; });
    setCurrent(0);
    emit changed();
    emit replaced();
}

void NoteBook::setDraft(std::optional<Annotation> draft)
{
    if (draft == m_draft)
        return;
    m_draft = std::move(draft);
    emit changed();
}

void NoteBook::setCurrent(uint32_t id)
{
    if (id == m_current)
        return;
    m_current = id;
    emit currentChanged();
}

} // namespace bubblescope
