// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "timelineplot.h"

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
    , m_scene(*workspace, *this)
    , m_spans(nullptr)
    , m_spoken(new SpokenTimeline(m_scene, *this)) // before a screen reader can ask for it
    , m_notes(new NoteLayer(m_scene, *this))
    , m_controller(std::make_unique<TimelineController>(m_scene, *m_notes, *this))
    , m_painter(std::make_unique<TimelinePainter>(m_scene, *m_notes, *m_controller, *this))
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
    connect(&rows(), &TimelineRows::runTaken, this, &TimelinePlot::takeRun);
    connect(&rows(), &TimelineRows::layoutChanged, this, &TimelinePlot::takeLayout);
    connect(&rows(), &TimelineRows::scrollRangeChanged, this, &TimelinePlot::refresh);
    connect(&rows(), &TimelineRows::scrollRangeChanged, this, [this] { m_spoken->announceSight(); });
    connect(&m_scene, &TimelineScene::headerWidthChanged, this, &TimelinePlot::takeHeaderWidth);
    connect(&look(), &TimelineLook::colorByChanged, this, &TimelinePlot::applyPalette);
    connect(&look(), &TimelineLook::edgesDifferencesChanged, this, &TimelinePlot::applyPalette);
    connect(&look(), &TimelineLook::markersChanged, this, qOverload<>(&QWidget::update));
    connect(&look(), &TimelineLook::endLineChanged, this, qOverload<>(&QWidget::update));
    connect(&look(), &TimelineLook::marksChanged, this, qOverload<>(&QWidget::update));
    connect(&look(), &TimelineLook::showsCriticalPathChanged, this, &TimelinePlot::updatePath);
    connect(m_notes, &NoteLayer::bandChanged, this, [this] {
        rows().setViewHeight(geometryOfParts().spans.height());
        takeLayout();
    });
    rows().setViewHeight(geometryOfParts().spans.height());
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
    m_scene.setCounters(m_spans->counters());
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
        m_scene.findLaunches();
        m_spoken->announceSelection();
        update();
    });
    const auto onChange = [this] {
        m_controller->forgetBubble();
        m_spans->setReasons(m_workspace->diagnosis.reasons());
        if (look().showsCriticalPath())
            updatePath();
        refresh();
    };
    connect(&m_workspace->diagnosis, &Diagnosis::reasonsChanged, this, onChange);
    connect(&m_workspace->document, &Document::simulationChanged, this, onChange);
    connect(&m_workspace->document, &Document::differencesChanged, this, &TimelinePlot::takeLayout);
    connect(&m_workspace->figures, &Figures::changed, this, [this] {
        m_scene.takeFigures();
        m_painter->forgetPictures();
        m_spans->invalidate();
        refresh();
        emit figuresTaken();
    });
}

void TimelinePlot::takeRun()
{
    const bool isOther = m_scene.takeRun();
    m_controller->forgetRun(isOther);
    if (isOther)
        look().setMarkers({});
    m_spans->setMatches(nullptr);
    m_matches = nullptr;
    m_notes->update();
    if (look().showsCriticalPath())
        updatePath();
    onSearchChanged();
    m_spoken->describe();
}

void TimelinePlot::takeHeaderWidth(int width)
{
    axisRect()->setMargins(QMargins(width, TimelineGeometry::rulerHeight, 0, 0));
    takeLayout();
    update();
    emit headerWidthChanged(width);
}

void TimelinePlot::takeLayout()
{
    m_painter->forgetPictures();
    m_spoken->forgetSight();
    m_spans->setRun(trace().get(), m_scene.detail(), &waits(), &rows().layout(), m_workspace->document.differences());
    m_drawnTrace = trace();
    refresh();
}

void TimelinePlot::updatePath()
{
    m_painter->setPath(look().showsCriticalPath() ? PathOverlay::of(*m_workspace) : PathOverlay());
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
    m_painter->forgetPictures(); // folded rows tell how many of them they hold
    if (m_matches)
        rows().unfold(*m_matches);
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
    m_spans->setView(range, rows().scrollOffset(), m_workspace->window.origin());
    m_spans->setSelection(m_workspace->selection.rank(), m_workspace->selection.stage());
    StringId layer;
    if (trace() && !m_workspace->selection.layer().isEmpty())
        layer = trace()->strings().find(m_workspace->selection.layer().toStdString());
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
    rows().setViewHeight(geometryOfParts().spans.height());
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
    m_scene.setPalette(Palette::of(*this));
    m_painter->forgetPictures();
    m_spans->setAppearance(palettes(), look().colorBy(), look().edgesDifferences());
    refresh();
}

} // namespace bubblescope
