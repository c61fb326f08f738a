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

/// The critical path as a line through the timeline: along the foot of every span on it, with hops where it goes on on
/// another row. Where pieces are narrower than a pixel one stands for its pixel: painting costs pixels, not spans.
class PathOverlay {
public:
    PathOverlay() = default;
    PathOverlay(const Trace& trace, const std::vector<CriticalPath::Piece>& path);
    /// Of what the workspace shows: as the analysis found it, else as the simulation told it; empty where neither did.
    static PathOverlay of(const Workspace& workspace);

    /// What the line means, and of which step it is.
    static Legend::Entry legendEntry(const Workspace& workspace, const Palette& palette);

    bool isEmpty() const { return m_pieces.empty(); }
    /// What a frame consists of, logical pixels of the plot: bars, and heads where there is room for an arrow.
    struct Picture {
        std::vector<QRectF> bars;
        std::vector<QPointF> heads; ///< tips
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
    std::vector<Piece> m_pieces; // by time, one after the other
};

} // namespace bubblescope
