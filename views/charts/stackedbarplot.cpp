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

constexpr double shareOfPlace = 0.78; // of the room for a bar
constexpr double widestBar = 110;     // px
constexpr double edge = 0.65;         // margin next to the outer bars
constexpr double grabDistance = 5;    // pixels
constexpr double headRoom = 1.14;     // for captions and zone names

} // namespace

/// Draws the bars; a single plottable, since a QCPBars per layer would mean one item per bar and colour.
class StackedBarPlot::Bars : public QCPAbstractPlottable {
public:
    explicit Bars(StackedBarPlot& plot) : QCPAbstractPlottable(plot.xAxis, plot.yAxis), m_plot(plot) { }
    double selectTest(const QPointF&, bool, QVariant*) const override { return -1; }
    QCPRange getKeyRange(bool& found, QCP::SignDomain) const override
    {
        found = !m_plot.m_bars.empty();
        return {-edge, double(m_plot.m_bars.size()) - 1 + edge};
    }
    QCPRange getValueRange(bool& found, QCP::SignDomain, const QCPRange&) const override
    {
        double largest = 0;
        for (const StackedBar& bar : m_plot.m_bars)
            largest = std::max(largest, heightOf(bar));
        found = largest > 0;
        return {0, largest};
    }

protected:
    void draw(QCPPainter* painter) override
    {
        painter->setAntialiasing(false);
        const QRect area = m_plot.axisRect()->rect();
        drawSelection(painter, area);
        drawBoundaries(painter, area);
        const QCPRange range = mKeyAxis->range();
        const int first = std::max(0, static_cast<int>(std::floor(range.lower)));
        const int last = std::min(static_cast<int>(m_plot.m_bars.size()) - 1, static_cast<int>(std::ceil(range.upper)));
        for (int i = first; i <= last; ++i)
            drawBar(painter, i);
        drawZoneNames(painter, area);
    }
    void drawLegendIcon(QCPPainter*, const QRectF&) const override { }

private:
    static double heightOf(const StackedBar& bar)
    {
        double height = 0;
        for (const StackedBar::Part& part : bar.parts)
            height += std::isfinite(part.ns) ? part.ns : 0;
        return height;
    }

    void drawSelection(QCPPainter* painter, const QRect& area) const
    {
        for (const int bar : m_plot.m_selected) {
            const int left = static_cast<int>(std::lround(mKeyAxis->coordToPixel(bar - 0.5)));
            const int right = static_cast<int>(std::lround(mKeyAxis->coordToPixel(bar + 0.5)));
            painter->fillRect(
                QRect(left, area.top(), std::max(right - left, 2), area.height()), m_plot.m_colors.selection);
        }
    }

    void drawBar(QCPPainter* painter, int index) const
    {
        const StackedBar& bar = m_plot.m_bars[size_t(index)];
        const double room = mKeyAxis->coordToPixel(index + 1) - mKeyAxis->coordToPixel(index);
        const double half = std::min(room * shareOfPlace, widestBar) / 2;
        const double middle = mKeyAxis->coordToPixel(index);
        const int left = static_cast<int>(std::lround(middle - half));
        const int right = std::max(left + 1, static_cast<int>(std::lround(middle + half)));
        double sum = 0;
        int bottom = static_cast<int>(std::lround(mValueAxis->coordToPixel(0)));
        for (const StackedBar::Part& part : bar.parts) {
            if (!(part.ns > 0))
                continue;
            sum += part.ns;
            const int top = static_cast<int>(std::lround(mValueAxis->coordToPixel(sum)));
            // A line of background between parts that are tall enough separates equal colours.
            const int seam = bottom - top > 3 ? 1 : 0;
            const QRect rect(left, top, right - left, bottom - top - (sum > part.ns ? seam : 0));
            const QColor color = index == m_plot.m_hovered ? mixed(part.color, m_plot.m_colors.text, 0.18) : part.color;
            painter->fillRect(rect, color);
            drawInside(painter, rect, part.name, color);
            bottom = top;
        }
        // Even the smallest cost remains visible.
        if (sum > 0 && bottom >= std::lround(mValueAxis->coordToPixel(0)) && !bar.parts.empty())
            painter->fillRect(QRect(left, bottom - 1, right - left, 1), bar.parts.front().color);
        const bool isMarked
            = std::find(m_plot.m_selected.begin(), m_plot.m_selected.end(), index) != m_plot.m_selected.end();
        const QFontMetrics metrics(m_plot.font());
        if (!bar.caption.isEmpty() && (room > metrics.horizontalAdvance(bar.caption) + 6 || isMarked)) {
            painter->setPen(m_plot.m_colors.text);
            painter->setFont(m_plot.font());
            const double width = metrics.horizontalAdvance(bar.caption) + 2;
            const QRect area = m_plot.axisRect()->rect();
            const double left = std::clamp(
                middle - width / 2, double(area.left()), std::max<double>(area.left(), area.right() - width));
            painter->drawText(QRectF(left, bottom - metrics.height() - 2, width, metrics.height()),
                Qt::AlignHCenter | Qt::AlignBottom, bar.caption);
        }
    }

    void drawInside(QCPPainter* painter, const QRect& rect, const QString& name, const QColor& ground) const
    {
        if (name.isEmpty())
            return;
        const QFontMetrics metrics(m_plot.font());
        const int length = metrics.horizontalAdvance(name) + 6;
        const bool fits = rect.height() >= metrics.height() && rect.width() >= length;
        const bool fitsUpright = rect.width() >= metrics.height() && rect.height() >= length;
        if (!fits && !fitsUpright)
            return;
        painter->setFont(m_plot.font());
        painter->setPen(textOn(ground));
        if (fits) {
            painter->drawText(rect, Qt::AlignCenter, name);
            return;
        }
        painter->save();
        painter->translate(rect.center());
        painter->rotate(-90);
        painter->drawText(
            QRect(-rect.height() / 2, -rect.width() / 2, rect.height(), rect.width()), Qt::AlignCenter, name);
        painter->restore();
    }

    void drawBoundaries(QCPPainter* painter, const QRect& area) const
    {
        const QCPRange range = mKeyAxis->range();
        painter->setPen(QPen(m_plot.m_colors.accent, 1, Qt::DashLine));
        for (const Zone& zone : m_plot.m_zones) {
            const int left = static_cast<int>(std::lround(mKeyAxis->coordToPixel(zone.begin)));
            if (zone.begin > range.lower && zone.begin < range.upper && zone.begin > -0.5)
                painter->drawLine(QLineF(left, area.top(), left, area.bottom()));
        }
    }

    void drawZoneNames(QCPPainter* painter, const QRect& area) const
    {
        const QFontMetrics metrics(m_plot.font());
        painter->setFont(m_plot.font());
        painter->setPen(m_plot.m_colors.accent);
        for (const Zone& zone : m_plot.m_zones) {
            const int left = static_cast<int>(std::lround(mKeyAxis->coordToPixel(zone.begin)));
            const int right = static_cast<int>(std::lround(mKeyAxis->coordToPixel(zone.end)));
            const QRect room
                = QRect(QPoint(left + 1, area.top() + 1), QPoint(right - 1, area.top() + metrics.height() + 1))
                      .intersected(area);
            QString name = zone.name;
            if (metrics.horizontalAdvance(name) + 6 > room.width())
                name = name.mid(name.lastIndexOf(QLatin1Char(' ')) + 1);
            if (metrics.horizontalAdvance(name) + 2 <= room.width())
                painter->drawText(room, Qt::AlignHCenter | Qt::AlignTop, name);
        }
    }

    StackedBarPlot& m_plot;
};

StackedBarPlot::StackedBarPlot(QWidget* parent)
    : QCustomPlot(parent), m_colors(Palette::light()), m_nameTicker(new NameTicker(xAxis))
{
    new Bars(*this);
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
    m_colors = colors;
    applyPlotStyle(*this, colors);
    xAxis->grid()->setVisible(false);
    xAxis->setTickPen(Qt::NoPen);
    yAxis->setBasePen(Qt::NoPen);
    yAxis->setTickPen(Qt::NoPen);
}

void StackedBarPlot::setBars(std::vector<StackedBar> bars, std::vector<Zone> zones)
{
    const bool sameNumber = bars.size() == m_bars.size();
    m_bars = std::move(bars);
    m_zones = std::move(zones);
    m_hovered = -1;
    QStringList names;
    QStringList shorter;
    for (const StackedBar& bar : m_bars) {
        names.append(bar.name);
        if (!bar.shortName.isEmpty())
            shorter.append(bar.shortName);
    }
    m_nameTicker->setNames(names, shorter);
    yAxis->setVisible(!m_bars.empty());
    xAxis->setVisible(!m_bars.empty());
    // A label that extends beyond the widget would not be drawn.
    const int half = names.isEmpty() ? 0 : fontMetrics().horizontalAdvance(NameTicker::shortName(names.back())) / 2;
    axisRect()->setMinimumMargins(QMargins(8, 6, std::clamp(half - 4, 10, 60), 4));
    std::erase_if(m_selected, [this](int bar) { return bar >= static_cast<int>(m_bars.size()); });
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
    if (m_selected == bars)
        return;
    m_selected = std::move(bars);
    replot(QCustomPlot::rpQueuedReplot);
}

void StackedBarPlot::showAll()
{
    xAxis->setRange(-edge, std::max<double>(0, double(m_bars.size()) - 1) + edge);
    replot();
}

QPoint StackedBarPlot::barCenter(int bar) const
{
    return {static_cast<int>(std::lround(xAxis->coordToPixel(bar))), axisRect()->center().y()};
}

void StackedBarPlot::keepInside(const QCPRange& range)
{
    const double lowest = -edge;
    const double highest = std::max<double>(0, double(m_bars.size()) - 1) + edge;
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
    return bar < 0 || bar >= static_cast<int>(m_bars.size()) ? -1 : bar;
}

void StackedBarPlot::setHovered(int bar)
{
    if (m_hovered == bar)
        return;
    m_hovered = bar;
    replot(QCustomPlot::rpQueuedReplot);
}

int StackedBarPlot::zoneLineAt(const QPoint& position) const
{
    if (!m_zonesAreMovable || !axisRect()->rect().contains(position))
        return -1;
    for (int zone = 1; zone < int(m_zones.size()); ++zone) {
        if (std::abs(xAxis->coordToPixel(m_zones[size_t(zone)].begin) - position.x()) <= grabDistance)
            return zone;
    }
    return -1;
}

void StackedBarPlot::dragZoneLine(const QPoint& position)
{
    Zone& left = m_zones[size_t(m_draggedZone) - 1];
    Zone& right = m_zones[size_t(m_draggedZone)];
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
    const int last = static_cast<int>(m_bars.size()) - 1;
    const int current = m_selected.empty() ? -1 : m_selected.front();
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
    if (next != current || m_selected.size() > 1)
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
            QToolTip::showText(help->globalPos(), m_bars[size_t(bar)].toolTip, this);
        else
            QToolTip::hideText();
        return true;
    }
    return QCustomPlot::event(event);
}

} // namespace bubblescope
