// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "rankcells.h"

#include "formatting.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace bubblescope {

QColor RankPicture::color(double value) const
{
    constexpr double nothing = 0.01; // a rank is never quite as fast as another
    if (!std::isfinite(value))
        return colors.panel;
    if (areDeviations && std::abs(value) <= nothing)
        return colors.deviationColor(0);
    const double share = (value - scale.lower) / std::max(scale.size(), 1e-300);
    return areDeviations ? colors.deviationColor(2 * share - 1) : colors.heatColor(share);
}

RankCells::RankCells(QCPAxis* columns, QCPAxis* rows, const RankPicture& picture)
    : QCPAbstractPlottable(columns, rows), m_picture(picture)
{
}

double RankCells::selectTest(const QPointF&, bool, QVariant*) const { return -1; }

QCPRange RankCells::getKeyRange(bool& found, QCP::SignDomain) const
{
    found = true;
    return {-0.5, m_picture.grid.columns() - 0.5};
}

QCPRange RankCells::getValueRange(bool& found, QCP::SignDomain, const QCPRange&) const
{
    found = true;
    return {-0.5, m_picture.grid.rows() - 0.5};
}

void RankCells::drawLegendIcon(QCPPainter*, const QRectF&) const { }

QRect RankCells::rectOf(const RankGrid::Cell& cell) const
{
    const double x = mKeyAxis->coordToPixel(cell.column - 0.5);
    const double y = mValueAxis->coordToPixel(cell.row - 0.5);
    const double right = mKeyAxis->coordToPixel(cell.column + 0.5);
    const double bottom = mValueAxis->coordToPixel(cell.row + 0.5);
    // Not of the rounded sizes, or some cells of a row had gaps and others none.
    constexpr double narrowest = 7.5; // that leaves room for a gap
    const double width = right - x;
    const int gap = width >= narrowest && bottom - y >= narrowest ? 1 : 0;
    const int group = m_picture.grid.groupColumns();
    const bool endsGroup = group > 1 && (cell.column + 1) % group == 0 && width * group >= 16;
    const int experts = m_picture.grid.expertColumns();
    const bool endsExperts = experts > 0 && (cell.column + 1) % experts == 0 && width * experts >= 16;
    const int groupGap = endsExperts && gap > 0 ? 5 : !endsGroup && !endsExperts ? 0 : gap > 0 ? 3 : 1;
    const QPoint first(int(std::lround(x)), int(std::lround(y)));
    return QRect(first, QPoint(std::max(first.x(), int(std::lround(right)) - 1 - gap - groupGap),
        int(std::lround(bottom)) - 1 - gap));
}

const RankGrid::Cell* RankCells::cellAt(const QPoint& position) const
{
    if (!mKeyAxis->axisRect()->rect().contains(position))
        return nullptr;
    return m_picture.grid.at(static_cast<int>(std::lround(mKeyAxis->pixelToCoord(position.x()))),
        static_cast<int>(std::lround(mValueAxis->pixelToCoord(position.y()))));
}

QPoint RankCells::centerOf(const RankGrid::Cell& cell) const
{
    return {static_cast<int>(std::lround(mKeyAxis->coordToPixel(cell.column))),
        static_cast<int>(std::lround(mValueAxis->coordToPixel(cell.row)))};
}

void RankCells::draw(QCPPainter* painter)
{
    painter->setAntialiasing(false);
    painter->setFont(mParentPlot->font());
    const QFontMetrics metrics(mParentPlot->font());
    const int selected = m_picture.rank;
    const int selectedStage = m_picture.stage;
    for (const RankGrid::Cell& cell : m_picture.grid.cells()) {
        const QRect rect = rectOf(cell);
        if (rect.isEmpty())
            continue;
        const double value = cell.isMissing ? std::numeric_limits<double>::quiet_NaN() : m_picture.value(cell.rank);
        const QColor ground = m_picture.color(value);
        painter->fillRect(rect, ground);
        if (!std::isfinite(value)) {
            painter->fillRect(rect, QBrush(m_picture.colors.waitingLines, Qt::BDiagPattern));
        } else {
            drawText(painter, metrics, rect, cell, value, ground);
        }
        if (selected < 0 && selectedStage >= 0 && cell.stage == selectedStage && !cell.isMissing) {
            painter->setBrush(Qt::NoBrush);
            painter->setPen(QPen(m_picture.colors.accent, 1));
            painter->drawRect(rect.adjusted(0, 0, -1, -1));
        }
    }
    drawHostBorders(painter);
    for (const RankGrid::Cell* cell : {m_picture.hovered, m_picture.grid.find(selected)}) {
        if (!cell)
            continue;
        const QRect rect = rectOf(*cell);
        painter->setBrush(Qt::NoBrush);
        painter->setPen(QPen(m_picture.colors.surface, 4));
        painter->drawRect(rect);
        painter->setPen(QPen(cell->rank == selected ? m_picture.colors.accent : m_picture.colors.text, 2));
        painter->drawRect(rect);
    }
}

/// Lines between ranks of different hosts.
void RankCells::drawHostBorders(QCPPainter* painter) const
{
    constexpr double leastCell = 4; // px: of smaller ones there would be lines only
    if (mKeyAxis->coordToPixel(1) - mKeyAxis->coordToPixel(0) < leastCell
        || mValueAxis->coordToPixel(1) - mValueAxis->coordToPixel(0) < leastCell)
        return;
    const auto drawBorder = [&](const QLineF& line) { // stands out from dark and light cells
        painter->setPen(QPen(m_picture.colors.surface, 3, Qt::SolidLine, Qt::FlatCap));
        painter->drawLine(line);
        painter->setPen(QPen(m_picture.colors.text, 1, Qt::SolidLine, Qt::FlatCap));
        painter->drawLine(line);
    };
    for (const RankGrid::Cell& cell : m_picture.grid.cells()) {
        const RankGrid::Cell* right = m_picture.grid.at(cell.column + 1, cell.row);
        const RankGrid::Cell* below = m_picture.grid.at(cell.column, cell.row + 1);
        const QRect rect = rectOf(cell);
        if (right && right->host != cell.host) {
            const int x = rectOf(*right).left() - 1;
            drawBorder(QLineF(x, rect.top(), x, rect.bottom() + 1));
        }
        if (below && below->host != cell.host) {
            const int y = rectOf(*below).top() - 1;
            drawBorder(QLineF(rect.left(), y, rect.right() + 1, y));
        }
    }
}

void RankCells::drawText(QCPPainter* painter, const QFontMetrics& metrics, const QRect& rect, const RankGrid::Cell& cell,
    double value, const QColor& ground) const
{
    const QString rank = QString::number(cell.rank);
    const QString figure = m_picture.text(value);
    painter->setPen(textOn(ground));
    const bool hasRoomForBoth = rect.height() >= 2 * metrics.height() + 2
        && rect.width()
            >= std::max(metrics.horizontalAdvance(figure), metrics.horizontalAdvance(rankText(cell.rank))) + 6;
    if (hasRoomForBoth) {
        const QRect upper(rect.left(), rect.center().y() - metrics.height(), rect.width(), metrics.height());
        painter->drawText(upper, Qt::AlignCenter, rankText(cell.rank));
        painter->drawText(upper.translated(0, metrics.height()), Qt::AlignCenter, figure);
    } else if (rect.height() >= metrics.height() && rect.width() >= metrics.horizontalAdvance(rank) + 4) {
        painter->drawText(rect, Qt::AlignCenter, rank);
    }
}

} // namespace bubblescope
