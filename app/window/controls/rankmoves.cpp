// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "rankmoves.h"

#include "timelinerows.h"

#include <QCoreApplication>
#include <QPointer>
#include <QUndoCommand>
#include <QUndoStack>

#include <utility>
#include <vector>

namespace bubblescope {

namespace {

/// One move; it has already been done.
class MoveOfRanks : public QUndoCommand {
    Q_DECLARE_TR_FUNCTIONS(bubblescope::RankMoves)
public:
    MoveOfRanks(TimelineRows& rows, const Document& document, std::vector<int> before, std::vector<int> after)
        : QUndoCommand(after.empty() ? tr("sort ranks") : tr("move ranks"))
        , m_rows(&rows)
        , m_document(document)
        , m_run(CollapsedRows::nameOf(document))
        , m_before(std::move(before))
        , m_after(std::move(after))
    {
    }
    void undo() override { place(m_before); }
    void redo() override
    {
        if (!std::exchange(m_isDone, false))
            place(m_after);
    }

private:
    /// Ranks of another run stay where they are.
    void place(const std::vector<int>& order)
    {
        if (m_rows && CollapsedRows::nameOf(m_document) == m_run)
            m_rows->setOrder(order);
    }

    QPointer<TimelineRows> m_rows;
    const Document& m_document;
    CollapsedRows::RunName m_run;
    std::vector<int> m_before;
    std::vector<int> m_after;
    bool m_isDone = true;
};

} // namespace

RankMoves::RankMoves(TimelineRows& rows, const Document& document, QUndoStack& history, QObject* parent)
    : QObject(parent)
{
    connect(&rows, &TimelineRows::orderMoved, this,
        [&rows, &document, &history](const std::vector<int>& before, const std::vector<int>& after) {
            history.push(new MoveOfRanks(rows, document, before, after));
        });
}

} // namespace bubblescope
