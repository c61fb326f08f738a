// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "rooflineplot.h"

#include "formatting.h"
#include "operatorpeaks.h"
#include "plotstyle.h"
#include "rooflinemodel.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace bubblescope {

namespace {

constexpr double leastRadius = 2.5; // pixels
constexpr double reachOfDot = 4; // beyond its edge
constexpr std::array allOperatorKinds {OperatorKind::Matrix, OperatorKind::Attention, OperatorKind::Convolution,
    OperatorKind::Norm, OperatorKind::Elements};

/// Of the largest dot: in a low plot dots are smaller, so that they leave room for what lies among them.
double mostRadius(double plotHeight) { return std::clamp(plotHeight / 10, 5.0, 16.0); }

/// Its area is its share of the most.
double radiusOf(double ns, double mostNs, double plotHeight)
{
    return mostNs > 0 ? std::max(leastRadius, mostRadius(plotHeight) * std::sqrt(ns / mostNs)) : leastRadius;
}

/// With air for the dots at its ends, in powers: a seventh on each side is more than the radius of the largest.
QCPRange withAir(double least, double most)
{
    constexpr double leastAir = 2; // a factor
    const double air = std::max(leastAir, std::pow(most / least, 1.0 / 7));
    return {least / air, most * air};
}

QString teraText(double perSecond) { return formatNumber(perSecond / 1e12, 3); }

} // namespace

/// All dots: a graph has one size for all of its points.
class RooflineDots : public QCPAbstractPlottable {
public:
    struct Dot {
        double intensity = 0;
        double flopsPerSecond = 0;
        double ns = 0;
        QColor color;
        bool isRing = false;
        bool isChosen = false;
    };
    RooflineDots(QCPAxis* keyAxis, QCPAxis* valueAxis) : QCPAbstractPlottable(keyAxis, valueAxis) { }

    std::vector<Dot> dots;
    double mostNs = 0;
    QColor chosenColor;

    double selectTest(const QPointF&, bool, QVariant*) const override { return -1; } // the plot finds its dots itself
    QCPRange getKeyRange(bool& isFound, QCP::SignDomain) const override { return range(isFound, &Dot::intensity); }
    QCPRange getValueRange(bool& isFound, QCP::SignDomain, const QCPRange&) const override
    {
        return range(isFound, &Dot::flopsPerSecond);
    }

protected:
    void draw(QCPPainter* painter) override
    {
        applyFillAntialiasingHint(painter);
        const double height = mValueAxis->axisRect()->height();
        for (const Dot& dot : dots) {
            const QPointF at = coordsToPixels(dot.intensity, dot.flopsPerSecond);
            QColor ground = dot.color;
            ground.setAlphaF(0.55F);
            painter->setPen(dot.isChosen ? QPen(chosenColor, 2) : QPen(dot.color, dot.isRing ? 1.5 : 1));
            painter->setBrush(dot.isRing ? QBrush(Qt::NoBrush) : QBrush(ground));
            const double radius = radiusOf(dot.ns, mostNs, height);
            painter->drawEllipse(at, radius, radius);
        }
    }
    void drawLegendIcon(QCPPainter*, const QRectF&) const override { }

private:
    QCPRange range(bool& isFound, double Dot::*of) const
    {
        isFound = !dots.empty();
        QCPRange all = isFound ? QCPRange(dots.front().*of, dots.front().*of) : QCPRange();
        for (const Dot& dot : dots)
            all.expand(dot.*of);
        return all;
    }
};

RooflinePlot::RooflinePlot(QWidget* parent) : QCustomPlot(parent)
{
    setAccessibleName(tr("Computing speed of operators over their work for each byte"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setMinimumSize(200, 110);
    setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
    xAxis->setLabel(tr("FLOP/byte"));
    yAxis->setLabel(tr("TFLOP/s"));
    for (QCPAxis* const axis : {xAxis, yAxis})
        axis->setScaleType(QCPAxis::stLogarithmic);
    xAxis->setTicker(QSharedPointer<LogTicker>::create([](double value) { return formatNumber(value, 3); }));
    yAxis->setTicker(QSharedPointer<LogTicker>::create([](double value) { return teraText(value); }));
    for (QCPAxis* const axis : {xAxis, yAxis})
        connect(axis, qOverload<const QCPRange&>(&QCPAxis::rangeChanged), this, &RooflinePlot::fitRoofs);
    connect(this, &QCustomPlot::afterLayout, this, &RooflinePlot::fitLabels);
    fitTicks();
}

QColor RooflinePlot::kindColor(OperatorKind kind, const Palette& colors) { return colors.stageColor(int(kind)); }

void RooflinePlot::setColors(const Palette& colors)
{
    m_colors = colors;
    applyPlotStyle(*this, colors);
    refill();
}

void RooflinePlot::setOperators(RooflineOperatorsPtr found)
{
    m_found = std::move(found);
    m_chosen = -1;
    m_hovered = {};
    m_points.clear();
    m_otherPoints.clear();
    m_peaks = {};
    m_reached = {};
    m_mostNs = 0;
    if (m_found) {
        m_points = rooflinePoints(m_found->operators);
        m_otherPoints = rooflinePoints(m_found->others);
        m_reached = reachedRoofs(m_found->operators);
        if (m_found->hardware)
            m_peaks = peakRoofs(*m_found->hardware);
        // Operators are sorted by that.
        for (const auto& [points, uses] :
            {std::pair(&m_points, &m_found->operators), std::pair(&m_otherPoints, &m_found->others)}) {
            if (!points->empty())
                m_mostNs = std::max(m_mostNs, (*uses)[points->front().place].deviceNs);
        }
    }
    refill();
    showAll();
}

void RooflinePlot::setChosen(int place)
{
    if (m_chosen == place)
        return;
    m_chosen = place;
    refill();
}

std::vector<OperatorKind> RooflinePlot::kinds() const
{
    std::vector<OperatorKind> there;
    for (const OperatorKind kind : allOperatorKinds) {
        if (std::any_of(m_points.begin(), m_points.end(),
                [&](const RooflinePoint& point) { return operatorKind(m_found->operators[point.place].name) == kind; }))
            there.push_back(kind);
    }
    return there;
}

std::optional<QPointF> RooflinePlot::pixelOf(int place) const
{
    const auto point = std::find_if(
        m_points.begin(), m_points.end(), [place](const RooflinePoint& of) { return int(of.place) == place; });
    if (point == m_points.end())
        return std::nullopt;
    return QPointF(xAxis->coordToPixel(point->intensity), yAxis->coordToPixel(point->flopsPerSecond));
}

double RooflinePlot::radiusOfDot(int place) const
{
    return radiusOf(m_found->operators[size_t(place)].deviceNs, m_mostNs, axisRect()->height());
}

const OperatorUse& RooflinePlot::useOf(const Hit& hit) const
{
    return (hit.isOther ? m_found->others : m_found->operators)[size_t(hit.place)];
}

void RooflinePlot::refill()
{
    clearPlottables();
    clearItems();
    m_roofs.clear();
    drawRoofs();
    m_dots = new RooflineDots(xAxis, yAxis);
    m_dots->mostNs = m_mostNs;
    m_dots->chosenColor = m_colors.text;
    const auto add = [this](const RooflinePoint& point, const OperatorUse& use, bool isRing) {
        RooflineDots::Dot dot;
        dot.intensity = point.intensity;
        dot.flopsPerSecond = point.flopsPerSecond;
        dot.ns = use.deviceNs;
        dot.color = kindColor(operatorKind(use.name), m_colors);
        dot.isRing = isRing;
        dot.isChosen = !isRing && int(point.place) == m_chosen;
        m_dots->dots.push_back(dot);
    };
    for (const RooflinePoint& point : m_points)
        add(point, m_found->operators[point.place], false);
    for (const RooflinePoint& point : m_otherPoints)
        add(point, m_found->others[point.place], true);
    const QString count = tr("%1 operators and shapes").arg(formatCount(qint64(m_points.size())));
    setAccessibleDescription(
        m_chosen >= 0 ? tr("%1. Chosen: %2").arg(count, RooflineModel::tip(useOf({m_chosen, false}))) : count);
    replot(QCustomPlot::rpQueuedReplot);
}

void RooflinePlot::addRoof(double flopsPerSecond, double bytesPerSecond, const QPen& pen, const QString& text)
{
    Roof roof {addGraph(), nullptr, flopsPerSecond, bytesPerSecond};
    roof.line->setPen(pen);
    if (!text.isEmpty()) {
        QFont font = this->font();
        font.setPixelSize(QFontInfo(font).pixelSize()); // the same in a picture
        roof.label = new QCPItemText(this);
        roof.label->position->setTypeX(QCPItemPosition::ptAxisRectRatio);
        roof.label->setPadding(QMargins(4, 0, 4, 1));
        roof.label->setText(text);
        roof.label->setColor(pen.color());
        roof.label->setFont(font);
    }
    m_roofs.push_back(roof);
}

/// What the GPU can do is solid; what it reached, with each type, is dashed.
void RooflinePlot::drawRoofs()
{
    const double bandwidth = m_peaks.bytesPerSecond > 0 ? m_peaks.bytesPerSecond : m_reached.bytesPerSecond;
    const QPen solid(m_colors.text, 1.5);
    const double peak = m_peaks.compute.empty() ? 0 : m_peaks.compute.front().flopsPerSecond; // all of half precision
    if (peak > 0 || m_peaks.bytesPerSecond > 0)
        addRoof(peak, bandwidth, solid, peak > 0 ? tr("half precision: %1 TFLOP/s").arg(teraText(peak)) : QString());
    constexpr size_t mostRoofs = 3; // of more the lines say nothing
    const QPen dashed(m_colors.mutedText, 1, Qt::DashLine);
    for (size_t i = 0; i < std::min(mostRoofs, m_reached.compute.size()); ++i) {
        const Roofs::Compute& roof = m_reached.compute[i];
        const QString types = roof.dataTypes.empty() ? tr("unknown types") : toText(roof.dataTypes).simplified();
        addRoof(roof.flopsPerSecond, bandwidth, dashed,
            tr("%1, reached: %2 TFLOP/s").arg(elideMiddle(types, 24), teraText(roof.flopsPerSecond)));
    }
    if (m_reached.compute.empty() && m_peaks.isEmpty() && bandwidth > 0)
        addRoof(0, bandwidth, dashed, QString());
    fitRoofs();
}

/// Lines end where the axes do: in a drawing nothing cuts them.
void RooflinePlot::fitRoofs()
{
    const QCPRange keys = xAxis->range();
    const QCPRange values = yAxis->range();
    for (const Roof& roof : m_roofs) {
        const double bandwidth = roof.bytesPerSecond;
        const double left = bandwidth > 0 ? std::max(keys.lower, values.lower / bandwidth) : keys.lower;
        const double right = bandwidth > 0 && boundAt(keys.upper, roof.flopsPerSecond, bandwidth) > values.upper
            ? values.upper / bandwidth
            : keys.upper;
        const double ridge = bandwidth > 0 && roof.flopsPerSecond > 0 ? roof.flopsPerSecond / bandwidth : left;
        QVector<double> x;
        QVector<double> y;
        for (const double key : {left, ridge, right}) {
            if (key < left || key > right || (!x.isEmpty() && key <= x.back()))
                continue;
            // Rounded to just outside is inside.
            const double bound = boundAt(key, roof.flopsPerSecond, bandwidth);
            if (bound >= values.lower * (1 - 1e-9) && bound <= values.upper * (1 + 1e-9)) {
                x << key;
                y << std::clamp(bound, values.lower, values.upper);
            }
        }
        roof.line->setData(x, y, true);
    }
}

/// Where roofs are close, the higher one is named: above its slope, where no dot is, or at its end if there is no room.
void RooflinePlot::fitLabels()
{
    std::vector<QRectF> taken;
    const QRectF room = axisRect()->rect();
    for (const Roof& roof : m_roofs) {
        if (!roof.label)
            continue;
        const QMargins padding = roof.label->padding();
        const QFontMetrics metrics(roof.label->font());
        const double width = metrics.horizontalAdvance(roof.label->text()) + padding.left() + padding.right();
        const double height = metrics.height() + padding.top() + padding.bottom();
        const double at = yAxis->coordToPixel(roof.flopsPerSecond);
        const bool fitsAbove = at - room.top() >= height;
        const double bottom = fitsAbove ? at : at + height;
        const double slope = roof.bytesPerSecond > 0
            ? std::min(xAxis->coordToPixel(yAxis->pixelToCoord(bottom) / roof.bytesPerSecond), room.right())
            : room.left();
        const bool isBefore = slope - room.left() >= width;
        const double right = isBefore ? slope : room.right() - 2;
        const QRectF place(right - width, bottom - height, width, height);
        const bool isFree = yAxis->range().contains(roof.flopsPerSecond) && (isBefore || fitsAbove)
            && std::none_of(taken.begin(), taken.end(), [&](const QRectF& other) { return other.intersects(place); });
        roof.label->setVisible(isFree);
        if (!isFree)
            continue;
        taken.push_back(place);
        roof.label->setPositionAlignment(Qt::AlignRight | (fitsAbove ? Qt::AlignBottom : Qt::AlignTop));
        roof.label->position->setCoords((right - room.left()) / room.width(), roof.flopsPerSecond);
    }
}

void RooflinePlot::showAll()
{
    double left = std::numeric_limits<double>::max();
    double right = 0;
    double least = left;
    double most = 0;
    const auto include = [&](const RooflinePoint& point) {
        left = std::min(left, point.intensity);
        right = std::max(right, point.intensity);
        least = std::min(least, point.flopsPerSecond);
        most = std::max(most, point.flopsPerSecond);
    };
    std::for_each(m_points.begin(), m_points.end(), include);
    std::for_each(m_otherPoints.begin(), m_otherPoints.end(), include);
    if (right <= 0) {
        left = right = 1;
        least = most = 1e12;
    }
    for (const Roofs* const roofs : {&m_peaks, &m_reached}) {
        for (const Roofs::Compute& roof : roofs->compute) {
            most = std::max(most, roof.flopsPerSecond);
            if (roofs->bytesPerSecond > 0)
                right = std::max(right, roof.flopsPerSecond / roofs->bytesPerSecond); // the ridge
        }
    }
    xAxis->setRange(withAir(left, right));
    yAxis->setRange(withAir(least, most));
    replot(QCustomPlot::rpQueuedReplot);
}

RooflinePlot::Hit RooflinePlot::hitAt(const QPointF& position) const
{
    Hit best;
    double nearest = std::numeric_limits<double>::max(); // beyond the edge of a dot, in its radii
    const auto consider
        = [&](const std::vector<RooflinePoint>& points, const std::vector<OperatorUse>& uses, bool isOther) {
              for (const RooflinePoint& point : points) {
                  const QPointF at(xAxis->coordToPixel(point.intensity), yAxis->coordToPixel(point.flopsPerSecond));
                  const double radius
                      = radiusOf(uses[point.place].deviceNs, m_mostNs, axisRect()->height()) + reachOfDot;
                  const double distance = std::hypot(at.x() - position.x(), at.y() - position.y()) / radius;
                  if (distance <= 1 && distance < nearest) {
                      nearest = distance;
                      best = {int(point.place), isOther};
                  }
              }
          };
    if (m_found) {
        consider(m_points, m_found->operators, false);
        consider(m_otherPoints, m_found->others, true);
    }
    return best;
}

void RooflinePlot::mousePressEvent(QMouseEvent* event)
{
    m_pressed = event->pos();
    QCustomPlot::mousePressEvent(event);
}

void RooflinePlot::mouseMoveEvent(QMouseEvent* event)
{
    QCustomPlot::mouseMoveEvent(event);
    if (event->buttons() != Qt::NoButton)
        return;
    const Hit hit = hitAt(event->position());
    if (hit == m_hovered)
        return;
    m_hovered = hit;
    setCursor(hit.place < 0 ? Qt::ArrowCursor : Qt::PointingHandCursor);
    if (hit.place < 0)
        QToolTip::hideText();
    else
        QToolTip::showText(event->globalPosition().toPoint(), RooflineModel::tip(useOf(hit)), this);
}

void RooflinePlot::mouseReleaseEvent(QMouseEvent* event)
{
    QCustomPlot::mouseReleaseEvent(event);
    constexpr int leastDrag = 4; // pixels
    if (event->button() != Qt::LeftButton || (event->pos() - m_pressed).manhattanLength() >= leastDrag)
        return;
    const Hit hit = hitAt(event->position());
    if (hit.place < 0)
        return;
    if (hit.isOther) {
        emit otherChosenByUser(hit.place);
        return;
    }
    setChosen(hit.place);
    emit chosenByUser(hit.place);
}

void RooflinePlot::mouseDoubleClickEvent(QMouseEvent*) { showAll(); }

/// From dot to dot, along the axis of intensity.
void RooflinePlot::keyPressEvent(QKeyEvent* event)
{
    std::vector<RooflinePoint> ordered = m_points;
    std::stable_sort(ordered.begin(), ordered.end(),
        [](const RooflinePoint& a, const RooflinePoint& b) { return a.intensity < b.intensity; });
    const auto at = std::find_if(
        ordered.begin(), ordered.end(), [this](const RooflinePoint& point) { return int(point.place) == m_chosen; });
    const bool isChosen = at != ordered.end();
    auto to = ordered.end();
    switch (event->key()) {
    case Qt::Key_Left:
        to = !isChosen && !ordered.empty() ? ordered.end() - 1 : at == ordered.begin() ? at : at - 1;
        break;
    case Qt::Key_Right:
        to = !isChosen ? ordered.begin() : at + 1 == ordered.end() ? at : at + 1;
        break;
    case Qt::Key_Home:
        to = ordered.begin();
        break;
    case Qt::Key_End:
        to = ordered.empty() ? ordered.end() : ordered.end() - 1;
        break;
    default:
        QCustomPlot::keyPressEvent(event);
        return;
    }
    if (to == ordered.end() || int(to->place) == m_chosen)
        return;
    setChosen(int(to->place));
    emit chosenByUser(m_chosen);
}

void RooflinePlot::leaveEvent(QEvent* event)
{
    m_hovered = {};
    QCustomPlot::leaveEvent(event);
}

void RooflinePlot::resizeEvent(QResizeEvent* event)
{
    QCustomPlot::resizeEvent(event);
    fitTicks();
}

/// As many ticks as have room for their figures.
void RooflinePlot::fitTicks()
{
    const int figure = fontMetrics().horizontalAdvance(QStringLiteral("10 000  "));
    xAxis->ticker()->setTickCount(std::clamp(width() / (2 * figure), 2, 8));
    yAxis->ticker()->setTickCount(std::clamp(height() / (3 * fontMetrics().height()), 2, 6));
}

} // namespace bubblescope
