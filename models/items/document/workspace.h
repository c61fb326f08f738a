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

/// What one timeline shows and what is selected in it: the state objects that views listen to; views share nothing
/// else.
class Workspace : public QObject {
public:
    /// A second timeline of the same folder shares the first one's notes, which must outlive it; null: own notes.
    explicit Workspace(QObject* parent = nullptr, NoteBook* notes = nullptr) : QObject(parent), document(notes) { }

    // Changes of the run are handled and signalled in this order.
    Document document;
    InputChoice inputs {document};
    Selection selection {document};
    TimeWindow window {document, selection};
    TraceWork work;
    SearchState search {document, window, work};
    Figures figures {document, selection, window, work};
    Diagnosis diagnosis {document, selection, window, search};
};

} // namespace bubblescope
