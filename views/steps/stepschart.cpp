// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "stepschart.h"

#include "plotstyle.h"
#include "roundedtime.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QRubberBand>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <utility>

namespace bubblescope {

namespace {

constexpr int heightOfCurves = 64; // px
constexpr int leastOfMatrix = 96;  // with its steps below
constexpr int leastOfCells = 64;   // beside curves: ticks of ranks and of the scale do not touch
constexpr int widthOfBars = 90;
constexpr int dragThreshold = 4;

/// The index that a tick stands at, if it is one of `count`.
std::optional<size_t> indexAt(double tick, size_t count)
{
    const bool isIndex = std::abs(tick - std::round(tick)) < 1e-6 && tick > -0.5 && tick < double(count) - 0.5;
    return isIndex ? std::optional(static_cast<size_t>(std::lround(tick))) : std::nullopt;
}

} // namespace

StepsChart::StepsChart(QWidget* parent) : QCustomPlot(parent), m_band(new QRubberBand(QRubberBand::Rectangle, this))
{
    setAccessibleName(tr("Steps of every rank"));
    setFocusPolicy(Qt::StrongFocus);
    setMinimumSize(200, leastOfMatrix);
    buildRects();
    buildTickers();
}

void StepsChart::buildRects()
{
    plotLayout()->clear();
    const auto newRect = [this](int row, int column) {
        auto* rect = new QCPAxisRect(this, true);
        plotLayout()->addElement(row, column, rect);
        rect->setMinimumMargins(QMargins(4, 3, 6, 3));
        return rect;
    };
    m_curveRect = newRect(0, 0);
    m_cellRect = newRect(1, 0);
    m_barRect = newRect(1, 1);
    m_lossRect = newRect(2, 0);
    plotLayout()->setRowSpacing(0);
    plotLayout()->setColumnSpacing(0);
    m_barRect->setMaximumSize(widthOfBars, QWIDGETSIZE_MAX);
    auto* sides = new QCPMarginGroup(this);
    for (QCPAxisRect* rect : {m_curveRect, m_cellRect, m_lossRect})
        rect->setMarginGroup(QCP::msLeft | QCP::msRight, sides);
    auto* ends = new QCPMarginGroup(this);
    m_legend = new QCPColorScale(this);
    m_legend->setType(QCPAxis::atRight);
    m_legend->setBarWidth(10);
    m_legend->setRangeDrag(false);
    m_legend->setRangeZoom(false);
    plotLayout()->addElement(1, 2, m_legend);
    for (QCPLayoutElement* element : std::initializer_list<QCPLayoutElement*> {m_cellRect, m_barRect, m_legend})
        element->setMarginGroup(QCP::msTop | QCP::msBottom, ends);

    new StepCurves(m_curveRect->axis(QCPAxis::atBottom), m_curveRect->axis(QCPAxis::atLeft), m_picture);
    new StepMatrixCells(m_cellRect->axis(QCPAxis::atBottom), m_cellRect->axis(QCPAxis::atLeft), m_picture);
    new SlowestBars(m_barRect->axis(QCPAxis::atBottom), m_barRect->axis(QCPAxis::atLeft), m_picture);
    m_loss = new QCPGraph(m_lossRect->axis(QCPAxis::atBottom), m_lossRect->axis(QCPAxis::atLeft));
    m_loss->setAdaptiveSampling(true);
    for (QCPAxisRect* rect : {m_cellRect, m_barRect}) {
        rect->axis(QCPAxis::atLeft)->setRangeReversed(true);
        rect->axis(QCPAxis::atLeft)->grid()->setVisible(false);
        rect->axis(QCPAxis::atBottom)->grid()->setVisible(false);
    }
    m_barRect->axis(QCPAxis::atLeft)->setTickLabels(false);
    m_curveRect->axis(QCPAxis::atBottom)->setTickLabels(false);
    m_lossRect->axis(QCPAxis::atBottom)->setTickLabels(false);
}

void StepsChart::buildTickers()
{
    const auto ticker = [](auto text) { return QSharedPointer<TextTicker>(new TextTicker(std::move(text))); };
    m_cellRect->axis(QCPAxis::atBottom)->setTicker(ticker([this](double index) { return stepLabel(index); }));
    m_cellRect->axis(QCPAxis::atLeft)->setTicker(ticker([this](double row) { return rowLabel(row); }));
    m_barRect->axis(QCPAxis::atBottom)->setTicker(ticker([](double share) {
        return formatFixed(share * 100, 0) + QChar(0x00a0) + QLatin1Char('%');
    }));
    for (QCPAxis* axis : {m_lossRect->axis(QCPAxis::atLeft), m_barRect->axis(QCPAxis::atBottom)})
        axis->ticker()->setTickCount(2);
}

QString StepsChart::stepLabel(double index) const
{
    const std::optional<size_t> step = matrix() ? indexAt(index, matrix()->stepCount()) : std::nullopt;
    return step ? formatCount(matrix()->table().steps()[*step]) : QString();
}

QString StepsChart::rowLabel(double row) const
{
    const std::optional<size_t> at = matrix() ? indexAt(row, matrix()->rowCount()) : std::nullopt;
    if (!at)
        return {};
    const int rank = matrix()->row(*at).rank;
    return rank < 0 ? tr("all ranks") : QString::number(rank);
}

QString StepsChart::valueText(double value) const
{
    if (!matrix())
        return {};
    return matrix()->options().scale == StepMatrix::Scale::Deviation ? formatShareDifference(value)
                                                                     : formatDuration(value * nsPerMs);
}

void StepsChart::setMatrix(std::shared_ptr<const StepMatrix> matrix, bool isOtherTable)
{
    m_picture.matrix = std::move(matrix);
    m_picture.setColors(m_picture.colors); // the shades are those of its options
    const bool hasRanks = m_picture.matrix->rowCount() > 1;
    m_barRect->setVisible(hasRanks);
    m_barRect->setMinimumSize(hasRanks ? widthOfBars : 0, 0);
    m_barRect->setMaximumSize(hasRanks ? widthOfBars : 0, QWIDGETSIZE_MAX);
    m_legend->setVisible(hasRanks || m_picture.matrix->stepCount() > 1);
    showScale();
    if (isOtherTable)
        m_cellRect->axis(QCPAxis::atBottom)->setRange(-0.5, double(m_picture.matrix->stepCount()) - 0.5);
    for (QCPAxisRect* rect : {m_cellRect, m_barRect})
        rect->axis(QCPAxis::atLeft)->setRange(-0.5, double(m_picture.matrix->rowCount()) - 0.5);
    bool isFound = false;
    m_barRect->axis(QCPAxis::atBottom)->setRange(m_barRect->plottables().front()->getKeyRange(isFound));
    setVisibleSteps(visibleSteps());
}

void StepsChart::setMeasureName(const QString& name)
{
    m_measureName = name;
    showTitles();
}

/// A low chart leaves the room to the matrix.
void StepsChart::showTitles()
{
    const bool hasRanks = matrix() && matrix()->rowCount() > 1;
    const bool isDeviation = matrix() && matrix()->options().scale == StepMatrix::Scale::Deviation;
    m_cellRect->axis(QCPAxis::atLeft)->setLabel(hasRanks ? tr("rank") : QString());
    m_cellRect->axis(QCPAxis::atBottom)->setLabel(hasCurves() ? tr("step") : QString());
    m_barRect->axis(QCPAxis::atBottom)->setLabel(hasCurves() ? tr("slowest") : QString());
    m_curveRect->axis(QCPAxis::atLeft)->setLabel(!hasCurves() ? QString() : isDeviation ? tr("deviation") : tr("time"));
    m_lossRect->axis(QCPAxis::atLeft)->setLabel(tr("loss"));
    const QString measure = isDeviation ? tr("%1, against the peers").arg(m_measureName) : m_measureName;
    const bool fits = QFontMetrics(m_legend->axis()->labelFont()).horizontalAdvance(measure) <= heightOfCells();
    m_legend->setLabel(hasCurves() && fits ? measure : QString());
    m_legend->setMargins(QMargins()); // a scale keeps the largest margins that its group ever had
}

void StepsChart::setLoss(const QVector<double>& steps, const QVector<double>& values)
{
    m_loss->setData(steps, values, true);
    m_hasLoss = steps.size() > 1;
    m_loss->rescaleValueAxis(false, true);
    shareHeight();
}

void StepsChart::setMarked(const Cell& cell)
{
    m_picture.row = cell.row;
    m_picture.step = cell.step;
    replot(rpQueuedReplot);
}

void StepsChart::setColors(const Palette& colors)
{
    applyPlotStyle(*this, colors);
    for (QCPAxisRect* rect : {m_curveRect, m_cellRect, m_barRect, m_lossRect}) {
        for (QCPAxis* axis : rect->axes())
            applyAxisStyle(*axis, colors);
    }
    for (QCPAxisRect* rect : {m_curveRect, m_lossRect})
        rect->axis(QCPAxis::atBottom)
            ->grid()
            ->setZeroLinePen(rect->axis(QCPAxis::atBottom)->grid()->pen()); // an index as others
    applyAxisStyle(*m_legend->axis(), colors);
    m_legend->axis()->setTickLabelFont(font());
    m_legend->axis()->setLabelFont(font());
    m_loss->setPen(QPen(colors.accent, 1.5));
    m_picture.colors = colors;
    if (matrix()) {
        m_picture.setColors(colors);
        showScale();
    }
    replot(rpQueuedReplot);
}

/// The meaning of the colours, and the unit of their ticks and of those of the curves.
void StepsChart::showScale()
{
    const bool isShare = matrix()->options().scale == StepMatrix::Scale::Deviation;
    for (const auto& [axis, ticks] :
        {std::pair(m_curveRect->axis(QCPAxis::atLeft), 2), std::pair(m_legend->axis(), 3)}) {
        axis->setTicker(isShare
                ? QSharedPointer<QCPAxisTicker>(new TextTicker([this](double value) { return valueText(value); }))
                : QSharedPointer<QCPAxisTicker>(new TimeTicker(nsPerMs)));
        axis->ticker()->setTickCount(ticks);
    }
    const double low = double(matrix()->low());
    const double high = double(matrix()->high());
    QCPColorGradient gradient;
    QMap<double, QColor> stops;
    constexpr int stopCount = 16;
    for (int i = 0; i <= stopCount; ++i)
        stops.insert(double(i) / stopCount, QColor(m_picture.shade(float(low + (high - low) * i / stopCount))));
    gradient.setColorStops(stops);
    m_legend->setGradient(gradient);
    m_legend->setDataRange(QCPRange(low, high));
}

/// What curves, loss and the axis of steps leave.
int StepsChart::heightOfCells() const
{
    const int line = fontMetrics().height();
    const int curves = (hasCurves() ? heightOfCurves : 0) + (m_lossRect->visible() ? heightOfCurves : 0);
    return height() - curves - (line + 17) - (hasCurves() ? line + 14 : 0); // with margins and titles
}

void StepsChart::shareHeight()
{
    m_curveRect->setVisible(true);
    m_lossRect->setVisible(m_hasLoss);
    if (heightOfCells() < leastOfCells)
        m_lossRect->setVisible(false);
    if (heightOfCells() < leastOfCells)
        m_curveRect->setVisible(false);
    for (QCPAxisRect* rect : {m_curveRect, m_lossRect}) {
        rect->setMinimumSize(50, rect->visible() ? heightOfCurves : 0);
        rect->setMaximumSize(QWIDGETSIZE_MAX, rect->visible() ? heightOfCurves : 0);
        rect->setAutoMargins(rect->visible() ? QCP::msAll : QCP::msLeft | QCP::msRight);
        rect->setMargins(QMargins()); // of a hidden one nothing is left above and below
    }
    // As many names of ranks as fit above each other.
    m_cellRect->axis(QCPAxis::atLeft)->ticker()->setTickCount(std::clamp(heightOfCells() / 24, 2, 8));
    showTitles();
}

void StepsChart::setVisibleSteps(QCPRange range)
{
    if (!matrix())
        return;
    constexpr double fewest = 4;
    const double all = double(matrix()->stepCount());
    const double size = std::clamp(range.size(), std::min(fewest, all), all);
    const double lower = std::clamp(range.lower, -0.5, all - 0.5 - size);
    for (QCPAxisRect* rect : {m_curveRect, m_cellRect, m_lossRect})
        rect->axis(QCPAxis::atBottom)->setRange(lower, lower + size);
    bool isFound = false;
    const QCPRange values
        = m_curveRect->plottables().front()->getValueRange(isFound, QCP::sdBoth, QCPRange(lower, lower + size));
    if (isFound) {
        const double margin = std::max(values.size() * 0.08, std::abs(values.upper) * 1e-3);
        m_curveRect->axis(QCPAxis::atLeft)->setRange(values.lower - margin, values.upper + margin);
    }
    m_loss->rescaleValueAxis(false, true);
    replot(rpQueuedReplot);
}

QPoint StepsChart::cellCenter(int row, int step) const
{
    return {int(std::lround(m_cellRect->axis(QCPAxis::atBottom)->coordToPixel(step))),
        int(std::lround(m_cellRect->axis(QCPAxis::atLeft)->coordToPixel(row)))};
}

std::optional<StepsChart::Cell> StepsChart::cellAt(const QPoint& position) const
{
    if (!matrix())
        return std::nullopt;
    const bool isInCells = m_cellRect->rect().contains(position);
    if (!isInCells && !m_curveRect->rect().contains(position) && !m_barRect->rect().contains(position))
        return std::nullopt;
    const int step = int(std::lround(m_cellRect->axis(QCPAxis::atBottom)->pixelToCoord(position.x())));
    const int row = int(std::lround(m_cellRect->axis(QCPAxis::atLeft)->pixelToCoord(position.y())));
    const bool isStep = step >= 0 && step < int(matrix()->stepCount()) && !m_barRect->rect().contains(position);
    const bool isRow = row >= 0 && row < int(matrix()->rowCount()) && !m_curveRect->rect().contains(position);
    return Cell {isRow ? row : -1, isStep ? step : -1};
}

void StepsChart::resizeEvent(QResizeEvent* event)
{
    shareHeight();
    QCustomPlot::resizeEvent(event);
}

void StepsChart::wheelEvent(QWheelEvent* event)
{
    if (!matrix())
        return QCustomPlot::wheelEvent(event);
    const QPoint delta = event->angleDelta();
    const double turns = (delta.y() != 0 ? delta.y() : delta.x()) / 120.0;
    QCPRange range = visibleSteps();
    if (event->modifiers() & Qt::ShiftModifier) {
        range += -turns * range.size() * 0.1;
    } else {
        const double fixed = m_cellRect->axis(QCPAxis::atBottom)->pixelToCoord(event->position().x());
        const double factor = std::pow(0.8, turns);
        range = QCPRange(fixed + (range.lower - fixed) * factor, fixed + (range.upper - fixed) * factor);
    }
    setVisibleSteps(range);
    event->accept();
}

void StepsChart::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        m_pressed = event->position().toPoint();
    QCustomPlot::mousePressEvent(event);
}

void StepsChart::mouseMoveEvent(QMouseEvent* event)
{
    const QPoint at = event->position().toPoint();
    if (m_pressed && matrix() && std::abs(at.x() - m_pressed->x()) > dragThreshold) {
        m_band->setGeometry(QRect(QPoint(std::min(at.x(), m_pressed->x()), m_cellRect->top()),
            QPoint(std::max(at.x(), m_pressed->x()), m_cellRect->bottom())));
        m_band->show();
    }
    QCustomPlot::mouseMoveEvent(event);
}

void StepsChart::mouseReleaseEvent(QMouseEvent* event)
{
    QCustomPlot::mouseReleaseEvent(event);
    const QPoint at = event->position().toPoint();
    const std::optional<QPoint> pressed = std::exchange(m_pressed, std::nullopt);
    m_band->hide();
    if (!pressed || !matrix())
        return;
    if (std::abs(at.x() - pressed->x()) <= dragThreshold) {
        if (const std::optional<Cell> cell = cellAt(at))
            emit cellChosen(*cell);
        return;
    }
    const auto stepAt = [this](int x) {
        return std::clamp(
            int(std::lround(m_cellRect->axis(QCPAxis::atBottom)->pixelToCoord(x))), 0, int(matrix()->stepCount()) - 1);
    };
    emit stepsChosen(stepAt(std::min(at.x(), pressed->x())), stepAt(std::max(at.x(), pressed->x())));
}

void StepsChart::keyPressEvent(QKeyEvent* event)
{
    const int steps = event->key() == Qt::Key_Right ? 1 : event->key() == Qt::Key_Left ? -1 : 0;
    const int rows = event->key() == Qt::Key_Down ? 1 : event->key() == Qt::Key_Up ? -1 : 0;
    if (!matrix() || (steps == 0 && rows == 0))
        return QCustomPlot::keyPressEvent(event);
    emit cellChosen({std::clamp(m_picture.row + rows, 0, int(matrix()->rowCount()) - 1),
        std::clamp(m_picture.step + steps, 0, int(matrix()->stepCount()) - 1)});
}

} // namespace bubblescope
