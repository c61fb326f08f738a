// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "stepschart.h"

#include "cellpicker.h"
#include "plotstyle.h"
#include "roundedtime.h"
#include "rowmargins.h"
#include "rowticker.h"
#include "shadescale.h"

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
constexpr int widthOfBars = 100;
constexpr int widthOfMeans = 120;   // two times side by side
constexpr int leastWithMeans = 700; // px: a narrow chart leaves the room to the matrix
constexpr int dragThreshold = 4;
constexpr QMargins smallestMargins(4, 3, 6, 3);
constexpr QMargins marginsOfSides(14, 3, 14, 3); // their ticks reach beyond them

/// A margin that is hidden takes no room.
void showSide(QCPAxisRect& rect, bool isShown, int width)
{
    rect.setVisible(isShown);
    rect.setMinimumSize(isShown ? width : 0, 0);
    rect.setMaximumSize(isShown ? width : 0, QWIDGETSIZE_MAX);
    rect.setAutoMargins(isShown ? QCP::msAll : QCP::msTop | QCP::msBottom);
    rect.setMinimumMargins(isShown ? marginsOfSides : QMargins());
    rect.setMargins(QMargins());
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
        rect->setMinimumMargins(smallestMargins);
        return rect;
    };
    m_curveRect = newRect(0, 0);
    m_cellRect = newRect(1, 0);
    m_barRect = newRect(1, 1);
    m_meanRect = newRect(1, 2);
    m_lossRect = newRect(2, 0);
    plotLayout()->setRowSpacing(0);
    plotLayout()->setColumnSpacing(0);
    m_barRect->setMaximumSize(widthOfBars, QWIDGETSIZE_MAX);
    auto* sides = new QCPMarginGroup(this);
    for (QCPAxisRect* rect : {m_curveRect, m_cellRect, m_lossRect})
        rect->setMarginGroup(QCP::msLeft | QCP::msRight, sides);
    auto* ends = new QCPMarginGroup(this);
    m_legend = new ShadeScale(this);
    plotLayout()->addElement(1, 3, m_legend);
    for (QCPLayoutElement* element :
        std::initializer_list<QCPLayoutElement*> {m_cellRect, m_barRect, m_meanRect, m_legend})
        element->setMarginGroup(QCP::msTop | QCP::msBottom, ends);

    new StepCurves(m_curveRect->axis(QCPAxis::atBottom), m_curveRect->axis(QCPAxis::atLeft), m_picture);
    new StepMatrixCells(m_cellRect->axis(QCPAxis::atBottom), m_cellRect->axis(QCPAxis::atLeft), m_picture);
    new SlowestBars(m_barRect->axis(QCPAxis::atBottom), m_barRect->axis(QCPAxis::atLeft), m_picture);
    new RowMeans(m_meanRect->axis(QCPAxis::atBottom), m_meanRect->axis(QCPAxis::atLeft), m_picture);
    m_log.emplace(*m_lossRect);
    for (QCPAxisRect* rect : {m_cellRect, m_barRect, m_meanRect}) {
        rect->axis(QCPAxis::atLeft)->setRangeReversed(true);
        rect->axis(QCPAxis::atLeft)->grid()->setVisible(false);
        rect->axis(QCPAxis::atBottom)->grid()->setVisible(false);
    }
    m_barRect->axis(QCPAxis::atLeft)->setTickLabels(false);
    m_meanRect->axis(QCPAxis::atLeft)->setTickLabels(false);
    m_curveRect->axis(QCPAxis::atBottom)->setTickLabels(false);
}

void StepsChart::buildTickers()
{
    const auto ticker = [](auto text) { return QSharedPointer<TextTicker>(new TextTicker(std::move(text))); };
    m_cellRect->axis(QCPAxis::atBottom)->setTicker(QSharedPointer<StepTicker>::create(m_picture));
    m_rowNames.reset(new RowTicker(*m_cellRect->axis(QCPAxis::atLeft), m_picture));
    m_cellRect->axis(QCPAxis::atLeft)->setTicker(m_rowNames);
    m_barRect->axis(QCPAxis::atBottom)->setTicker(ticker([](double share) {
        return formatFixed(share * 100, 0) + QChar(0x00a0) + QLatin1Char('%');
    }));
    m_barRect->axis(QCPAxis::atBottom)->ticker()->setTickCount(2);
}

QString StepsChart::valueText(double value) const
{
    if (!matrix())
        return {};
    return matrix()->options().scale == StepMatrix::Scale::Deviation ? formatShareDifference(value)
                                                                     : formatDuration(value * nsPerMs);
}

void StepsChart::setHosts(const QStringList& names) { m_rowNames->setHosts(names); }

void StepsChart::setMatrix(std::shared_ptr<const StepMatrix> matrix, bool isOtherTable)
{
    const bool areOtherRows
        = isOtherTable || !m_picture.matrix || matrix->options().order != m_picture.matrix->options().order;
    m_picture.matrix = std::move(matrix);
    m_picture.groups = rowGroups(*m_picture.matrix);
    m_picture.setColors(m_picture.colors); // the shades are those of its options
    m_legend->setVisible(m_picture.matrix->rowCount() > 1 || m_picture.matrix->stepCount() > 1);
    showScale();
    if (isOtherTable)
        m_cellRect->axis(QCPAxis::atBottom)->setRange(-0.5, double(m_picture.matrix->stepCount()) - 0.5);
    bool isFound = false;
    constexpr double air = 1.25; // of the last label, beside which that of the means stands
    const QCPRange bars = m_barRect->plottables().front()->getKeyRange(isFound);
    m_barRect->axis(QCPAxis::atBottom)->setRange(bars.lower, bars.upper * air);
    if (const QCPRange means = m_meanRect->plottables().front()->getKeyRange(isFound); isFound)
        m_meanRect->axis(QCPAxis::atBottom)->setRange(means);
    shareHeight();
    setVisibleRows(areOtherRows ? m_cellRect->plottables().front()->getValueRange(isFound) : visibleRows());
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
    m_cellRect->axis(QCPAxis::atLeft)->setLabel(hasRanks ? m_rowNames->title(visibleRows()) : QString());
    m_cellRect->axis(QCPAxis::atBottom)->setLabel(hasCurves() ? tr("step") : QString());
    m_barRect->axis(QCPAxis::atBottom)->setLabel(hasCurves() ? tr("slowest") : QString());
    m_meanRect->axis(QCPAxis::atBottom)->setLabel(hasCurves() ? tr("mean") : QString());
    m_curveRect->axis(QCPAxis::atLeft)->setLabel(!hasCurves() ? QString() : isDeviation ? tr("deviation") : tr("time"));
    const QString measure = isDeviation ? tr("%1, against the peers").arg(m_measureName) : m_measureName;
    m_legend->setName(hasCurves() ? measure : QString(), heightOfCells());
}

void StepsChart::setLog(const LogCurves::Curve& loss, const LogCurves::Curve& gradientNorm)
{
    m_log->setCurves(loss, gradientNorm);
    shareHeight();
}

void StepsChart::setMarkedSteps(const std::optional<std::pair<int, int>>& firstAndLast)
{
    m_picture.range = firstAndLast
        ? PixelCells {size_t(firstAndLast->first), size_t(firstAndLast->second - firstAndLast->first + 1)}
        : PixelCells {};
    replot(rpQueuedReplot);
}

void StepsChart::setMarked(const Cell& cell)
{
    const bool isOther = cell.row != m_picture.row;
    m_picture.row = cell.row;
    m_picture.step = cell.step;
    if (isOther && cell.row >= 0 && !visibleRows().contains(cell.row))
        setVisibleRows(visibleRows() + (cell.row - visibleRows().center()));
    replot(rpQueuedReplot);
}

void StepsChart::setColors(const Palette& colors)
{
    applyPlotStyle(*this, colors);
    for (QCPAxisRect* rect : {m_curveRect, m_cellRect, m_barRect, m_meanRect, m_lossRect}) {
        for (QCPAxis* axis : rect->axes())
            applyAxisStyle(*axis, colors);
    }
    for (QCPAxisRect* rect : {m_curveRect, m_lossRect})
        rect->axis(QCPAxis::atBottom)
            ->grid()
            ->setZeroLinePen(rect->axis(QCPAxis::atBottom)->grid()->pen()); // an index as others
    m_legend->setColors(colors, font());
    m_log->setColors(colors);
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
    for (const auto& [axis, ticks] : {std::pair(m_curveRect->axis(QCPAxis::atLeft), 2), std::pair(m_legend->axis(), 3),
             std::pair(m_meanRect->axis(QCPAxis::atBottom), 1)}) {
        axis->setTicker(isShare
                ? QSharedPointer<QCPAxisTicker>(new TextTicker([this](double value) { return valueText(value); }))
                : QSharedPointer<QCPAxisTicker>(new TimeTicker(nsPerMs)));
        axis->ticker()->setTickCount(ticks);
    }
    m_legend->show(m_picture);
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
    m_lossRect->setVisible(m_log->hasCurves());
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
    const bool hasRanks = matrix() && matrix()->rowCount() > 1;
    showSide(*m_barRect, hasRanks, std::min(widthOfBars, width() / 4));
    showSide(*m_meanRect, hasRanks && width() >= leastWithMeans, widthOfMeans);
    m_cellRect->axis(QCPAxis::atLeft)->ticker()->setTickCount(std::clamp(heightOfCells() / 24, 2, 8));
    m_rowNames->setHeight(heightOfCells());
    showTitles();
}

void StepsChart::setVisibleSteps(QCPRange range)
{
    if (!matrix())
        return;
    const QCPRange steps = partOfCells(range, matrix()->stepCount());
    for (QCPAxisRect* rect : {m_curveRect, m_cellRect, m_lossRect})
        rect->axis(QCPAxis::atBottom)->setRange(steps);
    bool isFound = false;
    const QCPRange values = m_curveRect->plottables().front()->getValueRange(isFound, QCP::sdBoth, steps);
    if (isFound) {
        const double margin = std::max(values.size() * 0.08, std::abs(values.upper) * 1e-3);
        m_curveRect->axis(QCPAxis::atLeft)->setRange(values.lower - margin, values.upper + margin);
    }
    m_log->rescale();
    replot(rpQueuedReplot);
}

void StepsChart::setVisibleRows(QCPRange range)
{
    if (!matrix())
        return;
    for (QCPAxisRect* rect : {m_cellRect, m_barRect, m_meanRect})
        rect->axis(QCPAxis::atLeft)->setRange(partOfCells(range, matrix()->rowCount()));
    showTitles();
    replot(rpQueuedReplot);
}

QPoint StepsChart::cellCenter(int row, int step) const
{
    return {int(std::lround(m_cellRect->axis(QCPAxis::atBottom)->coordToPixel(step))),
        int(std::lround(m_cellRect->axis(QCPAxis::atLeft)->coordToPixel(row)))};
}

std::optional<StepsChart::Cell> StepsChart::cellAt(const QPoint& position) const
{
    const auto isIn = [&](const QCPAxisRect* rect) { // the first line can be a pixel high
        return rect->visible() && rect->rect().adjusted(0, -2, 0, 2).contains(position);
    };
    if (!matrix() || matrix()->rowCount() == 0 || matrix()->stepCount() == 0)
        return std::nullopt;
    const QCPAxis& steps = *m_cellRect->axis(QCPAxis::atBottom);
    const QCPAxis& rows = *m_cellRect->axis(QCPAxis::atLeft);
    if (isIn(m_cellRect)) {
        const MatrixCell cell = cellAtPixel(*matrix(), steps, rows, position);
        return Cell {int(cell.row), int(cell.step)};
    }
    if (isIn(m_curveRect)) {
        const auto step = stepAtPixel(*matrix(), steps, position.x());
        return step ? std::optional(Cell {-1, int(*step)}) : std::nullopt;
    }
    if (!isIn(m_barRect) && !isIn(m_meanRect))
        return std::nullopt;
    const auto row = rowAtPixel(*matrix(), rows, position.y(), isIn(m_meanRect));
    return row ? std::optional(Cell {int(*row), -1}) : std::nullopt;
}

/// Names and margins of the rows.
bool StepsChart::isBesideMatrix(const QPoint& position) const
{
    const QRect cells = m_cellRect->outerRect();
    return (cells.contains(position) && position.x() < m_cellRect->left())
        || (m_barRect->visible() && m_barRect->outerRect().contains(position))
        || (m_meanRect->visible() && m_meanRect->outerRect().contains(position));
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
    const QPointF at = event->position();
    const bool isOfRows = (event->modifiers() & Qt::ControlModifier) || isBesideMatrix(at.toPoint());
    const QCPAxis& axis = *m_cellRect->axis(isOfRows ? QCPAxis::atLeft : QCPAxis::atBottom);
    QCPRange range = axis.range();
    if (event->modifiers() & Qt::ShiftModifier) {
        range += -turns * range.size() * 0.1;
    } else {
        const double fixed = axis.pixelToCoord(isOfRows ? at.y() : at.x());
        const double factor = std::pow(0.8, turns);
        range = QCPRange(fixed + (range.lower - fixed) * factor, fixed + (range.upper - fixed) * factor);
    }
    if (isOfRows)
        setVisibleRows(range);
    else
        setVisibleSteps(range);
    event->accept();
}

void StepsChart::mouseDoubleClickEvent(QMouseEvent* event)
{
    QCustomPlot::mouseDoubleClickEvent(event);
    setVisibleRows({-0.5, 1e9}); // more than there are
    setVisibleSteps({-0.5, 1e9});
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
