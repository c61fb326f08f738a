// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "annotation.h"
#include "formatting.h"
#include "run.h"
#include "tablemodel.h"

namespace bubblescope {

/// All notes of what is open, in order of creation.
class NoteModel : public TableModel {
    Q_OBJECT
public:
    enum Column { TextColumn, AboutColumn, TimeColumn, LengthColumn, TimelineColumn };
    static constexpr int colorRole = FirstFreeRole; ///< number of the note's colour

    explicit NoteModel(QObject* parent = nullptr);
    /// `shown` is the visible timeline with its trace; for other timelines, only checks whether `folder` still has
    /// their run. Times count from `zero`, as on the ruler.
    void setNotes(std::vector<Annotation> notes, const Annotation::Subject& shown, const TracePtr& trace,
        const RunFolder* folder, TimeNs zero = 0);
    const Annotation* note(int row) const; ///< null if the row does not exist
    int rowOf(uint32_t id) const;          ///< -1 if it is not in the list
    /// Number of notes on the shown timeline whose anchor is gone.
    int goneCount() const;
    bool isRunGone(int row) const;

protected:
    int rows() const override { return int(m_notes.size()); }
    QString text(int row, int column) const override;
    QVariant sortValue(int row, int column) const override;
    QString plainText(int row, int column) const override;
    QString toolTip(int row, int column) const override;
    QVariant extra(int row, int column, int role) const override;

private:
    struct Row {
        Annotation note;
        bool isShown = false; ///< belongs to the visible timeline
        bool isRunGone = false;
        AnchorPlace place;    ///< only if shown
    };
    std::vector<Row> m_notes;
    TimeNs m_zero = 0;
};

/// True if the folder has the run, or the simulated input, that a note belongs to.
bool hasSubject(const RunFolder& folder, const Annotation::Subject& subject);
/// What a note is attached to: "rank 2 forward_step", "ranks 2–5", "time", "range".
QString aboutText(const Annotation& note);

} // namespace bubblescope
