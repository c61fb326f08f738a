// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "exportrequest.h"
#include "picture.h"
#include "result.h"
#include "timelinelayout.h"
#include "tracefile.h"
#include "workspace.h"

#include <memory>

namespace bubblescope {

class TableModel;

/// What is exported, apart from any window: what was opened, and what was simulated of it. GUI thread only.
class ExportSource {
public:
    /// `simulation` may be null.
    ExportSource(OpenedFolderPtr opened, ShownSimulationPtr simulation);
    /// The same that a window shows.
    explicit ExportSource(const Workspace& shown);

    /// How the window folds, filters and sorts rows, and what its colours mean.
    void setTimelineLook(const TimelineLayout::Options& options, ColorBy colorBy);
    Workspace& measured() { return m_measured; }
    const Workspace& measured() const { return m_measured; }
    /// Whether there is a line to draw over the spans.
    bool hasCriticalPath(ExportSubject subject) const;
    const ShownSimulationPtr& simulation() const { return m_measured.document.simulation(); }
    bool hasRun() const { return m_measured.document.openedRun() != nullptr; }
    /// Refuses, with a sentence, what there is nothing to draw for. The picture uses this, which outlives it.
    Result<std::unique_ptr<Picture>> picture(const ExportRequest& request);
    /// Runs for a Chrome trace, with their notes, cut to `range` of the opened run's times; pointers into what was
    /// opened and simulated.
    std::vector<WrittenRun> writtenRuns(ExportSubject subject, const std::optional<TimeRange>& range) const;
    /// What Automatic stands for here.
    ExportView usualView() const;

private:
    Result<std::unique_ptr<Picture>> timeline(const ExportRequest& request, const Palette& palette);
    Result<std::unique_ptr<Picture>> panel(const ExportRequest& request, const Palette& palette);
    QString measuredWords() const;
    QString simulatedWords() const;

    Workspace m_measured;
    Workspace m_simulated {nullptr, &m_measured.document.notes()}; ///< shows the simulation alone
    TimelineLayout::Options m_options;
    bool m_hasOptions = false;
    ColorBy m_colorBy = ColorBy::Category;
};

} // namespace bubblescope
