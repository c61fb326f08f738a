// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "rankheatmap.h"

#include "colorstrip.h"
#include "document.h"
#include "elidingbox.h"
#include "figures.h"
#include "formatting.h"
#include "plotstyle.h"
#include "rankwords.h"
#include "selection.h"
#include "sentence.h"
#include "timewindow.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QLabel>
#include <QMouseEvent>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QToolTip>
#include <QVBoxLayout>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <utility>

namespace bubblescope {

namespace {

constexpr int narrowPlot = 300; // px
constexpr int widestCell = 120; // px; four ranks must not fill the whole window

} // namespace

RankHeatMap::RankHeatMap(
    const Document& document, Selection& selection, TimeWindow& window, const Figures& figures, QWidget* parent)
    : PanelView(parent)
    , m_document(document)
    , m_selection(selection)
    , m_window(window)
    , m_figures(figures)
    , m_metricBox(new ElidingBox(this))
    , m_arrangementBox(new ElidingBox(this))
    , m_label(new Sentence(this))
    , m_plot(new QCustomPlot(this))
    , m_scroll(new QScrollArea(this))
    , m_axisWords(new Sentence(this))
    , m_strip(new ColorStrip(this))
    , m_columnTicker(new NameTicker(m_plot->xAxis))
    , m_legend(new QCPColorScale(m_plot))
{
    setAccessibleName(tr("Rank heat map"));
    for (const auto& [metric, name] : {std::pair(Metric::BesidePeers, tr("Compute, against the peers")),
             {Metric::Busy, tr("Busy")}, {Metric::Bubble, tr("Pipeline bubble")}, {Metric::Waiting, tr("Waiting")},
             {Metric::ExposedCommunication, tr("Exposed communication")}, {Metric::Idle, tr("Idle")},
             {Metric::StepTime, tr("Step time")}})
        m_metricBox->addItem(name, static_cast<int>(metric));
    m_metricBox->setItemData(0, tr("Against the median rank of the same stage"), Qt::ToolTipRole);
    m_metricBox->setItemData(
        1, tr("Computing, without the communication inside it: a share of the step"), Qt::ToolTipRole);
    m_metricBox->setAccessibleName(tr("Figure that colours the ranks"));
    m_metricBox->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_metricBox->setMinimumContentsLength(12); // leaves room for the words next to it in verbose languages
    m_arrangementBox->addItem(tr("by stage"), static_cast<int>(RankGrid::Arrangement::ByStage));
    m_arrangementBox->addItem(tr("by host"), static_cast<int>(RankGrid::Arrangement::ByHost));
    m_arrangementBox->setAccessibleName(tr("Order of the ranks"));
    m_label->setOneLine(true);
    m_label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // the box comes first
    m_plot->setAccessibleName(tr("Ranks as a grid"));
    m_plot->setFocusPolicy(Qt::StrongFocus);
    m_plot->setMinimumSize(160, 80);
    m_plot->installEventFilter(this);
    m_picture.value = [this](int rank) { return value(rank); };
    m_picture.text = [this](double value) { return valueText(value); };
    m_cells = new RankCells(m_plot->xAxis, m_plot->yAxis, m_picture);
    m_plot->yAxis->setRangeReversed(true);
    m_plot->yAxis->setTicker(QSharedPointer<TextTicker>(new TextTicker([this](double row) {
        const bool isRow = std::abs(row - std::round(row)) < 1e-6;
        if (!isRow)
            return QString();
        // A narrow dock has no room for the word.
        const QString title = m_picture.grid.rowTitle(static_cast<int>(std::lround(row)));
        return m_plot->width() < narrowPlot ? title.mid(title.lastIndexOf(QLatin1Char(' ')) + 1) : title;
    })));
    m_plot->xAxis->setTicker(m_columnTicker);
    m_plot->axisRect()->setMinimumMargins(QMargins(8, 6, 8, 6));
    m_legend->setType(QCPAxis::atRight);
    m_legend->setBarWidth(10);
    m_plot->plotLayout()->addElement(0, 1, m_legend);
    auto* ends = new QCPMarginGroup(m_plot);
    for (QCPLayoutElement* element : std::initializer_list<QCPLayoutElement*> {m_plot->axisRect(), m_legend})
        element->setMarginGroup(QCP::msTop | QCP::msBottom, ends);

    auto* controls = new QHBoxLayout;
    controls->setContentsMargins(6, 4, 6, 0);
    controls->setSpacing(8);
    controls->addWidget(m_metricBox);
    controls->addWidget(m_arrangementBox);
    controls->addWidget(m_label, 1);
    auto* content = new QWidget(this);
    auto* layout = new QVBoxLayout(content);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(controls);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setWidgetResizable(true);
    m_scroll->setWidget(m_plot);
    m_scroll->setFocusPolicy(Qt::NoFocus); // its content takes the focus
    layout->addWidget(m_scroll, 1);
    m_axisWords->setContentsMargins(8, 2, 8, 0);
    layout->addWidget(m_axisWords);
    layout->addWidget(m_strip);
    m_axisWords->hide();
    m_strip->hide();
    setContent(content);

    connect(m_metricBox, &QComboBox::currentIndexChanged, this, [this] {
        m_isChosen = true;
        m_metric = static_cast<Metric>(m_metricBox->currentData().toInt());
        invalidate();
    });
    connect(m_arrangementBox, &QComboBox::currentIndexChanged, this, &RankHeatMap::invalidate);
    connect(&document, &Document::folderChanged, this, &RankHeatMap::invalidate);
    connect(&document, &Document::runChanged, this, &RankHeatMap::invalidate);
    connect(&window, &TimeWindow::stepChanged, this, &RankHeatMap::invalidate);
    connect(&figures, &Figures::changed, this, &RankHeatMap::invalidate);
    connect(&selection, &Selection::rankChanged, this, &RankHeatMap::showSelection);
    connect(&selection, &Selection::stageChanged, this, &RankHeatMap::showSelection);
}

void RankHeatMap::setMetric(Metric metric)
{
    m_metricBox->setCurrentIndex(m_metricBox->findData(static_cast<int>(metric)));
}

void RankHeatMap::setArrangement(RankGrid::Arrangement arrangement)
{
    m_arrangementBox->setCurrentIndex(m_arrangementBox->findData(static_cast<int>(arrangement)));
}

void RankHeatMap::refresh()
{
    m_picture.hovered = nullptr;
    const Run* run = m_document.run();
    if (!run || run->trace->ranks().empty()) {
        m_picture.grid = {};
        m_values.clear();
        showEmpty(tr("No ranks"),
            m_document.folder() ? tr("There is no rank trace in this folder, so nothing is known of single ranks.")
                                : tr("Open the folder of a run to compare its ranks."));
        return;
    }
    if (run->kind == Run::Kind::Plan) {
        m_picture.grid = {};
        m_values.clear();
        showEmpty(tr("No times"), tr("A plan gives the order of operations of each stage, but no times to compare."));
        return;
    }
    if (run->trace->ranks().size() == 1) {
        m_picture.grid = {};
        m_values.clear();
        showEmpty(tr("One rank"), oneRankText(*run->trace));
        return;
    }
    suggestMetric();
    m_arrangementBox->setVisible(run->trace->hosts().size() > 1);
    m_picture.grid = RankGrid(*run, RankGrid::Arrangement(m_arrangementBox->currentData().toInt()));
    const QStringList columns = rankColumnNames(m_picture.grid);
    m_plot->xAxis->setTickLabels(m_picture.grid.columns() > 1 && !columns.isEmpty() && !columns.front().isEmpty());
    m_columnTicker->setNames(columns);
    takeValues();
    showContent();
    showCells();
}

/// What helps to find the slow one among many; a stage of one rank has nothing to be compared with.
void RankHeatMap::suggestMetric()
{
    if (m_isChosen)
        return;
    m_metric = hasPeers(*m_document.trace()) ? Metric::BesidePeers : Metric::Busy;
    const QSignalBlocker blocker(m_metricBox); // it is not the user who chooses
    m_metricBox->setCurrentIndex(m_metricBox->findData(static_cast<int>(m_metric)));
}

/// A square of one colour tells nothing.
QString RankHeatMap::oneRankText(const Trace& trace) const
{
    const std::shared_ptr<const RunSummary> summary = m_figures.ofPart();
    const std::vector<double> busy = summary ? rankShares(trace, *summary, Metric::Busy) : std::vector<double>();
    const QString rank = rankText(trace.ranks().front().rank);
    if (busy.empty() || !std::isfinite(busy.front()))
        return tr("There is only %1: no other to compare it with.").arg(rank);
    return tr("There is only %1, which computes for %2 of its time: no other to compare it with.")
        .arg(rank, formatShare(busy.front()));
}

void RankHeatMap::takeValues()
{
    const Trace& trace = *m_document.trace();
    if (m_metric == Metric::StepTime) {
        const auto step = m_window.step();
        m_label->setSentence(step ? tr("step %1").arg(*step) : tr("median over the steps"));
        m_values = rankStepTimes(trace, step);
        return;
    }
    const std::shared_ptr<const RunSummary> summary = m_figures.ofPart();
    m_label->setSentence(!summary        ? tr("still being computed")
            : trace.ranksAreComparable() ? m_figures.extentText()
                                         : tr("of its own time"));
    if (!trace.ranksAreComparable())
        m_label->setToolTip(tr("Share of each rank's own time: they were recorded one after another"));
    m_values = summary ? rankShares(trace, *summary, m_metric) : std::vector<double>();
    if (m_metric == Metric::BesidePeers)
        m_values = besidePeers(trace, m_values);
}

void RankHeatMap::showCells()
{
    const RankScale scale = rankScale(m_values, m_metric);
    m_picture.scale = QCPRange(scale.from, scale.to);
    m_picture.areDeviations = m_metric == Metric::BesidePeers;

    QCPColorGradient gradient;
    QMap<double, QColor> stops;
    for (int i = 0; i <= 8; ++i)
        stops.insert(i / 8.0, m_picture.color(scale.from + (scale.to - scale.from) * i / 8));
    gradient.setColorStops(stops);
    gradient.setColorInterpolation(QCPColorGradient::ciRGB);
    m_legend->setGradient(gradient);
    m_legend->setDataRange(m_picture.scale);
    m_strip->setScale(valueText(m_picture.scale.lower), valueText(m_picture.scale.upper), m_picture.areDeviations);
    m_plot->yAxis->setLabel(m_plot->width() < narrowPlot && m_picture.grid.rowsAreStages() ? tr("stage") : QString());
    if (m_metric == Metric::StepTime)
        m_legend->axis()->setTicker(QSharedPointer<TimeTicker>(new TimeTicker));
    else
        m_legend->axis()->setTicker(
            QSharedPointer<TextTicker>(new TextTicker([areSigned = m_picture.areDeviations](double share) {
                return areSigned ? formatShareDifference(share)
                                 : formatFixed(share * 100, 0) + QChar(0x00a0) + QLatin1Char('%');
            })));
    m_legend->axis()->ticker()->setTickCount(4);

    m_plot->setMinimumSize(std::max(160, 120 + leastCell() * m_picture.grid.columns()),
        std::max(80, 48 + leastCell() * m_picture.grid.rows()));
    showStrip();
    // Few ranks keep cells of a sensible size and leave the rest empty.
    const double columns = std::max(m_picture.grid.columns(), 1);
    const double room = std::max(m_plot->width() - 120, 50);
    const double shownColumns = std::max(columns, room / widestCell);
    m_plot->xAxis->setRange(-0.5, shownColumns - 0.5);
    m_picture.rank = m_selection.rank();
    m_picture.stage = m_selection.stage();
    const double rows = std::max(m_picture.grid.rows(), 1);
    const double shownRows = std::max(rows, std::max(m_plot->height() - 12, 40) / double(widestCell));
    m_plot->yAxis->setRange(-0.5, shownRows - 0.5);
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

QString RankHeatMap::axisText() const { return rankAxisText(m_picture.grid, m_document.trace().get()); }

/// In a narrow panel a line for each of its words, as far as there is height for them. The scale beside the cells and the
/// words below them scroll away with them: others stay, as do those that are too long for a line.
void RankHeatMap::showStrip()
{
    constexpr int heightForLines = 200;
    m_legend->setMargins(QMargins(4, 6, 8, 6)); // it keeps the largest margins that its group ever had
    const QString words = axisText();
    const QFontMetrics metrics(m_plot->xAxis->labelFont());
    const auto fits = [&](const QString& text) { return metrics.size(0, text).width() <= m_plot->width() - 48; };
    const QString lines = fits(words) ? words : narrowAxisText(words, m_plot->height() >= heightForLines);
    const bool scrolls = !isEmptyShown() && m_plot->minimumWidth() > m_scroll->width();
    const bool isBelow = !words.isEmpty() && (scrolls || !fits(lines));
    m_strip->setVisible(scrolls);
    m_axisWords->setSentence(words);
    m_axisWords->setVisible(isBelow);
    m_plot->xAxis->setLabel(isBelow ? QString() : lines);
}

void RankHeatMap::resizeEvent(QResizeEvent* event)
{
    PanelView::resizeEvent(event);
    showStrip();
    invalidate();
}

/// Cells shrink before the map scrolls, to a size that can still be seen.
int RankHeatMap::leastCell() const
{
    if (m_cellSize > 0)
        return m_cellSize;
    const int columns = (m_scroll->width() - 120) / std::max(m_picture.grid.columns(), 1);
    const int rows = (m_scroll->height() - 48) / std::max(m_picture.grid.rows(), 1);
    return std::clamp(std::min(columns, rows), smallestCell, handyCell);
}

void RankHeatMap::magnify(double steps)
{
    const int shown = m_plot->axisRect()->width() / std::max(m_picture.grid.columns(), 1);
    const int wanted = int(std::lround(std::max(leastCell(), std::min(shown, largestCell)) * std::pow(1.25, steps)));
    // Who magnifies wants to see cells, and to hit them.
    const int size = std::clamp(wanted, steps > 0 ? handyCell : smallestCell, largestCell);
    if (std::exchange(m_cellSize, size) != size)
        showCells();
}

void RankHeatMap::showSelection()
{
    m_picture.rank = m_selection.rank();
    m_picture.stage = m_selection.stage();
    if (const QPoint center = cellCenter(m_selection.rank()); !center.isNull())
        m_scroll->ensureVisible(center.x(), center.y(), 2 * leastCell(), 2 * leastCell());
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

double RankHeatMap::value(int rank) const
{
    const TracePtr trace = m_document.trace();
    const RankInfo* info = trace ? trace->findRank(rank) : nullptr;
    if (!info)
        return std::numeric_limits<double>::quiet_NaN();
    const auto place = static_cast<size_t>(info - trace->ranks().data());
    return place < m_values.size() ? m_values[place] : std::numeric_limits<double>::quiet_NaN();
}

QString RankHeatMap::valueText(double value) const
{
    switch (m_metric) {
    case Metric::StepTime:
        return formatDuration(value);
    case Metric::BesidePeers:
        return formatShareDifference(value);
    default:
        return formatShare(value);
    }
}

QString RankHeatMap::cellToolTip(const RankGrid::Cell& cell) const
{
    return rankCellText(cell, m_document.trace().get(),
        tr("%1: %2").arg(m_metricBox->currentText(), valueText(value(cell.rank))));
}

QPoint RankHeatMap::cellCenter(int rank) const
{
    const RankGrid::Cell* cell = m_picture.grid.find(rank);
    return cell ? m_cells->centerOf(*cell) : QPoint();
}

void RankHeatMap::moveBy(int columns, int rows)
{
    const RankGrid::Cell* current = m_picture.grid.find(m_selection.rank());
    const RankGrid::Cell* next = current ? m_picture.grid.at(current->column + columns, current->row + rows) : m_picture.grid.at(0, 0);
    if (next && !next->isMissing)
        m_selection.setRank(next->rank);
}

bool RankHeatMap::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_plot)
        return PanelView::eventFilter(watched, event);
    switch (event->type()) {
    case QEvent::MouseButtonRelease: {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        if (mouse->button() == Qt::LeftButton) {
            const RankGrid::Cell* cell = m_cells->cellAt(mouse->pos());
            m_selection.setRank(cell && !cell->isMissing ? cell->rank : -1);
        }
        break;
    }
    case QEvent::MouseMove: {
        const RankGrid::Cell* cell = m_cells->cellAt(static_cast<QMouseEvent*>(event)->pos());
        if (cell != m_picture.hovered) {
            m_picture.hovered = cell;
            m_plot->replot(QCustomPlot::rpQueuedReplot);
        }
        break;
    }
    case QEvent::Wheel: {
        const auto* wheel = static_cast<QWheelEvent*>(event);
        if (wheel->modifiers() & Qt::ControlModifier) {
            magnify(wheel->angleDelta().y() / 120.0);
            return true;
        }
        break;
    }
    case QEvent::Leave:
        m_picture.hovered = nullptr;
        m_plot->replot(QCustomPlot::rpQueuedReplot);
        break;
    case QEvent::ToolTip: {
        const auto* help = static_cast<QHelpEvent*>(event);
        const bool isAxis = help->pos().y() > m_plot->axisRect()->bottom();
        if (const RankGrid::Cell* cell = m_cells->cellAt(help->pos()))
            QToolTip::showText(help->globalPos(), cellToolTip(*cell), m_plot);
        else
            QToolTip::showText(help->globalPos(), isAxis ? axisText() : QString(), m_plot);
        return true;
    }
    case QEvent::KeyPress: {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (key->modifiers() & ~Qt::KeypadModifier)
            break;
        if (key->key() == Qt::Key_Escape)
            m_selection.setRank(-1);
        const int columns = key->key() == Qt::Key_Left ? -1 : key->key() == Qt::Key_Right ? 1 : 0;
        const int rows = key->key() == Qt::Key_Up ? -1 : key->key() == Qt::Key_Down ? 1 : 0;
        if (columns != 0 || rows != 0)
            moveBy(columns, rows);
        else if (key->key() != Qt::Key_Escape)
            break;
        return true;
    }
    case QEvent::Resize:
        if (!m_picture.grid.cells().empty())
            invalidate();
        break;
    default:
        break;
    }
    return PanelView::eventFilter(watched, event);
}

void RankHeatMap::restyle()
{
    m_picture.colors = colors();
    m_strip->setColors(colors());
    applyPlotStyle(*m_plot, colors());
    for (QCPAxis* axis : {m_plot->xAxis, m_plot->yAxis}) {
        axis->grid()->setVisible(false);
        axis->setBasePen(Qt::NoPen);
        axis->setTickPen(Qt::NoPen);
    }
    applyAxisStyle(*m_legend->axis(), colors());
    m_legend->axis()->setTickLabelFont(m_plot->font());
}

} // namespace bubblescope
