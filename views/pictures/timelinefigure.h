// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "picture.h"
#include "timelineheaders.h"
#include "timelinelook.h"
#include "waittable.h"

#include <list>

namespace bubblescope {

class Workspace;

/// One timeline of a picture, and how it is to look.
struct TimelinePanel {
    const Workspace* workspace = nullptr; ///< outlives the figure
    TimeRange range;
    TimelineLayout::Options options; ///< of the window, where it is shown there; its height is not taken
    ColorBy colorBy = ColorBy::Category;
    QString caption; ///< above it; empty for none
    bool showsCriticalPath = false; ///< where one is known
};

/// One or more timelines, one above the other, with ruler and track tree: the whole run from top to bottom, folded as
/// far as it takes to be seen as a whole.
class TimelineFigure : public PictureContent {
public:
    TimelineFigure(const Palette& palette, const std::vector<TimelinePanel>& panels);
    ~TimelineFigure() override;

    double naturalHeight(double width, double most) const override;
    void paint(QPainter& painter, const QRectF& area, int columnsPerPixel) override;
    /// What to keep in mind about what is shown.
    QStringList footnotes() const;
    /// What the colours of all panels mean.
    std::vector<Legend::Entry> legend() const;

private:
    struct Part;
    /// The layout that fits into so many pixels: rows as high as they can be, groups closed where they must be.
    static TimelineLayout fitted(const Part& part, double height, double mostRowHeight);
    double contentHeight(const Part& part, double most) const;
    void paintPart(QPainter& painter, Part& part, const QRectF& area, int columnsPerPixel);

    Palette m_palette;
    std::list<Part> m_parts;
};

} // namespace bubblescope
