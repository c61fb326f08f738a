// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bubbles.h"
#include "customplot.h"
#include "palette.h"
#include "searchresult.h"
#include "timelineheaders.h"
#include "timelinelook.h"
#include "timelineplaces.h"
#include "timelinerows.h"
#include "timescale.h"
#include "waittable.h"

#include <memory>
#include <vector>

namespace bubblescope {

class NoteLayer;
class SpanPlottable;
class SpokenTimeline;
class TimelineController;
class TimelinePainter;
class Workspace;

/// The timeline itself: ruler, track tree and spans in one plot. Knows where everything is; rows, input
/// handling, painting and accessibility are separate parts that it owns. Reads and writes the
/// Workspace.
class TimelinePlot : public QCustomPlot {
    Q_OBJECT
public:
    static constexpr double dragThreshold = 4; ///< logical pixels, below which a press and release is a click
    static constexpr double snapReach = 6;     ///< logical pixels, within which a time snaps to a span's edge

    explicit TimelinePlot(Workspace* workspace, QWidget* parent = nullptr);
    ~TimelinePlot() override;

    Workspace& workspace() const { return *m_workspace; }
    TimelineRows& rows() { return m_rows; }
    const TimelineRows& rows() const { return m_rows; }
    TimelineLook& look() { return m_look; }
    const TimelineLook& look() const { return m_look; }
    NoteLayer& notes() const { return *m_notes; }
    TimelineController& controller() const { return *m_controller; }
    SpokenTimeline& spoken() const { return *m_spoken; }

    TimelineGeometry geometryOfParts() const;
    /// Maps times to logical pixels of this widget.
    TimeScale timeScale() const;
    TimelineHeaders headers() const;
    const Palette& palettes() const { return m_palette; }
    const TracePtr& trace() const { return m_trace; }
    const WaitTable& waits() const { return m_waits; }

    /// As they are drawn now.
    TimelinePlaces places() const;
    /// Where a span is drawn (its own box, or its collapsed group); null if it is filtered out.
    QRectF rectOf(SpanId span) const;
    QRectF rectOf(const Bubble& bubble) const;
    /// The span at a point of this widget, or near it if spans are narrow.
    SpanId spanAtPoint(QPointF point) const;
    const TimelineRow* rowAtPoint(QPointF point) const;
    /// The stretch without work at a point of a compute lane or closed rank, if its cause is known.
    const Bubble* bubbleAtPoint(QPointF point) const;
    /// The time at a point, or the edge of a span of that row close to it.
    TimeNs snappedTime(QPointF point) const;
    /// Messages of the selected span that are drawn as arrows.
    std::vector<Link> visibleArrows() const;
    /// What the selected host call or operator launched, or the call that launched the selected kernel.
    const std::vector<Link>& selectedLaunches() const { return m_launches; }
    /// True if the critical path is enabled and known.
    bool hasCriticalPath() const;

    /// Width of the track names, which the user may drag.
    void setHeaderWidth(int width);
    int headerWidth() const { return m_headerWidth; }

signals:
    void headerWidthChanged(int width);
    void figuresTaken(); ///< waiting and bubbles are known, or other figures are shown
    void criticalPathChanged(); ///< it was turned on or off, or became known or unknown

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void usePlotAsCanvas();
    void connectWorkspace();
    void takeRun();
    void takeWaits();
    void takeLayout();
    void findLaunches();
    void onSearchChanged();
    void showMatches();
    void updatePath();
    /// Schedules a repaint.
    void refresh();
    /// Passes the current data to the spans; called before every replot.
    void prepareSpans();
    void applyPalette();

    Workspace* m_workspace;
    TimelineRows m_rows;
    TimelineLook m_look;
    SpanPlottable* m_spans; // owned by the plot
    NoteLayer* m_notes;
    std::unique_ptr<SpokenTimeline> m_spoken;
    std::unique_ptr<TimelineController> m_controller;
    std::unique_ptr<TimelinePainter> m_painter;
    TracePtr m_trace;
    TracePtr m_drawnTrace;     // keeps it alive while spans of it are drawn
    LevelOfDetail m_ownDetail; // if the folder came without
    const LevelOfDetail* m_detail = nullptr;
    std::shared_ptr<const RunSummary> m_figures; // those printed in the tree
    std::vector<QString> m_laneNames; ///< by TrackId
    WaitTable m_waits;
    std::vector<Link> m_launches; ///< of the selected span
    Palette m_palette;
    SearchResultPtr m_matches;
    int m_headerWidth = TimelineGeometry::headerWidth;
    bool m_isStale = true;
};

} // namespace bubblescope
