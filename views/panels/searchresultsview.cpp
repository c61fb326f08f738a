// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchresultsview.h"

#include "countedtext.h"
#include "document.h"
#include "plotstyle.h"
#include "searchstate.h"
#include "selection.h"
#include "tablepanel.h"
#include "timewindow.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QLabel>
#include <QMouseEvent>
#include <QSplitter>
#include <QToolButton>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace bubblescope {

namespace {

QString barText(const DurationHistogram::Bar& bar)
{
    if (bar.to == 1)
        return formatDuration(0);
    return QStringLiteral("%1 – %2").arg(formatDuration(double(bar.from)), formatDuration(double(bar.to)));
}

/// "0 – 3, 7, 9 – 12", of ascending numbers; no more than can be read at a glance.
QString stretchesText(const std::vector<int32_t>& numbers)
{
    constexpr int most = 20;
    QStringList stretches;
    for (size_t i = 0; i < numbers.size();) {
        size_t last = i;
        while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1)
            ++last;
        if (stretches.size() == most)
            return stretches.join(QStringLiteral(", ")) + QStringLiteral(", …");
        stretches << (last == i ? QString::number(numbers[i])
                                : QStringLiteral("%1 – %2").arg(numbers[i]).arg(numbers[last]));
        i = last + 1;
    }
    return stretches.join(QStringLiteral(", "));
}

} // namespace

SearchResultsView::SearchResultsView(
    const Document& document, Selection& selection, SearchState& search, const TimeWindow& window, QWidget* parent)
    : PanelView(parent)
    , m_document(document)
    , m_selection(selection)
    , m_search(search)
    , m_window(window)
    , m_label(new QLabel(this))
    , m_stop(new QToolButton(this))
    , m_plot(new QCustomPlot(this))
    , m_edgeTicker(new NameTicker(m_plot->xAxis))
    , m_table(new TablePanel(m_model, tr("Search results"), this))
{
    setAccessibleName(tr("Search results"));
    m_plot->setAccessibleName(tr("How long the matches take"));
    m_plot->setFocusPolicy(Qt::StrongFocus);
    m_plot->setMinimumSize(140, 80);
    m_plot->installEventFilter(this);
    m_plot->axisRect()->setMinimumMargins(QMargins(8, 6, 30, 4));
    m_plot->xAxis->grid()->setVisible(false);
    m_plot->xAxis->setTicker(m_edgeTicker);
    m_plot->yAxis->setTicker(QSharedPointer<IntegerTicker>(new IntegerTicker));
    m_plot->yAxis->ticker()->setTickCount(4);
    m_stop->setText(tr("Stop"));
    m_stop->setToolTip(tr("Read no more ranks: what was found stays"));
    m_stop->setVisible(false);
    m_table->addToolWidget(m_label);
    m_table->addToolWidget(m_stop);
    auto* splitter = new QSplitter(Qt::Horizontal, this);
    splitter->addWidget(m_table);
    splitter->addWidget(m_plot);
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({680, 320});
    setContent(splitter);

    connect(m_stop, &QToolButton::clicked, &search, &SearchState::stopReadingRanks);
    connect(m_table, &TablePanel::rowChosen, this, [this](int row) {
        const FoundSpan* const match = m_model.matchAt(row);
        const TracePtr trace = m_document.trace();
        if (const SpanId span = match && trace ? spanOf(*match, *trace) : SpanId(); span.isValid())
            m_selection.setSpan(span);
    });
    connect(m_table, &TablePanel::rowActivated, this, [this](int row) {
        const FoundSpan* const match = m_model.matchAt(row);
        if (match && (m_ofRanks || m_trace == m_document.trace()))
            m_search.goToMatch(m_search.indexOf(*match));
    });
    connect(&search, &SearchState::changed, this, &SearchResultsView::invalidate);
    connect(&search, &SearchState::durationsChanged, this, [this] {
        if (m_trace != m_document.trace() || !m_search.highlighted())
            return;
        m_highlighted = m_search.highlighted();
        showList();
        showCurrent();
    });
    connect(&window, &TimeWindow::originChanged, this, [this] {
        if (m_highlighted && m_trace == m_document.trace()) {
            showList();
            showCurrent();
        }
    });
    connect(&document, &Document::runChanged, this, &SearchResultsView::startOver);
    connect(&document, &Document::folderChanged, this, &SearchResultsView::startOver);
    connect(&selection, &Selection::spanChanged, this, &SearchResultsView::showCurrent);
}

void SearchResultsView::letGo()
{
    m_bar = -1;
    m_histogram = {};
    m_model.setMatches(nullptr, {});
    m_trace.reset();
    m_highlighted.reset();
    m_ofRanks.reset();
}

void SearchResultsView::refresh()
{
    const TracePtr trace = m_document.trace();
    // If only the current match changed, list and histogram remain.
    const bool isSameList = m_search.ofRanks() ? m_ofRanks == m_search.ofRanks()
                                               : m_trace == trace && m_highlighted == m_search.highlighted();
    const bool isSame = isSameList && (m_bar >= 0) == m_search.durations().has_value() && m_zero == m_window.origin();
    m_ofRanks = m_search.ofRanks();
    m_text = m_search.text();
    m_trace = trace;
    m_highlighted = m_search.highlighted();
    if (!trace || !m_search.isSearching() || m_search.count() == 0) {
        m_bar = -1;
        m_histogram = {};
        m_model.setMatches(nullptr, {});
        if (!trace)
            showEmpty(tr("Nothing to search"), tr("There is no trace here whose spans could be searched."));
        else if (!m_search.isSearching())
            showEmpty(tr("No search"), tr("Type into the search field: names and details of spans are searched."));
        else if (m_search.isReadingRanks())
            showEmpty(
                tr("Searching…"), tr("The ranks that are not in memory are read, %1 so far.").arg(searchedShare()));
        else if (m_ofRanks && !m_ofRanks->isComplete())
            showEmpty(
                tr("No matches"), tr("The search was ended; %1 of the ranks were searched.").arg(searchedShare()));
        else if (m_search.isPending())
            showEmpty(tr("Searching…"), tr("Matches come as soon as all spans were looked at."));
        else
            showEmpty(tr("No matches"), tr("No span is called “%1”.").arg(elideMiddle(m_text, 60)));
        return;
    }
    showContent();
    if (!isSame) {
        m_histogram = m_search.histogram();
        m_bar = chosenBar();
        if (m_bar < 0)
            m_search.setDurations(std::nullopt); // more was found: there is no such bar any more
        showHistogram();
        showList();
    } else {
        showHistogram(); // its colours may have changed
        showCount(listedCount());
    }
    showCurrent();
}

int SearchResultsView::chosenBar() const
{
    const std::optional<TimeRange> chosen = m_search.durations();
    const auto bar
        = std::find_if(m_histogram.bars.begin(), m_histogram.bars.end(), [&chosen](const DurationHistogram::Bar& each) {
              return chosen == TimeRange {each.from, each.to};
          });
    return bar == m_histogram.bars.end() ? -1 : static_cast<int>(bar - m_histogram.bars.begin());
}

void SearchResultsView::showHistogram()
{
    m_plot->clearPlottables();
    uint64_t most = 1;
    const QColor calm = colors().color(Category::OtherCompute);
    const auto addBars = [&](const QColor& color, auto&& isOurs) {
        auto* bars = new QCPBars(m_plot->xAxis, m_plot->yAxis);
        bars->setWidth(0.92);
        bars->setPen(Qt::NoPen);
        bars->setBrush(color);
        bars->setAntialiased(false);
        for (size_t i = 0; i < m_histogram.bars.size(); ++i) {
            if (isOurs(static_cast<int>(i)))
                bars->addData(double(i) + 0.5, double(m_histogram.bars[i].count));
        }
    };
    QStringList edges; // left edge of each bar
    for (const DurationHistogram::Bar& bar : m_histogram.bars) {
        most = std::max(most, bar.count);
        edges.append(formatDuration(double(bar.from)));
    }
    if (!m_histogram.bars.empty())
        edges.append(formatDuration(double(m_histogram.bars.back().to)));
    m_edgeTicker->setNames(edges);
    addBars(m_bar < 0 ? colors().accent : calm, [this](int bar) { return bar != m_bar; });
    addBars(colors().accent, [this](int bar) { return bar == m_bar; });
    m_plot->xAxis->setRange(-0.2, std::max<double>(1, double(m_histogram.bars.size())) + 0.2);
    m_plot->yAxis->setRange(0, double(most) * 1.08);
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

std::vector<FoundSpan> SearchResultsView::listed() const
{
    std::vector<FoundSpan> matches;
    if (m_ofRanks) {
        std::copy_if(m_ofRanks->first.begin(), m_ofRanks->first.end(), std::back_inserter(matches),
            [wanted = m_search.durations()](
                const FoundSpan& match) { return !wanted || wanted->contains(match.duration); });
        return matches;
    }
    const std::vector<SpanId>& spans = m_highlighted->byBegin;
    for (size_t i = 0; i < std::min(spans.size(), SearchModel::shownMatches); ++i)
        matches.push_back(foundSpan(*m_trace, spans[i]));
    return matches;
}

uint64_t SearchResultsView::listedCount() const
{
    if (!m_ofRanks)
        return m_highlighted->byBegin.size();
    return m_bar < 0 ? m_ofRanks->count : m_histogram.bars[size_t(m_bar)].count;
}

QString SearchResultsView::searchedShare() const
{
    return formatShare(double(m_ofRanks->searchedRanks) / double(std::max(m_ofRanks->allRanks, 1u)));
}

void SearchResultsView::showCount(uint64_t count)
{
    const QString which = m_bar < 0 ? QString() : tr(" of %1").arg(barText(m_histogram.bars[size_t(m_bar)]));
    QString text = count == 1 ? tr("1 match%1").arg(which) : tr("%1 matches%2").arg(formatCount(qint64(count)), which);
    if (m_ofRanks && m_bar < 0)
        text += tr(" in %1 of %2 ranks")
                    .arg(formatCount(qint64(m_ofRanks->ranks.size())), formatCount(qint64(m_ofRanks->allRanks)));
    const auto rows = qint64(m_model.rowCount());
    const FoundSpan* const first = m_model.matchAt(0);
    if (count > uint64_t(rows) && first && m_ofRanks && first->begin >= m_ofRanks->from
        && m_ofRanks->from > m_trace->range().begin)
        text += tr(", %1 listed from %2 on")
                    .arg(formatCount(rows), formatDuration(double(first->begin - m_window.origin())));
    else if (count > uint64_t(rows))
        text += tr(", the first %1 listed").arg(formatCount(rows));
    if (m_search.isReadingRanks())
        text += tr("; %1 of the ranks searched").arg(searchedShare());
    else if (m_ofRanks && !m_ofRanks->isComplete())
        text += tr("; ended when %1 of the ranks were searched").arg(searchedShare());
    if (m_ofRanks && m_ofRanks->damagedRanks > 0)
        text += m_ofRanks->damagedRanks == 1
            ? tr("; 1 rank cannot be read")
            : tr("; %1 ranks cannot be read").arg(formatCount(qint64(m_ofRanks->damagedRanks)));
    m_label->setText(text);
    m_label->setToolTip(m_ofRanks ? tr("Ranks with matches: %1").arg(stretchesText(m_ofRanks->ranks)) : QString());
    m_stop->setVisible(m_search.isReadingRanks());
}

void SearchResultsView::showList()
{
    m_zero = m_window.origin();
    m_model.setMatches(m_ofRanks ? m_search.namesOfRanks() : m_trace, listed(), m_zero);
    showCount(listedCount());
}

void SearchResultsView::chooseBar(int bar)
{
    // Search or run may have changed in between; then refresh() follows.
    if (m_trace != m_document.trace() || m_highlighted != m_search.highlighted() || m_search.isPending()
        || m_ofRanks != m_search.ofRanks())
        return;
    m_bar = bar == m_bar ? -1 : bar;
    std::optional<TimeRange> durations;
    if (m_bar >= 0)
        durations = TimeRange {m_histogram.bars[size_t(m_bar)].from, m_histogram.bars[size_t(m_bar)].to};
    m_search.setDurations(durations);
    showHistogram();
}

int SearchResultsView::barAt(const QPoint& position) const
{
    const QRect area = m_plot->axisRect()->rect();
    if (position.x() < area.left() || position.x() > area.right() || position.y() > area.bottom())
        return -1;
    const int bar = static_cast<int>(std::floor(m_plot->xAxis->pixelToCoord(position.x())));
    return bar < 0 || bar >= static_cast<int>(m_histogram.bars.size()) ? -1 : bar;
}

QPoint SearchResultsView::barCenter(int bar) const
{
    return {static_cast<int>(std::lround(m_plot->xAxis->coordToPixel(bar + 0.5))), m_plot->axisRect()->center().y()};
}

void SearchResultsView::showCurrent()
{
    const SpanId span = m_selection.span();
    const int row = span.isValid() && m_trace == m_document.trace() ? m_model.rowOf(foundSpan(*m_trace, span)) : -1;
    m_table->selectRows(row < 0 ? std::vector<int>() : std::vector<int> {row});
}

bool SearchResultsView::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_plot)
        return PanelView::eventFilter(watched, event);
    if (event->type() == QEvent::MouseButtonRelease) {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        if (mouse->button() == Qt::LeftButton)
            chooseBar(barAt(mouse->pos()));
    } else if (event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        const int last = static_cast<int>(m_histogram.bars.size()) - 1;
        if (key->modifiers() == Qt::NoModifier && (key->key() == Qt::Key_Left || key->key() == Qt::Key_Right)
            && last >= 0) {
            const int next = std::clamp(m_bar + (key->key() == Qt::Key_Left ? -1 : 1), 0, last);
            if (next != m_bar)
                chooseBar(next);
            return true;
        }
        if (key->key() == Qt::Key_Escape && m_bar >= 0) {
            chooseBar(-1);
            return true;
        }
    } else if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const int bar = barAt(help->pos());
        if (bar >= 0) {
            const DurationHistogram::Bar& found = m_histogram.bars[size_t(bar)];
            QToolTip::showText(help->globalPos(),
                QStringLiteral("%1: %2").arg(
                    barText(found), countedText(qint64(found.count), tr("1 span"), tr("%1 spans"))),
                m_plot);
        } else {
            QToolTip::hideText();
        }
        return true;
    }
    return PanelView::eventFilter(watched, event);
}

void SearchResultsView::restyle()
{
    applyPlotStyle(*m_plot, colors());
    m_plot->xAxis->grid()->setVisible(false);
}

} // namespace bubblescope
