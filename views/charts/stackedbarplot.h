// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "customplot.h"
#include "palette.h"

#include <memory>
#include <vector>

namespace bubblescope {

class NameTicker;

/// One bar, from bottom to top.
struct StackedBar {
    struct Part {
        double ns = 0;
        QColor color;
        QString name; ///< drawn inside if it fits; may be empty
    };
    QString name;      ///< below the axis
    QString shortName; ///< used if the names do not fit; may be empty
    QString toolTip;
    QString caption; ///< above the bar if it fits
    std::vector<Part> parts;
};

/// Bars of times in a given order: hovering shows numbers, a click or the arrow keys select a bar, the wheel zooms
/// along the axis, dragging pans, a double click shows everything.
class StackedBarPlot : public QCustomPlot {
    Q_OBJECT
public:
    /// A line between or through bars, and the name of the zone to its right.
    struct Zone {
        double begin = -0.5; ///< on the axis, where bar i spans i - 0.5 .. i + 0.5
        double end = 0.5;
        QString name;
    };

    explicit StackedBarPlot(QWidget* parent = nullptr);
    void setColors(const Palette& colors);
    void setBars(std::vector<StackedBar> bars, std::vector<Zone> zones = {});
    const std::vector<StackedBar>& bars() const { return m_bars; }
    const std::vector<Zone>& zones() const { return m_zones; }
    /// Allows dragging the lines between zones from gap to gap; a zone keeps at least one bar.
    void setZonesMovable(bool areMovable) { m_zonesAreMovable = areMovable; }
    /// Highlights bars; several if one name stands for all of them.
    void setSelected(std::vector<int> bars);
    const std::vector<int>& selected() const { return m_selected; }
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
    class Bars;
    int barAt(const QPoint& position) const;
    /// The zone whose left line is near; -1 if none.
    int zoneLineAt(const QPoint& position) const;
    void dragZoneLine(const QPoint& position);
    void setHovered(int bar);
    void fitHeight();
    void keepInside(const QCPRange& range);

    std::vector<StackedBar> m_bars;
    std::vector<Zone> m_zones;
    std::vector<int> m_selected;
    Palette m_colors;
    QSharedPointer<NameTicker> m_nameTicker;
    QPoint m_pressed;
    int m_hovered = -1;
    bool m_zonesAreMovable = false;
    int m_draggedZone = -1;
};

} // namespace bubblescope
