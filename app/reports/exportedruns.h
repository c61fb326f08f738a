// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "exportrequest.h"
#include "summaryinput.h"
#include "tracefile.h"
#include "workspace.h"

namespace bubblescope {

/// What can be exported: the opened folder and its simulation. Independent of any window. One thread only.
class ExportedRuns {
public:
    /// `simulation` may be null.
    ExportedRuns(OpenedFolderPtr opened, ShownSimulationPtr simulation);

    Workspace& measured() { return m_measured; }
    const Workspace& measured() const { return m_measured; }
    Workspace& simulated() { return m_simulated; }
    const Workspace& simulated() const { return m_simulated; }
    const ShownSimulationPtr& simulation() const { return m_measured.document.simulation(); }
    bool hasRun() const { return m_measured.document.openedRun() != nullptr; }
    /// Runs for a Chrome trace with their notes, limited to `range` in times of the opened run. References the opened
    /// and simulated data.
    std::vector<WrittenRun> writtenRuns(ExportSubject subject, const std::optional<TimeRange>& range) const;

    /// Looks at this step of the opened run: tables and reports are of it. An error if it has none of the number.
    std::optional<Error> showStep(int64_t number);

private:
    Workspace m_measured;
    Workspace m_simulated {nullptr, &m_measured.document.notes()}; ///< only shows the simulation
};

/// What is said of the inputs, so that it is of the step that is looked at: findings and figures of one file agree.
SummaryOptions shownInputs(const Workspace& workspace);

} // namespace bubblescope
