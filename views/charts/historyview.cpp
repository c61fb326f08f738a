// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "historyview.h"

#include "countedtext.h"
#include "customplot.h"
#include "plotstyle.h"
#include "sentence.h"
#include "tablepanel.h"
#include "tabletexts.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QToolTip>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

/// Why there is nothing to compare with.
QString aloneText(const RunHistory& history)
{
    constexpr size_t mostNamed = 3;
    QStringList sentences {HistoryView::tr("No other run of this folder is of the same job.")};
    for (size_t i = 0; i < std::min(history.apart.size(), mostNamed); ++i) {
        if (!history.apart[i].why.empty())
            sentences << messageText(history.apart[i].why.front());
    }
    return sentences.join(QLatin1Char('\n'));
}

} // namespace

HistoryView::HistoryView(QWidget* parent)
    : PanelView(parent)
    , m_sentence(new Sentence(this))
    , m_plot(new QCustomPlot(this))
    , m_table(new TablePanel(m_model, tr("History"), this))
{
    setAccessibleName(tr("History"));
    m_plot->setAccessibleName(tr("Step time of every build"));
    m_plot->setMinimumSize(160, 90);
    m_plot->installEventFilter(this);
    m_sentence->setContentsMargins(10, 6, 10, 2);
    QVBoxLayout* column = setPlotBeside(m_table, 50, 70);
    column->addWidget(m_sentence);
    column->addWidget(m_plot, 1);
    connect(m_table, &TablePanel::rowActivated, this, &HistoryView::choose);
}

void HistoryView::setHistory(std::optional<RunHistory> history)
{
    m_isKnown = history && !history->builds.empty();
    m_missing.clear();
    m_model.setHistory(std::move(history).value_or(RunHistory()));
    invalidate();
}

void HistoryView::setMissing(const QString& sentence)
{
    setHistory(std::nullopt);
    m_missing = sentence;
}

void HistoryView::setOpened(int run)
{
    m_opened = run;
    invalidate();
}

void HistoryView::choose(int row)
{
    if (row >= 0 && row < m_model.rowCount())
        emit runChosen(int(m_model.history().builds[size_t(row)].run));
}

void HistoryView::refresh()
{
    if (!m_isKnown) {
        if (m_missing.isEmpty())
            emit wanted();
        showEmpty(tr("No history"),
            m_missing.isEmpty() ? tr("Open a folder with several runs of one job to see since when its step takes longer.")
                                : m_missing);
        return;
    }
    const RunHistory& history = m_model.history();
    if (history.builds.size() < 2)
        return showEmpty(tr("No history"), aloneText(history));
    QStringList sentences;
    if (const Message sentence = history.sentence(); !sentence.empty())
        sentences << messageText(sentence);
    for (const RunHistory::ChangePoint& change : history.changes)
        sentences << changeText(history, change);
    if (history.apart.size() == 1)
        sentences << tr("One run of another job is left out.");
    else if (!history.apart.empty())
        sentences << tr("%1 runs of other jobs are left out.").arg(formatCount(qint64(history.apart.size())));
    m_sentence->setSentence(sentences.join(QLatin1Char('\n')));
    showContent();
    drawPlot();
    std::vector<int> opened;
    for (size_t i = 0; i < history.builds.size(); ++i) {
        if (int(history.builds[i].run) == m_opened)
            opened.push_back(int(i));
    }
    m_table->selectRows(opened);
}

void HistoryView::restyle()
{
    applyPlotStyle(*m_plot, colors());
    if (m_isKnown)
        drawPlot();
}

void HistoryView::drawPlot()
{
    const RunHistory& history = m_model.history();
    m_plot->clearPlottables();
    m_plot->clearItems();
    QVector<double> places;
    QVector<double> steps;
    QVector<double> below;
    QVector<double> above;
    QStringList names;
    double low = 1e300;
    double high = 0;
    for (size_t i = 0; i < history.builds.size(); ++i) {
        const RunHistory::Build& build = history.builds[i];
        const double step = build.of(GateQuantity::Step).value_or(0);
        places << double(i);
        steps << step;
        below << std::max(step - build.low.value_or(step), 0.0);
        above << std::max(build.high.value_or(step) - step, 0.0);
        names << elideMiddle(toText(build.name).simplified(), 24);
        low = std::min({low, step, build.low.value_or(step)});
        high = std::max({high, step, build.high.value_or(step)});
    }
    const QColor colour = colors().color(Category::Forward);
    for (const RunHistory::Stretch& stretch : history.stretches()) {
        QCPGraph* line = m_plot->addGraph();
        line->setData({stretch.from, stretch.to}, {stretch.fromNs, stretch.toNs}, true);
        line->setPen(QPen(mixed(colour, colors().surface, 0.5), 2));
    }
    for (const RunHistory::ChangePoint& change : history.changes) {
        const QColor mark = change.change > 0 ? colors().finding : colors().good;
        auto* line = new QCPItemStraightLine(m_plot);
        line->point1->setCoords(double(change.build) - 0.5, low);
        line->point2->setCoords(double(change.build) - 0.5, high);
        line->setPen(QPen(mark, 1, Qt::DashLine));
        auto* label = new QCPItemText(m_plot);
        label->position->setTypeX(QCPItemPosition::ptPlotCoords);
        label->position->setTypeY(QCPItemPosition::ptAxisRectRatio);
        label->position->setCoords(double(change.build) - 0.5, 0);
        label->setPositionAlignment(Qt::AlignLeft | Qt::AlignTop);
        label->setPadding(QMargins(4, 0, 0, 0));
        label->setText(formatShareDifference(change.change));
        label->setColor(mark);
        label->setFont(m_plot->font());
    }
    QCPGraph* builds = m_plot->addGraph();
    builds->setData(places, steps, true);
    builds->setLineStyle(QCPGraph::lsNone);
    builds->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDisc, colour, colour, 6));
    auto* errors = new QCPErrorBars(m_plot->xAxis, m_plot->yAxis);
    errors->setDataPlottable(builds);
    errors->setData(below, above);
    errors->setPen(QPen(colour, 1));
    errors->setWhiskerWidth(4);
    auto ticker = QSharedPointer<NameTicker>::create(m_plot->xAxis);
    ticker->setNames(names);
    m_plot->xAxis->setTicker(ticker);
    m_plot->yAxis->setTicker(QSharedPointer<TimeTicker>::create());
    const double margin = std::max((high - low) * 0.12, high * 0.005);
    m_shortest = std::max(low - margin, 0.0);
    m_longest = high + margin;
    m_plot->xAxis->setRange(-0.6, double(history.builds.size()) - 0.4);
    fitTimes();
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

/// A panel may be so low that five times would touch. Above the steps is room for the text at a change.
void HistoryView::fitTimes()
{
    const int line = m_plot->fontMetrics().height();
    m_plot->yAxis->ticker()->setTickCount(std::clamp(m_plot->height() / (2 * line), 1, 5));
    const double room = m_model.history().changes.empty() ? 0.0 : std::min(double(line) / std::max(m_plot->height(), 1), 0.3);
    m_plot->yAxis->setRange(m_shortest, m_shortest + (m_longest - m_shortest) / (1 - room));
}

int HistoryView::buildAt(double x) const
{
    const int build = int(std::lround(m_plot->xAxis->pixelToCoord(x)));
    return build >= 0 && build < m_model.rowCount() ? build : -1;
}

bool HistoryView::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_plot || !m_isKnown)
        return PanelView::eventFilter(watched, event);
    if (event->type() == QEvent::Resize)
        fitTimes();
    if (event->type() == QEvent::MouseButtonDblClick) {
        choose(buildAt(static_cast<QMouseEvent*>(event)->position().x()));
        return true;
    }
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const int build = buildAt(help->pos().x());
        if (build < 0)
            return true;
        const RunHistory::Build& of = m_model.history().builds[size_t(build)];
        const QString name = toText(of.name).simplified();
        const QString step = formatDuration(of.of(GateQuantity::Step).value_or(0));
        const QString steps = countedText(qint64(of.steps), tr("one step"), tr("%1 steps"));
        QToolTip::showText(help->globalPos(),
            of.low && of.high
                ? tr("%1: step %2 (%3 to %4), %5")
                      .arg(name, step, formatDuration(*of.low), formatDuration(*of.high), steps)
                : tr("%1: step %2, %3").arg(name, step, steps),
            m_plot);
        return true;
    }
    return PanelView::eventFilter(watched, event);
}

HistoryView::Illustration HistoryView::illustration() const
{
    if (!m_isKnown)
        return {};
    Illustration shown;
    shown.plot = m_plot;
    shown.summary = m_sentence->sentence();
    shown.keyTitle = tr("build");
    shown.valueTitle = tr("step time");
    return shown;
}

} // namespace bubblescope
