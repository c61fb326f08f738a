// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "planplot.h"

#include "formatting.h"
#include "plantext.h"
#include "plotstyle.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace bubblescope {

namespace {

constexpr double reachOfPointer = 12; // pixels
constexpr int labelAir = 10;          // beside a name, towards its point
constexpr PlanLimit allLimits[] = {PlanLimit::Compute, PlanLimit::Bubble, PlanLimit::Network, PlanLimit::Memory};

QCPScatterStyle::ScatterShape shapeOf(PlanLimit limit)
{
    switch (limit) {
    case PlanLimit::Bubble:
        return QCPScatterStyle::ssDiamond;
    case PlanLimit::Network:
        return QCPScatterStyle::ssTriangle;
    case PlanLimit::Memory:
        return QCPScatterStyle::ssSquare;
    case PlanLimit::Compute:
        break;
    }
    return QCPScatterStyle::ssCircle;
}

/// The name of what is drawn as its axis has it.
QString axisLabel(PlanAxis axis)
{
    switch (axis) {
    case PlanAxis::Gpus:
        return PlanPlot::tr("GPUs");
    case PlanAxis::Cost:
        return PlanPlot::tr("USD per million tokens");
    case PlanAxis::Memory:
        break;
    }
    return PlanPlot::tr("memory of the fullest stage");
}

} // namespace

PlanPlot::PlanPlot(PlanState& state, QWidget* parent) : QCustomPlot(parent), m_state(state)
{
    setAccessibleName(tr("Throughput over memory of every combination"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setMinimumSize(200, 110);
    setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
    yAxis->setTicker(QSharedPointer<TextTicker>::create([](double value) { return formatNumber(value); }));
    connect(this, &QCustomPlot::afterLayout, this, &PlanPlot::fitLabels); // whatever moved points or edges
    setAxis(PlanAxis::Memory);
}

QColor PlanPlot::limitColor(PlanLimit limit, const Palette& colors)
{
    switch (limit) {
    case PlanLimit::Bubble:
        return colors.color(Category::TensorComm); // orange, as bubbles are warm everywhere
    case PlanLimit::Network:
        return colors.color(Category::PipelineComm);
    case PlanLimit::Memory:
        return colors.color(Category::DataComm);
    case PlanLimit::Compute:
        break;
    }
    return colors.color(Category::Backward);
}

void PlanPlot::setColors(const Palette& colors)
{
    m_colors = colors;
    applyPlotStyle(*this, colors);
    refill();
}

void PlanPlot::setAxis(PlanAxis axis)
{
    m_axis = axis;
    xAxis->setLabel(axisLabel(axis));
    if (axis == PlanAxis::Memory)
        xAxis->setTicker(QSharedPointer<TextTicker>::create([](double bytes) { return formatBytes(bytes); }));
    else if (axis == PlanAxis::Gpus)
        xAxis->setTicker(QSharedPointer<IntegerTicker>::create());
    else
        xAxis->setTicker(QSharedPointer<TextTicker>::create([](double usd) { return formatNumber(usd, 3); }));
    fitTicks();
    refill();
    showAll();
}

double PlanPlot::keyOf(const PlanCandidate& candidate) const
{
    switch (m_axis) {
    case PlanAxis::Gpus:
        return candidate.job.layout.gpus.value_or(0);
    case PlanAxis::Cost:
        return candidate.usdPerMillionTokens;
    case PlanAxis::Memory:
        break;
    }
    return fullestBytes(candidate);
}

const PlanCandidate* PlanPlot::candidateAt(int row) const
{
    return row >= 0 ? m_state.candidates().candidate(row) : row == -1 ? m_state.now() : nullptr;
}

std::optional<QPointF> PlanPlot::pixelOf(int row) const
{
    const PlanCandidate* candidate = candidateAt(row);
    if (!candidate || (row >= 0 && !std::binary_search(m_rows.begin(), m_rows.end(), row)))
        return std::nullopt;
    return QPointF(
        xAxis->coordToPixel(keyOf(*candidate)), yAxis->coordToPixel(tokensPerSecondPerGpu(*candidate)));
}

void PlanPlot::refill()
{
    clearPlottables();
    m_labels.clear(); // they are items
    clearItems();
    yAxis->setLabel(planUnitText(m_state.unit()));
    m_rows.clear();
    m_front.clear();
    const std::vector<PlanCandidate>& candidates = m_state.candidates().candidates();
    for (int row = 0; row < int(candidates.size()); ++row) {
        if (!m_state.filter().passes(candidates[size_t(row)]))
            continue;
        m_rows.push_back(row);
        if (candidates[size_t(row)].isPareto)
            m_front.push_back(row);
    }
    std::stable_sort(m_front.begin(), m_front.end(), [&](int a, int b) {
        return keyOf(candidates[size_t(a)]) < keyOf(candidates[size_t(b)]);
    });
    m_hovered = nothing;
    drawFaint();
    drawFront();
    drawMarks();
    const PlanCandidate* shown = m_state.shown();
    setAccessibleDescription(shown
            ? tr("%1 combinations. Chosen: %2")
                  .arg(formatCount(pointCount()), planTip(*shown, m_state.fullBytes(), m_state.unit()))
            : tr("%1 combinations").arg(formatCount(pointCount())));
    replot(QCustomPlot::rpQueuedReplot);
}

void PlanPlot::drawFaint()
{
    for (const PlanLimit limit : allLimits) {
        QCPGraph* points = addGraph();
        points->setLineStyle(QCPGraph::lsNone);
        QColor color = limitColor(limit, m_colors);
        color.setAlphaF(m_colors.isDark ? 0.5 : 0.4);
        points->setScatterStyle(QCPScatterStyle(shapeOf(limit), QPen(color, 1), QBrush(color), 5));
        QVector<QCPGraphData> data;
        for (const int row : m_rows) {
            const PlanCandidate& candidate = *candidateAt(row);
            if (candidate.step.limit == limit && !candidate.isPareto)
                data.append(QCPGraphData(keyOf(candidate), tokensPerSecondPerGpu(candidate)));
        }
        points->data()->set(data);
    }
}

/// Of several numbers of GPUs, each has a front of its own: fewer GPUs are cheaper, not worse.
void PlanPlot::drawFront()
{
    std::map<int, std::vector<int>> fronts;
    for (const int row : m_front)
        fronts[candidateAt(row)->job.layout.gpus.value_or(0)].push_back(row);
    for (const auto& [gpus, rows] : fronts) {
        QVector<double> keys;
        QVector<double> values;
        QVector<double> below;
        QVector<double> above;
        for (const int row : rows) {
            const PlanCandidate& candidate = *candidateAt(row);
            keys << keyOf(candidate);
            values << tokensPerSecondPerGpu(candidate);
            below << values.back() - lowTokens(candidate);
            above << highTokens(candidate) - values.back();
        }
        QCPGraph* line = addGraph();
        line->setData(keys, values, true);
        line->setLineStyle(m_axis == PlanAxis::Gpus ? QCPGraph::lsNone : QCPGraph::lsLine);
        line->setPen(QPen(m_colors.accent, 1.5));
        line->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDisc, m_colors.accent, m_colors.accent, 7));
        auto* ranges = new QCPErrorBars(xAxis, yAxis);
        ranges->setDataPlottable(line);
        ranges->setData(below, above);
        ranges->setPen(QPen(m_colors.accent, 1.5));
        ranges->setWhiskerWidth(0);
    }
}

void PlanPlot::addLabel(const QPointF& at, const QString& text, const QColor& color, bool isBold)
{
    auto* label = new QCPItemText(this);
    label->position->setCoords(at);
    QColor ground = m_colors.surface; // points and ranges lie behind it
    ground.setAlphaF(0.85F);
    label->setBrush(ground);
    label->setPadding(QMargins(2, 0, 2, 0));
    label->setColor(color);
    QFont font = this->font();
    font.setWeight(isBold ? QFont::DemiBold : QFont::Normal);
    label->setFont(font);
    m_labels.push_back({label, at.x(), text});
}

/// Towards the side with more room, and no longer than that.
void PlanPlot::fitLabels()
{
    const QRect area = axisRect()->rect();
    for (const Label& label : m_labels) {
        const double x = xAxis->coordToPixel(label.key);
        const bool isRight = x < area.center().x();
        const int room = int(isRight ? area.right() - x : x - area.left()) - 2 * labelAir;
        label.item->position->setCoords(
            xAxis->pixelToCoord(isRight ? x + labelAir : x - labelAir), label.item->position->coords().y());
        label.item->setPositionAlignment((isRight ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
        label.item->setText(QFontMetrics(label.item->font()).elidedText(label.text, Qt::ElideRight, std::max(room, 0)));
    }
}

void PlanPlot::drawMarks()
{
    const double gpu = m_state.fullBytes();
    if (m_axis == PlanAxis::Memory && gpu > 0) {
        auto* line = new QCPItemStraightLine(this);
        line->point1->setCoords(gpu, 0);
        line->point2->setCoords(gpu, 1);
        line->setPen(QPen(m_colors.mutedText, 1, Qt::DashLine));
        auto* label = new QCPItemText(this);
        label->position->setTypeY(QCPItemPosition::ptAxisRectRatio);
        label->position->setCoords(gpu, 1);
        label->setPositionAlignment(Qt::AlignRight | Qt::AlignBottom);
        label->setPadding(QMargins(4, 0, 4, 2));
        const QString pattern = gpu != m_state.gpuMemoryBytes() ? tr("full: %1 modelled") : tr("GPU: %1");
        label->setText(pattern.arg(formatBytes(gpu)));
        label->setColor(m_colors.mutedText);
        label->setFont(font());
    }
    const auto ring = [this](const PlanCandidate& candidate, const QColor& color, double size) {
        QCPGraph* graph = addGraph();
        graph->setLineStyle(QCPGraph::lsNone);
        graph->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(color, 2), Qt::NoBrush, size));
        graph->setData({keyOf(candidate)}, {tokensPerSecondPerGpu(candidate)}, true);
    };
    const auto place = [this](const PlanCandidate& candidate) {
        return QPointF(keyOf(candidate), tokensPerSecondPerGpu(candidate));
    };
    const PlanCandidate* now = m_state.now();
    if (now && !(m_axis == PlanAxis::Cost && keyOf(*now) <= 0)) {
        ring(*now, m_colors.finding, 10);
        addLabel(place(*now), m_state.subject()->nowName, m_colors.finding, true);
    }
    const PlanCandidate* shown = m_state.shown();
    if (shown && !(now && shown->set == now->set)) {
        ring(*shown, m_colors.text, 13);
        addLabel(place(*shown), planText(shown->job), m_colors.accent, true);
    }
}

void PlanPlot::showAll()
{
    double least = std::numeric_limits<double>::max();
    double most = 0;
    double left = least;
    double right = 0;
    const auto include = [&](const PlanCandidate& candidate) {
        least = std::min(least, candidate.isPareto ? lowTokens(candidate) : tokensPerSecondPerGpu(candidate));
        most = std::max(most, candidate.isPareto ? highTokens(candidate) : tokensPerSecondPerGpu(candidate));
        left = std::min(left, keyOf(candidate));
        right = std::max(right, keyOf(candidate));
    };
    for (const int row : m_rows)
        include(*candidateAt(row));
    if (const PlanCandidate* now = m_state.now(); now && !(m_axis == PlanAxis::Cost && keyOf(*now) <= 0))
        include(*now);
    if (m_axis == PlanAxis::Memory && m_state.fullBytes() > 0) {
        left = std::min(left, m_state.fullBytes());
        right = std::max(right, m_state.fullBytes());
    }
    if (most <= 0) {
        least = 0;
        most = 1;
    }
    if (right <= 0) {
        left = 0;
        right = 1;
    }
    const auto widened = [](double from, double to, double share) {
        const double air = std::max(share * (to - from), 0.02 * to);
        return QCPRange(std::max(from - air, 0.0), to + air);
    };
    xAxis->setRange(widened(left, right, 0.04));
    yAxis->setRange(widened(least, most, 0.08));
    replot(QCustomPlot::rpQueuedReplot);
}

int PlanPlot::rowNear(const QPointF& position) const
{
    int best = nothing;
    double nearest = reachOfPointer * reachOfPointer;
    const auto consider = [&](int row, double favour) {
        const std::optional<QPointF> at = pixelOf(row);
        if (!at)
            return;
        const double distance = std::pow(at->x() - position.x(), 2) + std::pow(at->y() - position.y(), 2);
        if (distance * favour < nearest) {
            nearest = distance * favour;
            best = row;
        }
    };
    for (const int row : m_rows)
        consider(row, candidateAt(row)->isPareto ? 0.25 : 1); // points of the front lie above the faint ones
    consider(-1, 0.25);
    return best;
}

void PlanPlot::mousePressEvent(QMouseEvent* event)
{
    m_pressed = event->pos();
    QCustomPlot::mousePressEvent(event);
}

void PlanPlot::mouseMoveEvent(QMouseEvent* event)
{
    QCustomPlot::mouseMoveEvent(event);
    if (event->buttons() != Qt::NoButton)
        return;
    const int row = rowNear(event->position());
    if (row == m_hovered)
        return;
    m_hovered = row;
    setCursor(row == nothing ? Qt::ArrowCursor : Qt::PointingHandCursor);
    const PlanCandidate* candidate = row == nothing ? nullptr : candidateAt(row);
    if (candidate)
        QToolTip::showText(
            event->globalPosition().toPoint(), planTip(*candidate, m_state.fullBytes(), m_state.unit()), this);
    else
        QToolTip::hideText();
}

void PlanPlot::mouseReleaseEvent(QMouseEvent* event)
{
    QCustomPlot::mouseReleaseEvent(event);
    constexpr int leastDrag = 4; // pixels
    if (event->button() != Qt::LeftButton || (event->pos() - m_pressed).manhattanLength() >= leastDrag)
        return;
    if (const int row = rowNear(event->position()); row != nothing)
        m_state.choose(row);
}

void PlanPlot::mouseDoubleClickEvent(QMouseEvent*) { showAll(); }

void PlanPlot::keyPressEvent(QKeyEvent* event)
{
    const auto at = std::find(m_front.begin(), m_front.end(), m_state.chosenRow());
    const bool isOnFront = at != m_front.end();
    const auto last = m_front.empty() ? m_front.end() : m_front.end() - 1;
    auto to = m_front.end();
    switch (event->key()) {
    case Qt::Key_Left:
        to = !isOnFront ? last : at == m_front.begin() ? at : at - 1;
        break;
    case Qt::Key_Right:
        to = !isOnFront ? m_front.begin() : at == last ? at : at + 1;
        break;
    case Qt::Key_Home:
        to = m_front.begin();
        break;
    case Qt::Key_End:
        to = last;
        break;
    case Qt::Key_Escape:
        m_state.choose(-1);
        return;
    default:
        QCustomPlot::keyPressEvent(event);
        return;
    }
    if (to != m_front.end() && *to != m_state.chosenRow())
        m_state.choose(*to);
}

void PlanPlot::leaveEvent(QEvent* event)
{
    m_hovered = nothing;
    QCustomPlot::leaveEvent(event);
}

void PlanPlot::resizeEvent(QResizeEvent* event)
{
    QCustomPlot::resizeEvent(event);
    fitTicks();
}

/// As many ticks as have room for their figures.
void PlanPlot::fitTicks()
{
    const int figure = fontMetrics().horizontalAdvance(QStringLiteral("000.0 GB  "));
    xAxis->ticker()->setTickCount(std::clamp(width() / (2 * figure), 2, 8));
    yAxis->ticker()->setTickCount(std::clamp(height() / (3 * fontMetrics().height()), 2, 8));
}

} // namespace bubblescope
