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

/// Where the parts of the timeline are in the plot's widget, in logical pixels.
struct TimelineGeometry {
    static constexpr int rulerHeight = 26;
    static constexpr int headerWidth = 208;
    QRect header;            ///< track names on the left
    QRect ruler;             ///< above the spans
    QRect notes;             ///< band between the two for notes; height 0 without notes
    QRect spans;             ///< pinned rows and content
    double pinnedHeight = 0; ///< including its separator; 0 if nothing is pinned
    double scroll = 0;

    /// Top of the scrolled content, in widget coordinates.
    double contentTop() const { return spans.top() + pinnedHeight; }
    double yOf(const TimelineRow& row) const
    {
        return row.isPinned ? spans.top() + row.top : contentTop() + row.top - scroll;
    }
    /// Converts a widget coordinate to a height in the content.
    double contentY(double y) const { return y - contentTop() + scroll; }
    bool operator==(const TimelineGeometry&) const = default;
};

/// Everything that ruler and track tree show.
struct TimelineHeaders {
    const Trace* trace = nullptr;
    const LevelOfDetail* detail = nullptr;
    const RunSummary* figures = nullptr; ///< of the run or part that shares refer to; null: no shares
    const TimelineLayout* layout = nullptr;
    const std::map<int, std::set<int>>* alike = nullptr; ///< as used for the layout
    const std::set<int>* openedAlike = nullptr;
    const std::vector<bool>* others = nullptr;       ///< by TrackId: lanes that a line of their rank stands for
    const std::vector<QString>* laneNames = nullptr; ///< by TrackId, of the trace
    const CounterPainter* counters = nullptr;
    const std::vector<uint32_t>* matches = nullptr; ///< of a search, sorted: folded rows then show how many they hold
    const Palette* palette = nullptr;
    TimelineGeometry geometry;
    TimeRange range;
    TimeNs origin = 0; ///< the ruler counts from here
    bool hasTimes = true;   ///< false for plans, which only have an order
    bool isPicture = false; ///< static and compact
    bool isOfRange = false; ///< shares refer to the selected range
    QString corner;         ///< text to the left of the ruler, in a picture
    int selectedRank = -1;
    int selectedStage = -1;
    int focusedRank = -1; ///< rank whose group the arrow keys open and close
    int focusedStage = -1;
    bool operator==(const TimelineHeaders&) const = default;
};

/// Of lower lanes names are small, and shown by a tool tip, too.
constexpr double namedLane = 9; // px

/// Minimum width of the track names; for pictures, which have no room to waste.
double neededHeaderWidth(const TimelineHeaders& headers);
/// Ticks with units; at high zoom they are relative to a time stated at the left.
void paintRuler(QPainter& painter, const TimelineHeaders& headers);
/// Stages, ranks and lanes with their shares; the topmost stage stays visible.
void paintTrackTree(QPainter& painter, const TimelineHeaders& headers);
/// The share printed next to a row: for stages, compute lanes and closed ranks the compute share, as
/// in headline, heat map and stages; for other lanes the covered share. Negative if unknown. O(log
/// n).
double shareOf(const TimelineHeaders& headers, const TimelineRow& row);
/// Rectangles of the arrows that open and close a group, in widget coordinates.
QRectF stageArrow(const TimelineHeaders& headers, double top);
QRectF rankArrow(const TimelineHeaders& headers, double top);
QRectF laneArrow(const TimelineHeaders& headers, const TimelineRow& row); ///< folds and unfolds threads
/// Top of a rank's name: at its first row, or below the sticky header while that is scrolled out.
double rankLabelTop(const TimelineHeaders& headers, const RankBlock& block);

} // namespace bubblescope
