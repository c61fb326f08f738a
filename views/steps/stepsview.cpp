// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "stepsview.h"

#include "document.h"
#include "formatting.h"
#include "inputchoice.h"
#include "plotstyle.h"
#include "roundedtime.h"
#include "runsteps.h"
#include "selection.h"
#include "timewindow.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QLabel>
#include <QMouseEvent>
#include <QRubberBand>
#include <QToolTip>
#include <QVBoxLayout>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

constexpr int heightOfCurves = 64; // px
constexpr int leastOfMatrix = 96; // with its steps below
constexpr int widthOfBars = 90;

QString measureText(StepMeasure measure)
{
    switch (measure) {
    case StepMeasure::StepTime:
        return StepsView::tr("Step time");
    case StepMeasure::Compute:
        return StepsView::tr("Compute");
    case StepMeasure::Waiting:
        return StepsView::tr("Waiting");
    case StepMeasure::Exposed:
        return StepsView::tr("Exposed communication");
    case StepMeasure::Bubble:
        return StepsView::tr("Pipeline bubble");
    case StepMeasure::Idle:
        return StepsView::tr("Idle");
    case StepMeasure::Forward:
        return StepsView::tr("Forward");
    case StepMeasure::Backward:
        return StepsView::tr("Backward");
    case StepMeasure::Optimizer:
        return StepsView::tr("Optimizer");
    case StepMeasure::TensorComm:
        return StepsView::tr("Tensor-parallel communication");
    case StepMeasure::PipelineComm:
        return StepsView::tr("Pipeline communication");
    case StepMeasure::DataComm:
        return StepsView::tr("Data-parallel communication");
    case StepMeasure::ExpertComm:
        return StepsView::tr("Expert-parallel communication");
    }
    return {};
}

/// A measure that is 0 or unknown everywhere is not worth a choice.
bool hasContent(const StepTable& table, StepMeasure measure)
{
    if (!table.has(measure))
        return false;
    const size_t cells = table.rowCount() * table.stepCount();
    for (size_t cell = 0; cell < cells; ++cell) {
        if (table.value(measure, cell / table.stepCount(), cell % table.stepCount()) > 0)
            return true;
    }
    return false;
}

} // namespace

StepsView::StepsView(const Document& document, const InputChoice& inputs, Selection& selection, TimeWindow& window,
    RunSteps& steps, QWidget* parent)
    : PanelView(parent)
    , m_document(document)
    , m_inputs(inputs)
    , m_selection(selection)
    , m_window(window)
    , m_steps(steps)
    , m_measure(new QComboBox(this))
    , m_order(new QComboBox(this))
    , m_scale(new QComboBox(this))
    , m_label(new QLabel(this))
    , m_plot(new QCustomPlot(this))
    , m_band(new QRubberBand(QRubberBand::Rectangle, m_plot))
{
    setAccessibleName(tr("Steps"));
    m_measure->setAccessibleName(tr("What is shown of a step"));
    m_order->setAccessibleName(tr("Order of the ranks"));
    m_order->addItem(tr("by stage"), int(StepMatrix::Order::Stage));
    m_order->addItem(tr("by host"), int(StepMatrix::Order::Host));
    m_order->addItem(tr("largest first"), int(StepMatrix::Order::Value));
    m_scale->setAccessibleName(tr("Scale of the colours"));
    m_scale->addItem(tr("as it is"), int(StepMatrix::Scale::Value));
    m_scale->addItem(tr("against the peers"), int(StepMatrix::Scale::Deviation));
    m_scale->setItemData(1, tr("Against the median rank of the same stage in the same step"), Qt::ToolTipRole);
    m_label->setTextFormat(Qt::PlainText);
    m_label->setForegroundRole(QPalette::PlaceholderText);
    m_label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    buildPlot();

    auto* controls = new QHBoxLayout;
    controls->setContentsMargins(6, 4, 6, 0);
    controls->setSpacing(8);
    for (QComboBox* box : {m_measure, m_order, m_scale}) {
        controls->addWidget(box);
        connect(box, &QComboBox::activated, this, &StepsView::invalidate);
    }
    controls->addWidget(m_label, 1);
    auto* content = new QWidget(this);
    auto* layout = new QVBoxLayout(content);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(controls);
    layout->addWidget(m_plot, 1);
    setContent(content);

    connect(&steps, &RunSteps::changed, this, &StepsView::invalidate);
    connect(&inputs, &InputChoice::runLogChanged, this, &StepsView::invalidate);
    connect(&window, &TimeWindow::stepChanged, this, &StepsView::showSelection);
    connect(&selection, &Selection::rankChanged, this, &StepsView::showSelection);
}

void StepsView::buildPlot()
{
    m_plot->setAccessibleName(tr("Steps of every rank"));
    m_plot->setFocusPolicy(Qt::StrongFocus);
    m_plot->setMinimumSize(200, leastOfMatrix);
    m_plot->installEventFilter(this);
    m_plot->plotLayout()->clear();
    const auto newRect = [this](int row, int column) {
        auto* rect = new QCPAxisRect(m_plot, true);
        m_plot->plotLayout()->addElement(row, column, rect);
        rect->setMinimumMargins(QMargins(4, 3, 6, 3));
        return rect;
    };
    m_curveRect = newRect(0, 0);
    m_cellRect = newRect(1, 0);
    m_barRect = newRect(1, 1);
    m_lossRect = newRect(2, 0);
    m_plot->plotLayout()->setRowSpacing(0);
    m_plot->plotLayout()->setColumnSpacing(0);
    m_barRect->setMaximumSize(widthOfBars, QWIDGETSIZE_MAX);
    auto* sides = new QCPMarginGroup(m_plot);
    for (QCPAxisRect* rect : {m_curveRect, m_cellRect, m_lossRect})
        rect->setMarginGroup(QCP::msLeft | QCP::msRight, sides);
    auto* ends = new QCPMarginGroup(m_plot);
    m_legend = new QCPColorScale(m_plot);
    m_legend->setType(QCPAxis::atRight);
    m_legend->setBarWidth(10);
    m_legend->setRangeDrag(false);
    m_legend->setRangeZoom(false);
    m_plot->plotLayout()->addElement(1, 2, m_legend);
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
    const auto stepTicks = QSharedPointer<TextTicker>(new TextTicker([this](double index) {
        const bool isStep = m_shown && std::abs(index - std::round(index)) < 1e-6 && index > -0.5
            && index < double(m_shown->stepCount()) - 0.5;
        return isStep ? formatCount(m_shown->steps()[static_cast<size_t>(std::lround(index))]) : QString();
    }));
    m_cellRect->axis(QCPAxis::atBottom)->setTicker(stepTicks);
    m_cellRect->axis(QCPAxis::atLeft)->setTicker(QSharedPointer<TextTicker>(new TextTicker([this](double row) {
        const bool isRow = matrix() && std::abs(row - std::round(row)) < 1e-6 && row > -0.5
            && row < double(matrix()->rowCount()) - 0.5;
        return isRow ? rowTitle(int(std::lround(row))) : QString();
    })));
    for (QCPAxis* axis : {m_curveRect->axis(QCPAxis::atLeft), m_legend->axis()}) {
        axis->setTicker(QSharedPointer<TextTicker>(new TextTicker([this](double value) {
            const bool isShare = matrix() && matrix()->options().scale == StepMatrix::Scale::Deviation;
            return isShare ? valueText(value) : m_curveFormat.text(value * nsPerMs);
        })));
    }
    m_legend->axis()->ticker()->setTickCount(3);
    m_curveRect->axis(QCPAxis::atLeft)->ticker()->setTickCount(2);
    m_lossRect->axis(QCPAxis::atLeft)->ticker()->setTickCount(2);
    m_barRect->axis(QCPAxis::atBottom)->setTicker(QSharedPointer<TextTicker>(new TextTicker([](double share) {
        return formatFixed(share * 100, 0) + QChar(0x00a0) + QLatin1Char('%');
    })));
    m_barRect->axis(QCPAxis::atBottom)->ticker()->setTickCount(2);
}

QString StepsView::rowTitle(int row) const
{
    const StepTable::Row& of = matrix()->row(size_t(row));
    return of.rank < 0 ? tr("all ranks") : QString::number(of.rank);
}

QString StepsView::valueText(double value) const
{
    if (!matrix())
        return {};
    return matrix()->options().scale == StepMatrix::Scale::Deviation ? formatShareDifference(value)
                                                                     : formatDuration(value * nsPerMs);
}

void StepsView::fillMeasures(const StepTable& table)
{
    const QVariant chosen = m_measure->currentData();
    m_measure->clear();
    for (size_t m = 0; m < stepMeasureCount; ++m) {
        if (hasContent(table, StepMeasure(m)))
            m_measure->addItem(measureText(StepMeasure(m)), int(m));
    }
    m_measure->setCurrentIndex(std::max(m_measure->findData(chosen), 0));
}

StepMatrix::Options StepsView::chosenOptions() const
{
    return {StepMeasure(m_measure->currentData().toInt()), StepMatrix::Order(m_order->currentData().toInt()),
        StepMatrix::Scale(m_scale->currentData().toInt())};
}

void StepsView::setOptions(const StepMatrix::Options& options)
{
    m_measure->setCurrentIndex(std::max(m_measure->findData(int(options.measure)), 0));
    m_order->setCurrentIndex(m_order->findData(int(options.order)));
    m_scale->setCurrentIndex(m_scale->findData(int(options.scale)));
    invalidate();
}

void StepsView::refresh()
{
    const StepTablePtr table = m_steps.table();
    if (!table || table->isEmpty()) {
        m_picture.matrix.reset();
        m_shown.reset();
        if (!table)
            return showEmpty(tr("Steps are being compared"), tr("They are shown as soon as all of them are split."));
        return showEmpty(tr("No steps"),
            m_document.folder() ? tr("Neither a measured run with steps nor a log with step times is in this folder.")
                                : tr("Open the folder of a run to compare its steps."));
    }
    const bool isNew = table != m_shown;
    m_shown = table;
    if (isNew)
        fillMeasures(*table);
    const StepMatrix::Options options = chosenOptions();
    if (isNew || !m_picture.matrix || !(m_picture.matrix->options() == options))
        m_picture.matrix = std::make_shared<const StepMatrix>(table, options);
    m_picture.setColors(colors());
    m_order->setEnabled(table->rowCount() > 1);
    m_scale->setEnabled(table->rowCount() > 1);
    showContent();
    const bool hasRanks = table->rowCount() > 1;
    m_barRect->setVisible(hasRanks);
    m_legend->setVisible(hasRanks);
    m_cellRect->axis(QCPAxis::atLeft)->setLabel(hasRanks ? tr("rank") : QString());
    showScale();
    if (isNew)
        m_cellRect->axis(QCPAxis::atBottom)->setRange(-0.5, double(table->stepCount()) - 0.5);
    for (QCPAxisRect* rect : {m_cellRect, m_barRect})
        rect->axis(QCPAxis::atLeft)->setRange(-0.5, double(table->rowCount()) - 0.5);
    bool isFound = false;
    m_barRect->axis(QCPAxis::atBottom)->setRange(m_barRect->plottables().front()->getKeyRange(isFound));
    showLoss();
    setVisibleSteps(m_cellRect->axis(QCPAxis::atBottom)->range());
    showSelection();
}

/// The loss of the log that is chosen, at the steps of the same number.
void StepsView::showLoss()
{
    QVector<double> keys;
    QVector<double> values;
    const RunLog* log = m_inputs.runLog();
    for (size_t i = 0; log && i < log->steps.size(); ++i) {
        const LogStep& step = log->steps[i];
        const std::vector<int64_t>& numbers = m_shown->steps();
        const auto at = std::lower_bound(numbers.begin(), numbers.end(), step.step);
        const std::optional<double> value = step.loss ? step.loss : step.gradientNorm;
        if (!value || at == numbers.end() || *at != step.step)
            continue;
        keys.append(double(at - numbers.begin()));
        values.append(*value);
    }
    m_loss->setData(keys, values, true);
    m_hasLoss = keys.size() > 1;
    shareHeight();
    m_lossRect->axis(QCPAxis::atLeft)->setLabel(tr("loss"));
}

/// One format for the ticks of curves and colours, and the meaning of the colours.
void StepsView::showScale()
{
    const double low = double(matrix()->low());
    const double high = double(matrix()->high());
    m_curveFormat = TimeFormat::forTicks((high - low) / 3 * nsPerMs, high * nsPerMs);
    QCPColorGradient gradient;
    QMap<double, QColor> stops;
    constexpr int stopCount = 16;
    for (int i = 0; i <= stopCount; ++i)
        stops.insert(double(i) / stopCount, QColor(m_picture.shade(float(low + (high - low) * i / stopCount))));
    gradient.setColorStops(stops);
    m_legend->setGradient(gradient);
    m_legend->setDataRange(QCPRange(low, high));
}

void StepsView::shareHeight()
{
    const int height = m_plot->height();
    const bool hasCurves = height >= leastOfMatrix + heightOfCurves;
    const bool hasLoss = m_hasLoss && height >= leastOfMatrix + 2 * heightOfCurves;
    for (const auto& [rect, isShown] : {std::pair(m_curveRect, hasCurves), std::pair(m_lossRect, hasLoss)}) {
        rect->setVisible(isShown);
        rect->setMinimumSize(50, isShown ? heightOfCurves : 0);
        rect->setMaximumSize(QWIDGETSIZE_MAX, isShown ? heightOfCurves : 0);
    }
    // As many names of ranks as fit above each other.
    const int forCells = height - (hasCurves ? heightOfCurves : 0) - (hasLoss ? heightOfCurves : 0) - 30;
    m_cellRect->axis(QCPAxis::atLeft)->ticker()->setTickCount(std::clamp(forCells / 20, 2, 8));
    showCaption(hasCurves);
}

/// Explains what is drawn: a low panel has no curves.
void StepsView::showCaption(bool hasCurves)
{
    const bool hasRanks = m_shown && m_shown->rowCount() > 1;
    QStringList parts;
    if (m_shown) {
        parts << tr("%1 steps of %2").arg(formatCount(qint64(m_shown->stepCount())),
            hasRanks ? tr("%1 ranks").arg(formatCount(qint64(m_shown->rowCount()))) : tr("the job"));
    }
    if (hasRanks && hasCurves)
        parts << tr("line: median rank, band: nine tenths of them, red: the worst");
    if (hasRanks)
        parts << tr("beside: how often a rank is the slowest");
    m_label->setText(parts.join(QStringLiteral("; ")));
    m_label->setToolTip(m_label->text());
}

void StepsView::restyle()
{
    applyPlotStyle(*m_plot, colors());
    for (QCPAxisRect* rect : {m_curveRect, m_cellRect, m_barRect, m_lossRect}) {
        for (QCPAxis* axis : rect->axes())
            applyAxisStyle(*axis, colors());
    }
    applyAxisStyle(*m_legend->axis(), colors());
    m_legend->axis()->setTickLabelFont(m_plot->font());
    m_loss->setPen(QPen(colors().accent, 1.5));
    if (m_picture.matrix) {
        m_picture.setColors(colors());
        showScale();
    }
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

QCPRange StepsView::visibleSteps() const { return m_cellRect->axis(QCPAxis::atBottom)->range(); }

void StepsView::setVisibleSteps(QCPRange range)
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
    QCPRange values
        = m_curveRect->plottables().front()->getValueRange(isFound, QCP::sdBoth, QCPRange(lower, lower + size));
    if (isFound) {
        const double margin = std::max(values.size() * 0.08, std::abs(values.upper) * 1e-3);
        m_curveRect->axis(QCPAxis::atLeft)->setRange(values.lower - margin, values.upper + margin);
    }
    m_loss->rescaleValueAxis(false, true);
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void StepsView::showSelection()
{
    if (!matrix())
        return;
    const auto row = m_selection.rank() >= 0 ? matrix()->rowOf(m_selection.rank()) : std::nullopt;
    m_picture.row = row ? int(*row) : -1;
    m_picture.step = -1;
    if (const std::optional<int64_t> step = m_window.step()) {
        const std::vector<int64_t>& numbers = m_shown->steps();
        const auto at = std::lower_bound(numbers.begin(), numbers.end(), *step);
        if (at != numbers.end() && *at == *step)
            m_picture.step = int(at - numbers.begin());
    }
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

QPoint StepsView::cellCenter(int row, int step) const
{
    return {int(std::lround(m_cellRect->axis(QCPAxis::atBottom)->coordToPixel(step))),
        int(std::lround(m_cellRect->axis(QCPAxis::atLeft)->coordToPixel(row)))};
}

std::optional<StepsView::Cell> StepsView::cellAt(const QPoint& position) const
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

void StepsView::choose(const Cell& cell)
{
    if (cell.row >= 0 && matrix()->row(size_t(cell.row)).rank >= 0)
        m_selection.setRank(matrix()->row(size_t(cell.row)).rank);
    if (cell.step >= 0)
        m_window.setStep(m_shown->steps()[size_t(cell.step)]);
}

/// The time from the first of the steps to the last one.
void StepsView::chooseSteps(int first, int last)
{
    const TracePtr trace = m_document.trace();
    TimeRange range = TimeRange::nothing();
    for (const Step& step : trace ? trace->steps() : std::span<const Step>()) {
        if (step.number >= m_shown->steps()[size_t(first)] && step.number <= m_shown->steps()[size_t(last)])
            range = range.united(step.range);
    }
    if (range.isNothing() || !m_steps.isOfRun())
        return setVisibleSteps(QCPRange(first - 0.5, last + 0.5));
    m_window.setStep(std::nullopt);
    m_selection.setRange(range);
    m_window.setVisibleRange(range);
    m_window.commitPlace();
}

QString StepsView::cellText(const Cell& cell) const
{
    QStringList lines;
    if (cell.step >= 0)
        lines.append(stepText(m_shown->steps()[size_t(cell.step)]));
    if (cell.row >= 0) {
        const StepTable::Row& row = matrix()->row(size_t(cell.row));
        if (row.rank >= 0)
            lines.append(rankText(row.rank));
        if (row.stage >= 0)
            lines.append(stageText(row.stage));
    }
    if (cell.row >= 0 && cell.step >= 0) {
        const float value = matrix()->value(size_t(cell.row), size_t(cell.step));
        lines.append(tr("%1: %2").arg(
            m_measure->currentText(), std::isfinite(value) ? valueText(double(value)) : unknownText()));
    } else if (cell.step >= 0) {
        const StepMatrix::StepCurve& curve = matrix()->curve()[size_t(cell.step)];
        lines.append(tr("median %1, worst %2 (%3)")
                         .arg(valueText(double(curve.median)), valueText(double(curve.worst)),
                             rankText(matrix()->row(curve.worstRow).rank)));
    } else if (cell.row >= 0) {
        lines.append(tr("mean %1; slowest in %2 steps")
                         .arg(valueText(double(matrix()->meanOfRow(size_t(cell.row)))),
                             formatCount(qint64(matrix()->timesSlowest(size_t(cell.row))))));
    }
    return lines.join(QLatin1Char('\n'));
}

bool StepsView::wheel(QWheelEvent& event)
{
    if (!matrix())
        return false;
    const double turns = (event.angleDelta().y() != 0 ? event.angleDelta().y() : event.angleDelta().x()) / 120.0;
    QCPRange range = visibleSteps();
    if (event.modifiers() & Qt::ShiftModifier) {
        range += -turns * range.size() * 0.1;
    } else {
        const double fixed = m_cellRect->axis(QCPAxis::atBottom)->pixelToCoord(event.position().x());
        const double factor = std::pow(0.8, turns);
        range = QCPRange(fixed + (range.lower - fixed) * factor, fixed + (range.upper - fixed) * factor);
    }
    setVisibleSteps(range);
    return true;
}

bool StepsView::eventFilter(QObject* watched, QEvent* event)
{
    switch (event->type()) {
    case QEvent::Resize:
        shareHeight();
        break;
    case QEvent::Wheel:
        return wheel(static_cast<QWheelEvent&>(*event));
    case QEvent::MouseButtonPress:
        if (static_cast<QMouseEvent*>(event)->button() == Qt::LeftButton)
            m_pressed = static_cast<QMouseEvent*>(event)->position().toPoint();
        break;
    case QEvent::MouseMove: {
        const QPoint at = static_cast<QMouseEvent*>(event)->position().toPoint();
        if (m_pressed && matrix() && std::abs(at.x() - m_pressed->x()) > 4) {
            m_band->setGeometry(QRect(QPoint(std::min(at.x(), m_pressed->x()), m_cellRect->top()),
                QPoint(std::max(at.x(), m_pressed->x()), m_cellRect->bottom())));
            m_band->show();
        }
        break;
    }
    case QEvent::MouseButtonRelease: {
        const QPoint at = static_cast<QMouseEvent*>(event)->position().toPoint();
        const std::optional<QPoint> pressed = std::exchange(m_pressed, std::nullopt);
        m_band->hide();
        if (!pressed || !matrix())
            break;
        if (std::abs(at.x() - pressed->x()) <= 4) {
            if (const std::optional<Cell> cell = cellAt(at))
                choose(*cell);
            break;
        }
        const auto stepAt = [this](int x) {
            return std::clamp(int(std::lround(m_cellRect->axis(QCPAxis::atBottom)->pixelToCoord(x))), 0,
                int(matrix()->stepCount()) - 1);
        };
        chooseSteps(stepAt(std::min(at.x(), pressed->x())), stepAt(std::max(at.x(), pressed->x())));
        break;
    }
    case QEvent::KeyPress: {
        const auto& key = static_cast<QKeyEvent&>(*event);
        const int by = key.key() == Qt::Key_Right ? 1 : key.key() == Qt::Key_Left ? -1 : 0;
        const int rows = key.key() == Qt::Key_Down ? 1 : key.key() == Qt::Key_Up ? -1 : 0;
        if (!matrix() || (by == 0 && rows == 0))
            break;
        choose({std::clamp(m_picture.row + rows, 0, int(matrix()->rowCount()) - 1),
            std::clamp(m_picture.step + by, 0, int(matrix()->stepCount()) - 1)});
        return true;
    }
    case QEvent::ToolTip: {
        const auto& help = static_cast<QHelpEvent&>(*event);
        const std::optional<Cell> cell = cellAt(help.pos());
        QToolTip::showText(help.globalPos(), cell ? cellText(*cell) : QString(), m_plot);
        return true;
    }
    default:
        break;
    }
    return PanelView::eventFilter(watched, event);
}

PanelView::Illustration StepsView::illustration() const
{
    Illustration shown;
    if (!matrix())
        return shown;
    shown.plot = m_plot;
    shown.summary = m_label->text();
    return shown;
}

} // namespace bubblescope
