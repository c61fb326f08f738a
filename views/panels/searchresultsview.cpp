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
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

QString barText(const DurationHistogram::Bar& bar)
{
    if (bar.to == 1)
        return formatDuration(0);
    return QStringLiteral("%1 – %2").arg(formatDuration(double(bar.from)), formatDuration(double(bar.to)));
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
    m_table->addToolWidget(m_label);
    auto* splitter = new QSplitter(Qt::Horizontal, this);
    splitter->addWidget(m_table);
    splitter->addWidget(m_plot);
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({680, 320});
    setContent(splitter);

    connect(m_table, &TablePanel::rowChosen, this, [this](int row) {
        if (m_model.spanAt(row).isValid())
            m_selection.setSpan(m_model.spanAt(row));
    });
    connect(m_table, &TablePanel::rowActivated, this, [this](int row) {
        const SpanId span = m_model.spanAt(row);
        if (!span.isValid() || m_trace != m_document.trace())
            return;
        const auto& matches = m_search.matches();
        auto place = std::lower_bound(matches.begin(), matches.end(), m_trace->begin(span),
            [this](SpanId match, TimeNs begin) { return m_trace->begin(match) < begin; });
        place = std::find(place, matches.end(), span);
        if (place != matches.end())
            m_search.goToMatch(static_cast<int>(place - matches.begin()));
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
    connect(&document, &Document::runChanged, this, &SearchResultsView::invalidate);
    connect(&document, &Document::folderChanged, this, &SearchResultsView::invalidate);
    connect(&selection, &Selection::spanChanged, this, &SearchResultsView::showCurrent);
}

void SearchResultsView::refresh()
{
    const TracePtr trace = m_document.trace();
    const auto& matches = m_search.matches();
    // If only the current match changed, list and histogram remain.
    const bool isSame = m_trace == trace && m_highlighted == m_search.highlighted()
        && (m_bar >= 0) == m_search.durations().has_value();
    m_text = m_search.text();
    m_trace = trace;
    m_highlighted = m_search.highlighted();
    if (!trace || !m_search.isSearching() || matches.empty()) {
        m_bar = -1;
        m_histogram = {};
        m_model.setMatches(nullptr, {});
        if (!trace)
            showEmpty(tr("Nothing to search"), tr("There is no trace here whose spans could be searched."));
        else if (!m_search.isSearching())
            showEmpty(tr("No search"), tr("Type into the search field: names and details of spans are searched."));
        else if (m_search.isPending())
            showEmpty(tr("Searching…"), tr("Matches come as soon as all spans were looked at."));
        else
            showEmpty(tr("No matches"), tr("No span is called “%1”.").arg(elideMiddle(m_text, 60)));
        return;
    }
    showContent();
    if (!isSame) {
        m_bar = -1;
        m_histogram = m_search.histogram();
        showHistogram();
        showList();
    } else {
        showHistogram(); // its colours may have changed
    }
    showCurrent();
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

void SearchResultsView::showList()
{
    const std::vector<SpanId>& listed = m_highlighted->byBegin;
    const size_t count = listed.size();
    const QString which = m_bar < 0 ? QString() : tr(" of %1").arg(barText(m_histogram.bars[size_t(m_bar)]));
    QString text = count == 1 ? tr("1 match%1").arg(which) : tr("%1 matches%2").arg(formatCount(qint64(count)), which);
    if (count > SearchModel::shownMatches)
        text += tr(", the first %1 listed").arg(formatCount(SearchModel::shownMatches));
    m_label->setText(text);
    const auto shown = static_cast<std::ptrdiff_t>(std::min(count, SearchModel::shownMatches));
    m_model.setMatches(m_trace, {listed.begin(), listed.begin() + shown}, m_window.origin());
}

void SearchResultsView::chooseBar(int bar)
{
    // Search or run may have changed in between; then refresh() follows.
    if (m_trace != m_document.trace() || m_highlighted != m_search.highlighted() || m_search.isPending())
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
    const int row = m_model.rowOf(m_selection.span());
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
