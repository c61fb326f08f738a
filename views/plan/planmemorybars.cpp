// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "planmemorybars.h"

#include "formatting.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace bubblescope {

namespace {

constexpr double memoryBarHeight = 11;
constexpr double thinHeight = 4;
constexpr double gapOfBars = 1;
constexpr double sideMargin = 10;

QColor memoryColor(size_t part, const Palette& colors)
{
    constexpr Category categories[] = {Category::Forward, Category::WeightGradient, Category::Optimizer,
        Category::Backward, Category::TensorComm, Category::DataComm, Category::Waiting};
    return part + 1 < std::size(categories) ? colors.color(categories[part]) : colors.border;
}

} // namespace

PlanMemoryBars::PlanMemoryBars(const PlanMemoryModel& model, QWidget* parent) : QWidget(parent), m_model(model)
{
    setAccessibleName(tr("Memory of each stage"));
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(&model, &QAbstractItemModel::modelReset, this, &PlanMemoryBars::takeModel);
    takeModel();
}

std::vector<std::pair<QString, QColor>> PlanMemoryBars::legend(const Palette& colors)
{
    std::vector<std::pair<QString, QColor>> entries;
    size_t i = 0;
    for (const MemoryPart& part : memoryParts())
        entries.emplace_back(part.name, memoryColor(i++, colors));
    return entries;
}

void PlanMemoryBars::setColors(const Palette& colors)
{
    m_colors = colors;
    update();
}

void PlanMemoryBars::takeModel()
{
    m_most = std::max(m_model.fullBytes(), 1.0);
    QStringList words;
    for (int stage = 0; stage < stages(); ++stage) {
        m_most = std::max(m_most, m_model.after().stages[size_t(stage)].totalBytes());
        if (m_model.before() && size_t(stage) < m_model.before()->stages.size())
            m_most = std::max(m_most, m_model.before()->stages[size_t(stage)].totalBytes());
        words << tr("%1: %2").arg(
            stageText(stage), m_model.index(stage, m_model.totalColumn()).data().toString());
    }
    setAccessibleDescription(words.join(QStringLiteral(", ")));
    updateGeometry();
    update();
}

int PlanMemoryBars::rowHeight() const { return std::max(fontMetrics().height() + 4, int(memoryBarHeight + thinHeight) + 5); }
int PlanMemoryBars::topHeight() const { return fontMetrics().height() + 4; }
double PlanMemoryBars::nameWidth() const
{
    return fontMetrics().horizontalAdvance(stageText(std::max(stages() - 1, 0))) + 10;
}
double PlanMemoryBars::figureWidth() const { return fontMetrics().horizontalAdvance(QStringLiteral("000.0 GB")) + 8; }

double PlanMemoryBars::place(double bytes) const
{
    const double left = sideMargin + nameWidth();
    const double room = std::max(width() - left - figureWidth() - sideMargin, 1.0);
    return left + room * bytes / m_most;
}

double PlanMemoryBars::gpuLineAt() const { return m_model.fullBytes() > 0 ? place(m_model.fullBytes()) : -1; }

QRectF PlanMemoryBars::rectOf(int stage, size_t part) const
{
    if (stage < 0 || stage >= stages())
        return {};
    const PlannedStageMemory& memory = m_model.after().stages[size_t(stage)];
    const auto parts = memoryParts();
    double from = 0;
    for (size_t i = 0; i < part; ++i)
        from += memory.*parts[i].bytes;
    const double to = from + memory.*parts[part].bytes;
    const double top = topHeight() + stage * rowHeight() + thinHeight + gapOfBars;
    return {place(from), top, place(to) - place(from), memoryBarHeight};
}

QRectF PlanMemoryBars::rectBefore(int stage) const
{
    if (!m_model.before() || stage < 0 || size_t(stage) >= m_model.before()->stages.size())
        return {};
    const double bytes = m_model.before()->stages[size_t(stage)].totalBytes();
    return {place(0), double(topHeight() + stage * rowHeight()), place(bytes) - place(0), thinHeight};
}

QRectF PlanMemoryBars::figureOf(int stage) const
{
    const double total = m_model.after().stages[size_t(stage)].totalBytes();
    return {place(total) + 3, double(topHeight() + stage * rowHeight()),
        fontMetrics().horizontalAdvance(formatBytes(total)) + 6.0, double(rowHeight())};
}

QSize PlanMemoryBars::sizeHint() const { return {340, topHeight() + std::max(stages(), 1) * rowHeight() + 4}; }
QSize PlanMemoryBars::minimumSizeHint() const { return {200, sizeHint().height()}; }

bool PlanMemoryBars::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const int stage = (help->pos().y() - topHeight()) / rowHeight();
    if (stage < 0 || stage >= stages() || help->pos().y() < topHeight()) {
        QToolTip::hideText();
        return true;
    }
    QStringList lines {m_model.index(stage, PlanMemoryModel::StageColumn).data(Qt::ToolTipRole).toString()};
    int column = PlanMemoryModel::FirstPartColumn;
    for (const MemoryPart& part : memoryParts())
        lines << tr("%1: %2").arg(part.name, m_model.index(stage, column++).data().toString());
    if (m_model.before())
        lines << tr("as it is: %1").arg(m_model.index(stage, m_model.beforeColumn()).data().toString());
    QToolTip::showText(help->globalPos(), lines.join(QLatin1Char('\n')), this);
    return true;
}

void PlanMemoryBars::paintEvent(QPaintEvent* event)
{
    QPainter painter(this);
    painter.fillRect(event->rect(), m_colors.surface);
    if (stages() == 0)
        return;
    const double line = gpuLineAt();
    painter.setPen(m_colors.mutedText);
    if (line >= 0) {
        const QString pattern = m_model.isFullOtherwise() ? tr("full: %1 modelled") : tr("GPU: %1");
        const QString words = pattern.arg(formatBytes(m_model.fullBytes()));
        const double width = fontMetrics().horizontalAdvance(words) + 2;
        painter.drawText(QRectF(std::min(line - width / 2, this->width() - width), 0, width, topHeight()),
            Qt::AlignCenter, words);
    }
    const int first = std::max((event->rect().top() - topHeight()) / rowHeight(), 0);
    const int behind = std::min((event->rect().bottom() - topHeight()) / rowHeight() + 1, stages());
    for (int stage = first; stage < behind; ++stage) {
        const QRectF row(0, topHeight() + stage * rowHeight(), width(), rowHeight());
        painter.setPen(m_colors.text);
        painter.drawText(row.adjusted(sideMargin, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, stageText(stage));
        painter.fillRect(rectBefore(stage), mixed(m_colors.surface, m_colors.mutedText, 0.6));
        for (size_t part = 0; part < memoryParts().size(); ++part)
            painter.fillRect(rectOf(stage, part), memoryColor(part, m_colors));
    }
    if (line >= 0) {
        painter.setPen(QPen(m_colors.finding, 1, Qt::DashLine));
        painter.drawLine(QPointF(line, topHeight()), QPointF(line, topHeight() + stages() * rowHeight()));
    }
    for (int stage = first; stage < behind; ++stage) { // figures interrupt the line
        const double total = m_model.after().stages[size_t(stage)].totalBytes();
        const QRectF figure = figureOf(stage);
        if (figure.left() <= line && line <= figure.right())
            painter.fillRect(QRectF(line - 1, figure.top() + thinHeight + gapOfBars, 3, memoryBarHeight), m_colors.surface);
        painter.setPen(m_model.isTooMuch(total) ? m_colors.finding : m_colors.text);
        painter.drawText(figure, Qt::AlignCenter, formatBytes(total));
    }
}

} // namespace bubblescope
