// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "stackedbars.h"

#include <memory>
#include <vector>

namespace bubblescope {

class NameTicker;

/// Bars of times in a given order: hovering shows numbers, a click or the arrow keys select a bar, the wheel zooms
/// along the axis, dragging pans, a double click shows everything.
class StackedBarPlot : public QCustomPlot {
    Q_OBJECT
public:
    using Zone = BarZone;

    explicit StackedBarPlot(QWidget* parent = nullptr);
    void setColors(const Palette& colors);
    void setBars(std::vector<StackedBar> bars, std::vector<Zone> zones = {});
    const std::vector<StackedBar>& bars() const { return m_picture.bars; }
    const std::vector<Zone>& zones() const { return m_picture.zones; }
    /// Allows dragging the lines between zones from gap to gap; a zone keeps at least one bar.
    void setZonesMovable(bool areMovable) { m_zonesAreMovable = areMovable; }
    /// Highlights bars; several if one name stands for all of them.
    void setSelected(std::vector<int> bars);
    const std::vector<int>& selected() const { return m_picture.selected; }
    void showAll();
    /// Centre of a bar in widget pixels; for tests.
    QPoint barCenter(int bar) const;

signals:
    /// -1 for none: a click next to the bars, or Escape.
    void barChosen(int bar);
    /// A line was dragged; zones() is updated already. `isLive` while the mouse button is down.
    void zonesMoved(bool isLive);

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool event(QEvent* event) override;

private:
    int barAt(const QPoint& position) const;
    /// The zone whose left line is near; -1 if none.
    int zoneLineAt(const QPoint& position) const;
    void dragZoneLine(const QPoint& position);
    void setHovered(int bar);
    void fitHeight();
    void keepInside(const QCPRange& range);

    BarPicture m_picture;
    QSharedPointer<NameTicker> m_nameTicker;
    QPoint m_pressed;
    bool m_zonesAreMovable = false;
    int m_draggedZone = -1;
};

} // namespace bubblescope
