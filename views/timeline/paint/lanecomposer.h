// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "levelofdetail.h"
#include "palette.h"
#include "timelinelayout.h"
#include "waittable.h"

#include <array>
#include <memory>
#include <vector>

namespace bubblescope {

/// The colours of spans as pixels, blended in steps with the two grounds they stand on, so that painting only looks up.
class SpanColors {
public:
    SpanColors() = default;
    /// `differences` by span, for ColorBy::Difference; null where nothing is compared: colours are by category then.
    SpanColors(const Palette& palette, ColorBy colorBy, const Trace& trace,
        std::shared_ptr<const std::vector<float>> differences = {});

    /// Number of the colour of a span that is known.
    int indexOf(const Trace& trace, const Timing& timing, SpanId span) const;
    /// The same for a column: its dominant category, or where colours mean something else its longest span.
    int indexOf(const Trace& trace, const Timing& timing, const LodCell& cell) const
    {
        return m_colorBy == ColorBy::Category || !cell.longest.isValid() ? int(cell.dominant)
                                                                         : indexOf(trace, timing, cell.longest);
    }
    QRgb solid(int index) const { return m_solid[index]; }
    QRgb dimmed(int index) const { return m_dimmed[index]; }
    QRgb marked(int index) const { return m_marked[index]; } ///< many spans lie here
    QRgb text(int index) const { return m_text[index]; }
    /// `share` of the column is covered; over a bubble's ground or the plain surface.
    QRgb shade(int index, float share, bool overBubble) const
    {
        return m_shades[overBubble ? 1 : 0][index][static_cast<size_t>(share * (shades - 1) + 0.5f)];
    }

private:
    static constexpr int stageColors = 24;
    static constexpr int durationColors = 32;
    static constexpr int differenceColors = 16; // half of them for shorter
    static constexpr int firstDifference = categoryCount + stageColors + durationColors;
    static constexpr int newIndex = firstDifference + differenceColors;
    static constexpr int count = newIndex + 1;
    static constexpr int shades = 17;
    int durationIndex(TimeNs duration) const;
    int differenceIndex(const Trace& trace, SpanId span) const;

    ColorBy m_colorBy = ColorBy::Category;
    std::shared_ptr<const std::vector<float>> m_differences;
    double m_logShortest = 0;
    double m_logSpread = 1;
    std::array<QRgb, count> m_solid {};
    std::array<QRgb, count> m_dimmed {};
    std::array<QRgb, count> m_marked {};
    std::array<QRgb, count> m_text {};
    std::array<std::array<std::array<QRgb, shades>, count>, 2> m_shades {};
};

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
