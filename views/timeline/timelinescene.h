// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bubbles.h"
#include "palette.h"
#include "timelineheaders.h"
#include "timelinelook.h"
#include "timelineplaces.h"
#include "timelinerows.h"
#include "timescale.h"
#include "waittable.h"

#include <QObject>

#include <memory>
#include <vector>

class QWidget;

namespace bubblescope {

class Workspace;

/// What one timeline shows, and where: its rows and look, the run with its figures and waits, and what lies at a point of
/// the widget on which it is drawn. Painting, notes, mouse, keys and screen readers use it; it knows none of them.
/// Positions are logical pixels of that widget, times are those of the run. GUI thread only.
class TimelineScene : public QObject {
    Q_OBJECT
public:
    static constexpr double dragThreshold = 4; ///< logical pixels, below which a press and release is a click
    static constexpr double snapReach = 6;     ///< logical pixels, within which a time snaps to a span's edge

    /// Both must outlive this object.
    TimelineScene(Workspace& workspace, const QWidget& canvas);

    Workspace& workspace() const { return m_workspace; }
    TimelineRows& rows() { return m_rows; }
    const TimelineRows& rows() const { return m_rows; }
    TimelineLook& look() { return m_look; }
    const TimelineLook& look() const { return m_look; }
    const TracePtr& trace() const { return m_trace; }
    const LevelOfDetail* detail() const { return m_detail; }
    const WaitTable& waits() const { return m_waits; }
    const Palette& palette() const { return m_palette; }
    void setPalette(const Palette& palette) { m_palette = palette; }
    /// Those that are drawn; they must outlive this object.
    void setCounters(const CounterPainter& counters) { m_counters = &counters; }

    /// The workspace shows another run, or the same one changed. Returns whether it is another one.
    bool takeRun();
    /// Waiting becomes known some time after a large run is shown.
    void takeWaits();
    /// Shares in the tree refer to other figures.
    void takeFigures();
    /// Another span is selected.
    void findLaunches();

    TimelineGeometry geometryOfParts() const;
    /// Maps times to logical pixels of the widget.
    TimeScale timeScale() const;
    TimelineHeaders headers() const;
    /// As they are drawn now.
    TimelinePlaces places() const;
    /// Where a span is drawn (its own box, or its collapsed group); null if it is filtered out.
    QRectF rectOf(SpanId span) const { return places().rectOf(span); }
    QRectF rectOf(const Bubble& bubble) const { return places().rectOf(bubble); }
    /// The span at a point, or near it if spans are narrow.
    SpanId spanAtPoint(QPointF point) const { return places().spanAt(point); }
    const TimelineRow* rowAtPoint(QPointF point) const { return places().rowAt(point); }
    /// The stretch without work at a point of a compute lane or closed rank, if its cause is known.
    const Bubble* bubbleAtPoint(QPointF point) const;
    /// The time at a point, or the edge of a span of that row close to it.
    TimeNs snappedTime(QPointF point) const { return places().snappedTime(point, snapReach); }
    /// Messages of the selected span that are drawn as arrows.
    std::vector<Link> visibleArrows() const;
    /// What the selected host call or operator launched, or the call that launched the selected kernel.
    const std::vector<Link>& selectedLaunches() const { return m_launches; }

    /// Height of the notes between ruler and spans.
    void setNoteBand(int height) { m_noteBand = height; }
    /// Width of the track names, which the user may drag; neither too narrow to read nor more than half of the widget.
    void setHeaderWidth(int width);
    int headerWidth() const { return m_headerWidth; }

    /// The rank or the stage whose group the arrow keys open and close; -1 if none.
    int focusedRank() const { return m_focusedRank; }
    int focusedStage() const { return m_focusedStage; }
    void focusGroup(int rank, int stage);
    void forgetFocus() { focusGroup(-1, -1); }

signals:
    void headerWidthChanged(int width);

private:
    Workspace& m_workspace;
    const QWidget& m_canvas;
    TimelineRows m_rows;
    TimelineLook m_look;
    TracePtr m_trace;
    LevelOfDetail m_ownDetail; // if the folder came without
    const LevelOfDetail* m_detail = nullptr;
    std::shared_ptr<const RunSummary> m_figures; // those printed in the tree
    std::vector<QString> m_laneNames;            ///< by TrackId
    WaitTable m_waits;
    std::vector<Link> m_launches; ///< of the selected span
    Palette m_palette;
    const CounterPainter* m_counters = nullptr;
    int m_noteBand = 0;
    int m_headerWidth = TimelineGeometry::headerWidth;
    int m_focusedRank = -1;
    int m_focusedStage = -1;
};

} // namespace bubblescope
