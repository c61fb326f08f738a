// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "customplot.h"
#include "searchresult.h"
#include "timelinescene.h"

#include <memory>
#include <vector>

namespace bubblescope {

class NoteLayer;
class SpanPlottable;
class SpokenTimeline;
class TimelineController;
class TimelinePainter;
class Workspace;

/// The timeline itself: ruler, track tree and spans in one plot. The canvas of its scene; owns the scene and what draws
/// it, reads its mouse and keys and speaks of it, none of which know the plot.
class TimelinePlot : public QCustomPlot {
    Q_OBJECT
public:
    explicit TimelinePlot(Workspace* workspace, QWidget* parent = nullptr);
    ~TimelinePlot() override;

    /// What is shown and where; what follows is read there.
    TimelineScene& scene() { return m_scene; }
    const TimelineScene& scene() const { return m_scene; }
    NoteLayer& notes() const { return *m_notes; }
    TimelineController& controller() const { return *m_controller; }

    Workspace& workspace() const { return m_scene.workspace(); }
    TimelineRows& rows() { return m_scene.rows(); }
    const TimelineRows& rows() const { return m_scene.rows(); }
    TimelineLook& look() { return m_scene.look(); }
    const TimelineLook& look() const { return m_scene.look(); }
    TimelineGeometry geometryOfParts() const { return m_scene.geometryOfParts(); }
    TimeScale timeScale() const { return m_scene.timeScale(); }
    TimelineHeaders headers() const { return m_scene.headers(); }
    const Palette& palettes() const { return m_scene.palette(); }
    const TracePtr& trace() const { return m_scene.trace(); }
    const WaitTable& waits() const { return m_scene.waits(); }
    TimelinePlaces places() const { return m_scene.places(); }
    QRectF rectOf(SpanId span) const { return m_scene.rectOf(span); }
    QRectF rectOf(const Bubble& bubble) const { return m_scene.rectOf(bubble); }
    SpanId spanAtPoint(QPointF point) const { return m_scene.spanAtPoint(point); }
    const TimelineRow* rowAtPoint(QPointF point) const { return m_scene.rowAtPoint(point); }
    const Bubble* bubbleAtPoint(QPointF point) const { return m_scene.bubbleAtPoint(point); }
    std::vector<Link> visibleArrows() const { return m_scene.visibleArrows(); }
    const std::vector<Link>& selectedLaunches() const { return m_scene.selectedLaunches(); }
    /// True if the critical path is enabled and known.
    bool hasCriticalPath() const;

    /// Width of the track names, which the user may drag.
    void setHeaderWidth(int width) { m_scene.setHeaderWidth(width); }
    int headerWidth() const { return m_scene.headerWidth(); }

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
    void takeLayout();
    void takeHeaderWidth(int width);
    void onSearchChanged();
    void showMatches();
    void updatePath();
    /// Schedules a repaint.
    void refresh();
    /// Passes the current data to the spans; called before every replot.
    void prepareSpans();
    void applyPalette();

    Workspace* m_workspace;
    TimelineScene m_scene;
    SpanPlottable* m_spans;   // owned by the plot
    SpokenTimeline* m_spoken; // a child
    NoteLayer* m_notes;       // a child
    std::unique_ptr<TimelineController> m_controller;
    std::unique_ptr<TimelinePainter> m_painter;
    TracePtr m_drawnTrace; // keeps it alive while spans of it are drawn
    SearchResultPtr m_matches;
    bool m_isStale = true;
};

} // namespace bubblescope
