// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "steppanes.h"

#include "countedtext.h"
#include "formatting.h"
#include "plotstyle.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

constexpr int lowestPane = 130; // px; lower panes are placed side by side
constexpr int narrowestPane = 230;
constexpr size_t pointsWithDots = 80;

/// A step that took four times as long is an outlier; a loss that falls from 20 to 2 is not.
bool mayCutOutliers(StepFigure figure)
{
    return figure != StepFigure::Loss && figure != StepFigure::Perplexity && figure != StepFigure::LearningRate;
}

} // namespace

const LogStep* findStep(const RunLog& log, int64_t step)
{
    const auto found = std::lower_bound(log.steps.begin(), log.steps.end(), step,
        [](const LogStep& line, int64_t number) { return line.step < number; });
    return found != log.steps.end() && found->step == step ? &*found : nullptr;
}

StepPanes::StepPanes(QCustomPlot& plot, QObject* parent) : QObject(parent), m_plot(plot) { }

int StepPanes::columnsFor(int panes) const
{
    int columns = 1;
    while (columns < panes && m_plot.height() / ((panes + columns - 1) / columns) < lowestPane
        && m_plot.width() / (columns + 1) >= narrowestPane)
        ++columns;
    return columns;
}

void StepPanes::shareHeight()
{
    constexpr int titleAndSteps = 48;
    constexpr int heightOfTick = 22;
    const int rows = (int(m_panes.size()) + m_columns - 1) / std::max(m_columns, 1);
    for (const Pane& pane : m_panes) {
        const int ticks = (m_plot.height() / rows - titleAndSteps) / heightOfTick;
        pane.rect->axis(QCPAxis::atLeft)->ticker()->setTickCount(std::clamp(ticks, 1, 4));
    }
}

std::vector<StepFigure> StepPanes::figures() const
{
    std::vector<StepFigure> shown;
    for (const Pane& pane : m_panes)
        shown.push_back(pane.figure);
    return shown;
}

void StepPanes::clear()
{
    m_panes.clear();
    m_curves.clear();
    m_plot.clearPlottables();
    m_plot.clearItems();
    m_plot.plotLayout()->clear();
}

void StepPanes::build(const std::vector<StepFigure>& figures, std::vector<Curve> curves, const Palette& colors)
{
    clear();
    m_curves = std::move(curves);
    m_colors = colors;
    m_steps = QCPRange(0, 1);
    bool isFirst = true;
    for (const Curve& curve : m_curves) {
        const QCPRange range(double(curve.log->steps.front().step), double(curve.log->steps.back().step));
        m_steps = isFirst ? range : m_steps.expanded(range);
        isFirst = false;
    }
    m_columns = columnsFor(int(figures.size()));
    std::vector<QCPMarginGroup*> columns;
    for (int i = 0; i < m_columns; ++i)
        columns.push_back(new QCPMarginGroup(&m_plot));
    for (size_t i = 0; i < figures.size(); ++i) {
        Pane pane = buildPane(figures[i], int(i), m_columns);
        pane.rect->setMarginGroup(QCP::msLeft, columns[i % size_t(m_columns)]);
        scaleValues(pane);
        fillPane(pane);
        m_panes.push_back(pane);
    }
    shareHeight();
    showAllSteps();
}

StepPanes::Pane StepPanes::buildPane(StepFigure figure, int cell, int columns)
{
    Pane pane;
    pane.figure = figure;
    const int row = cell / columns * 2;
    const int column = cell % columns;
    pane.title = new QCPTextElement(&m_plot, stepFigureName(figure), m_plot.font());
    pane.title->setTextColor(m_colors.text);
    pane.title->setTextFlags(Qt::AlignLeft | Qt::AlignVCenter);
    pane.title->setMargins(QMargins(8, 2, 4, 0));
    m_plot.plotLayout()->addElement(row, column, pane.title);
    pane.rect = new QCPAxisRect(&m_plot);
    pane.rect->setMinimumMargins(QMargins(8, 8, 10, 2));
    pane.rect->setRangeDrag(Qt::Horizontal);
    pane.rect->setRangeZoom(Qt::Horizontal);
    m_plot.plotLayout()->addElement(row + 1, column, pane.rect);
    m_plot.plotLayout()->setRowSpacing(0);
    for (QCPAxis* axis : pane.rect->axes()) {
        applyAxisStyle(*axis, m_colors);
        axis->setTickLabelFont(m_plot.font());
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
    connect(steps, qOverload<const QCPRange&>(&QCPAxis::rangeChanged), this, &StepPanes::shareRange);

    pane.stepLine = new QCPItemStraightLine(&m_plot);
    pane.stepLine->setClipAxisRect(pane.rect);
    pane.stepLine->setPen(QPen(m_colors.accent, 1));
    for (QCPItemPosition* point : {pane.stepLine->point1, pane.stepLine->point2}) {
        point->setAxisRect(pane.rect);
        point->setAxes(steps, values);
        point->setTypeY(QCPItemPosition::ptAxisRectRatio);
    }
    pane.stepLine->setVisible(false);
    return pane;
}

void StepPanes::scaleValues(const Pane& pane)
{
    QCPAxis* values = pane.rect->axis(QCPAxis::atLeft);
    std::vector<double> all;
    for (const Curve& curve : m_curves) {
        for (const LogStep& step : curve.log->steps) {
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
    const bool isWide = range->lower > 0 && range->upper / range->lower > 30 && m_curves.size() > 1;
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
}

void StepPanes::fillPane(const Pane& pane)
{
    QCPAxis* steps = pane.rect->axis(QCPAxis::atBottom);
    QCPAxis* values = pane.rect->axis(QCPAxis::atLeft);
    int cut = 0;
    double longestCut = 0;
    for (const Curve& curve : m_curves) {
        const RunLog& runLog = *curve.log;
        const QColor color = curve.color;
        QCPGraph* graph = m_plot.addGraph(steps, values);
        graph->setName(toText(runLog.name));
        graph->setPen(QPen(color, 1.5));
        QCPGraph* marks = m_plot.addGraph(steps, values);
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
            QCPGraph* warmup = m_plot.addGraph(steps, values);
            warmup->setLineStyle(QCPGraph::lsNone);
            warmup->setScatterStyle(
                QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(color, 1.5), QBrush(m_colors.surface), 8));
            warmup->addData(points.front().key, points.front().value);
        }
    }
    if (cut > 0) {
        pane.title->setText(tr("%1   ▲ %2 out of view, up to %3")
                                .arg(stepFigureName(pane.figure), countedText(cut, tr("1 step"), tr("%1 steps")),
                                    stepFigureText(pane.figure, longestCut)));
    }
}

void StepPanes::showAllSteps()
{
    const double air = std::max(m_steps.size() * 0.02, 0.5);
    m_isSharing = true;
    for (const Pane& pane : m_panes)
        pane.rect->axis(QCPAxis::atBottom)->setRange(m_steps.lower - air, m_steps.upper + air);
    m_isSharing = false;
    m_plot.replot();
}

void StepPanes::shareRange(const QCPRange& range)
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

void StepPanes::showStep(std::optional<int64_t> step)
{
    for (const Pane& pane : m_panes) {
        pane.stepLine->setVisible(step.has_value());
        if (!step)
            continue;
        pane.stepLine->point1->setCoords(double(*step), 0);
        pane.stepLine->point2->setCoords(double(*step), 1);
    }
    m_plot.replot(QCustomPlot::rpQueuedReplot);
}

std::optional<QPoint> StepPanes::pointAt(int log, int64_t step, StepFigure figure) const
{
    const auto curve
        = std::find_if(m_curves.begin(), m_curves.end(), [log](const Curve& c) { return c.index == log; });
    if (curve == m_curves.end())
        return std::nullopt;
    const LogStep* line = findStep(*curve->log, step);
    for (const Pane& pane : m_panes) {
        const auto value = line && pane.figure == figure ? stepFigure(*line, figure) : std::nullopt;
        if (value) {
            return QPoint(static_cast<int>(std::lround(pane.rect->axis(QCPAxis::atBottom)->coordToPixel(double(step)))),
                static_cast<int>(std::lround(pane.rect->axis(QCPAxis::atLeft)->coordToPixel(*value))));
        }
    }
    return std::nullopt;
}

std::optional<StepPanes::Hit> StepPanes::nearest(const QPoint& position) const
{
    for (const Pane& pane : m_panes) {
        if (!pane.rect->rect().contains(position))
            continue;
        QCPAxis* steps = pane.rect->axis(QCPAxis::atBottom);
        QCPAxis* values = pane.rect->axis(QCPAxis::atLeft);
        const double key = steps->pixelToCoord(position.x());
        std::optional<Hit> best;
        double bestDistance = 0;
        for (const Curve& curve : m_curves) {
            const std::vector<LogStep>& lines = curve.log->steps;
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
                    best = Hit {curve.index, candidate->step};
                    bestDistance = distance;
                }
            }
        }
        return best;
    }
    return std::nullopt;
}

} // namespace bubblescope
