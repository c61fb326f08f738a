// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "annotation.h"
#include "findings.h"

#include <QObject>
#include <QUndoStack>

namespace bubblescope {

class ComparedTimelines;
class WhatIfControl;
class Workspace;

/// Connects notes with the undo history, with the timelines that they belong to, and with findings pinned as notes. GUI
/// thread only.
class NotesControl : public QObject {
    Q_OBJECT
public:
    /// All must outlive this object.
    NotesControl(Workspace& workspace, ComparedTimelines& timelines, WhatIfControl& whatIf, QUndoStack& history,
        QObject* parent = nullptr);

    /// Shows a note: its run, its knobs, then its place.
    void goTo(uint32_t id);
    void pin(const Finding& finding);
    /// After rereading files: reports notes that have lost their anchor.
    void sayGone();

signals:
    /// A message for the user.
    void noticed(const QString& sentence);

private:
    class Command;
    void show();

    Workspace& m_workspace;
    ComparedTimelines& m_timelines;
    WhatIfControl& m_whatIf;
    QUndoStack& m_history;
    uint32_t m_wanted = 0; ///< to be shown once its simulated run exists
};

} // namespace bubblescope
