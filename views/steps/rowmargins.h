// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "stepsplot.h"

namespace bubblescope {

/// Something of each row, drawn beside the matrix. Where rows are thinner than a pixel, it shows what stands out.
class RowMargin : public QCPAbstractPlottable {
public:
    RowMargin(QCPAxis* values, QCPAxis* rows, const StepsPicture& picture);
    double selectTest(const QPointF&, bool, QVariant*) const override { return -1; }
    QCPRange getValueRange(bool& found, QCP::SignDomain, const QCPRange&) const override;

protected:
    void draw(QCPPainter* painter) override;
    void drawLegendIcon(QCPPainter*, const QRectF&) const override { }
    /// Some rows as one line of pixels, `band` high.
    virtual void drawLine(QCPPainter& painter, const PixelCells& rows, const QRectF& band) = 0;
    const StepMatrix& matrix() const { return *m_picture.matrix; }

    const StepsPicture& m_picture;
};

/// In which share of the steps a rank is the slowest.
class SlowestBars : public RowMargin {
public:
    using RowMargin::RowMargin;
    QCPRange getKeyRange(bool& found, QCP::SignDomain) const override;

protected:
    void drawLine(QCPPainter& painter, const PixelCells& rows, const QRectF& band) override;
};

/// The mean over the steps; of several ranks, from the least to the largest.
class RowMeans : public RowMargin {
public:
    using RowMargin::RowMargin;
    QCPRange getKeyRange(bool& found, QCP::SignDomain) const override;

protected:
    void drawLine(QCPPainter& painter, const PixelCells& rows, const QRectF& band) override;
};

} // namespace bubblescope
