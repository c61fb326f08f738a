// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "notemodel.h"

#include <algorithm>
#include <limits>

namespace bubblescope {

NoteModel::NoteModel(QObject* parent) : TableModel(parent)
{
    setColumns(
        {{tr("Note"), {}, {}, false}, {tr("About"), {}, tr("The span, time, range or ranks it is tied to"), false},
            {tr("Time"), tr("time (ms)"), tr("Counts as the ruler does: from the begin of the chosen step"), true},
            {tr("Length"), tr("length (ms)"), tr("Of the span or range"), true},
            {tr("Timeline"), {}, tr("The run, or the knobs of the simulated one, that it belongs to"), false}});
}

void NoteModel::setNotes(
    std::vector<Annotation> notes, const Annotation::Subject& shown, const TracePtr& trace, const RunFolder* folder,
    TimeNs zero)
{
    beginResetModel();
    m_zero = zero;
    m_notes.clear();
    m_notes.reserve(notes.size());
    for (Annotation& note : notes) {
        Row row;
        row.isShown = trace && note.subject == shown;
        row.isRunGone = !row.isShown && folder && !hasSubject(*folder, note.subject);
        if (row.isShown)
            row.place = placeOf(note, *trace);
        row.note = std::move(note);
        m_notes.push_back(std::move(row));
    }
    endResetModel();
}

const Annotation* NoteModel::note(int row) const
{
    return row >= 0 && row < rows() ? &m_notes[size_t(row)].note : nullptr;
}

int NoteModel::rowOf(uint32_t id) const
{
    const auto found = std::find_if(m_notes.begin(), m_notes.end(), [id](const Row& row) { return row.note.id == id; });
    return found == m_notes.end() ? -1 : int(found - m_notes.begin());
}

int NoteModel::goneCount() const
{
    return int(
        std::count_if(m_notes.begin(), m_notes.end(), [](const Row& row) { return row.isShown && row.place.isGone; }));
}

bool NoteModel::isRunGone(int row) const { return row >= 0 && row < rows() && m_notes[size_t(row)].isRunGone; }

QString NoteModel::text(int row, int column) const
{
    const Row& r = m_notes[size_t(row)];
    switch (column) {
    case TextColumn:
        return toText(r.note.text).simplified();
    case AboutColumn:
        if (r.isRunGone)
            return tr("%1 (its run is no longer in the folder)").arg(aboutText(r.note));
        return r.isShown && r.place.isGone ? tr("%1 (no longer in the run)").arg(aboutText(r.note)) : aboutText(r.note);
    case TimeColumn:
        return r.isShown ? formatDuration(double(r.place.range.begin - m_zero)) : unknownText();
    case LengthColumn: {
        const TimeNs length = boundedDifference(r.note.range.begin, r.note.range.end);
        return r.note.kind == Annotation::Kind::Time ? QString() : formatDuration(double(length));
    }
    default:
        break;
    }
    if (!r.note.subject.knobs)
        return toText(r.note.subject.run);
    return r.note.subject.knobs->empty() ? tr("modelled") : tr("simulated: %1").arg(toText(*r.note.subject.knobs));
}

QVariant NoteModel::sortValue(int row, int column) const
{
    const Row& r = m_notes[size_t(row)];
    if (column == TimeColumn)
        return r.isShown ? qlonglong(r.place.range.begin) : std::numeric_limits<qlonglong>::max();
    if (column == LengthColumn)
        return qlonglong(boundedDifference(r.note.range.begin, r.note.range.end));
    return text(row, column);
}

QString NoteModel::plainText(int row, int column) const
{
    const Row& r = m_notes[size_t(row)];
    if (column == TimeColumn)
        return r.isShown ? plainMilliseconds(double(r.place.range.begin - m_zero)) : QString();
    if (column == LengthColumn)
        return plainMilliseconds(double(boundedDifference(r.note.range.begin, r.note.range.end)));
    return text(row, column);
}

QString NoteModel::toolTip(int row, int column) const
{
    const Row& r = m_notes[size_t(row)];
    if (column == AboutColumn && r.isShown && r.place.isGone)
        return tr("What this note was about is no longer in the run; it stands where it was.");
    if (column == AboutColumn && r.isRunGone)
        return tr("Nothing that is open is called %1. The note is kept, and shown again with its run.")
            .arg(toText(r.note.subject.run));
    return column == TextColumn ? toText(r.note.text) : QString();
}

QVariant NoteModel::extra(int row, int, int role) const
{
    return role == colorRole ? QVariant(m_notes[size_t(row)].note.color) : QVariant();
}

bool hasSubject(const RunFolder& folder, const Annotation::Subject& subject)
{
    const auto has = [&subject](const auto& inputs) {
        return std::any_of(
            inputs.begin(), inputs.end(), [&subject](const auto& input) { return input.name == subject.run; });
    };
    // Inputs without a timeline of their own have a simulated one.
    return has(folder.runs)
        || (subject.knobs && (has(folder.layerTables) || has(folder.workloads) || has(folder.runLogs)));
}

QString aboutText(const Annotation& note)
{
    switch (note.kind) {
    case Annotation::Kind::Span:
        return QObject::tr("%1 %2").arg(rankText(note.span.rank), toText(note.span.name));
    case Annotation::Kind::Time:
        return QObject::tr("a time");
    case Annotation::Kind::Range:
        return QObject::tr("a range, all ranks");
    case Annotation::Kind::Box:
        break;
    }
    return note.firstRank == note.lastRank
        ? QObject::tr("a range of %1").arg(rankText(note.firstRank))
        : QObject::tr("a range of ranks %1–%2").arg(note.firstRank).arg(note.lastRank);
}

} // namespace bubblescope
