// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "spancolors.h"
#include "timelinelayout.h"
#include "waittable.h"

#include <vector>

namespace bubblescope {

/// Everything that decides how spans look. Pointers outlive the raster.
struct SpanScene {
    const Trace* trace = nullptr;
    const Timing* timing = nullptr;
    const LevelOfDetail* detail = nullptr;
    const WaitTable* waits = nullptr;
    const SpanColors* colors = nullptr;
    const Palette* palette = nullptr;
    TimeRange range;
    const std::vector<uint32_t>* matches = nullptr; ///< sorted by id; null while there is no search: others are dimmed
    StringId emphasizedName;                        ///< spans of another name are dimmed (a layer chosen in a table)
};

/// A span that is wide enough for a label, device pixels inside the image.
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

/// A lane put together: the same in all its lines but for a few, so a colour a column says all, and patterns, insides
/// and corners what is added. Colour 0 is ground that nothing covers, where the ground was not given.
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
    std::vector<QRgb> lower; ///< the foot: darker where one column stands for many spans
    std::vector<Pattern> patterns;
    std::vector<Stretch> waiting; ///< where the pattern is to be looked for
    std::vector<Stretch> hollow;  ///< the inside boxes whose length says nothing
    std::vector<Corner> corners;  ///< left out of boxes
    int foot = 0;                 ///< lines of the lane that are foot
};

/// Busy shares of rows, as bars from the bottom.
struct BarStrip {
    std::vector<int> tops; ///< by column, from the row's top
    std::vector<QRgb> colors;
    int highest = 0; ///< of the tops
    int lowest = 0;
};

/// What the rows of a trace look like, for the screen and for pictures alike: which spans are boxes and which lie in
/// columns, what waits, what is a bubble, what gets a label. Cost follows columns, never the number of spans.
class LaneComposer {
public:
    /// So many columns show the scene's range; `scale` of them, and of the lines, are a logical pixel.
    LaneComposer(const SpanScene& scene, int columns, int scale);

    int width() const { return m_width; }
    int scale() const { return m_scale; }
    const SpanScene& scene() const { return m_scene; }
    /// One row at line `y`. `zones` is where idling is a bubble; wide boxes are remembered for labels. `ground` is what
    /// lies below, by column, or null. Valid until the next call.
    const LaneStrip& compose(RowId row, const QRgb* ground, int y, int height, const std::vector<TimeRange>& zones,
        bool isMain, bool wantsLabels);
    /// Busy share of one or more rows in the colour of what dominates. Valid until the next call.
    const BarStrip& composeBars(const std::vector<RowId>& rows, int height, int columnWidth);
    const std::vector<LabelBox>& labels() const { return m_labels; }

private:
    int column(TimeNs time) const;
    bool isDimmed(SpanId span) const;
    /// One stretch of the lane, in its body and its foot.
    void addStretch(int x0, int x1, QRgb color, LaneStrip::Pattern pattern = LaneStrip::Pattern::None);
    void addColumns(int x0, int x1);
    bool mostlyWaits(SpanId span, int x) const;
    void addBox(SpanId span, int y, int height, bool wantsLabels);
    void addMatches(RowId row);
    /// Pixel of line `i` of the lane as put together so far, which is `plain` where it has no pattern.
    QRgb pixelAt(int x, int i, QRgb plain) const;

    const SpanScene& m_scene;
    int m_width;
    int m_scale;
    TimeScale m_time;
    std::vector<LodCell> m_cells;
    std::vector<uint8_t> m_isBubble; // by column
    LaneStrip m_lane;
    BarStrip m_bars;
    std::vector<LabelBox> m_labels;
};

} // namespace bubblescope
