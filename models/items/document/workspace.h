// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "diagnosis.h"
#include "document.h"
#include "figures.h"
#include "inputchoice.h"
#include "searchstate.h"
#include "selection.h"
#include "timewindow.h"
#include "tracework.h"

#include <QObject>

namespace bubblescope {

/// What one timeline shows and what is selected in it: the objects that views listen to, and the only way they meet.
class Workspace : public QObject {
public:
    /// Another timeline of the same folder shares the notes, which outlive it; null: notes of its own.
    explicit Workspace(QObject* parent = nullptr, NoteBook* notes = nullptr) : QObject(parent), document(notes) { }

    // A change of the run is followed, and told, in this order.
    Document document;
    InputChoice inputs {document};
    Selection selection {document};
    TimeWindow window {document, selection};
    TraceWork work;
    SearchState search {document, selection, window, work};
    Figures figures {document, selection, window, work};
    Diagnosis diagnosis {document, selection, window};
};

} // namespace bubblescope
