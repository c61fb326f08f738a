// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "barrows.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

constexpr double mostRowHeight = 24;
constexpr double leastRowHeight = 16;
constexpr double rowMargin = 8;
constexpr double barShare = 0.6; // of the height of a row
constexpr double narrowestBars = 90; // below that they tell no difference: labels are elided before
constexpr double narrowestLabels = 100;
/// If all bars have at least this share of the longest one in common, the axis starts later.
constexpr double commonWorthLeavingOut = 0.5;
constexpr double airBeforeFirst = 0.35; // share of the remaining axis to leave before the first bar then

} // namespace

BarRows::BarRows(const QString& name, QWidget* parent) : QWidget(parent), m_colors(Palette::light())
{
    setAccessibleName(name);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    setMouseTracking(true);
}

void BarRows::setColors(const Palette& colors)
{
    m_colors = colors;
    update();
}

void BarRows::setRows(std::vector<Row> rows, bool areChoosable, bool areChained)
{
    m_rows = std::move(rows);
    m_areChoosable = areChoosable;
    m_areChained = areChained;
    m_current = areChoosable && !m_rows.empty() ? std::clamp(m_current, 0, int(m_rows.size()) - 1) : -1;
    if (m_current >= 0)
        m_current = rowFrom(m_current, 1);
    m_hovered = -1;
    setFocusPolicy(areChoosable ? Qt::StrongFocus : Qt::NoFocus);
    QStringList words;
    for (const Row& row : m_rows)
        words << (row.isHeading ? row.label : tr("%1 %2").arg(row.label, row.figure));
    setAccessibleDescription(words.join(QStringLiteral(", ")));
    updateGeometry();
    update();
}

BarRows::Axis BarRows::axis() const
{
    double least = 0;
    double most = 0;
    double lowestEnd = m_rows.front().to;
    for (const Row& row : m_rows) {
        least = std::min({least, row.from, row.to - row.below});
        most = std::max({most, row.from, row.to + row.above});
        lowestEnd = std::min({lowestEnd, row.to, row.tone == Tone::Total ? row.to : row.from});
    }
    if (lowestEnd > most * commonWorthLeavingOut && most > lowestEnd)
        return {std::max(0.0, lowestEnd - (most - lowestEnd) * airBeforeFirst), most, true};
    return {least, most > least ? most : least + 1, false};
}

double BarRows::labelWidth() const
{
    double widest = 0;
    for (const Row& row : m_rows) {
        if (!row.isHeading)
            widest = std::max(widest, double(fontMetrics().horizontalAdvance(row.label)));
    }
    const double besideBars = width() - figureWidth() - 3 * rowMargin - narrowestBars;
    return std::min({widest + 1, width() * 0.5, std::max(narrowestLabels, besideBars)});
}

double BarRows::figureWidth() const
{
    double widest = 0;
    for (const Row& row : m_rows) {
        if (!row.isText)
            widest = std::max(widest, double(fontMetrics().horizontalAdvance(row.figure)));
    }
    return widest + 6;
}

double BarRows::rowHeight() const
{
    const double room = (height() - 2 * rowMargin) / std::max<double>(1, double(m_rows.size()));
    return std::clamp(room, leastRowHeight, mostRowHeight);
}

double BarRows::place(double value) const
{
    const Axis scale = axis();
    const double left = rowMargin + labelWidth() + rowMargin;
    const double room = std::max(10.0, width() - left - figureWidth() - rowMargin);
    return left + std::clamp((value - scale.from) / (scale.to - scale.from), 0.0, 1.0) * room;
}

QRectF BarRows::barRect(int row) const
{
    const Row& r = m_rows[size_t(row)];
    const double height = rowHeight();
    const double begin = place(std::min(r.from, r.to));
    const double end = place(std::max(r.from, r.to));
    return {
        begin, rowMargin + row * height + height * (1 - barShare) / 2, std::max(1.5, end - begin), height * barShare};
}

int BarRows::rowAt(QPoint point) const
{
    const int row = int(std::floor((point.y() - rowMargin) / rowHeight()));
    return row >= 0 && row < int(m_rows.size()) && !m_rows[size_t(row)].isHeading ? row : -1;
}

int BarRows::rowFrom(int row, int direction) const
{
    while (row >= 0 && row < int(m_rows.size())) {
        if (!m_rows[size_t(row)].isHeading)
            return row;
        row += direction;
    }
    return -1;
}

void BarRows::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_colors.surface);
    if (m_rows.empty())
        return;
    const QFontMetrics metrics = fontMetrics();
    QFont strong = font();
    strong.setWeight(QFont::DemiBold);
    const double labels = labelWidth();
    const Axis scale = axis();
    for (int i = 0; i < int(m_rows.size()); ++i) {
        const Row& row = m_rows[size_t(i)];
        const QRectF box = barRect(i);
        const QRectF line(0, rowMargin + i * rowHeight(), width(), rowHeight());
        if (m_areChoosable && (i == m_hovered || (i == m_current && hasFocus())))
            painter.fillRect(line, m_colors.selection);
        if (row.isHeading) {
            painter.setFont(strong);
            painter.setPen(m_colors.mutedText);
            painter.drawText(QRectF(rowMargin, line.top(), width() - 2 * rowMargin, line.height()),
                Qt::AlignLeft | Qt::AlignVCenter,
                QFontMetrics(strong).elidedText(row.label, Qt::ElideRight, width() - int(2 * rowMargin)));
            painter.setFont(font());
            continue;
        }
        painter.setPen(row.isMuted ? m_colors.mutedText : m_colors.text);
        painter.drawText(QRectF(rowMargin, line.top(), labels, line.height()), Qt::AlignRight | Qt::AlignVCenter,
            metrics.elidedText(row.label, Qt::ElideMiddle, int(labels)));
        if (row.isText) {
            const QRectF room(2 * rowMargin + labels, line.top(), width() - 3 * rowMargin - labels, line.height());
            painter.setPen(m_colors.mutedText);
            painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter,
                metrics.elidedText(row.figure, Qt::ElideRight, int(room.width())));
            continue;
        }
        const QColor color = row.tone == Tone::Total ? m_colors.accent
            : row.tone == Tone::Better               ? m_colors.good
            : row.tone == Tone::Worse                ? m_colors.finding
                                                     : m_colors.mutedText;
        painter.fillRect(box, row.isMuted ? mixed(m_colors.surface, color, 0.4) : color);
        if (row.tone == Tone::Total && scale.isBroken) { // the bar does not start at 0
            painter.setRenderHint(QPainter::Antialiasing);
            painter.setPen(QPen(m_colors.surface, 2));
            for (const double x : {box.left() + 7, box.left() + 11})
                painter.drawLine(QPointF(x - 2, box.bottom() + 1), QPointF(x + 2, box.top() - 1));
            painter.setRenderHint(QPainter::Antialiasing, false);
        }
        double end = box.right();
        if (row.below > 0 || row.above > 0) {
            const double middle = std::floor(box.center().y()) + 0.5;
            const double low = place(row.to - row.below);
            const double high = place(row.to + row.above);
            painter.setPen(QPen(m_colors.text, 1));
            painter.drawLine(QPointF(low, middle), QPointF(high, middle));
            for (const double x : {low, high})
                painter.drawLine(QPointF(x, middle - 3), QPointF(x, middle + 3));
            end = std::max(end, high);
        }
        painter.setPen(row.isMuted ? m_colors.mutedText : m_colors.text);
        painter.drawText(QRectF(end + 6, line.top(), width() - end - 6, line.height()),
            Qt::AlignLeft | Qt::AlignVCenter, row.figure);
        if (m_areChained && i + 1 < int(m_rows.size())) {
            painter.setPen(QPen(m_colors.border, 1));
            const double x = std::floor(place(row.to)) + 0.5;
            painter.drawLine(QPointF(x, box.bottom()), QPointF(x, barRect(i + 1).top()));
        }
    }
    if (scale.from < 0) {
        painter.setPen(QPen(m_colors.border, 1));
        const double x = std::floor(place(0)) + 0.5;
        for (int i = 0; i < int(m_rows.size()); ++i) {
            const double top = rowMargin + i * rowHeight();
            if (!m_rows[size_t(i)].isHeading)
                painter.drawLine(QPointF(x, top), QPointF(x, top + rowHeight()));
        }
    }
}

void BarRows::mouseMoveEvent(QMouseEvent* event)
{
    const int row = rowAt(event->pos());
    if (!m_areChoosable || row == m_hovered)
        return;
    m_hovered = row;
    setCursor(row >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
    update();
}

void BarRows::mousePressEvent(QMouseEvent* event)
{
    const int row = rowAt(event->pos());
    if (!m_areChoosable || row < 0 || event->button() != Qt::LeftButton)
        return;
    m_current = row;
    update();
    emit rowChosen(row);
}

void BarRows::leaveEvent(QEvent*)
{
    m_hovered = -1;
    update();
}

void BarRows::keyPressEvent(QKeyEvent* event)
{
    if (!m_areChoosable || m_rows.empty()) {
        QWidget::keyPressEvent(event);
        return;
    }
    switch (event->key()) {
    case Qt::Key_Up:
        m_current = std::max(m_current, 0); // stays on the first row
        if (const int above = rowFrom(m_current - 1, -1); above >= 0)
            m_current = above;
        break;
    case Qt::Key_Down:
        if (const int below = rowFrom(m_current + 1, 1); below >= 0)
            m_current = below;
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
        emit rowChosen(m_current);
        break;
    default:
        QWidget::keyPressEvent(event);
        return;
    }
    update();
}

bool BarRows::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const int row = rowAt(help->pos());
    if (row >= 0)
        QToolTip::showText(help->globalPos(), m_rows[size_t(row)].toolTip, this);
    else
        QToolTip::hideText();
    return true;
}

QSize BarRows::sizeHint() const
{
    return {320, int(2 * rowMargin + mostRowHeight * double(std::max<size_t>(3, m_rows.size())))};
}

QSize BarRows::minimumSizeHint() const
{
    return {180, int(2 * rowMargin + leastRowHeight * double(std::max<size_t>(3, m_rows.size())))};
}

} // namespace bubblescope
