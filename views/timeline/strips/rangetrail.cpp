// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "rangetrail.h"

#include "formatting.h"
#include "workspace.h"

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <vector>

namespace bubblescope {

namespace {

constexpr int barHeight = 24;
constexpr int separator = 14;
constexpr size_t mostCrumbs = 5;
constexpr int usualWidth = 320; // always the same, so that the legend beside it stays

/// The step that most of a range is in; null if it is as much in others.
const Step* mainStep(const Trace* trace, TimeRange range)
{
    const std::span<const Step> steps = trace ? trace->steps() : std::span<const Step>();
    const TimeNs middle = range.begin + range.duration() / 2;
    const auto step = std::partition_point(
        steps.begin(), steps.end(), [middle](const Step& candidate) { return candidate.range.end <= middle; });
    if (step == steps.end() || step->range.begin > middle)
        return nullptr;
    const TimeNs length = step->range.duration();
    return range.duration() <= length + length / 8 ? &*step : nullptr;
}

/// The current place among those visited, by their numbers: in which earlier ones it lies, and which later ones lie in
/// it. A step that was shown after a part of it does not lie in that part.
std::vector<size_t> pathOfPlaces(const std::vector<TimeRange>& visited, size_t current)
{
    std::vector<size_t> path {current};
    for (size_t i = current; i > 0; --i) {
        if (i == 1 || visited[i - 1].contains(visited[path.back()]))
            path.push_back(i - 1); // the run holds all, but for the air around it
    }
    std::ranges::reverse(path);
    const size_t last = std::min(visited.size(), std::max(current + 2, mostCrumbs));
    for (size_t i = current + 1; i < last && visited[path.back()].contains(visited[i]); ++i)
        path.push_back(i);
    return path;
}

} // namespace

RangeTrail::RangeTrail(Workspace* workspace, QWidget* parent)
    : QWidget(parent), m_workspace(workspace), m_palette(Palette::of(*this))
{
    QFont small(font());
    small.setPixelSize(11);
    setFont(small);
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Minimum); // as high as the legend next to it
    setAccessibleName(tr("Ranges visited"));
    const auto rebuild = [this] {
        layOut();
        update();
    };
    connect(&workspace->window, &TimeWindow::historyChanged, this, rebuild);
    connect(&workspace->window, &TimeWindow::originChanged, this, rebuild);
    connect(&workspace->document, &Document::runChanged, this, rebuild);
    connect(&workspace->selection, &Selection::rangeChanged, this, rebuild);
    rebuild();
}

/// From right to left, as many as there is room for: the latest matter most.
void RangeTrail::layOut()
{
    m_crumbs.clear();
    m_hovered = -1;
    const QFontMetrics metrics(font());
    int right = width() - 8;
    const auto add = [&](const QString& text, std::optional<size_t> index) {
        const int wide = metrics.horizontalAdvance(text) + 8;
        if (right - wide < 4)
            return false;
        const int top = (height() - barHeight) / 2 + 3; // level with the legend, which may have room for more lines
        m_crumbs.insert(m_crumbs.begin(), {QRect(right - wide, top, wide, barHeight - 6), text, index});
        right -= wide + separator;
        return true;
    };
    if (const auto range = m_workspace->selection.range())
        add(tr("selected %1 ×").arg(formatDuration(double(range->duration()))), std::nullopt);
    const auto ranges = m_workspace->window.historyRanges();
    if (ranges.size() < 2)
        return;
    const std::vector<size_t> path = pathOfPlaces(ranges, m_workspace->window.historyIndex());
    QString after;
    for (auto place = path.rbegin(); place != path.rend(); ++place) {
        const QString name = *place == 0 ? tr("run") : nameOf(ranges[*place]);
        const bool isSame = name == after && *place != m_workspace->window.historyIndex(); // but for the air around it
        if (!isSame && !add(name, *place))
            break;
        after = name;
    }
}

QString RangeTrail::nameOf(TimeRange range) const
{
    const TracePtr trace = m_workspace->document.trace();
    const Step* step = mainStep(trace.get(), range);
    if (step && range.contains(step->range))
        return stepText(step->number);
    const TimeNs origin = m_workspace->window.origin();
    const bool countsFromAStep = m_workspace->window.step().has_value();
    if (step && countsFromAStep && step->range.begin != origin) // the clock of another step would say nothing
        return tr("%1, %2").arg(
            stepText(step->number), formatRange({range.begin - step->range.begin, range.end - step->range.begin}));
    return formatRange({range.begin - origin, range.end - origin});
}

QSize RangeTrail::sizeHint() const { return {usualWidth, barHeight}; }

QSize RangeTrail::minimumSizeHint() const { return {0, barHeight}; }

void RangeTrail::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    layOut();
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
    painter.setLayoutDirection(Qt::LeftToRight); // as the timeline above, also in a window from right to left
    painter.fillRect(rect(), m_palette.panel);
    painter.setPen(m_palette.border);
    painter.drawLine(rect().topLeft(), rect().topRight());
    for (size_t i = 0; i < m_crumbs.size(); ++i) {
        const Crumb& crumb = m_crumbs[i];
        const bool isPresent = crumb.index == m_workspace->window.historyIndex();
        const bool leadsOn = i + 1 < m_crumbs.size() && m_crumbs[i + 1].index;
        if (int(i) == m_hovered)
            painter.fillRect(crumb.box, m_palette.header);
        painter.setPen(isPresent ? m_palette.text : m_palette.accent);
        painter.drawText(crumb.box, Qt::AlignCenter, crumb.text);
        if (leadsOn) {
            painter.setPen(m_palette.mutedText);
            painter.drawText(QRect(crumb.box.right(), crumb.box.top(), separator, crumb.box.height()), Qt::AlignCenter,
                QStringLiteral("›"));
        }
    }
}

void RangeTrail::mousePressEvent(QMouseEvent* event)
{
    for (const Crumb& crumb : m_crumbs) {
        if (crumb.box.contains(event->pos())) {
            if (crumb.index)
                m_workspace->window.goToHistory(*crumb.index);
            else
                m_workspace->selection.setRange(std::nullopt);
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
