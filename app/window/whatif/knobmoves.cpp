// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "knobmoves.h"

#include <QUndoCommand>
#include <QUndoStack>

#include <utility>

namespace bubblescope {

/// One move of one knob; a whole drag is a single move.
class KnobMoves::Command : public QUndoCommand {
public:
    Command(KnobMoves& moves, const Knobs& before, const Knobs& after, const QString& what, bool isLive)
        : QUndoCommand(tr("move %1").arg(what))
        , m_moves(moves)
        , m_subject(moves.m_subject)
        , m_before(before)
        , m_after(after)
        , m_what(what)
        , m_isLive(isLive)
    {
    }
    void undo() override { go(m_before); }
    void redo() override { go(m_after); }
    bool isStale() const { return m_subject != m_moves.m_subject; }
    int id() const override { return 1; }
    bool mergeWith(const QUndoCommand* other) override
    {
        const auto* next = static_cast<const Command*>(other);
        if (!m_isLive || next->m_what != m_what || isStale())
            return false;
        m_after = next->m_after;
        m_isLive = next->m_isLive;
        setObsolete(m_after == m_before);
        return true;
    }

private:
    void go(const Knobs& knobs)
    {
        setObsolete(isStale());
        if (!isObsolete())
            m_moves.m_apply(knobs);
    }

    KnobMoves& m_moves;
    int m_subject;
    Knobs m_before;
    Knobs m_after;
    QString m_what;
    bool m_isLive;
};

KnobMoves::KnobMoves(QUndoStack& history, std::function<void(const Knobs&)> apply)
    : m_history(history), m_apply(std::move(apply))
{
    connect(&m_history, &QUndoStack::indexChanged, this, &KnobMoves::dropStale, Qt::QueuedConnection);
}

void KnobMoves::push(const Knobs& before, const Knobs& after, const QString& what, bool isLive)
{
    m_history.push(new Command(*this, before, after, what, isLive));
}

void KnobMoves::forget()
{
    ++m_subject;
    dropStale();
}

/// Removes the next knob moves to undo or redo if their input is gone.
void KnobMoves::dropStale()
{
    const auto isStale = [this](int index) {
        const auto* command = dynamic_cast<const Command*>(m_history.command(index));
        return command && command->isStale();
    };
    while (m_history.canUndo() && isStale(m_history.index() - 1))
        m_history.undo(); // removes it
    while (m_history.canRedo() && isStale(m_history.index()))
        m_history.redo();
}

} // namespace bubblescope
