// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "exportedruns.h"
#include "keptwhatifs.h"
#include "picture.h"
#include "result.h"
#include "timelinelayout.h"
#include "timelinelook.h"

#include <QCoreApplication>

#include <memory>
#include <utility>
#include <vector>

namespace bubblescope {

/// The runs to export, and pictures of them. GUI thread only.
class ExportSource : public ExportedRuns {
    Q_DECLARE_TR_FUNCTIONS(bubblescope::ExportSource)
public:
    using ExportedRuns::ExportedRuns;
    /// Exports what a window shows.
    explicit ExportSource(const Workspace& shown);

    /// How the window folds, filters and sorts rows, and the meaning of its colours.
    void setTimelineLook(const TimelineLayout::Options& options, ColorBy colorBy);
    /// What-ifs that a report lists.
    void setKeptWhatIfs(std::vector<KeptWhatIf> kept) { m_kept = std::move(kept); }
    const std::vector<KeptWhatIf>& keptWhatIfs() const { return m_kept; }
    /// True if there is a critical path to draw.
    bool hasCriticalPath(ExportSubject subject) const;
    /// What a timeline without a range shows: the step that its window has chosen, else the whole run; of both, the
    /// simulated step and the one beside it. There must be a run or a simulation for it.
    TimeRange usualRange(ExportSubject subject) const;
    /// An error if there is nothing to draw. The picture refers to this object, which must outlive it.
    Result<std::unique_ptr<Picture>> picture(const ExportRequest& request);
    /// The view that ExportView::Automatic stands for.
    ExportView usualView() const;

private:
    Result<std::unique_ptr<Picture>> timeline(const ExportRequest& request, const Palette& palette);
    Result<std::unique_ptr<Picture>> panel(const ExportRequest& request, const Palette& palette);
    QString measuredWords() const;
    QString simulatedWords() const;

    std::vector<KeptWhatIf> m_kept;
    TimelineLayout::Options m_options;
    bool m_hasOptions = false;
    ColorBy m_colorBy = ColorBy::Category;
};

} // namespace bubblescope
