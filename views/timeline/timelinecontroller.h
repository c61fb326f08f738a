// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bubbles.h"
#include "ids.h"

#include <QObject>
#include <QPointF>

#include <optional>

class QContextMenuEvent;
class QKeyEvent;
class QMouseEvent;
class QWheelEvent;

namespace bubblescope {

class TimelineLook;
class TimelinePlot;
class TimelineRows;
class Workspace;

/// Mouse, wheel and key handling of a timeline: hovering, selecting, dragging, zooming, stepping between spans. Filters
/// the events of the plot.
class TimelineController : public QObject {
    Q_OBJECT
public:
    /// The plot must outlive this object.
    explicit TimelineController(TimelinePlot& plot);

    /// Mouse position while over spans or ruler.
    const std::optional<QPointF>& pointer() const { return m_pointer; }
    SpanId hoveredSpan() const { return m_hovered; }
    const std::optional<Bubble>& hoveredBubble() const { return m_hoveredBubble; }
    bool isDragging() const { return m_drag != Drag::None; }
    /// Rank whose group the arrow keys open and close; -1 if none.
    int focusedRank() const { return m_focusedRank; }
    int focusedStage() const { return m_focusedStage; }

    /// Forgets what was under the mouse or being dragged; if another run is shown, forgets everything.
    void forgetRun(bool isOther);
    void forgetBubble() { m_hoveredBubble.reset(); }

signals:
    void menuRequested(const QPoint& globalPosition, bubblescope::TrackId track, int rank, int stage);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    enum class Drag : uint8_t { None, Pressed, SelectRange, MoveBegin, MoveEnd, Pan, ResizeNames };
    void press(const QMouseEvent& event);
    void move(const QMouseEvent& event);
    void release(const QMouseEvent& event);
    void doubleClick(const QMouseEvent& event);
    void turnWheel(const QWheelEvent& event);
    void leave();
    void askForMenu(const QContextMenuEvent& event);
    bool pressKey(const QKeyEvent& event); ///< returns whether it handled the key
    QString headerTip(QPointF point) const;
    void updateHover(QPointF point);
    void updateCursor(QPointF point);
    std::optional<Drag> handleAt(QPointF point) const;
    void dragTo(QPointF point, Qt::KeyboardModifiers modifiers);
    void clickSpans(QPointF point);
    bool clickHeader(QPointF point);
    bool foldFocusedGroup(bool collapse);
    /// Previous (-1) or next (1) span on the track of the selected one; without a selection, the first visible span.
    void stepSpan(int direction);
    /// Selects the nearest span on the next track up (-1) or down (1).
    void stepTrack(int direction);
    void centerOrFit();
    void addMarker();
    void clearAll();

    TimelinePlot& m_plot;
    TimelineRows& m_rows;
    TimelineLook& m_look;
    Workspace& m_workspace;
    std::optional<QPointF> m_pointer;
    SpanId m_hovered;
    std::optional<Bubble> m_hoveredBubble;
    Drag m_drag = Drag::None;
    QPointF m_press;
    TimeNs m_anchor = 0;
    TimeRange m_panStart;
    double m_panScroll = 0;
    int m_focusedRank = -1;
    int m_focusedStage = -1;
    SpanId m_centered; ///< F first centres a span, then fits it
};

} // namespace bubblescope
