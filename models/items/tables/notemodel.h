// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "annotation.h"
#include "formatting.h"
#include "run.h"
#include "tablemodel.h"

namespace bubblescope {

/// All notes of what is open, in the order they were made.
class NoteModel : public TableModel {
    Q_OBJECT
public:
    enum Column { TextColumn, AboutColumn, TimeColumn, LengthColumn, TimelineColumn };
    static constexpr int colorRole = FirstFreeRole; ///< number of the note's colour

    explicit NoteModel(QObject* parent = nullptr);
    /// `shown` is the timeline that is on screen, with its trace; of others only whether `folder` still has their run
    /// is known.
    void setNotes(std::vector<Annotation> notes, const Annotation::Subject& shown, const TracePtr& trace,
        const RunFolder* folder);
    const Annotation* note(int row) const; ///< null for no such row
    int rowOf(uint32_t id) const;          ///< -1 where it is not in the list
    /// Of those of the shown timeline.
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
        bool isShown = false; ///< belongs to the timeline on screen
        bool isRunGone = false;
        AnchorPlace place;    ///< of those
    };
    std::vector<Row> m_notes;
};

/// Whether the folder has the run, or the input that was simulated, which a note is about.
bool hasSubject(const RunFolder& folder, const Annotation::Subject& subject);
/// What a note is about: "rank 2 forward_step", "ranks 2–5", "time", "range".
QString aboutText(const Annotation& note);

} // namespace bubblescope
