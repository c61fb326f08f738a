// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "overviewstrip.h"

#include "earlypart.h"
#include "formatting.h"
#include "timelinelayout.h"
#include "workspace.h"

#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

constexpr int stripHeight = 40;
constexpr double topAir = 5;
constexpr double edgeReach = 5;
constexpr double narrowestWindow = 6;
constexpr size_t keptColumns = 4096;
constexpr size_t sampledRows = 96; // of many; their mean is that of all to a few per cent

} // namespace

OverviewStrip::OverviewStrip(Workspace* workspace, QWidget* parent)
    : QWidget(parent), m_workspace(workspace), m_palette(Palette::of(*this))
{
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Overview of the whole run"));
    connect(&workspace->document, &Document::runChanged, this, &OverviewStrip::onRunChanged);
    connect(&workspace->diagnosis, &Diagnosis::findingsChanged, this, qOverload<>(&QWidget::update));
    connect(&workspace->diagnosis, &Diagnosis::findingChanged, this, qOverload<>(&QWidget::update));
    const auto repaint = [this] { update(); };
    connect(&workspace->window, &TimeWindow::visibleRangeChanged, this, repaint);
    connect(&workspace->selection, &Selection::rangeChanged, this, repaint);
    connect(&workspace->window, &TimeWindow::crosshairChanged, this, repaint);
    onRunChanged();
}

QSize OverviewStrip::sizeHint() const { return {600, stripHeight}; }

QSize OverviewStrip::minimumSizeHint() const { return {100, stripHeight}; }

void OverviewStrip::onRunChanged()
{
    m_trace = m_workspace->document.trace();
    m_detail = m_workspace->document.levelOfDetail();
    if (m_trace && !m_detail) {
        m_ownDetail = LevelOfDetail(*m_trace, m_trace->timing());
        m_detail = &m_ownDetail;
    }
    m_computeRows.clear();
    if (m_trace) {
        const TimelineLayout layout(*m_trace, {});
        for (const auto& block : layout.blocks()) {
            if (block.computeRow.isValid() && m_trace->row(block.computeRow).spanCount > 0)
                m_computeRows.push_back(block.computeRow);
        }
        const size_t stride = (m_computeRows.size() + sampledRows - 1) / sampledRows;
        for (size_t i = 0; stride > 1 && i * stride < m_computeRows.size(); ++i)
            m_computeRows[i] = m_computeRows[i * stride];
        if (stride > 1)
            m_computeRows.resize((m_computeRows.size() + stride - 1) / stride);
        // Use any lanes if there is no compute lane.
        for (size_t i = 0; m_computeRows.empty() && i < layout.rows().size(); ++i) {
            if (layout.rows()[i].row.isValid())
                m_computeRows.push_back(layout.rows()[i].row);
        }
    }
    m_drag = Drag::None;
    m_shares.clear();
    m_image = QImage();
    update();
}

TimeScale OverviewStrip::timeScale() const { return TimeScale(m_workspace->window.limits(), 0, width()); }

QRectF OverviewStrip::windowRect() const
{
    const TimeScale scale = timeScale();
    double x0 = scale.x(m_workspace->window.visibleRange().begin);
    double x1 = scale.x(m_workspace->window.visibleRange().end);
    if (x1 - x0 < narrowestWindow) {
        const double middle = (x0 + x1) / 2;
        x0 = middle - narrowestWindow / 2;
        x1 = middle + narrowestWindow / 2;
    }
    return {x0, 1, x1 - x0, height() - 3.0};
}

bool OverviewStrip::isReadByRank() const
{
    const Document& document = m_workspace->document;
    const OpenedFolderPtr& opened = document.opened();
    const auto run = size_t(document.runIndex());
    return opened && document.openedRun() && !document.showsSimulation() && run < opened->blocks.size()
        && opened->blocks[run] && bubblescope::isReadByRank(opened->folder, run, opened->summaries);
}

std::vector<float> OverviewStrip::sharesIn(size_t columns) const
{
    std::vector<float> shares(columns, 0);
    std::vector<LodCell> cells(columns);
    for (const RowId row : m_computeRows) {
        m_detail->columns(row, m_workspace->window.limits(), cells);
        for (size_t i = 0; i < columns; ++i)
            shares[i] += cells[i].busyShare / float(m_computeRows.size());
    }
    return shares;
}

const std::vector<float>& OverviewStrip::busyShares()
{
    const auto columns = size_t(std::max(1, width()));
    if (m_shares.size() == columns || !m_trace)
        return m_shares;
    if (!isReadByRank()) {
        m_shares = sharesIn(columns);
        return m_shares;
    }
    const size_t run = size_t(m_workspace->document.runIndex());
    const uint64_t identity = m_workspace->document.opened()->blocks[run]->identity();
    if (m_kept.shares.empty() || m_kept.identity != identity)
        m_kept = {identity, sharesIn(keptColumns)};
    m_shares.assign(columns, 0);
    for (size_t i = 0; i < columns; ++i) {
        const size_t from = i * keptColumns / columns;
        const size_t to = std::clamp((i + 1) * keptColumns / columns, from + 1, keptColumns);
        for (size_t k = from; k < to; ++k)
            m_shares[i] += m_kept.shares[k] / float(to - from);
    }
    return m_shares;
}

void OverviewStrip::paintShares(QPainter& painter)
{
    if (m_image.isNull()) {
        const double ratio = devicePixelRatioF();
        m_image = QImage(size() * ratio, QImage::Format_RGB32);
        m_image.setDevicePixelRatio(ratio);
        m_image.fill(m_palette.surface);
        const auto& shares = busyShares();
        QPainter onImage(&m_image);
        const double foot = height() - 2;
        QPainterPath area(QPointF(0, foot));
        for (size_t x = 0; x < shares.size(); ++x) {
            const double y = foot - double(std::min(1.0f, shares[x])) * (foot - topAir);
            area.lineTo(double(x), y);
            area.lineTo(double(x) + 1, y);
        }
        area.lineTo(width(), foot);
        onImage.fillPath(area, mixed(m_palette.surface, m_palette.accent, 0.4));
        const TimeScale scale = timeScale();
        if (m_trace->steps().size() > 1 && m_trace->steps().size() < size_t(width()) / 6) {
            for (const Step& step : m_trace->steps()) {
                const double x = std::round(scale.x(step.range.begin));
                onImage.fillRect(QRectF(x, 0, 1, foot), mixed(m_palette.surface, m_palette.text, 0.45));
            }
        }
    }
    painter.drawImage(0, 0, m_image);
}

void OverviewStrip::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_palette.surface);
    painter.setPen(m_palette.border);
    if (m_trace && width() > 1) {
        paintShares(painter);
        const QRectF window = windowRect();
        QColor veil = m_palette.surface;
        veil.setAlphaF(0.55f);
        painter.fillRect(QRectF(0, 0, window.left(), height()), veil);
        painter.fillRect(QRectF(window.right(), 0, width() - window.right(), height()), veil);
        const TimeScale scale = timeScale();
        if (const auto range = m_workspace->selection.range()) {
            const double x0 = scale.x(range->begin);
            painter.fillRect(QRectF(x0, height() - 5, std::max(1.0, scale.x(range->end) - x0), 3), m_palette.accent);
        }
        painter.fillRect(window, m_palette.selection);
        painter.setPen(QPen(m_palette.accent, 1));
        painter.drawRect(window.adjusted(0.5, 0.5, -0.5, -0.5));
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(m_palette.accent);
        for (const double x : {window.left(), window.right()})
            painter.drawRoundedRect(QRectF(x - 2, window.center().y() - 8, 4, 16), 2, 2);
        painter.setRenderHint(QPainter::Antialiasing, false);
        paintFindings(painter, scale);
        if (m_workspace->window.crosshair()) {
            const double x = std::round(scale.x(*m_workspace->window.crosshair()));
            painter.fillRect(QRectF(x, 0, 1, height()), m_palette.crosshair);
        }
    }
    painter.setPen(m_palette.border);
    painter.drawLine(rect().bottomLeft(), rect().bottomRight());
}

/// Findings as ticks at the upper edge; the current one is wide.
void OverviewStrip::paintFindings(QPainter& painter, const TimeScale& scale)
{
    if (!m_workspace->diagnosis.findings())
        return;
    const std::vector<Finding>& list = m_workspace->diagnosis.findings()->list;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    for (size_t i = 0; i < list.size(); ++i) {
        if (list[i].evidence.range.isEmpty() || list[i].kind == Finding::Kind::Caveat)
            continue;
        const bool isChosen = int(i) == m_workspace->diagnosis.findingIndex();
        const double x = scale.x(list[i].evidence.range.begin);
        const double half = isChosen ? 6 : 4;
        painter.setBrush(m_palette.finding);
        painter.drawPolygon(QPolygonF({QPointF(x - half, 0), QPointF(x + half, 0), QPointF(x, half * 1.6)}));
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
}

void OverviewStrip::resizeEvent(QResizeEvent* event)
{
    m_shares.clear();
    m_image = QImage();
    QWidget::resizeEvent(event);
}

void OverviewStrip::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange) {
        m_palette = Palette::of(*this);
        m_image = QImage();
        update();
    }
    QWidget::changeEvent(event);
}

OverviewStrip::Drag OverviewStrip::dragAt(double x) const
{
    const QRectF window = windowRect();
    // A narrow window is moved, not resized: its edges can be grabbed from outside.
    const double inside = std::min(edgeReach, window.width() / 4);
    if (x >= window.left() - edgeReach && x <= window.left() + inside)
        return Drag::Begin;
    if (x >= window.right() - inside && x <= window.right() + edgeReach)
        return Drag::End;
    return x > window.left() && x < window.right() ? Drag::Window : Drag::None;
}

void OverviewStrip::mousePressEvent(QMouseEvent* event)
{
    if (!m_trace || event->button() != Qt::LeftButton)
        return;
    const TimeNs time = timeScale().time(event->position().x());
    m_drag = dragAt(event->position().x());
    if (m_drag == Drag::None) {
        const TimeNs width = m_workspace->window.visibleRange().duration();
        m_workspace->window.setVisibleRange({time - width / 2, time - width / 2 + width});
        m_drag = Drag::Window;
    }
    m_grip = time - m_workspace->window.visibleRange().begin;
}

void OverviewStrip::mouseMoveEvent(QMouseEvent* event)
{
    if (!m_trace)
        return;
    const TimeNs time = timeScale().time(event->position().x());
    const TimeRange range = m_workspace->window.visibleRange();
    switch (m_drag) {
    case Drag::Window:
        m_workspace->window.setVisibleRange({time - m_grip, time - m_grip + range.duration()});
        break;
    case Drag::Begin:
        if (time < range.end)
            m_workspace->window.setVisibleRange({time, range.end});
        break;
    case Drag::End:
        if (time > range.begin)
            m_workspace->window.setVisibleRange({range.begin, time});
        break;
    case Drag::None: {
        const Drag under = dragAt(event->position().x());
        if (under == Drag::Begin || under == Drag::End)
            setCursor(Qt::SplitHCursor);
        else if (under == Drag::Window)
            setCursor(Qt::OpenHandCursor);
        else
            unsetCursor();
        break;
    }
    }
    m_workspace->window.setCrosshair(time);
    setToolTip(formatDuration(double(time)));
}

void OverviewStrip::mouseReleaseEvent(QMouseEvent*)
{
    if (std::exchange(m_drag, Drag::None) != Drag::None)
        m_workspace->window.commitPlace();
}

void OverviewStrip::mouseDoubleClickEvent(QMouseEvent*)
{
    m_workspace->window.showAll();
    m_workspace->window.commitPlace();
}

void OverviewStrip::wheelEvent(QWheelEvent* event)
{
    event->accept();
    const double delta = event->angleDelta().y() / 120.0;
    if (event->modifiers() & Qt::ShiftModifier)
        m_workspace->window.panBy(-delta * 0.1);
    else
        m_workspace->window.zoomBy(std::pow(0.8, delta), timeScale().time(event->position().x()));
}

void OverviewStrip::leaveEvent(QEvent*) { m_workspace->window.setCrosshair(std::nullopt); }

} // namespace bubblescope
