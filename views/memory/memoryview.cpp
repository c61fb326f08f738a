// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "memoryview.h"

#include "customplot.h"
#include "document.h"
#include "formatting.h"
#include "plotstyle.h"
#include "sentence.h"
#include "tablepanel.h"
#include "tabletexts.h"

#include <QComboBox>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace bubblescope {

namespace {

int64_t allocatedAt(const MemoryCurve::Point& point)
{
    return std::accumulate(point.byUse.begin(), point.byUse.end(), int64_t(0));
}

} // namespace

MemoryView::MemoryView(const Document& document, QWidget* parent)
    : PanelView(parent)
    , m_document(document)
    , m_box(new QComboBox(this))
    , m_sentence(new Sentence(this))
    , m_legend(new LegendRow(this))
    , m_plot(new QCustomPlot(this))
    , m_table(new TablePanel(m_model, tr("Memory"), this))
{
    setAccessibleName(tr("Memory"));
    m_box->setAccessibleName(tr("GPU whose memory is shown"));
    m_plot->setAccessibleName(tr("Allocated memory over time"));
    m_plot->setMinimumSize(160, 90);
    m_plot->setFocusPolicy(Qt::StrongFocus);
    m_plot->installEventFilter(this);
    m_sentence->setContentsMargins(10, 6, 10, 2);
    m_table->addToolWidget(m_box);
    QVBoxLayout* column = setPlotBeside(m_table, 50);
    column->addWidget(m_sentence);
    auto* legendRow = new QHBoxLayout;
    legendRow->setContentsMargins(10, 0, 10, 2);
    legendRow->addWidget(m_legend);
    column->addLayout(legendRow);
    column->addWidget(m_plot, 1);
    connect(m_box, &QComboBox::currentIndexChanged, this, &MemoryView::showSnapshot);
    connect(&document, &Document::folderChanged, this, [this] {
        letGo();
        startOver();
    });
}

void MemoryView::letGo()
{
    m_model.setSites(nullptr, {}, 0);
    m_alive.reset();
    m_shown.reset();
    m_listed.clear();
    const QSignalBlocker quiet(m_box);
    m_box->clear();
}

const MemorySnapshot* MemoryView::snapshot() const
{
    const auto row = size_t(m_box->currentIndex());
    return m_shown && row < m_listed.size() ? &m_shown->folder.memorySnapshots[m_listed[row]] : nullptr;
}

const MemoryFigures& MemoryView::figures() const
{
    static const MemoryFigures none {};
    return snapshot() ? m_shown->memoryFigures[m_listed[size_t(m_box->currentIndex())]] : none;
}

QColor MemoryView::colorOf(MemoryUse use) const
{
    return use == MemoryUse::Unknown ? mixed(colors().mutedText, colors().surface, 0.5) : colors().stageColor(int(use));
}

void MemoryView::refresh()
{
    if (m_shown != m_document.opened())
        letGo();
    const RunFolder* const folder = m_document.folder();
    if (!folder || folder->memorySnapshots.empty()
        || m_document.opened()->memoryFigures.size() != folder->memorySnapshots.size()) {
        letGo();
        showEmpty(tr("No memory snapshot"),
            tr("Record one with torch.cuda.memory._record_memory_history() and write it with "
               "torch.cuda.memory._dump_snapshot(\"rank0.pickle\"), beside the other files of the run."));
        return;
    }
    if (m_listed.empty()) {
        m_shown = m_document.opened();
        const std::vector<MemorySnapshot>& all = folder->memorySnapshots;
        std::vector<int64_t> peaks;
        for (size_t i = 0; i < all.size(); ++i) {
            m_listed.push_back(i);
            peaks.push_back(m_shown->memoryFigures[i].usage.peakAllocated);
        }
        std::stable_sort(
            m_listed.begin(), m_listed.end(), [&peaks](size_t a, size_t b) { return peaks[a] > peaks[b]; });
        const QSignalBlocker quiet(m_box);
        for (const size_t i : m_listed)
            m_box->addItem(tr("%1, %2: peak %3")
                               .arg(rankText(all[i].rank), elideMiddle(toText(all[i].name).simplified(), 32),
                                   formatBytes(double(peaks[i]))));
        m_box->setVisible(all.size() > 1);
    }
    showContent();
    showSnapshot();
}

void MemoryView::showSnapshot()
{
    const MemorySnapshot* const shown = snapshot();
    if (!shown)
        return;
    m_alive.reset();
    const MemoryUsage& usage = figures().usage;
    // Made-up or cut recordings know of less than was allocated.
    QString sentence = usage.peakReserved >= usage.peakAllocated
        ? tr("Peak: %1 allocated, of %2 reserved.")
              .arg(formatBytes(double(usage.peakAllocated)), formatBytes(double(usage.peakReserved)))
        : tr("Peak: %1 allocated.").arg(formatBytes(double(usage.peakAllocated)));
    const auto largest = std::max_element(usage.byUseAtPeak.begin(), usage.byUseAtPeak.end());
    const auto use = MemoryUse(largest - usage.byUseAtPeak.begin());
    if (usage.peakAllocated > 0)
        sentence += QLatin1Char(' ')
            + tr("Most of it, %1, is %2.")
                  .arg(formatShare(double(*largest) / double(usage.peakAllocated)), tableText(memoryUseName(use)));
    if (usage.outOfMemory > 0)
        sentence += QLatin1Char(' ')
            + (usage.outOfMemory == 1
                    ? tr("One allocation failed: out of memory.")
                    : tr("%1 allocations failed: out of memory.").arg(formatCount(qint64(usage.outOfMemory))));
    if (!shown->hasTimes)
        sentence += QLatin1Char(' ') + tr("Without times: events in their order.");
    m_summary = sentence;
    m_chosen = 0;
    MemoryCurve::Point peak;
    peak.byUse = usage.byUseAtPeak;
    peak.events = usage.eventsUntilPeak;
    const std::vector<MemoryCurve::Point>& points = figures().curve.points;
    const auto found = std::find_if(points.begin(), points.end(),
        [&usage](const MemoryCurve::Point& point) { return point.events == usage.eventsUntilPeak; });
    if (found != points.end()) {
        m_chosen = size_t(found - points.begin());
        peak = *found;
    }
    choose(peak);
}

void MemoryView::choose(const MemoryCurve::Point& point)
{
    m_events = point.events;
    const bool isPeak = m_events == figures().usage.eventsUntilPeak;
    if (!isPeak && !m_alive)
        m_alive.emplace(*snapshot());
    m_model.setSites(snapshot(), isPeak ? figures().atPeak : m_alive->after(m_events), allocatedAt(point));
    m_sentence->setSentence(isPeak ? m_summary : m_summary + QLatin1Char(' ') + instantText(point));
    drawPlot();
}

/// What the table and the line in the plot stand for.
QString MemoryView::instantText(const MemoryCurve::Point& point) const
{
    const QString when = snapshot()->hasTimes ? formatDuration(double(point.time - figures().curve.points.front().time))
                                              : tr("event %1").arg(formatCount(qint64(point.events)));
    return tr("Shown: %1 allocated at %2.").arg(formatBytes(double(allocatedAt(point))), when);
}

void MemoryView::chooseNextTo(double ns)
{
    const std::vector<MemoryCurve::Point>& points = figures().curve.points;
    if (points.empty())
        return;
    const TimeNs wanted = points.front().time + TimeNs(std::llround(std::clamp(ns, 0.0, 1e18)));
    // What is drawn there: the last state up to it.
    const auto after = std::upper_bound(points.begin(), points.end(), wanted,
        [](TimeNs time, const MemoryCurve::Point& point) { return time < point.time; });
    m_chosen = after == points.begin() ? 0 : size_t(after - points.begin()) - 1;
    choose(points[m_chosen]);
}

void MemoryView::restyle()
{
    applyPlotStyle(*m_plot, colors());
    drawPlot();
}

void MemoryView::drawPlot()
{
    m_plot->clearPlottables();
    m_plot->clearItems();
    const MemorySnapshot* const shown = snapshot();
    if (!shown || figures().curve.points.empty()) {
        m_legend->setEntries({});
        m_plot->replot(QCustomPlot::rpQueuedReplot);
        return;
    }
    const TimeNs begin = figures().curve.points.front().time;
    QVector<double> times;
    for (const MemoryCurve::Point& point : figures().curve.points)
        times << double(point.time - begin);
    // What is not there at any time has no colour in the legend.
    std::vector<LegendRow::Entry> entries;
    QVector<double> sums(times.size(), 0.0);
    QCPGraph* below = nullptr;
    double most = 0;
    for (size_t use = memoryUseCount; use-- > 0;) {
        bool isThere = false;
        for (qsizetype i = 0; i < times.size(); ++i) {
            const auto bytes = double(std::max<int64_t>(figures().curve.points[size_t(i)].byUse[use], 0));
            isThere |= bytes > 0;
            sums[i] += bytes;
        }
        if (!isThere)
            continue;
        const QColor color = colorOf(MemoryUse(use));
        QCPGraph* graph = m_plot->addGraph();
        graph->setLineStyle(QCPGraph::lsStepLeft);
        graph->setData(times, sums, true);
        graph->setPen(QPen(color, 1));
        graph->setBrush(color);
        graph->setChannelFillGraph(below);
        below = graph;
        entries.insert(entries.begin(), {tableText(memoryUseName(MemoryUse(use))), color});
    }
    QVector<double> reserved;
    for (const MemoryCurve::Point& point : figures().curve.points)
        reserved << double(point.reserved);
    QCPGraph* line = m_plot->addGraph();
    line->setLineStyle(QCPGraph::lsStepLeft);
    line->setData(times, reserved, true);
    line->setPen(QPen(colors().text, 1, Qt::DashLine));
    entries.push_back({tr("reserved (dashed)"), colors().text});
    for (qsizetype i = 0; i < times.size(); ++i)
        most = std::max({most, reserved[i], sums[i]});
    m_legend->setEntries(std::move(entries));

    auto* mark = new QCPItemStraightLine(m_plot);
    const double at = times[qsizetype(std::min(m_chosen, figures().curve.points.size() - 1))];
    mark->point1->setCoords(at, 0);
    mark->point2->setCoords(at, 1);
    mark->setPen(QPen(colors().accent, 1));
    if (shown->hasTimes)
        m_plot->xAxis->setTicker(QSharedPointer<TimeTicker>::create());
    else
        m_plot->xAxis->setTicker(QSharedPointer<IntegerTicker>::create());
    m_plot->yAxis->setTicker(
        QSharedPointer<TextTicker>::create([](double bytes) { return bytes < 0 ? QString() : formatBytes(bytes); }));
    m_plot->yAxis->ticker()->setTickCount(
        std::clamp(m_plot->height() / (3 * std::max(m_plot->fontMetrics().height(), 1)), 2, 6));
    m_plot->xAxis->ticker()->setTickCount(
        std::clamp(m_plot->width() / (12 * std::max(m_plot->fontMetrics().averageCharWidth(), 1)), 2, 8));
    m_plot->xAxis->setRange(0, std::max(times.back(), 1.0));
    m_plot->yAxis->setRange(0, std::max(most * 1.05, 1.0));
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

bool MemoryView::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_plot || figures().curve.points.empty() || !snapshot())
        return PanelView::eventFilter(watched, event);
    if (event->type() == QEvent::MouseButtonPress) {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        if (mouse->button() == Qt::LeftButton)
            chooseNextTo(m_plot->xAxis->pixelToCoord(mouse->position().x()));
    } else if (event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Left || key == Qt::Key_Right) {
            const size_t last = figures().curve.points.size() - 1;
            m_chosen = key == Qt::Key_Right ? std::min(m_chosen + 1, last) : m_chosen - std::min<size_t>(m_chosen, 1);
            choose(figures().curve.points[m_chosen]);
            return true;
        }
    }
    return PanelView::eventFilter(watched, event);
}

MemoryView::Illustration MemoryView::illustration() const
{
    if (!snapshot())
        return {};
    Illustration shown = illustrate(m_plot, m_sentence->sentence(), *m_legend);
    shown.keyTitle = snapshot()->hasTimes ? tr("time since the recording began") : tr("event");
    shown.valueTitle = tr("allocated memory");
    return shown;
}

} // namespace bubblescope
