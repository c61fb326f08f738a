// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "picture.h"
#include "timelineheaders.h"
#include "timelinelook.h"
#include "waittable.h"

#include <QCoreApplication>

#include <list>

namespace bubblescope {

class Workspace;

/// One timeline of a picture, and how to draw it.
struct TimelinePanel {
    const Workspace* workspace = nullptr; ///< must outlive the figure
    TimeRange range;
    TimelineLayout::Options options; ///< those of the window if it is shown there; the row height is ignored
    ColorBy colorBy = ColorBy::Category;
    QString caption; ///< above it; may be empty
    bool showsCriticalPath = false; ///< if it is known
};

/// One or more timelines below each other, with ruler and track tree: the whole run from top to bottom, folded as far
/// as necessary to fit.
class TimelineFigure : public PictureContent {
    Q_DECLARE_TR_FUNCTIONS(bubblescope::TimelineFigure)
public:
    TimelineFigure(const Palette& palette, const std::vector<TimelinePanel>& panels);
    ~TimelineFigure() override;

    double naturalHeight(double width, double most) const override;
    void paint(QPainter& painter, const QRectF& area, int columnsPerPixel) override;
    /// Caveats about what is shown.
    QStringList footnotes() const;
    /// The meaning of the colours in all panels.
    std::vector<Legend::Entry> legend() const;

private:
    struct Part;
    /// The layout that fits into this height: rows as high as possible, groups closed if necessary.
    static TimelineLayout fitted(const Part& part, double height, double mostRowHeight);
    double contentHeight(const Part& part, double most) const;
    void paintPart(QPainter& painter, Part& part, const QRectF& area, int columnsPerPixel);

    Palette m_palette;
    std::list<Part> m_parts;
};

} // namespace bubblescope
