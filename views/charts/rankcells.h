// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "customplot.h"
#include "palette.h"
#include "rankgrid.h"

#include <functional>

namespace bubblescope {

/// Ranks as a grid, and what of them is shown.
struct RankPicture {
    RankGrid grid;
    Palette colors;
    QCPRange scale; ///< of the values, from the first colour to the last
    bool areDeviations = false;            ///< from their peers
    std::function<double(int rank)> value; ///< NaN if unknown
    std::function<QString(double value)> text;
    const RankGrid::Cell* hovered = nullptr;
    int rank = -1;  ///< selected
    int stage = -1; ///< selected; of all ranks if none is
    QColor color(double value) const;
};

/// Draws the cells; rows from the top, with gaps between groups of tensor-parallel ranks and lines between hosts.
class RankCells : public QCPAbstractPlottable {
public:
    /// The picture must outlive it.
    RankCells(QCPAxis* columns, QCPAxis* rows, const RankPicture& picture);

    double selectTest(const QPointF& position, bool onlySelectable, QVariant* details) const override;
    QCPRange getKeyRange(bool& found, QCP::SignDomain signs) const override;
    QCPRange getValueRange(bool& found, QCP::SignDomain signs, const QCPRange& keys) const override;
    QRect rectOf(const RankGrid::Cell& cell) const;
    /// In widget pixels: the cell there, null if there is none, and the centre of a cell.
    const RankGrid::Cell* cellAt(const QPoint& position) const;
    QPoint centerOf(const RankGrid::Cell& cell) const;

protected:
    void draw(QCPPainter* painter) override;
    void drawLegendIcon(QCPPainter* painter, const QRectF& rect) const override;

private:
    void drawHostBorders(QCPPainter* painter) const;
    void drawText(QCPPainter* painter, const QFontMetrics& metrics, const QRect& rect, const RankGrid::Cell& cell,
        double value, const QColor& ground) const;

    const RankPicture& m_picture;
};

} // namespace bubblescope
