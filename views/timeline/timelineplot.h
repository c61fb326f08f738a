// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bubbles.h"
#include "palette.h"
#include "searchresult.h"
#include "timelineheaders.h"
#include "timelinelook.h"
#include "timelinerows.h"
#include "waittable.h"

#include <qcustomplot.h>

#include <memory>
#include <vector>

namespace bubblescope {

class NoteLayer;
class SpanPlottable;
class SpokenTimeline;
class TimelineController;
class TimelinePainter;
class Workspace;

/// The timeline proper: ruler, track tree and spans in one plot. Knows what stands where; which rows there are, what mouse
/// and keys do, what is painted over the spans and what screen readers are told lies in its parts. Reads and writes the
/// Workspace.
class TimelinePlot : public QCustomPlot {
    Q_OBJECT
public:
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
    /// Times to logical pixels of this widget.
    TimeScale timeScale() const;
    TimelineHeaders headers() const;
    const Palette& palettes() const { return m_palette; }
    const TracePtr& trace() const { return m_trace; }
    const WaitTable& waits() const { return m_waits; }

    /// Where a span is drawn (its own box, or its collapsed group); null where it is filtered out.
    QRectF rectOf(SpanId span) const;
    QRectF rectOf(const Bubble& bubble) const;
    /// The span under a point of this widget, or near it where spans are narrow.
    SpanId spanAtPoint(QPointF point) const;
    const TimelineRow* rowAtPoint(QPointF point) const;
    /// The stretch without work under a point: of a compute lane or a closed rank, where its cause is known.
    const Bubble* bubbleAtPoint(QPointF point) const;
    /// The time under a point, or the edge of a span of that row close to it.
    TimeNs snappedTime(QPointF point) const;
    /// Sends and receives of the selected span that are drawn as arrows.
    std::vector<Link> visibleArrows() const;
    /// What the selected call or operator of a host started, or the call that started the selected kernel.
    const std::vector<Link>& selectedLaunches() const { return m_launches; }
    /// The critical path is drawn: it is wanted, and there is one.
    bool hasCriticalPath() const;

signals:
    void criticalPathChanged(); ///< whether it is wanted, or whether there is one

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void usePlotAsCanvas();
    void connectWorkspace();
    void takeRun();
    void takeLayout();
    void findLaunches();
    void onSearchChanged();
    void showMatches();
    void updatePath();
    /// Draws anew before the next paint.
    void refresh();
    /// Hands the spans what they have to show; before every replot.
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
    TracePtr m_drawnTrace;     // alive as long as spans are drawn of it
    LevelOfDetail m_ownDetail; // where the folder brought none
    const LevelOfDetail* m_detail = nullptr;
    std::shared_ptr<const RunSummary> m_figures; // what the tree prints
    WaitTable m_waits;
    std::vector<Link> m_launches; ///< of the selected span
    Palette m_palette;
    SearchResultPtr m_matches;
    bool m_isStale = true;
};

} // namespace bubblescope
