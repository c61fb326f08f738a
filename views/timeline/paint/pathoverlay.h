// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "criticalpath.h"
#include "legend.h"
#include "timelineheaders.h"
#include "timelineoverlay.h"

#include <vector>

namespace bubblescope {

class Workspace;

/// The critical path as a line through the timeline: along the bottom of every span on it, with jumps where it
/// continues on another row. Pieces narrower than a pixel are merged: painting costs pixels, not spans.
class PathOverlay {
public:
    PathOverlay() = default;
    PathOverlay(const Trace& trace, const std::vector<CriticalPath::Piece>& path);
    /// For what the workspace shows: from the analysis, else from the simulation; empty if neither has one.
    static PathOverlay of(const Workspace& workspace);

    /// The meaning of the line, and its step.
    static Legend::Entry legendEntry(const Workspace& workspace, const Palette& palette);

    bool isEmpty() const { return m_pieces.empty(); }
    /// Content of a frame in logical pixels of the plot: bars, and heads where an arrow fits.
    struct Picture {
        std::vector<QRectF> bars;
        std::vector<QPointF> heads; ///< tips of arrows
        std::vector<bool> pointsDown;
    };
    Picture picture(const OverlayFrame& frame, const TimelineLayout& layout, const TimelineGeometry& geometry) const;
    void paint(QPainter& painter, const OverlayFrame& frame, const TimelineLayout& layout,
        const TimelineGeometry& geometry) const;

private:
    struct Piece {
        TimeRange range;
        RowId row;
    };
    std::vector<Piece> m_pieces; // in order of time, contiguous
};

} // namespace bubblescope
