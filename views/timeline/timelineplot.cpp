// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "timelineplot.h"

#include "lanenames.h"
#include "launches.h"
#include "notelayer.h"
#include "searchresult.h"
#include "spanplottable.h"
#include "spokentimeline.h"
#include "timelineaccess.h"
#include "timelinecontroller.h"
#include "timelinepainter.h"
#include "workspace.h"

#include <QTimer>

#include <algorithm>
#include <utility>

namespace bubblescope {

namespace {

constexpr int narrowestHeader = 120;

/// A dummy buffer for the plot, since the spans draw into their own image: a real one of the window's size would have
/// to be cleared in every frame.
class NoPaintBuffer : public QCPAbstractPaintBuffer {
public:
    using QCPAbstractPaintBuffer::QCPAbstractPaintBuffer;
    QCPPainter* startPainting() override { return new QCPPainter(&m_pixel); } // deleted by the layer
    void draw(QCPPainter*) const override { }
    void clear(const QColor&) override { }

protected:
    void reallocateBuffer() override { m_pixel.setDevicePixelRatio(mDevicePixelRatio); }

private:
    QPixmap m_pixel {1, 1};
};

} // namespace

TimelinePlot::TimelinePlot(Workspace* workspace, QWidget* parent)
    : QCustomPlot(parent)
    , m_workspace(workspace)
    , m_rows(*workspace)
    , m_spans(nullptr)
    , m_notes(new NoteLayer(*this))
    , m_spoken(std::make_unique<SpokenTimeline>(*this))
    , m_controller(std::make_unique<TimelineController>(*this))
    , m_painter(std::make_unique<TimelinePainter>(*this))
{
    usePlotAsCanvas();
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setLayoutDirection(Qt::LeftToRight); // time runs left to right in every language
    setMinimumSize(320, 120);
    setAccessibleName(tr("Timeline"));
    installTimelineAccess();
    applyPalette();
    connectWorkspace();
    connect(&m_rows, &TimelineRows::runTaken, this, &TimelinePlot::takeRun);
    connect(&m_rows, &TimelineRows::layoutChanged, this, &TimelinePlot::takeLayout);
    connect(&m_rows, &TimelineRows::scrollRangeChanged, this, &TimelinePlot::refresh);
    connect(&m_rows, &TimelineRows::scrollRangeChanged, this, [this] { m_spoken->announceSight(); });
    connect(&m_look, &TimelineLook::colorByChanged, this, &TimelinePlot::applyPalette);
    connect(&m_look, &TimelineLook::edgesDifferencesChanged, this, &TimelinePlot::applyPalette);
    connect(&m_look, &TimelineLook::markersChanged, this, qOverload<>(&QWidget::update));
    connect(&m_look, &TimelineLook::endLineChanged, this, qOverload<>(&QWidget::update));
    connect(&m_look, &TimelineLook::showsCriticalPathChanged, this, &TimelinePlot::updatePath);
    connect(m_notes, &NoteLayer::bandChanged, this, [this] {
        m_rows.setViewHeight(geometryOfParts().spans.height());
        takeLayout();
    });
    m_rows.setViewHeight(geometryOfParts().spans.height());
    takeRun();
    takeLayout();
}

TimelinePlot::~TimelinePlot() = default;

/// Removes axes and layers: rows are one image, everything else is drawn over it.
void TimelinePlot::usePlotAsCanvas()
{
    setInteractions(QCP::Interactions());
    setBackground(QBrush(Qt::NoBrush));
    for (QCPAxis* axis : {xAxis, yAxis}) {
        axis->setVisible(false);
        axis->grid()->setVisible(false);
    }
    axisRect()->setBackground(QBrush(Qt::NoBrush));
    axisRect()->setAutoMargins(QCP::msNone);
    axisRect()->setMargins(QMargins(TimelineGeometry::headerWidth, TimelineGeometry::rulerHeight, 0, 0));
    layer(QStringLiteral("overlay"))->setMode(QCPLayer::lmLogical); // otherwise it creates its own buffer
    const QSharedPointer<NoPaintBuffer> buffer(new NoPaintBuffer(size(), 1));
    buffer->setDevicePixelRatio(bufferDevicePixelRatio());
    mPaintBuffers = {buffer};
    m_spans = new SpanPlottable(xAxis, yAxis);
    connect(this, &QCustomPlot::beforeReplot, this, &TimelinePlot::prepareSpans);
}

void TimelinePlot::connectWorkspace()
{
    connect(&m_workspace->window, &TimeWindow::visibleRangeChanged, this, &TimelinePlot::refresh);
    connect(&m_workspace->selection, &Selection::rankChanged, this, &TimelinePlot::refresh);
    connect(&m_workspace->selection, &Selection::stageChanged, this, &TimelinePlot::refresh);
    connect(&m_workspace->selection, &Selection::layerChanged, this, &TimelinePlot::refresh);
    connect(&m_workspace->window, &TimeWindow::visibleRangeChanged, this, [this] { m_spoken->announceSight(); });
    connect(&m_workspace->search, &SearchState::changed, this, &TimelinePlot::onSearchChanged);
    connect(&m_workspace->search, &SearchState::durationsChanged, this, &TimelinePlot::showMatches);
    connect(&m_workspace->window, &TimeWindow::crosshairChanged, this, qOverload<>(&QWidget::update));
    connect(&m_workspace->window, &TimeWindow::originChanged, this, &TimelinePlot::refresh);
    connect(&m_workspace->selection, &Selection::rangeChanged, this, qOverload<>(&QWidget::update));
    connect(&m_workspace->window, &TimeWindow::revealRequested, this, [this] { update(); });
    connect(&m_workspace->selection, &Selection::spanChanged, this, [this] {
        findLaunches();
        m_spoken->announceSelection();
        update();
    });
    const auto onChange = [this] {
        m_controller->forgetBubble();
        m_spans->setReasons(m_workspace->diagnosis.reasons());
        if (m_look.showsCriticalPath())
            updatePath();
        refresh();
    };
    connect(&m_workspace->diagnosis, &Diagnosis::reasonsChanged, this, onChange);
    connect(&m_workspace->document, &Document::simulationChanged, this, onChange);
    connect(&m_workspace->document, &Document::differencesChanged, this, &TimelinePlot::takeLayout);
    connect(&m_workspace->figures, &Figures::changed, this, [this] {
        m_figures = m_workspace->figures.ofPart();
        m_painter->forgetPictures();
        takeWaits();
        m_spans->invalidate();
        refresh();
        emit figuresTaken();
    });
}

TimelineGeometry TimelinePlot::geometryOfParts() const
{
    TimelineGeometry g;
    g.ruler = QRect(m_headerWidth, 0, std::max(0, width() - m_headerWidth), g.rulerHeight);
    g.notes = QRect(m_headerWidth, g.rulerHeight, g.ruler.width(), m_notes->bandHeight());
    const int top = g.rulerHeight + g.notes.height();
    g.header = QRect(0, top, m_headerWidth, std::max(0, height() - top));
    g.spans = QRect(m_headerWidth, top, g.ruler.width(), g.header.height());
    g.pinnedHeight = m_rows.pinnedHeight();
    g.scroll = m_rows.scrollOffset();
    return g;
}

void TimelinePlot::setHeaderWidth(int width)
{
    width = std::clamp(width, narrowestHeader, std::max(narrowestHeader, this->width() / 2));
    if (width == m_headerWidth)
        return;
    m_headerWidth = width;
    axisRect()->setMargins(QMargins(m_headerWidth, TimelineGeometry::rulerHeight, 0, 0));
    takeLayout();
    update();
    emit headerWidthChanged(width);
}

TimeScale TimelinePlot::timeScale() const
{
    const TimelineGeometry g = geometryOfParts();
    return TimeScale(m_workspace->window.visibleRange(), g.spans.left(), g.spans.width());
}

TimelineHeaders TimelinePlot::headers() const
{
    TimelineHeaders parts;
    parts.trace = m_trace.get();
    parts.detail = m_detail;
    parts.figures = m_figures.get();
    parts.layout = &m_rows.layout();
    parts.alike = &m_rows.options().alike;
    parts.openedAlike = &m_rows.options().openedAlike;
    parts.laneNames = &m_laneNames;
    parts.counters = &m_spans->counters();
    parts.palette = &m_palette;
    parts.geometry = geometryOfParts();
    parts.range = m_workspace->window.visibleRange();
    parts.origin = m_workspace->window.origin();
    parts.hasTimes = m_workspace->document.run() && m_workspace->document.run()->kind != Run::Kind::Plan;
    parts.isOfRange = m_workspace->selection.range().has_value();
    parts.selectedRank = m_workspace->selection.rank();
    parts.selectedStage = m_workspace->selection.stage();
    parts.focusedRank = m_controller->focusedRank();
    parts.focusedStage = m_controller->focusedStage();
    return parts;
}

void TimelinePlot::takeRun()
{
    const bool isOther = m_trace != m_workspace->document.trace();
    m_trace = m_workspace->document.trace();
    if (isOther)
        m_laneNames = m_trace ? laneNames(*m_trace) : std::vector<QString>();
    m_figures = m_workspace->figures.ofPart();
    takeWaits();
    findLaunches();
    m_detail = m_workspace->document.levelOfDetail();
    if (m_trace && !m_detail) {
        m_ownDetail = LevelOfDetail(*m_trace, m_trace->timing());
        m_detail = &m_ownDetail;
    }
    m_controller->forgetRun(isOther);
    if (isOther)
        m_look.setMarkers({});
    m_spans->setMatches(nullptr);
    m_matches = nullptr;
    m_notes->update();
    if (m_look.showsCriticalPath())
        updatePath();
    onSearchChanged();
    m_spoken->describe();
}

/// They become known some time after a large run is shown.
void TimelinePlot::takeWaits()
{
    const Figures& figures = m_workspace->figures;
    m_waits = m_trace ? WaitTable(*m_trace, figures.waiting(), figures.lost()) : WaitTable();
}

void TimelinePlot::takeLayout()
{
    m_painter->forgetPictures();
    m_spoken->forgetSight();
    m_spans->setRun(m_trace.get(), m_detail, &m_waits, &m_rows.layout(), m_workspace->document.differences());
    m_drawnTrace = m_trace;
    refresh();
}

void TimelinePlot::updatePath()
{
    m_painter->setPath(m_look.showsCriticalPath() ? PathOverlay::of(*m_workspace) : PathOverlay());
    update();
    emit criticalPathChanged();
}

bool TimelinePlot::hasCriticalPath() const { return m_painter->hasPath(); }

void TimelinePlot::onSearchChanged()
{
    if (m_workspace->search.highlighted() != m_matches) // otherwise only the current match changed
        showMatches();
}

void TimelinePlot::showMatches()
{
    const SearchResultPtr old
        = std::exchange(m_matches, m_workspace->search.highlighted()); // keeps it alive while it is drawn
    m_spans->setMatches(m_matches ? &m_matches->byNumber : nullptr);
    if (m_matches)
        m_rows.unfold(*m_matches);
    refresh();
}

void TimelinePlot::refresh()
{
    if (m_isStale)
        return;
    m_isStale = true;
    // Once per event loop iteration, however many signals requested it.
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
    m_spans->setView(range, m_rows.scrollOffset(), m_workspace->window.origin());
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
    if (m_isStale)
        replot(QCustomPlot::rpQueuedRefresh);
    QCPPainter painter(this);
    m_painter->paint(painter, m_spans->image());
}

void TimelinePlot::resizeEvent(QResizeEvent* event)
{
    // What is selected stays in sight where it was.
    const SpanId selected = m_workspace->selection.span();
    const QRectF before = rectOf(selected);
    const bool wasSeen = !before.isNull() && before.top() >= geometryOfParts().spans.top()
        && before.bottom() <= event->oldSize().height();
    m_rows.setViewHeight(geometryOfParts().spans.height());
    QCustomPlot::resizeEvent(event);
    if (wasSeen && rectOf(selected).bottom() > geometryOfParts().spans.bottom())
        m_workspace->window.requestReveal(selected);
}

void TimelinePlot::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        applyPalette();
    QCustomPlot::changeEvent(event);
}

void TimelinePlot::applyPalette()
{
    if (!m_spans)
        return; // still under construction
    m_palette = Palette::of(*this);
    m_painter->forgetPictures();
    m_spans->setAppearance(m_palette, m_look.colorBy(), m_look.edgesDifferences());
    refresh();
}

TimelinePlaces TimelinePlot::places() const
{
    return {m_trace.get(), m_detail, m_rows.layout(), geometryOfParts(), timeScale()};
}

QRectF TimelinePlot::rectOf(SpanId span) const { return places().rectOf(span); }

QRectF TimelinePlot::rectOf(const Bubble& bubble) const { return places().rectOf(bubble); }

const TimelineRow* TimelinePlot::rowAtPoint(QPointF point) const { return places().rowAt(point); }

SpanId TimelinePlot::spanAtPoint(QPointF point) const { return places().spanAt(point); }

const Bubble* TimelinePlot::bubbleAtPoint(QPointF point) const
{
    const StepReasonsPtr reasons = m_workspace->diagnosis.reasons();
    const std::optional<int> rank = reasons ? places().computingRankAt(point) : std::nullopt;
    return rank ? reasons->bubbleAt(*rank, timeScale().time(point.x())) : nullptr;
}

/// Thousands of arrows are useless: none are drawn for a whole step.
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
        const bool isDrawn = m_rows.layout().rowOf(m_trace->row(link.from)) >= 0 && m_rows.layout().rowOf(m_trace->row(link.to)) >= 0;
        if (isDrawn)
            arrows.push_back(link);
    }
    return arrows;
}

TimeNs TimelinePlot::snappedTime(QPointF point) const { return places().snappedTime(point, snapReach); }

} // namespace bubblescope
