// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "knobs.h"

#include <QObject>

#include <functional>

class QUndoStack;

namespace bubblescope {

/// Moves of knobs in the history of all edits. Those of an input that is gone are void, and removed. GUI thread only.
class KnobMoves : public QObject {
    Q_OBJECT
public:
    /// The history must outlive it; `apply` shows the knobs that a move, its undo or redo lead to.
    KnobMoves(QUndoStack& history, std::function<void(const Knobs&)> apply);

    /// Applies `after`. A whole drag, `isLive` but for its end, is a single move.
    void push(const Knobs& before, const Knobs& after, const QString& what, bool isLive);
    /// The knobs are those of another input from now on.
    void forget();

private:
    class Command;
    void dropStale();

    QUndoStack& m_history;
    std::function<void(const Knobs&)> m_apply;
    int m_subject = 0; ///< counts inputs
};

} // namespace bubblescope
