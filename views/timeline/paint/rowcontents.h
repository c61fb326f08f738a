// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "palette.h"
#include "timelinelayout.h"

#include <utility>
#include <vector>

namespace bubblescope {

/// What a row of the timeline shows, on the screen and in pictures alike.
struct RowContent {
    QColor ground;           ///< of a stage's header; invalid where what lies below shows
    std::vector<RowId> bars; ///< their busy share is drawn; empty for none
    double barInset = 0;     ///< air above and below bars, logical pixels
    double barWidth = 0;     ///< logical pixels; 0 for as narrow as can be
    bool isModelled = false; ///< a lane that stands below the measured one
    bool isLane = false;     ///< spans of its own row, with
    std::vector<TimeRange> bubbleZones;
    bool wantsLabels = false;
};

/// Says so for rows of a layout, in their order. The pointed-to outlive it.
class RowContents {
public:
    /// `rows` are in sight, as first and one past the last; what collapsed stages show is sampled so that a frame stays
    /// a frame, however many ranks they have.
    RowContents(const Trace& trace, const TimelineLayout& layout, const Palette& palette, TimeRange range,
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
    TimeRange m_range;
    size_t m_mostBars;
    int m_selectedStage = -1;
    RowContent m_content;
};

/// A vertical line below the spans.
struct GroundMark {
    TimeNs time = 0;
    bool isStep = false; ///< a training step begins here; else a tick of the ruler
};
/// Ticks, then steps; not where there are more of these than can be told apart. `pixelRatio` units of the scale are a
/// logical pixel.
std::vector<GroundMark> groundMarks(const Trace& trace, const TimeScale& scale, double pixelRatio);

} // namespace bubblescope
