// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bubbles.h"
#include "ids.h"
#include "timelinekeys.h"

#include <QObject>
#include <QPointF>

#include <optional>

class QContextMenuEvent;
class QKeyEvent;
class QMouseEvent;
class QWheelEvent;
class QWidget;

namespace bubblescope {

class NoteLayer;
class TimelineRows;
class TimelineScene;
class Workspace;

/// Mouse and wheel handling of a timeline: hovering, selecting, dragging, zooming. Filters the events of the widget on which it
/// is drawn; keys go to TimelineKeys.
class TimelineController : public QObject {
    Q_OBJECT
public:
    /// All must outlive this object.
    TimelineController(TimelineScene& scene, NoteLayer& notes, QWidget& canvas);

    /// Mouse position while over spans or ruler.
    const std::optional<QPointF>& pointer() const { return m_pointer; }
    SpanId hoveredSpan() const { return m_hovered; }
    const std::optional<Bubble>& hoveredBubble() const { return m_hoveredBubble; }
    bool isDragging() const { return m_drag != Drag::None; }
    /// Where the rank or stage that is dragged would stand: height in the content.
    const std::optional<double>& dropLine() const { return m_dropLine; }

    /// Forgets what was under the mouse or being dragged; if another run is shown, forgets everything.
    void forgetRun(bool isOther);
    void forgetBubble() { m_hoveredBubble.reset(); }
    /// What is under a resting mouse changes with the view.
    void lookAgain();
    /// Returns whether it handled the key.
    bool pressKey(const QKeyEvent& event);

signals:
    void menuRequested(const QPoint& globalPosition, bubblescope::TrackId track, int rank, int stage);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    enum class Drag : uint8_t {
        None,
        Pressed,
        SelectRange,
        MoveBegin,
        MoveEnd,
        Pan,
        ResizeNames,
        PressedGroup,
        MoveGroup
    };
    /// A rank, or a stage, whose name was pressed.
    struct Group {
        int rank = -1;
        std::optional<int> stage;
    };
    struct Drop {
        std::optional<int> before; ///< the rank or stage in front of which it would stand; none: last
        double y = 0;              ///< in the content
        bool moves = false;
    };
    void press(const QMouseEvent& event);
    void move(const QMouseEvent& event);
    void release(const QMouseEvent& event);
    void doubleClick(const QMouseEvent& event);
    void turnWheel(const QWheelEvent& event);
    void leave();
    void askForMenu(const QContextMenuEvent& event);
    QString headerTip(QPointF point) const;
    void updateHover(QPointF point);
    void updateCursor(QPointF point);
    std::optional<Drag> handleAt(QPointF point) const;
    void dragTo(QPointF point, Qt::KeyboardModifiers modifiers);
    template <typename Choice> void choose(Choice makeChoice);
    void clickSpans(QPointF point);
    bool clickHeader(QPointF point);
    std::optional<Group> groupAt(QPointF point) const;
    Drop dropAt(QPointF point) const;
    void dragGroup(QPointF point);
    void dropGroup(QPointF point);
    void endDrag();

    TimelineScene& m_scene;
    NoteLayer& m_notes;
    QWidget& m_canvas;
    TimelineRows& m_rows;
    Workspace& m_workspace;
    std::optional<QPointF> m_pointer;
    SpanId m_hovered;
    std::optional<Bubble> m_hoveredBubble;
    Drag m_drag = Drag::None;
    QPointF m_press;
    TimeNs m_anchor = 0;
    TimeRange m_panStart;
    double m_panScroll = 0;
    Group m_group;              ///< while it is pressed or dragged
    bool m_pressesLine = false; ///< one that stands for ranks or lanes, and opens or closes at a click
    std::optional<double> m_dropLine;
    TimelineKeys m_keys;
};

} // namespace bubblescope
