// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "customplot.h"
#include "matrixrows.h"
#include "palette.h"
#include "pixelcells.h"

#include <memory>
#include <vector>

namespace bubblescope {

/// What the plots of the Steps view draw; shared by them.
struct StepsPicture {
    std::shared_ptr<const StepMatrix> matrix;
    std::vector<RowGroup> groups; ///< of the matrix
    Palette colors;
    std::vector<QRgb> shades; ///< from matrix->low() to high()
    int row = -1;             ///< of the selected rank
    int step = -1;            ///< index of the chosen step
    PixelCells range;         ///< steps that a time is selected of; none: count 0
    bool isDeviation() const { return matrix && matrix->options().scale == StepMatrix::Scale::Deviation; }
    /// Paints the selected steps over a plot.
    void markRange(QCPPainter& painter, const QCPAxis& steps, const QRect& rect) const;
    void setColors(const Palette& palette);
    /// Of a deviation that is noise: that of none.
    QRgb shade(float value) const;
};

/// The matrix: a picture of at most one block of cells per pixel, whatever the number of cells.
class StepMatrixCells : public QCPAbstractPlottable {
public:
    StepMatrixCells(QCPAxis* steps, QCPAxis* rows, const StepsPicture& picture);
    double selectTest(const QPointF&, bool, QVariant*) const override { return -1; }
    QCPRange getKeyRange(bool& found, QCP::SignDomain) const override;
    QCPRange getValueRange(bool& found, QCP::SignDomain, const QCPRange&) const override;

protected:
    void draw(QCPPainter* painter) override;
    void drawLegendIcon(QCPPainter*, const QRectF&) const override { }

private:
    /// What the pixels depend on, but for the first column.
    struct Frame {
        std::shared_ptr<const StepMatrix> matrix;
        std::vector<QRgb> shades;
        QRgb ground = 0;
        QSize size;
        double ratio = 1;
        double stepsPerPixel = 1;
        QCPRange rows;
        bool isLike(const Frame& other) const;
    };
    /// Into the image; of the frame, from one column to before another.
    void drawColumns(int from, int to);
    void drawGroups(QCPPainter& painter) const;

    const StepsPicture& m_picture;
    QImage m_image;
    Frame m_frame;
    qint64 m_firstColumn = 0; ///< number of the image's left column, 0 begins at the first step
};

/// Over the steps: median, the band that holds nine tenths of the ranks, and the worst rank.
class StepCurves : public QCPAbstractPlottable {
public:
    StepCurves(QCPAxis* steps, QCPAxis* values, const StepsPicture& picture);
    double selectTest(const QPointF&, bool, QVariant*) const override { return -1; }
    QCPRange getKeyRange(bool& found, QCP::SignDomain) const override;
    /// Of the steps in `keys`.
    QCPRange getValueRange(bool& found, QCP::SignDomain, const QCPRange& keys) const override;

protected:
    void draw(QCPPainter* painter) override;
    void drawLegendIcon(QCPPainter*, const QRectF&) const override { }

private:
    const StepsPicture& m_picture;
};

} // namespace bubblescope
