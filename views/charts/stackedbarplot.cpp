// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "stackedbarplot.h"

#include "plotstyle.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

constexpr double grabDistance = 5; // pixels
constexpr double headRoom = 1.14;  // for captions and zone names

} // namespace

StackedBarPlot::StackedBarPlot(QWidget* parent) : QCustomPlot(parent), m_nameTicker(new NameTicker(xAxis))
{
    new StackedBars(xAxis, yAxis, m_picture);
    xAxis->setTicker(m_nameTicker);
    xAxis->grid()->setVisible(false);
    yAxis->setTicker(QSharedPointer<TimeTicker>(new TimeTicker));
    yAxis->ticker()->setTickCount(5);
    axisRect()->setMinimumMargins(QMargins(8, 6, 10, 4));
    setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
    axisRect()->setRangeDrag(Qt::Horizontal);
    axisRect()->setRangeZoom(Qt::Horizontal);
    setNoAntialiasingOnDrag(true);
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setMinimumSize(160, 90);
    connect(xAxis, qOverload<const QCPRange&>(&QCPAxis::rangeChanged), this, &StackedBarPlot::keepInside);
}

void StackedBarPlot::setColors(const Palette& colors)
{
    m_picture.colors = colors;
    applyPlotStyle(*this, colors);
    xAxis->grid()->setVisible(false);
    xAxis->setTickPen(Qt::NoPen);
    yAxis->setBasePen(Qt::NoPen);
    yAxis->setTickPen(Qt::NoPen);
}

void StackedBarPlot::setBars(std::vector<StackedBar> bars, std::vector<Zone> zones)
{
    const bool sameNumber = bars.size() == m_picture.bars.size();
    m_picture.bars = std::move(bars);
    m_picture.zones = std::move(zones);
    m_picture.hovered = -1;
    QStringList names;
    QStringList shorter;
    for (const StackedBar& bar : m_picture.bars) {
        names.append(bar.name);
        if (!bar.shortName.isEmpty())
            shorter.append(bar.shortName);
    }
    m_nameTicker->setNames(names, shorter);
    yAxis->setVisible(!m_picture.bars.empty());
    xAxis->setVisible(!m_picture.bars.empty());
    // A label that extends beyond the widget would not be drawn.
    const int half = names.isEmpty() ? 0 : fontMetrics().horizontalAdvance(NameTicker::shortName(names.back())) / 2;
    axisRect()->setMinimumMargins(QMargins(8, 6, std::clamp(half - 4, 10, 60), 4));
    std::erase_if(m_picture.selected, [this](int bar) { return bar >= static_cast<int>(m_picture.bars.size()); });
    fitHeight();
    if (!sameNumber)
        showAll();
    else
        replot();
}

/// Room for the captions above the highest bar, and no more ticks than have room for their labels.
void StackedBarPlot::fitHeight()
{
    bool found = false;
    const QCPRange values = plottable(0)->getValueRange(found);
    const int line = fontMetrics().height();
    const double room = std::max(height() - 2 * line, line);
    const double forBars = std::max(room - line - 4, room / 2);
    yAxis->setRange(0, found ? values.upper * std::max(headRoom, room / forBars) : 1);
    yAxis->ticker()->setTickCount(std::clamp(int(room) / (2 * line), 1, 5));
}

void StackedBarPlot::resizeEvent(QResizeEvent* event)
{
    fitHeight();
    QCustomPlot::resizeEvent(event);
}

void StackedBarPlot::setSelected(std::vector<int> bars)
{
    if (m_picture.selected == bars)
        return;
    m_picture.selected = std::move(bars);
    replot(QCustomPlot::rpQueuedReplot);
}

void StackedBarPlot::showAll()
{
    xAxis->setRange(-StackedBars::edge, std::max<double>(0, double(m_picture.bars.size()) - 1) + StackedBars::edge);
    replot();
}

QPoint StackedBarPlot::barCenter(int bar) const
{
    return {static_cast<int>(std::lround(xAxis->coordToPixel(bar))), axisRect()->center().y()};
}

void StackedBarPlot::keepInside(const QCPRange& range)
{
    const double lowest = -StackedBars::edge;
    const double highest = std::max<double>(0, double(m_picture.bars.size()) - 1) + StackedBars::edge;
    const double width = std::clamp(range.size(), std::min(3.0, highest - lowest), highest - lowest);
    const double lower = std::clamp(range.center() - width / 2, lowest, highest - width);
    if (std::abs(lower - range.lower) > 1e-9 || std::abs(lower + width - range.upper) > 1e-9)
        xAxis->setRange(lower, lower + width);
}

int StackedBarPlot::barAt(const QPoint& position) const
{
    if (!axisRect()->rect().adjusted(0, 0, 0, axisRect()->margins().bottom()).contains(position))
        return -1;
    const int bar = static_cast<int>(std::lround(xAxis->pixelToCoord(position.x())));
    return bar < 0 || bar >= static_cast<int>(m_picture.bars.size()) ? -1 : bar;
}

void StackedBarPlot::setHovered(int bar)
{
    if (m_picture.hovered == bar)
        return;
    m_picture.hovered = bar;
    replot(QCustomPlot::rpQueuedReplot);
}

int StackedBarPlot::zoneLineAt(const QPoint& position) const
{
    if (!m_zonesAreMovable || !axisRect()->rect().contains(position))
        return -1;
    for (int zone = 1; zone < int(m_picture.zones.size()); ++zone) {
        if (std::abs(xAxis->coordToPixel(m_picture.zones[size_t(zone)].begin) - position.x()) <= grabDistance)
            return zone;
    }
    return -1;
}

void StackedBarPlot::dragZoneLine(const QPoint& position)
{
    Zone& left = m_picture.zones[size_t(m_draggedZone) - 1];
    Zone& right = m_picture.zones[size_t(m_draggedZone)];
    const double gap = std::floor(xAxis->pixelToCoord(position.x())) + 0.5;
    const double place = std::clamp(gap, left.begin + 1, right.end - 1);
    if (place == right.begin)
        return;
    left.end = right.begin = place;
    replot(QCustomPlot::rpQueuedReplot);
    emit zonesMoved(true);
}

void StackedBarPlot::mousePressEvent(QMouseEvent* event)
{
    m_pressed = event->pos();
    m_draggedZone = event->button() == Qt::LeftButton ? zoneLineAt(event->pos()) : -1;
    if (m_draggedZone >= 0)
        return;
    QCustomPlot::mousePressEvent(event);
}

void StackedBarPlot::mouseMoveEvent(QMouseEvent* event)
{
    if (m_draggedZone >= 0) {
        dragZoneLine(event->pos());
        return;
    }
    if (m_zonesAreMovable && event->buttons() == Qt::NoButton)
        setCursor(zoneLineAt(event->pos()) >= 0 ? Qt::SplitHCursor : Qt::ArrowCursor);
    QCustomPlot::mouseMoveEvent(event);
    if (event->buttons() == Qt::NoButton)
        setHovered(barAt(event->pos()));
}

void StackedBarPlot::mouseReleaseEvent(QMouseEvent* event)
{
    if (m_draggedZone >= 0) {
        m_draggedZone = -1;
        if ((event->pos() - m_pressed).manhattanLength() >= 4)
            emit zonesMoved(false);
        return;
    }
    QCustomPlot::mouseReleaseEvent(event);
    if (event->button() == Qt::LeftButton && (event->pos() - m_pressed).manhattanLength() < 4)
        emit barChosen(barAt(event->pos()));
}

void StackedBarPlot::mouseDoubleClickEvent(QMouseEvent* event)
{
    QCustomPlot::mouseDoubleClickEvent(event);
    showAll();
}

void StackedBarPlot::keyPressEvent(QKeyEvent* event)
{
    const int last = static_cast<int>(m_picture.bars.size()) - 1;
    const int current = m_picture.selected.empty() ? -1 : m_picture.selected.front();
    int next = current;
    switch (event->key()) {
    case Qt::Key_Left:
        next = current < 0 ? last : std::max(0, current - 1);
        break;
    case Qt::Key_Right:
        next = std::min(last, current + 1);
        break;
    case Qt::Key_Home:
        next = 0;
        break;
    case Qt::Key_End:
        next = last;
        break;
    case Qt::Key_Escape:
        next = -1;
        break;
    default:
        QCustomPlot::keyPressEvent(event);
        return;
    }
    // Alt+Left and the like belong to the window.
    if (event->modifiers() & ~Qt::KeypadModifier) {
        QCustomPlot::keyPressEvent(event);
        return;
    }
    if (next != current || m_picture.selected.size() > 1)
        emit barChosen(next);
    event->accept();
}

void StackedBarPlot::leaveEvent(QEvent* event)
{
    QCustomPlot::leaveEvent(event);
    setHovered(-1);
}

bool StackedBarPlot::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const int bar = barAt(help->pos());
        if (bar >= 0)
            QToolTip::showText(help->globalPos(), m_picture.bars[size_t(bar)].toolTip, this);
        else
            QToolTip::hideText();
        return true;
    }
    return QCustomPlot::event(event);
}

} // namespace bubblescope
