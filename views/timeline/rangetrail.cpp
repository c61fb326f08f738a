// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "rangetrail.h"

#include "formatting.h"
#include "workspace.h"

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

namespace bubblescope {

namespace {

constexpr int barHeight = 24;
constexpr int separator = 14;
constexpr size_t mostCrumbs = 5;

} // namespace

RangeTrail::RangeTrail(Workspace* workspace, QWidget* parent)
    : QWidget(parent), m_workspace(workspace), m_palette(Palette::of(*this))
{
    QFont small(font());
    small.setPixelSize(11);
    setFont(small);
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Minimum); // as high as the legend next to it
    setAccessibleName(tr("Ranges visited"));
    const auto rebuild = [this] {
        layOut();
        updateGeometry();
        update();
    };
    connect(&workspace->window, &TimeWindow::historyChanged, this, rebuild);
    connect(&workspace->window, &TimeWindow::originChanged, this, rebuild);
    connect(&workspace->document, &Document::runChanged, this, rebuild);
    rebuild();
}

void RangeTrail::layOut()
{
    m_crumbs.clear();
    m_hovered = -1;
    const auto ranges = m_workspace->window.historyRanges();
    const TimeNs origin = m_workspace->window.origin();
    if (ranges.size() < 2)
        return;
    const QFontMetrics metrics(font());
    const size_t present = m_workspace->window.historyIndex();
    const size_t last = std::min(ranges.size(), std::max(present + 2, mostCrumbs));
    const size_t first = last > mostCrumbs ? last - mostCrumbs : 0;
    int x = 8;
    for (size_t i = first; i < last; ++i) {
        const QString text = i == 0 ? tr("run") : formatRange({ranges[i].begin - origin, ranges[i].end - origin});
        const int width = metrics.horizontalAdvance(text) + 8;
        m_crumbs.push_back({QRect(x, 3, width, barHeight - 6), text, i});
        x += width + separator;
    }
}

QSize RangeTrail::sizeHint() const { return {m_crumbs.empty() ? 0 : m_crumbs.back().box.right() + 10, barHeight}; }

QSize RangeTrail::minimumSizeHint() const { return {0, barHeight}; }

void RangeTrail::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    update();
}

void RangeTrail::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange) {
        m_palette = Palette::of(*this);
        update();
    }
    QWidget::changeEvent(event);
}

void RangeTrail::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_palette.panel);
    painter.setPen(m_palette.border);
    painter.drawLine(rect().topLeft(), rect().topRight());
    for (size_t i = 0; i < m_crumbs.size(); ++i) {
        const Crumb& crumb = m_crumbs[i];
        const bool isPresent = crumb.index == m_workspace->window.historyIndex();
        if (int(i) == m_hovered)
            painter.fillRect(crumb.box, m_palette.header);
        painter.setPen(isPresent ? m_palette.text : m_palette.accent);
        painter.drawText(crumb.box, Qt::AlignCenter, crumb.text);
        if (i + 1 < m_crumbs.size()) {
            painter.setPen(m_palette.mutedText);
            painter.drawText(QRect(crumb.box.right(), 0, separator, barHeight), Qt::AlignCenter, QStringLiteral("›"));
        }
    }
}

void RangeTrail::mousePressEvent(QMouseEvent* event)
{
    for (const Crumb& crumb : m_crumbs) {
        if (crumb.box.contains(event->pos())) {
            m_workspace->window.goToHistory(crumb.index);
            return;
        }
    }
}

void RangeTrail::mouseMoveEvent(QMouseEvent* event)
{
    int hovered = -1;
    for (size_t i = 0; i < m_crumbs.size(); ++i) {
        if (m_crumbs[i].box.contains(event->pos()))
            hovered = int(i);
    }
    if (hovered == m_hovered)
        return;
    m_hovered = hovered;
    setCursor(hovered >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
    update();
}

void RangeTrail::leaveEvent(QEvent*)
{
    m_hovered = -1;
    update();
}

} // namespace bubblescope
