// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "losscurveview.h"

#include "document.h"
#include "formatting.h"
#include "inputchoice.h"
#include "plotstyle.h"
#include "tablepanel.h"
#include "timewindow.h"

#include <QHBoxLayout>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QToolButton>
#include <QToolTip>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

constexpr int lowestPane = 130; // px; lower panes are placed side by side
constexpr int narrowestPane = 230;
constexpr size_t pointsWithDots = 80;

bool isShownAtFirst(StepFigure figure) { return figure == StepFigure::Loss || figure == StepFigure::StepTime; }

/// A step that took four times as long is an outlier; a loss that falls from 20 to 2 is not.
bool mayCutOutliers(StepFigure figure)
{
    return figure != StepFigure::Loss && figure != StepFigure::Perplexity && figure != StepFigure::LearningRate;
}

const LogStep* findStep(const RunLog& log, int64_t step)
{
    const auto found = std::lower_bound(log.steps.begin(), log.steps.end(), step,
        [](const LogStep& line, int64_t number) { return line.step < number; });
    return found != log.steps.end() && found->step == step ? &*found : nullptr;
}

} // namespace

LossCurveView::LossCurveView(const Document& document, InputChoice& inputs, TimeWindow& window, QWidget* parent)
    : PanelView(parent)
    , m_document(document)
    , m_inputs(inputs)
    , m_window(window)
    , m_plot(new QCustomPlot(this))
    , m_figureLayout(new QHBoxLayout)
    , m_logButton(new QToolButton(this))
    , m_legend(new LegendRow(this))
    , m_table(new TablePanel(m_model, tr("Steps"), this))
{
    setAccessibleName(tr("Loss"));
    m_plot->setAccessibleName(tr("Curves over the steps"));
    m_plot->setFocusPolicy(Qt::StrongFocus);
    m_plot->setMinimumSize(160, 90);
    m_plot->setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
    m_plot->installEventFilter(this);
    m_logButton->setText(tr("Logs ▾"));
    m_logButton->setStyleSheet(QStringLiteral("QToolButton::menu-indicator { image: none; }"));
    m_logButton->setToolTip(tr("Which logs are drawn"));
    m_logButton->setPopupMode(QToolButton::InstantPopup);
    m_logButton->setMenu(new QMenu(m_logButton));

    m_figureLayout->setContentsMargins(6, 3, 6, 0);
    m_figureLayout->setSpacing(2);
    m_figureLayout->addWidget(m_logButton);
    m_figureLayout->addStretch(1);
    QVBoxLayout* column = setPlotBeside(m_table, 36);
    column->addLayout(m_figureLayout);
    column->addWidget(m_legend);
    column->addWidget(m_plot, 1);

    connect(m_table, &TablePanel::rowChosen, this, [this](int row) {
        if (m_model.stepAt(row) >= 0)
            m_window.setStep(m_model.stepAt(row));
    });
    connect(&document, &Document::folderChanged, this, [this] {
        const RunFolder* folder = m_document.folder();
        if (!folder || folder->path != m_folderPath)
            m_hiddenLogs.clear();
        m_folderPath = folder ? folder->path : std::string();
        invalidate();
    });
    connect(&inputs, &InputChoice::runLogChanged, this, &LossCurveView::invalidate);
    connect(&window, &TimeWindow::stepChanged, this, &LossCurveView::showStep);
}

QColor LossCurveView::logColor(int log) const
{
    // Lines are thin: on a dark background they need a lighter colour than areas.
    const QColor color = colors().stageColor(log);
    return colors().isDark ? mixed(color, Qt::white, 0.3) : color;
}

std::vector<int> LossCurveView::shownLogs() const
{
    std::vector<int> logs;
    const RunFolder* folder = m_document.folder();
    for (int i = 0; folder && i < static_cast<int>(folder->runLogs.size()); ++i) {
        if (!m_hiddenLogs.contains(i) && !folder->runLogs[size_t(i)].steps.empty())
            logs.push_back(i);
    }
    return logs;
}

std::vector<StepFigure> LossCurveView::shownFigures() const
{
    std::vector<StepFigure> shown;
    for (const Pane& pane : m_panes)
        shown.push_back(pane.figure);
    return shown;
}

void LossCurveView::setFigureShown(StepFigure figure, bool shown)
{
    m_chosenFigures[figure] = shown;
    invalidate();
}

void LossCurveView::refresh()
{
    const RunFolder* folder = m_document.folder();
    const bool hasSteps = folder && std::any_of(folder->runLogs.begin(), folder->runLogs.end(), [](const RunLog& log) {
        return !log.steps.empty();
    });
    m_model.setLog(m_inputs.runLog());
    if (!hasSteps) {
        m_panes.clear();
        showEmpty(tr("No curves"),
            !folder ? tr("Open the folder of a run to see its loss and step times.")
                : folder->runLogs.empty()
                ? tr("There is no run log in this folder. Put what the training printed beside the "
                     "other files: opt_prime, Megatron-LM, DeepSpeed and torchtitan logs are read.")
                : tr("The run logs in this folder print no steps."));
        return;
    }
    showContent();
    listLogs();
    listFigures();
    buildPanes();
    showStep();
}

void LossCurveView::listLogs()
{
    const RunFolder* folder = m_document.folder();
    QMenu* menu = m_logButton->menu();
    menu->clear();
    std::vector<LegendRow::Entry> legend;
    int count = 0;
    for (int i = 0; i < static_cast<int>(folder->runLogs.size()); ++i) {
        if (folder->runLogs[size_t(i)].steps.empty())
            continue;
        ++count;
        const QString name = elideMiddle(toText(folder->runLogs[size_t(i)].name).simplified(), 48);
        QAction* action = menu->addAction(name);
        action->setCheckable(true);
        action->setChecked(!m_hiddenLogs.contains(i));
        connect(action, &QAction::toggled, this, [this, i](bool shown) {
            if (shown)
                m_hiddenLogs.remove(i);
            else
                m_hiddenLogs.insert(i);
            invalidate();
        });
        if (!m_hiddenLogs.contains(i))
            legend.push_back({name, logColor(i)});
    }
    m_logButton->setVisible(count > 1);
    m_legend->setVisible(count > 1 && legend.size() <= 6);
    m_legend->setEntries(std::move(legend));
}

void LossCurveView::listFigures()
{
    std::vector<StepFigure> figures;
    for (const int log : shownLogs()) {
        for (const StepFigure figure : stepFigures(m_document.folder()->runLogs[size_t(log)]))
            figures.push_back(figure);
    }
    std::sort(figures.begin(), figures.end());
    figures.erase(std::unique(figures.begin(), figures.end()), figures.end());
    if (figures == m_figures)
        return;
    m_figures = figures;
    for (QToolButton* button : m_figureButtons)
        button->deleteLater();
    m_figureButtons.clear();
    for (const StepFigure figure : m_figures) {
        auto* button = new QToolButton(this);
        button->setText(stepFigureName(figure));
        button->setCheckable(true);
        button->setAutoRaise(true);
        const auto chosen = m_chosenFigures.find(figure);
        // A log without loss and time still shows something.
        const bool onlyOne = m_figures.size() == 1;
        button->setChecked(chosen != m_chosenFigures.end() ? chosen->second : isShownAtFirst(figure) || onlyOne);
        connect(button, &QToolButton::toggled, this, [this, figure](bool shown) { setFigureShown(figure, shown); });
        m_figureLayout->insertWidget(m_figureLayout->count() - 1, button);
        m_figureButtons.push_back(button);
    }
}

int LossCurveView::columnsFor(int panes) const
{
    int columns = 1;
    while (columns < panes && m_plot->height() / ((panes + columns - 1) / columns) < lowestPane
        && m_plot->width() / (columns + 1) >= narrowestPane)
        ++columns;
    return columns;
}

void LossCurveView::buildPanes()
{
    std::vector<StepFigure> shown;
    for (const StepFigure figure : m_figures) {
        const auto chosen = m_chosenFigures.find(figure);
        if (chosen != m_chosenFigures.end() ? chosen->second : isShownAtFirst(figure) || m_figures.size() == 1)
            shown.push_back(figure);
    }
    m_panes.clear();
    m_plot->clearPlottables();
    m_plot->clearItems();
    m_plot->plotLayout()->clear();
    const std::vector<int> logs = shownLogs();
    m_steps = QCPRange(0, 1);
    bool isFirst = true;
    for (const int log : logs) {
        const RunLog& runLog = m_document.folder()->runLogs[size_t(log)];
        const QCPRange range(double(runLog.steps.front().step), double(runLog.steps.back().step));
        m_steps = isFirst ? range : m_steps.expanded(range);
        isFirst = false;
    }
    m_columns = columnsFor(static_cast<int>(shown.size()));
    std::vector<QCPMarginGroup*> columns;
    for (int i = 0; i < m_columns; ++i)
        columns.push_back(new QCPMarginGroup(m_plot));
    for (size_t i = 0; i < shown.size(); ++i) {
        Pane pane = buildPane(shown[i], static_cast<int>(i), m_columns);
        pane.rect->setMarginGroup(QCP::msLeft, columns[i % size_t(m_columns)]);
        fillPane(pane, logs);
        m_panes.push_back(pane);
    }
    showAllSteps();
}

LossCurveView::Pane LossCurveView::buildPane(StepFigure figure, int cell, int columns)
{
    Pane pane;
    pane.figure = figure;
    const int row = cell / columns * 2;
    const int column = cell % columns;
    pane.title = new QCPTextElement(m_plot, stepFigureName(figure), m_plot->font());
    pane.title->setTextColor(colors().text);
    pane.title->setTextFlags(Qt::AlignLeft | Qt::AlignVCenter);
    pane.title->setMargins(QMargins(8, 2, 4, 0));
    m_plot->plotLayout()->addElement(row, column, pane.title);
    pane.rect = new QCPAxisRect(m_plot);
    pane.rect->setMinimumMargins(QMargins(8, 8, 10, 2));
    pane.rect->setRangeDrag(Qt::Horizontal);
    pane.rect->setRangeZoom(Qt::Horizontal);
    m_plot->plotLayout()->addElement(row + 1, column, pane.rect);
    m_plot->plotLayout()->setRowSpacing(0);
    for (QCPAxis* axis : pane.rect->axes()) {
        applyAxisStyle(*axis, colors());
        axis->setTickLabelFont(m_plot->font());
        axis->setLayer(QStringLiteral("axes"));
        axis->grid()->setLayer(QStringLiteral("grid"));
    }
    QCPAxis* steps = pane.rect->axis(QCPAxis::atBottom);
    QCPAxis* values = pane.rect->axis(QCPAxis::atLeft);
    steps->setTicker(QSharedPointer<IntegerTicker>(new IntegerTicker));
    steps->grid()->setVisible(false);
    values->setBasePen(Qt::NoPen);
    values->setTickPen(Qt::NoPen);
    if (figure == StepFigure::StepTime) {
        values->setTicker(QSharedPointer<TimeTicker>(new TimeTicker));
    } else {
        const bool hasUnit = figure == StepFigure::Memory || figure == StepFigure::ModelFlopsUtilisation;
        values->setTicker(QSharedPointer<TextTicker>(new TextTicker([figure, hasUnit](double value) {
            return hasUnit ? stepFigureText(figure, value) : formatNumber(value);
        })));
    }
    values->ticker()->setTickCount(4);
    connect(steps, qOverload<const QCPRange&>(&QCPAxis::rangeChanged), this, &LossCurveView::shareRange);

    pane.stepLine = new QCPItemStraightLine(m_plot);
    pane.stepLine->setClipAxisRect(pane.rect);
    pane.stepLine->setPen(QPen(colors().accent, 1));
    for (QCPItemPosition* point : {pane.stepLine->point1, pane.stepLine->point2}) {
        point->setAxisRect(pane.rect);
        point->setAxes(steps, values);
        point->setTypeY(QCPItemPosition::ptAxisRectRatio);
    }
    pane.stepLine->setVisible(false);
    return pane;
}

void LossCurveView::fillPane(const Pane& pane, const std::vector<int>& logs)
{
    QCPAxis* steps = pane.rect->axis(QCPAxis::atBottom);
    QCPAxis* values = pane.rect->axis(QCPAxis::atLeft);
    std::vector<double> all;
    for (const int log : logs) {
        for (const LogStep& step : m_document.folder()->runLogs[size_t(log)].steps) {
            if (const auto value = stepFigure(step, pane.figure))
                all.push_back(*value);
        }
    }
    std::optional<RobustRange> range = robustRange(all);
    if (!range)
        return;
    if (!mayCutOutliers(pane.figure)) {
        const auto [least, most] = std::minmax_element(all.begin(), all.end());
        range = RobustRange {*least, *most, false, false};
    }
    // For logs of very different models, or perplexity, use powers of ten.
    const bool isWide = range->lower > 0 && range->upper / range->lower > 30 && logs.size() > 1;
    if (pane.figure == StepFigure::Perplexity || (isWide && pane.figure != StepFigure::Loss)) {
        values->setScaleType(QCPAxis::stLogarithmic);
        const StepFigure figure = pane.figure;
        values->setTicker(QSharedPointer<LogTicker>(new LogTicker([figure](double value) {
            return figure == StepFigure::StepTime ? TimeFormat::forTicks(value, value).text(value)
                                                  : formatNumber(value);
        })));
        const double least = std::max(range->lower, 1e-12);
        values->setRange(least / 1.3, std::max(range->upper, least) * 1.3);
    } else {
        // Differences of a per cent or two must not fill the pane.
        const double middle = (range->lower + range->upper) / 2;
        const double height = std::max({range->upper - range->lower, std::abs(middle) * 0.1, 1e-300});
        double lower = middle - height * 0.58;
        if (range->lower >= 0)
            lower = std::max(lower, 0.0);
        values->setRange(lower, middle + height * 0.58);
    }

    int cut = 0;
    double longestCut = 0;
    for (const int log : logs) {
        const RunLog& runLog = m_document.folder()->runLogs[size_t(log)];
        const QColor color = logColor(log);
        QCPGraph* graph = m_plot->addGraph(steps, values);
        graph->setName(toText(runLog.name));
        graph->setPen(QPen(color, 1.5));
        QCPGraph* marks = m_plot->addGraph(steps, values);
        marks->setLineStyle(QCPGraph::lsNone);
        marks->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssTriangle, QPen(color), QBrush(color), 8));
        QVector<QCPGraphData> points;
        for (const LogStep& step : runLog.steps) {
            const auto value = stepFigure(step, pane.figure);
            if (!value)
                continue;
            points.append(QCPGraphData(double(step.step), *value));
            if (*value > values->range().upper) {
                ++cut;
                longestCut = std::max(longestCut, *value);
                marks->addData(double(step.step), values->range().upper - values->range().size() * 0.04);
            }
        }
        graph->data()->set(points, true);
        if (size_t(points.size()) <= pointsWithDots)
            graph->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDisc, color, 4));
        // The first step of a log is warmup: a ring instead of a dot.
        if (points.size() > 1 && points.front().key == double(runLog.steps.front().step)) {
            QCPGraph* warmup = m_plot->addGraph(steps, values);
            warmup->setLineStyle(QCPGraph::lsNone);
            warmup->setScatterStyle(
                QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(color, 1.5), QBrush(colors().surface), 8));
            warmup->addData(points.front().key, points.front().value);
        }
    }
    if (cut > 0) {
        pane.title->setText(
            tr("%1   ▲ %2 out of view, up to %3")
                .arg(stepFigureName(pane.figure), cut == 1 ? tr("1 step") : tr("%1 steps").arg(formatCount(cut)),
                    stepFigureText(pane.figure, longestCut)));
    }
}

void LossCurveView::showAllSteps()
{
    const double air = std::max(m_steps.size() * 0.02, 0.5);
    m_isSharing = true;
    for (const Pane& pane : m_panes)
        pane.rect->axis(QCPAxis::atBottom)->setRange(m_steps.lower - air, m_steps.upper + air);
    m_isSharing = false;
    m_plot->replot();
}

void LossCurveView::shareRange(const QCPRange& range)
{
    if (m_isSharing)
        return;
    m_isSharing = true;
    const double air = std::max(m_steps.size() * 0.02, 0.5);
    const double lowest = m_steps.lower - air;
    const double highest = m_steps.upper + air;
    const double width = std::clamp(range.size(), std::min(2.0, highest - lowest), highest - lowest);
    const double lower = std::clamp(range.center() - width / 2, lowest, highest - width);
    for (const Pane& pane : m_panes)
        pane.rect->axis(QCPAxis::atBottom)->setRange(lower, lower + width);
    m_isSharing = false;
}

void LossCurveView::showStep()
{
    const auto step = m_window.step();
    for (const Pane& pane : m_panes) {
        pane.stepLine->setVisible(step.has_value());
        if (!step)
            continue;
        pane.stepLine->point1->setCoords(double(*step), 0);
        pane.stepLine->point2->setCoords(double(*step), 1);
    }
    const int row = step ? m_model.rowOf(*step) : -1;
    m_table->selectRows(row < 0 ? std::vector<int>() : std::vector<int> {row});
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void LossCurveView::restyle()
{
    applyPlotStyle(*m_plot, colors());
    m_figures.clear(); // titles and curves get their colours when they are rebuilt
}

LossCurveView::Illustration LossCurveView::illustration() const
{
    Illustration shown = illustrate(m_plot, {}, *m_legend);
    shown.keyTitle = tr("step");
    return shown;
}

std::optional<QPoint> LossCurveView::pointAt(int log, int64_t step, StepFigure figure) const
{
    const RunFolder* folder = m_document.folder();
    if (!folder || log < 0 || log >= static_cast<int>(folder->runLogs.size()))
        return std::nullopt;
    const LogStep* line = findStep(folder->runLogs[size_t(log)], step);
    for (const Pane& pane : m_panes) {
        const auto value = line && pane.figure == figure ? stepFigure(*line, figure) : std::nullopt;
        if (value) {
            return QPoint(static_cast<int>(std::lround(pane.rect->axis(QCPAxis::atBottom)->coordToPixel(double(step)))),
                static_cast<int>(std::lround(pane.rect->axis(QCPAxis::atLeft)->coordToPixel(*value))));
        }
    }
    return std::nullopt;
}

std::optional<LossCurveView::Hit> LossCurveView::nearest(const QPoint& position) const
{
    for (const Pane& pane : m_panes) {
        if (!pane.rect->rect().contains(position))
            continue;
        QCPAxis* steps = pane.rect->axis(QCPAxis::atBottom);
        QCPAxis* values = pane.rect->axis(QCPAxis::atLeft);
        const double key = steps->pixelToCoord(position.x());
        std::optional<Hit> best;
        double bestDistance = 0;
        for (const int log : shownLogs()) {
            const std::vector<LogStep>& lines = m_document.folder()->runLogs[size_t(log)].steps;
            auto at = std::lower_bound(
                lines.begin(), lines.end(), key, [](const LogStep& line, double k) { return double(line.step) < k; });
            // The neighbours on either side; the nearest in x wins, then the nearest in y.
            for (int back = 0; back < 2; ++back) {
                const auto candidate = back == 0 ? at : at == lines.begin() ? lines.end() : at - 1;
                if (candidate == lines.end())
                    continue;
                const auto value = stepFigure(*candidate, pane.figure);
                if (!value)
                    continue;
                const double dx = steps->coordToPixel(double(candidate->step)) - position.x();
                const double dy
                    = std::clamp<double>(values->coordToPixel(*value), pane.rect->top(), pane.rect->bottom())
                    - position.y();
                const double distance = dx * dx + 0.05 * dy * dy;
                if (!best || distance < bestDistance) {
                    best = Hit {log, candidate->step};
                    bestDistance = distance;
                }
            }
        }
        return best;
    }
    return std::nullopt;
}

void LossCurveView::moveStep(int by)
{
    const RunLog* log = m_inputs.runLog();
    if (!log || log->steps.empty())
        return;
    const auto step = m_window.step();
    const int last = static_cast<int>(log->steps.size()) - 1;
    int row = step ? m_model.rowOf(*step) : by > 0 ? -1 : last + 1;
    row = std::clamp(row + by, 0, last);
    m_window.setStep(log->steps[size_t(row)].step);
}

void LossCurveView::showToolTip(const QPoint& position, const QPoint& globalPosition)
{
    const auto hit = nearest(position);
    if (!hit) {
        QToolTip::hideText();
        return;
    }
    const RunLog& log = m_document.folder()->runLogs[size_t(hit->log)];
    const LogStep* step = findStep(log, hit->step);
    if (!step)
        return;
    QStringList lines {tr("%1, step %2").arg(elideMiddle(toText(log.name).simplified(), 60), formatCount(hit->step))};
    if (step == &log.steps.front() && log.steps.size() > 1)
        lines.append(tr("first step of the log: warmup"));
    for (const StepFigure figure : m_figures) {
        if (const auto value = stepFigure(*step, figure))
            lines.append(tr("%1: %2").arg(stepFigureName(figure), stepFigureText(figure, *value)));
    }
    if (step->stepMsFromTimestamps)
        lines.append(tr("step time from time stamps"));
    QToolTip::showText(globalPosition, lines.join(QLatin1Char('\n')), m_plot);
}

bool LossCurveView::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_plot)
        return PanelView::eventFilter(watched, event);
    switch (event->type()) {
    case QEvent::MouseButtonPress:
        m_pressed = static_cast<QMouseEvent*>(event)->pos();
        break;
    case QEvent::MouseButtonRelease: {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        if (mouse->button() == Qt::LeftButton && (mouse->pos() - m_pressed).manhattanLength() < 4) {
            if (const auto hit = nearest(mouse->pos())) {
                m_inputs.setRunLogIndex(hit->log);
                m_window.setStep(hit->step);
            }
        }
        break;
    }
    case QEvent::MouseButtonDblClick:
        showAllSteps();
        break;
    case QEvent::ToolTip: {
        const auto* help = static_cast<QHelpEvent*>(event);
        showToolTip(help->pos(), help->globalPos());
        return true;
    }
    case QEvent::KeyPress: {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (key->modifiers() & ~Qt::KeypadModifier)
            break;
        if (key->key() == Qt::Key_Left || key->key() == Qt::Key_Right) {
            moveStep(key->key() == Qt::Key_Left ? -1 : 1);
            return true;
        }
        if (key->key() == Qt::Key_Escape) {
            m_window.setStep(std::nullopt);
            return true;
        }
        break;
    }
    case QEvent::Resize:
        if (!m_panes.empty() && columnsFor(static_cast<int>(m_panes.size())) != m_columns)
            invalidate();
        break;
    default:
        break;
    }
    return PanelView::eventFilter(watched, event);
}

} // namespace bubblescope
