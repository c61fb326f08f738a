// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "spancolors.h"
#include "timelinelayout.h"
#include "timescale.h"
#include "waittable.h"

#include <span>
#include <vector>

namespace bubblescope {

class StepReasons;

/// Everything that determines how spans look. Pointers must outlive the raster.
struct SpanScene {
    const Trace* trace = nullptr;
    const Timing* timing = nullptr;
    const LevelOfDetail* detail = nullptr;
    const WaitTable* waits = nullptr;
    const SpanColors* colors = nullptr;
    const Palette* palette = nullptr;
    const StepReasons* reasons
        = nullptr; ///< of this trace, or null: gaps then name the next link of the chain of waits
    TimeRange range;
    TimeNs origin = 0; ///< the ruler counts from here
    const std::vector<uint32_t>* matches = nullptr; ///< sorted by id; null without a search; other spans are dimmed
    StringId emphasizedName;                        ///< dims spans with other names (a layer selected in a table)
};

/// A span wide enough for a label, in device pixels of the image.
struct LabelBox {
    SpanId span; ///< invalid for a gap
    TimeRange gap;
    TrackId track;
    int x = 0;
    int y = 0;
    int width = 0;
    int height = 0;
    QRgb color = 0;
};

/// A composed lane: all its lines are equal except for a few, so it is a colour per column plus patterns, hollow boxes
/// and corners. Colour 0 is uncovered background, if no background was given.
struct LaneStrip {
    enum class Pattern : uint8_t { None, Bubble, Waiting };
    struct Corner {
        int x;
        QRgb top;
        QRgb bottom;
    };
    struct Stretch {
        int x0;
        int x1;
        QRgb color;
    };
    std::vector<QRgb> upper;
    std::vector<QRgb> lower; ///< the foot: darker where one column holds several spans
    std::vector<Pattern> patterns;
    std::vector<Stretch> waiting; ///< stretches that contain the pattern
    std::vector<Stretch> hollow;  ///< the insides of boxes whose length means nothing
    std::vector<Corner> corners;  ///< cut off from boxes
    int foot = 0;                 ///< number of lines at the bottom that use `lower`
};

/// Shares of rows as bars from the bottom: work in its colour, on it waiting, on that bubbles.
struct BarStrip {
    std::vector<int> tops; ///< of the work by column, relative to the top of the row
    std::vector<int> waitingTops;
    std::vector<int> bubbleTops;
    std::vector<QRgb> colors;
    bool hasWaiting = false;
    bool hasBubbles = false;
    int highest = 0; ///< minimum of `tops`
    int lowest = 0;
};

/// Determines what the rows of a trace look like, on the screen and in pictures: which spans are boxes and which merge
/// into columns, what waits, what is a bubble, what gets a label. Costs columns, never the number of spans.
class LaneComposer {
public:
    /// `columns` show the scene's range; `scale` columns, or lines, are one logical pixel.
    LaneComposer(const SpanScene& scene, int columns, int scale);

    int width() const { return m_width; }
    int scale() const { return m_scale; }
    const SpanScene& scene() const { return m_scene; }
    /// Composes one row at line `y`. `showsBubbles`: also those of its rank that no span of the row covers, and gaps in
    /// which it waits. A receive
    /// is a bubble as far as it is counted as one. Wide boxes are remembered for labels. `ground` is the background by
    /// column, or null. Valid until the next call.
    const LaneStrip& compose(
        RowId row, const QRgb* ground, int y, int height, bool showsBubbles, bool isMain, bool wantsLabels);
    /// Shares of one or more rows, work in the colour of the dominant category; during a search dimmed where none of
    /// the ranks has a match. Valid until the next call.
    const BarStrip& composeBars(
        const std::vector<RowId>& rows, int height, int columnWidth, std::span<const int32_t> ranks = {});
    const std::vector<LabelBox>& labels() const { return m_labels; }

private:
    void setTops(int height);
    int column(TimeNs time) const;
    bool isDimmed(SpanId span) const;
    /// Adds one stretch to body and foot of the lane.
    void addStretch(int x0, int x1, QRgb color, LaneStrip::Pattern pattern = LaneStrip::Pattern::None);
    void addColumns(int x0, int x1);
    bool mostlyWaits(SpanId span, int x) const;
    void findColumns(RowId row, StretchSums RankWaits::*lost, std::vector<uint8_t>& columns);
    void addGround();
    /// Waiting in columns [x0, x1), as bubble where it is counted as one.
    void addWaiting(SpanId span, int x0, int x1);
    void addBox(SpanId span, int y, int height, bool wantsLabels);
    void addMatches(RowId row);
    /// Pixel of line `i` of the lane composed so far; `plain` where it has no pattern.
    QRgb pixelAt(int x, int i, QRgb plain) const;

    const SpanScene& m_scene;
    int m_width;
    int m_scale;
    TimeScale m_time;
    std::vector<LodCell> m_cells;
    std::vector<float> m_shares;     // of lost time by column
    std::vector<float> m_waitingShares;
    std::vector<LodCell> m_pixels;      // of bars of several pixels
    std::vector<float> m_pixelLosses;
    std::vector<uint8_t> m_isHit;    // of bars, by column
    std::vector<uint8_t> m_isBubble; // by column
    std::vector<uint8_t> m_isWaitingGap;
    LaneStrip m_lane;
    BarStrip m_bars;
    std::vector<LabelBox> m_labels;
};

} // namespace bubblescope
