// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "counterpainter.h"
#include "levelofdetail.h"
#include "palette.h"
#include "runsummary.h"
#include "timelinelayout.h"

#include <QRectF>
#include <QString>

class QPainter;

namespace bubblescope {

/// Where the parts of the timeline lie in the plot's widget, logical pixels.
struct TimelineGeometry {
    static constexpr int rulerHeight = 26;
    static constexpr int headerWidth = 208;
    QRect header;            ///< names of the tracks, left
    QRect ruler;             ///< above the spans
    QRect notes;             ///< band between the two, where notes stand; without height where there are none
    QRect spans;             ///< pinned rows and content
    double pinnedHeight = 0; ///< with its separator; 0 where nothing is pinned
    double scroll = 0;

    /// Top of the scrolled content, in widget coordinates.
    double contentTop() const { return spans.top() + pinnedHeight; }
    double yOf(const TimelineRow& row) const
    {
        return row.isPinned ? spans.top() + row.top : contentTop() + row.top - scroll;
    }
    /// Height in the content that a widget coordinate stands for.
    double contentY(double y) const { return y - contentTop() + scroll; }
    bool operator==(const TimelineGeometry&) const = default;
};

/// What the ruler and the track tree show.
struct TimelineHeaders {
    const Trace* trace = nullptr;
    const LevelOfDetail* detail = nullptr;
    const RunSummary* figures = nullptr; ///< of the run or the part that shares are of; null: no shares
    const TimelineLayout* layout = nullptr;
    const std::map<int, std::set<int>>* alike = nullptr; ///< as the layout was made with
    const std::set<int>* openedAlike = nullptr;
    const CounterPainter* counters = nullptr;
    const Palette* palette = nullptr;
    TimelineGeometry geometry;
    TimeRange range;
    bool hasTimes = true;   ///< false for plans: an order, no times
    bool isPicture = false; ///< nothing to click, no room to waste
    QString corner;         ///< left of the ruler in a picture
    int selectedRank = -1;
    int selectedStage = -1;
    int focusedRank = -1; ///< whose group the arrow keys open and close
    int focusedStage = -1;
    bool operator==(const TimelineHeaders&) const = default;
};

/// How wide the names of tracks are at least; for pictures, which have no room to waste.
double neededHeaderWidth(const TimelineHeaders& headers);
/// Ticks with units; zoomed in deeply they count from a time that is named at the left.
void paintRuler(QPainter& painter, const TimelineHeaders& headers);
/// Stages, ranks and lanes with their shares; the stage on top stays in sight.
void paintTrackTree(QPainter& painter, const TimelineHeaders& headers);
/// What the tree prints beside a row: for stages, compute lanes and closed ranks the share of the time in which they
/// compute, as the headline, the heat map and the stages count it; for other lanes, how much of the time is covered.
/// Negative where unknown. O(log n).
double shareOf(const TimelineHeaders& headers, const TimelineRow& row);
/// Rectangles of the arrows that open and close a group, widget coordinates.
QRectF stageArrow(const TimelineHeaders& headers, double top);
QRectF rankArrow(const TimelineHeaders& headers, double top);
QRectF laneArrow(const TimelineHeaders& headers, const TimelineRow& row); ///< folds and unfolds threads
/// Where a rank's name stands: at its first row, or below the sticky header while that is scrolled away.
double rankLabelTop(const TimelineHeaders& headers, const RankBlock& block);

} // namespace bubblescope
