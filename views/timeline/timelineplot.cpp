// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "timelineplot.h"

#include "counterpainter.h"
#include "formatting.h"
#include "launches.h"
#include "notelayer.h"
#include "spanplottable.h"
#include "spantext.h"
#include "timelineaccess.h"
#include "timelineoverlay.h"
#include "workspace.h"

#include <QTimer>

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

constexpr size_t ranksShownOpen = 48; // more of them start collapsed, one line each
constexpr size_t fewestGrouped = 64;  // from so many on, ranks that are alike start as one
constexpr double tallestRank = 400;   // the threads of taller ones start folded

/// The plot's buffer, which holds nothing: the spans draw into an image of their own. One as large as the window would
/// be cleared in every frame.
class NoPaintBuffer : public QCPAbstractPaintBuffer {
public:
    using QCPAbstractPaintBuffer::QCPAbstractPaintBuffer;
    QCPPainter* startPainting() override { return new QCPPainter(&m_pixel); } // the layer deletes it
    void draw(QCPPainter*) const override { }
    void clear(const QColor&) override { }

protected:
    void reallocateBuffer() override { m_pixel.setDevicePixelRatio(mDevicePixelRatio); }

private:
    QPixmap m_pixel {1, 1};
};

} // namespace

TimelinePlot::TimelinePlot(Workspace* workspace, QWidget* parent)
    : QCustomPlot(parent), m_workspace(workspace), m_spans(nullptr), m_notes(new NoteLayer(*this))
{
    setInteractions(QCP::Interactions());
    setBackground(QBrush(Qt::NoBrush));
    for (QCPAxis* axis : {xAxis, yAxis}) {
        axis->setVisible(false);
        axis->grid()->setVisible(false);
    }
    axisRect()->setBackground(QBrush(Qt::NoBrush));
    axisRect()->setAutoMargins(QCP::msNone);
    layer(QStringLiteral("overlay"))->setMode(QCPLayer::lmLogical); // else it makes a buffer of its own
    const QSharedPointer<NoPaintBuffer> buffer(new NoPaintBuffer(size(), 1));
    buffer->setDevicePixelRatio(bufferDevicePixelRatio());
    mPaintBuffers = {buffer};
    m_spans = new SpanPlottable(xAxis, yAxis);
    updateMargins();
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setLayoutDirection(Qt::LeftToRight); // time runs that way in every language
    setMinimumSize(320, 120);
    setAccessibleName(tr("Timeline"));
    installTimelineAccess();
    applyPalette();

    connect(this, &QCustomPlot::beforeReplot, this, &TimelinePlot::prepareSpans);
    connect(&workspace->document, &Document::runChanged, this, &TimelinePlot::onRunChanged);
    connect(&workspace->window, &TimeWindow::visibleRangeChanged, this, &TimelinePlot::refresh);
    connect(&workspace->window, &TimeWindow::visibleRangeChanged, this, &TimelinePlot::tellReaders);
    connect(this, &TimelinePlot::scrollRangeChanged, this, &TimelinePlot::tellReaders);
    connect(&workspace->search, &SearchState::changed, this, &TimelinePlot::onSearchChanged);
    connect(&workspace->search, &SearchState::durationsChanged, this, &TimelinePlot::showMatches);
    connect(&workspace->window, &TimeWindow::revealRequested, this, &TimelinePlot::scrollToSpan);
    const auto repaintOverlay = [this] { update(); };
    connect(&workspace->window, &TimeWindow::crosshairChanged, this, repaintOverlay);
    connect(&workspace->selection, &Selection::rangeChanged, this, repaintOverlay);
    connect(&workspace->selection, &Selection::spanChanged, this, [this] {
        m_centered = SpanId();
        findLaunches();
        tellSelection();
        update();
    });
    connect(&workspace->selection, &Selection::rankChanged, this, &TimelinePlot::refresh);
    connect(&workspace->selection, &Selection::stageChanged, this, &TimelinePlot::refresh);
    connect(&workspace->selection, &Selection::layerChanged, this, &TimelinePlot::refresh);
    connect(&workspace->diagnosis, &Diagnosis::reasonsChanged, this, &TimelinePlot::updatePath);
    connect(&workspace->document, &Document::simulationChanged, this, &TimelinePlot::updatePath);
    connect(&workspace->figures, &Figures::changed, this, [this] {
        m_figures = m_workspace->figures.ofPart();
        m_pictures.forget();
        update();
    });
    connect(m_notes, &NoteLayer::bandChanged, this, &TimelinePlot::relayout);
    onRunChanged();
}

TimelinePlot::~TimelinePlot() = default;

TimelineGeometry TimelinePlot::geometryOfParts() const
{
    TimelineGeometry g;
    g.ruler = QRect(g.headerWidth, 0, std::max(0, width() - g.headerWidth), g.rulerHeight);
    g.notes = QRect(g.headerWidth, g.rulerHeight, g.ruler.width(), m_notes->bandHeight());
    const int top = g.rulerHeight + g.notes.height();
    g.header = QRect(0, top, g.headerWidth, std::max(0, height() - top));
    g.spans = QRect(g.headerWidth, top, g.ruler.width(), g.header.height());
    g.pinnedHeight = m_layout.pinnedHeight() > 0 ? std::lround(m_layout.pinnedHeight()) + 4 : 0;
    g.scroll = m_scroll;
    return g;
}

TimeScale TimelinePlot::timeScale() const
{
    const TimelineGeometry g = geometryOfParts();
    return TimeScale(m_workspace->window.visibleRange(), g.spans.left(), g.spans.width());
}

void TimelinePlot::updateMargins()
{
    axisRect()->setMargins(QMargins(TimelineGeometry::headerWidth, TimelineGeometry::rulerHeight, 0, 0));
}

void TimelinePlot::refresh()
{
    if (m_isStale)
        return;
    m_isStale = true;
    // Once per turn of the event loop, however many signals asked for it.
    QTimer::singleShot(0, this, [this] {
        if (m_isStale)
            replot(QCustomPlot::rpQueuedRefresh);
    });
}

void TimelinePlot::prepareSpans()
{
    m_isStale = false;
    const TimeRange range = m_workspace->window.visibleRange();
    xAxis->setRange(double(range.begin), double(range.end));
    m_spans->setArea(geometryOfParts().spans);
    m_spans->setView(range, m_scroll);
    m_spans->setSelection(m_workspace->selection.rank(), m_workspace->selection.stage());
    StringId layer;
    if (m_trace && !m_workspace->selection.layer().isEmpty())
        layer = m_trace->strings().find(m_workspace->selection.layer().toStdString());
    m_spans->setEmphasizedName(layer);
}

void TimelinePlot::paintEvent(QPaintEvent*)
{
    if (!qFuzzyCompare(bufferDevicePixelRatio(), devicePixelRatioF()))
        setBufferDevicePixelRatio(devicePixelRatioF());
    const TimelineGeometry g = geometryOfParts();
    if (m_isStale)
        replot(QCustomPlot::rpQueuedRefresh);
    QCPPainter painter(this);
    if (!m_trace || g.spans.isEmpty()) {
        painter.fillRect(rect(), m_palette.surface);
        return;
    }
    if (m_spans->image().isNull())
        painter.fillRect(g.spans, m_palette.surface);
    else
        painter.drawImage(g.spans.topLeft(), m_spans->image());
    m_pictures.paint(painter, headers(), devicePixelRatioF());
    m_notes->paintBand(painter);
    paintOverlay(painter);
}

TimelineHeaders TimelinePlot::headers() const
{
    TimelineHeaders parts;
    parts.trace = m_trace.get();
    parts.detail = m_detail;
    parts.figures = m_figures.get();
    parts.layout = &m_layout;
    parts.alike = &m_options.alike;
    parts.openedAlike = &m_options.openedAlike;
    parts.counters = &m_spans->counters();
    parts.palette = &m_palette;
    parts.geometry = geometryOfParts();
    parts.range = m_workspace->window.visibleRange();
    parts.hasTimes = m_workspace->document.run() && m_workspace->document.run()->kind != Run::Kind::Plan;
    parts.selectedRank = m_workspace->selection.rank();
    parts.selectedStage = m_workspace->selection.stage();
    parts.focusedRank = m_focusedRank;
    parts.focusedStage = m_focusedStage;
    return parts;
}

void TimelinePlot::paintOverlay(QPainter& painter)
{
    const TimelineGeometry g = geometryOfParts();
    const OverlayFrame frame {g.spans, g.ruler, timeScale(), &m_palette};
    OverlayFrame content = frame; // below what is pinned
    content.area.setTop(g.contentTop());
    if (m_workspace->selection.range())
        paintSelectedRange(painter, frame, *m_workspace->selection.range());
    for (const Link& link : visibleArrows())
        paintMessageArrow(
            painter, content, rectOf(drawnSpan(*m_trace, link.from)), rectOf(drawnSpan(*m_trace, link.to)));
    if (hasCriticalPath())
        m_path.paint(painter, content, m_layout, g);
    if (m_workspace->selection.bubble())
        paintOutline(painter, content, rectOf(*m_workspace->selection.bubble()), true);
    for (const Link& launch : m_launches) {
        if (m_layout.rowOf(m_trace->row(launch.from)) >= 0 && m_layout.rowOf(m_trace->row(launch.to)) >= 0)
            paintLaunchArrow(painter, content, rectOf(launch.from), rectOf(launch.to));
    }
    if (m_hovered.isValid() && m_drag == Drag::None)
        paintOutline(painter, content, rectOf(m_hovered), false);
    if (m_workspace->selection.span().isValid())
        paintOutline(painter, content, rectOf(m_workspace->selection.span()), true);
    if (const auto& members = m_workspace->selection.collective(); members.size() > 1) {
        std::vector<QRectF> boxes;
        for (const SpanId member : members)
            boxes.push_back(rectOf(member));
        paintArrivals(painter, content, boxes);
    }
    m_notes->paint(painter);
    paintMarkers(painter, frame, m_markers);
    if (m_workspace->window.crosshair())
        paintCrosshair(painter, frame, *m_workspace->window.crosshair());
    if (m_mouseIsInside && m_drag == Drag::None && m_workspace->document.run())
        paintHover(painter, content);
}

/// The card beside the mouse.
void TimelinePlot::paintHover(QPainter& painter, const OverlayFrame& frame)
{
    const QRectF bounds = QRectF(rect()).adjusted(4, 4, -4, -4);
    const StepReasonsPtr reasons = m_workspace->diagnosis.reasons();
    if (m_hovered.isValid()) {
        paintCard(painter, m_palette, bounds, m_mouse, spanTitle(*m_trace, m_hovered),
            m_palette.color(m_trace->category(m_hovered)),
            spanFacts(*m_workspace->document.run(), m_waits, m_hovered, reasons.get()),
            waitingSentence(reasons.get(), drawnSpan(*m_trace, m_hovered)));
    } else if (m_hoveredBubble && reasons) {
        paintOutline(painter, frame, rectOf(*m_hoveredBubble), false);
        paintCard(painter, m_palette, bounds, m_mouse, bubbleTitle(*m_hoveredBubble), m_palette.bubbleDots,
            bubbleFacts(*reasons, *m_hoveredBubble), bubbleSentence(*m_trace, *m_hoveredBubble));
    } else if (const TimelineRow* row = frame.area.contains(m_mouse) ? rowAtPoint(m_mouse) : nullptr;
               row && row->kind == TimelineRow::Kind::Counter) {
        const CounterTable& counters = m_trace->counters();
        const CounterSeries& series = counters.series[row->counter];
        if (const auto value = counterValueAt(counters, series, frame.scale.time(m_mouse.x())))
            paintCard(painter, m_palette, bounds, m_mouse, counterName(*m_trace, series), m_palette.accent,
                {{tr("here"), counterValueText(series, *value)},
                    {tr("at most"), counterValueText(series, m_spans->counters().largest(row->counter))}});
    }
}

void TimelinePlot::resizeEvent(QResizeEvent* event)
{
    if (m_hasAutomaticHeight && m_trace)
        relayout();
    QCustomPlot::resizeEvent(event);
    setScroll(m_scroll);
    emit scrollRangeChanged();
}

void TimelinePlot::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        applyPalette();
    QCustomPlot::changeEvent(event);
}

void TimelinePlot::applyPalette()
{
    m_palette = Palette::of(*this);
    m_pictures.forget();
    if (!m_spans)
        return;
    m_spans->setAppearance(m_palette, m_colorBy);
    refresh();
}

void TimelinePlot::setColorBy(ColorBy colorBy)
{
    if (colorBy == m_colorBy)
        return;
    m_colorBy = colorBy;
    applyPalette();
}

void TimelinePlot::onRunChanged()
{
    const TracePtr old = m_trace; // alive until nothing points into it
    m_trace = m_workspace->document.trace();
    m_figures = m_workspace->figures.ofPart();
    m_waits = m_trace ? WaitTable(*m_trace, m_workspace->figures.waiting()) : WaitTable();
    findLaunches();
    m_detail = m_workspace->document.levelOfDetail();
    if (m_trace && !m_detail) {
        m_ownDetail = LevelOfDetail(*m_trace, m_trace->timing());
        m_detail = &m_ownDetail;
    }
    m_hovered = SpanId();
    m_hoveredBubble.reset();
    m_centered = SpanId();
    m_drag = Drag::None;
    if (m_trace != old) {
        const bool isFirst = !old || m_options.collapsedRanks.empty();
        m_options.pinned.clear();
        m_options.busyByRank.clear();
        forgetFilters();
        m_markers.clear();
        m_focusedRank = m_focusedStage = -1;
        m_groupsAlike = m_trace && m_trace->ranks().size() >= fewestGrouped;
        groupAlike();
        m_options.foldsThreads = hasTallRank();
        m_options.otherwiseFolded.clear();
        if (m_trace && isFirst && m_trace->ranks().size() > ranksShownOpen) {
            std::set<int> behind; // of others that stand for them
            for (const auto& [representative, others] : m_options.alike)
                behind.insert(others.begin(), others.end());
            const bool areFew = m_trace->ranks().size() - behind.size() <= ranksShownOpen;
            for (const RankInfo& rank : m_trace->ranks()) {
                if (!areFew || behind.count(rank.rank) > 0)
                    m_options.collapsedRanks.insert(rank.rank);
            }
        }
    }
    m_spans->setMatches(nullptr);
    m_matches = nullptr;
    m_notes->update();
    relayout();
    updatePath();
    onSearchChanged();
    setAccessibleDescription(spokenDescription());
}

bool TimelinePlot::hasTallRank() const
{
    if (!m_trace)
        return false;
    const TimelineLayout layout(*m_trace, {});
    return std::any_of(layout.blocks().begin(), layout.blocks().end(),
        [](const RankBlock& rank) { return rank.bottom - rank.top > tallestRank; });
}

void TimelinePlot::updatePath()
{
    m_hoveredBubble.reset();
    if (!m_showsPath)
        return;
    m_path = PathOverlay::of(*m_workspace);
    update();
    emit criticalPathChanged();
}

void TimelinePlot::setShowsCriticalPath(bool shows)
{
    if (shows == m_showsPath)
        return;
    m_showsPath = shows;
    if (shows) {
        updatePath();
        return;
    }
    m_path = PathOverlay();
    update();
    emit criticalPathChanged();
}

void TimelinePlot::onSearchChanged()
{
    if (m_workspace->search.highlighted() != m_matches) // else only another match became current
        showMatches();
}

void TimelinePlot::showMatches()
{
    const SearchResultPtr old
        = std::exchange(m_matches, m_workspace->search.highlighted()); // alive until nobody draws it
    m_spans->setMatches(m_matches ? &m_matches->byNumber : nullptr);
    setThreadsFolded(ranksHidingMatches(), false);
    refresh();
}

void TimelinePlot::relayout()
{
    if (m_trace && m_options.sort == TimelineLayout::Sort::ByBusy && m_options.busyByRank.empty()) {
        m_options.busyByRank.resize(m_trace->ranks().size(), 0);
        const std::shared_ptr<const RunSummary> whole = m_workspace->figures.ofRun();
        for (size_t i = 0; whole && i < std::min(whole->ranks.size(), m_options.busyByRank.size()); ++i)
            m_options.busyByRank[i] = double(whole->ranks[i].split.compute());
    }
    if (m_trace && m_hasAutomaticHeight)
        fitRowHeight();
    m_layout = m_trace ? TimelineLayout(*m_trace, m_options) : TimelineLayout();
    m_pictures.forget();
    m_sight = Sight();
    m_spans->setRun(m_trace.get(), m_detail, &m_waits, &m_layout, m_workspace->document.differences());
    m_scroll = std::clamp(m_scroll, 0.0, maximumScroll());
    refresh();
    emit layoutChanged();
    emit scrollRangeChanged();
}

double TimelinePlot::maximumScroll() const
{
    const TimelineGeometry g = geometryOfParts();
    return std::max(0.0, m_layout.contentHeight() + airBelow - (g.spans.height() - g.pinnedHeight));
}

void TimelinePlot::setScroll(double scroll)
{
    scroll = std::round(std::clamp(scroll, 0.0, maximumScroll()));
    if (scroll == m_scroll)
        return;
    m_scroll = scroll;
    refresh();
    emit scrollRangeChanged();
}

void TimelinePlot::scrollToSpan(SpanId span)
{
    if (!m_trace || span.value >= m_trace->spanCount())
        return;
    const RowId row = m_trace->row(drawnSpan(*m_trace, span));
    if (m_layout.rowOf(row) < 0)
        showHidden(span);
    if (isFoldedAway(span))
        setThreadsFolded({m_trace->track(m_trace->track(span)).rank}, false);
    const int index = m_layout.rowOf(row);
    if (index < 0)
        return;
    const TimelineRow& line = m_layout.rows()[size_t(index)];
    const TimelineGeometry g = geometryOfParts();
    const double visible = g.spans.height() - g.pinnedHeight;
    const double sticky = m_layout.stages().empty() ? 0 : TimelineLayout::stageHeight;
    if (line.top < m_scroll + sticky || line.bottom() > m_scroll + visible)
        setScroll(line.top - (visible - line.height) / 2);
    update();
}

QRectF TimelinePlot::rectOf(SpanId span) const
{
    if (!m_trace || span.value >= m_trace->spanCount())
        return {};
    const int index = m_layout.rowOf(m_trace->row(drawnSpan(*m_trace, span)));
    if (index < 0)
        return {};
    const TimelineRow& row = m_layout.rows()[size_t(index)];
    const TimeScale scale = timeScale();
    const double x0 = scale.x(m_trace->begin(span));
    const double x1 = scale.x(m_trace->end(span));
    return {x0, geometryOfParts().yOf(row), std::max(1.0, x1 - x0), row.height};
}

QRectF TimelinePlot::rectOf(const Bubble& bubble) const
{
    if (!m_trace || bubble.rank >= m_trace->ranks().size())
        return {};
    const int rank = m_trace->ranks()[bubble.rank].rank;
    const auto& blocks = m_layout.blocks();
    const auto block
        = std::find_if(blocks.begin(), blocks.end(), [rank](const RankBlock& b) { return b.rank == rank; });
    const int index = block != blocks.end() && block->computeRow.isValid() ? m_layout.rowOf(block->computeRow) : -1;
    if (index < 0)
        return {};
    const TimelineRow& row = m_layout.rows()[size_t(index)];
    const TimeScale scale = timeScale();
    const double x0 = scale.x(bubble.range.begin);
    return {x0, geometryOfParts().yOf(row), std::max(1.0, scale.x(bubble.range.end) - x0), row.height};
}

const Bubble* TimelinePlot::bubbleAtPoint(QPointF point) const
{
    const TimelineRow* row = geometryOfParts().spans.contains(point.toPoint()) ? rowAtPoint(point) : nullptr;
    const StepReasonsPtr reasons = m_workspace->diagnosis.reasons();
    if (!row || !reasons || !row->hasSpans() || m_trace->track(row->track).lane != Lane::Compute)
        return nullptr;
    return reasons->bubbleAt(row->rank, timeScale().time(point.x()));
}

const TimelineRow* TimelinePlot::rowAtPoint(QPointF point) const
{
    const TimelineGeometry g = geometryOfParts();
    if (point.y() < g.spans.top() || point.y() > g.spans.bottom() + 1)
        return nullptr;
    if (point.y() < g.contentTop()) {
        const int pinned = m_layout.pinnedRowAt(point.y() - g.spans.top());
        return pinned >= 0 ? &m_layout.pinnedRows()[size_t(pinned)] : nullptr;
    }
    const int sticky = m_layout.stickyStage(m_scroll);
    if (sticky >= 0 && point.y() < g.contentTop() + TimelineLayout::stageHeight + m_layout.stickyOffset(m_scroll))
        return &m_layout.rows()[m_layout.stages()[size_t(sticky)].row];
    const int row = m_layout.rowAt(g.contentY(point.y()));
    return row >= 0 ? &m_layout.rows()[size_t(row)] : nullptr;
}

SpanId TimelinePlot::spanAtPoint(QPointF point) const
{
    const TimelineRow* row = geometryOfParts().spans.contains(point.toPoint()) ? rowAtPoint(point) : nullptr;
    if (!row || !row->hasSpans())
        return SpanId();
    const TimeScale scale = timeScale();
    const auto tolerance = TimeNs(std::ceil(scale.nsPerPixel() * 3));
    const SpanId span = spanAt(*m_trace, m_trace->timing(), row->row, scale.time(point.x()), tolerance);
    if (!span.isValid() || double(m_trace->duration(span)) > scale.nsPerPixel() * 2)
        return span;
    // Many in one pixel: the longest of them, which is also the one that decides the colour.
    std::vector<LodCell> cell(1);
    m_detail->columns(row->row,
        {scale.time(point.x() - 1), std::max(scale.time(point.x() + 1), scale.time(point.x() - 1) + 1)}, cell);
    return cell.front().longest.isValid() ? cell.front().longest : span;
}

/// Thousands of arrows say nothing: those of a whole step are left out.
void TimelinePlot::findLaunches()
{
    constexpr size_t most = 200;
    m_launches.clear();
    const SpanId span = m_workspace->selection.span();
    if (!m_trace || span.value >= m_trace->spanCount() || m_trace->launches().empty())
        return;
    if (const SpanId call = m_trace->launchOf(span); call.isValid())
        m_launches.push_back({call, span});
    else
        m_launches = launchesInside(*m_trace, span);
    if (m_launches.size() > most)
        m_launches.clear();
}

std::vector<Link> TimelinePlot::visibleArrows() const
{
    std::vector<Link> arrows;
    const SpanId span = m_workspace->selection.span();
    if (!m_trace || span.value >= m_trace->spanCount())
        return arrows;
    for (const Link& link : m_waits.linksOf(drawnSpan(*m_trace, span))) {
        const bool isDrawn = m_layout.rowOf(m_trace->row(link.from)) >= 0 && m_layout.rowOf(m_trace->row(link.to)) >= 0;
        if (isDrawn)
            arrows.push_back(link);
    }
    return arrows;
}

} // namespace bubblescope
