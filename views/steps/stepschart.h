// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formatting.h"
#include "logcurves.h"
#include "stepsplot.h"

#include <optional>
#include <utility>

class QRubberBand;

namespace bubblescope {

class RowTicker;
class ShadeScale;

/// The plots of the Steps view, with one axis of steps: the ranks' spread over the steps, every step of every rank as a
/// matrix, how often a rank is the slowest and its mean beside it, loss and gradient norm below. The wheel zooms the
/// steps, with Ctrl or beside the matrix the ranks; with Shift it pans them. A double click shows all.
class StepsChart : public QCustomPlot {
    Q_OBJECT
public:
    /// Negative where only the other one is meant.
    struct Cell {
        int row;
        int step; ///< index, not number
    };

    explicit StepsChart(QWidget* parent = nullptr);

    const StepMatrix* matrix() const { return m_picture.matrix.get(); } ///< null while nothing is shown
    /// `isOtherTable`: all steps are shown, else those that are visible already.
    void setMatrix(std::shared_ptr<const StepMatrix> matrix, bool isOtherTable);
    /// What is shown of a step; names the scale of the colours.
    void setMeasureName(const QString& name);
    void clear() { m_picture.matrix.reset(); }
    void setHosts(const QStringList& names);
    void setLog(const LogCurves::Curve& loss, const LogCurves::Curve& gradientNorm);
    /// Negative for none.
    void setMarked(const Cell& cell);
    /// Indexes; nullopt for none.
    void setMarkedSteps(const std::optional<std::pair<int, int>>& firstAndLast);
    void setColors(const Palette& colors);

    /// Shows as many of the three plots as the height has room for; the matrix always.
    void shareHeight();
    /// A low chart has none.
    bool hasCurves() const { return m_curveRect->visible(); }
    /// Steps that are visible, as indexes; may begin and end between them.
    QCPRange visibleSteps() const { return m_cellRect->axis(QCPAxis::atBottom)->range(); }
    void setVisibleSteps(QCPRange range);
    QCPRange visibleRows() const { return m_cellRect->axis(QCPAxis::atLeft)->range(); }
    void setVisibleRows(QCPRange range);
    QPoint cellCenter(int row, int step) const;
    /// Where several share a pixel, the one that stands out there, or beside it.
    std::optional<Cell> cellAt(const QPoint& position) const;
    QString valueText(double value) const;

signals:
    void cellChosen(const bubblescope::StepsChart::Cell& cell);
    void stepsChosen(int first, int last); ///< indexes

protected:
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void buildRects();
    void buildTickers();
    void showScale();
    void showTitles();
    int heightOfCells() const;
    bool isBesideMatrix(const QPoint& position) const;

    StepsPicture m_picture;
    QCPAxisRect* m_curveRect;
    QCPAxisRect* m_cellRect;
    QCPAxisRect* m_barRect;
    QCPAxisRect* m_meanRect;
    QCPAxisRect* m_lossRect;
    std::optional<LogCurves> m_log;
    QSharedPointer<RowTicker> m_rowNames;
    ShadeScale* m_legend;
    QString m_measureName;
    QRubberBand* m_band;
    std::optional<QPoint> m_pressed;
};

} // namespace bubblescope
