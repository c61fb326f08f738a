// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QUndoStack;

namespace bubblescope {

class Document;
class TimelineRows;

/// Lets ranks and stages that the user moved in a timeline be moved back. GUI thread only.
class RankMoves : public QObject {
    Q_OBJECT
public:
    /// All must outlive this object; `document` is what the rows are of.
    RankMoves(TimelineRows& rows, const Document& document, QUndoStack& history, QObject* parent = nullptr);
};

} // namespace bubblescope
