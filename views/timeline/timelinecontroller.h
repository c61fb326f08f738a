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

/// What mouse, wheel and keys do in a timeline: hovering, selecting, dragging, zooming, walking from span to span. Takes
/// the events of the plot before it sees them.
class TimelineController : public QObject {
    Q_OBJECT
public:
    /// The plot must outlive it.
    explicit TimelineController(TimelinePlot& plot);

    /// Where the mouse is over spans or ruler; none elsewhere.
    const std::optional<QPointF>& pointer() const { return m_pointer; }
    SpanId hoveredSpan() const { return m_hovered; }
    const std::optional<Bubble>& hoveredBubble() const { return m_hoveredBubble; }
    bool isDragging() const { return m_drag != Drag::None; }
    /// Whose group the arrow keys open and close; -1 for none.
    int focusedRank() const { return m_focusedRank; }
    int focusedStage() const { return m_focusedStage; }

    /// What was under the mouse, and being dragged, is not there any more; of another run, nothing is.
    void forgetRun(bool isOther);
    void forgetBubble() { m_hoveredBubble.reset(); }

signals:
    void menuRequested(const QPoint& globalPosition, bubblescope::TrackId track, int rank, int stage);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    enum class Drag : uint8_t { None, Pressed, SelectRange, MoveBegin, MoveEnd, Pan };
    void press(const QMouseEvent& event);
    void move(const QMouseEvent& event);
    void release(const QMouseEvent& event);
    void doubleClick(const QMouseEvent& event);
    void turnWheel(const QWheelEvent& event);
    void leave();
    void askForMenu(const QContextMenuEvent& event);
    bool pressKey(const QKeyEvent& event); ///< whether it means something here
    QString headerTip(QPointF point) const;
    void updateHover(QPointF point);
    void updateCursor(QPointF point);
    std::optional<Drag> handleAt(QPointF point) const;
    void dragTo(QPointF point, Qt::KeyboardModifiers modifiers);
    void clickSpans(QPointF point);
    bool clickHeader(QPointF point);
    bool foldFocusedGroup(bool collapse);
    /// Previous (-1) or next (1) span on the track of the selected one; with none selected, the first that is visible.
    void stepSpan(int direction);
    /// Nearest span on the next track up (-1) or down (1).
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
    SpanId m_centered; ///< F centres once, then fits
};

} // namespace bubblescope
