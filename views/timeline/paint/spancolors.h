// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "levelofdetail.h"
#include "palette.h"
#include "timelinelook.h"

#include <QString>

#include <array>
#include <memory>
#include <optional>
#include <vector>

namespace bubblescope {

/// Span colours as pixels, pre-blended in steps with both backgrounds, so that painting only needs lookups.
class SpanColors {
public:
    SpanColors() = default;
    /// `differences` by span, for ColorBy::Difference; if null, colours are by category.
    SpanColors(const Palette& palette, ColorBy colorBy, const Trace& trace,
        std::shared_ptr<const std::vector<float>> differences = {});

    /// In other colours than those of differences, these stand in the lower edge of spans.
    void setEdges(bool areShown) { m_hasEdges = areShown && m_differences && m_colorBy != ColorBy::Difference; }
    /// Of a span that changed; nullopt if it did not, or without edges.
    std::optional<QRgb> edge(const Trace& trace, SpanId span) const;
    /// Number of the colour of a given span.
    int indexOf(const Trace& trace, const Timing& timing, SpanId span) const;
    /// The same for a column: by its dominant category or, in other colour modes, by its longest span.
    int indexOf(const Trace& trace, const Timing& timing, const LodCell& cell) const
    {
        return m_colorBy == ColorBy::Category || !cell.longest.isValid() ? int(cell.dominant)
                                                                         : indexOf(trace, timing, cell.longest);
    }
    /// "▲" before the label of a span that takes longer than its counterpart, "▼" if shorter; else, and where
    /// differences are not shown, nothing.
    QString changeMark(SpanId span) const;
    QRgb solid(int index) const { return m_solid[index]; }
    QRgb dimmed(int index) const { return m_dimmed[index]; }
    QRgb marked(int index) const { return m_marked[index]; } ///< several spans in one column
    QRgb text(int index) const { return m_text[index]; }
    /// `share` of the column is covered, over the background of a bubble or the plain surface.
    QRgb shade(int index, float share, bool overBubble) const
    {
        return m_shades[overBubble ? 1 : 0][index][static_cast<size_t>(share * (shades - 1) + 0.5f)];
    }

private:
    static constexpr int stageColors = 24;
    static constexpr int durationColors = 32;
    static constexpr int differenceColors = 16; // half of them for shorter spans
    static constexpr int firstDifference = categoryCount + stageColors + durationColors;
    static constexpr int newIndex = firstDifference + differenceColors;
    static constexpr int count = newIndex + 1;
    static constexpr int shades = 17;
    int durationIndex(TimeNs duration) const;
    int differenceIndex(const Trace& trace, SpanId span) const;
    void findNames(const Trace& trace);

    ColorBy m_colorBy = ColorBy::Category;
    std::shared_ptr<const std::vector<float>> m_differences;
    std::shared_ptr<const std::vector<uint8_t>> m_names; ///< for ColorBy::Name: numbers of colours by name
    bool m_hasEdges = false;
    double m_logShortest = 0;
    double m_logSpread = 1;
    std::array<QRgb, count> m_solid {};
    std::array<QRgb, count> m_dimmed {};
    std::array<QRgb, count> m_marked {};
    std::array<QRgb, count> m_text {};
    std::array<std::array<std::array<QRgb, shades>, count>, 2> m_shades {};
};

} // namespace bubblescope
