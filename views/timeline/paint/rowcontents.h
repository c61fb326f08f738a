// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "palette.h"
#include "timelinelayout.h"
#include "timescale.h"

#include <utility>
#include <vector>

namespace bubblescope {

/// The content of a timeline row, for the screen and for pictures.
struct RowContent {
    QColor ground;           ///< of a stage's header; invalid if the background shows through
    std::vector<RowId> bars; ///< rows whose busy share is drawn; may be empty
    std::vector<int32_t> barRanks; ///< whose matches of a search light the bars
    double barInset = 0;     ///< margin above and below bars, in logical pixels
    double barWidth = 0;     ///< in logical pixels; 0 for the minimum
    bool isModelled = false; ///< a lane below its measured one
    bool isLane = false;     ///< draws the spans of its own row
    bool showsBubbles = false; ///< and the bubbles of its rank where it has none
    bool wantsLabels = false;
};

/// Provides the contents of a layout's rows, in order. Everything it references must outlive it.
class RowContents {
public:
    /// `rows` are the visible ones, as first and one past last; collapsed stages are sampled, so that a frame stays
    /// fast however many ranks they have.
    RowContents(const Trace& trace, const TimelineLayout& layout, const Palette& palette,
        std::pair<uint32_t, uint32_t> rows);

    void setSelectedStage(int stage) { m_selectedStage = stage; }
    /// Valid until the next call.
    const RowContent& of(uint32_t index);
    const RowContent& ofPinned(const TimelineRow& row);

private:
    void showComputeRows(const TimelineRow& stageRow);

    const Trace& m_trace;
    const TimelineLayout& m_layout;
    const Palette& m_palette;
    size_t m_mostBars;
    int m_selectedStage = -1;
    RowContent m_content;
};

/// A vertical line behind the spans.
struct GroundMark {
    TimeNs time = 0;
    bool isStep = false; ///< begin of a training step; else a tick of the ruler
};
/// Ticks, then steps unless they are too close to each other. `pixelRatio` units of the scale are one logical
/// pixel.
/// `origin` is where the ruler counts from.
std::vector<GroundMark> groundMarks(const Trace& trace, const TimeScale& scale, double pixelRatio, TimeNs origin);

} // namespace bubblescope
