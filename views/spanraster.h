// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "levelofdetail.h"
#include "palette.h"
#include "timelinelayout.h"
#include "waittable.h"

#include <QImage>

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

/// Paints rows of a trace straight into the pixels of a 32 bit image: patterns, columns where spans are narrow, boxes
/// where they are wide. Cost follows pixels, never the number of spans.
class SpanRaster {
public:
    /// Columns [left, left + width) of the image show the scene's range. `scale` is the device pixel ratio, rounded.
    SpanRaster(const SpanScene& scene, QImage& image, int left, int width, int scale);

    /// Whether lines [y, y + height) lie in the image; rows for which they do not are not painted.
    bool holds(int y, int height) const { return m_width > 0 && height > 0 && y >= 0 && y + height <= m_imageHeight; }
    /// One row. `zones` is where idling is a bubble; wide boxes are remembered for labels. The ground is taken from the
    /// image's line `y`, whatever the lines below it hold.
    void paintLane(RowId row, int y, int height, const std::vector<TimeRange>& zones, bool isMain, bool wantsLabels);
    /// Busy share of one or more rows as bars from the bottom, in the colour of what dominates, over what is there.
    void paintUtilisation(const std::vector<RowId>& rows, int y, int height, int columnWidth);
    const std::vector<LabelBox>& labels() const { return m_labels; }

private:
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
    int column(TimeNs time) const;
    bool isDimmed(SpanId span) const;
    void fill(int x0, int x1, int y, int height, QRgb color);
    /// One stretch of the lane that is put together, in its body and its foot.
    void paintStretch(int x0, int x1, QRgb color, Pattern pattern = Pattern::None);
    void paintColumns(int x0, int x1);
    void paintBox(SpanId span, int y, int height, bool wantsLabels);
    /// Pixel of line `i` of the lane as put together so far, which is `plain` where it has no pattern.
    QRgb pixelAt(int x, int i, QRgb plain) const;
    void copyLane(int y, int height, int foot);
    void paintPatterns(int y, int height);
    void paintMatches(RowId row, int y, int height);
    QRgb* line(int y) { return reinterpret_cast<QRgb*>(m_bits + qsizetype(y) * m_stride) + m_left; }

    const SpanScene& m_scene;
    uchar* m_bits;
    qsizetype m_stride;
    int m_imageHeight;
    int m_left;
    int m_width;
    int m_scale;
    TimeScale m_time;
    std::vector<LodCell> m_cells;
    std::vector<uint8_t> m_isBubble; // by column
    std::vector<int> m_tops;         // of the bars of a utilisation
    // A lane is the same in all its lines but for a few: its body and its foot, and what is added to them.
    std::vector<QRgb> m_upper;
    std::vector<QRgb> m_lower;
    std::vector<Pattern> m_patterns; // by column
    std::vector<Stretch> m_waiting;
    std::vector<Stretch> m_hollow;
    std::vector<Corner> m_corners;
    std::vector<LabelBox> m_labels;
};

} // namespace bubblescope
