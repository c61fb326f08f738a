// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formatting.h"
#include "panelview.h"
#include "stepsplot.h"

#include <optional>

class QComboBox;
class QLabel;
class QRubberBand;

namespace bubblescope {

class Document;
class InputChoice;
class RunSteps;
class Selection;
class TimeWindow;

/// Every step of every rank as a matrix, with the ranks' spread over the steps above it, how often a rank is the
/// slowest beside it, and the loss below it. A click chooses step and rank in all views, a drag the time of several
/// steps; the wheel zooms, with Shift it pans.
class StepsView : public PanelView {
    Q_OBJECT
public:
    StepsView(const Document& document, const InputChoice& inputs, Selection& selection, TimeWindow& window,
        RunSteps& steps, QWidget* parent = nullptr);

    void setOptions(const StepMatrix::Options& options);
    const StepMatrix* matrix() const { return m_picture.matrix.get(); } ///< null while nothing is shown
    QCustomPlot* plot() const { return m_plot; }
    /// Middle of a cell in plot(), by row and index of the step.
    QPoint cellCenter(int row, int step) const;
    /// Steps that are visible, as indexes; may begin and end between them.
    QCPRange visibleSteps() const;
    void setVisibleSteps(QCPRange range);
    Illustration illustration() const override;

protected:
    void refresh() override;
    void restyle() override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Cell {
        int row;
        int step;
    };
    void buildPlot();
    void fillMeasures(const StepTable& table);
    /// Shows as many of the three plots as the height has room for; the matrix always.
    void shareHeight();
    void showCaption(bool hasCurves);
    void showScale();
    StepMatrix::Options chosenOptions() const;
    void showSelection();
    void showLoss();
    std::optional<Cell> cellAt(const QPoint& position) const;
    void choose(const Cell& cell);
    void chooseSteps(int first, int last);
    QString cellText(const Cell& cell) const;
    QString valueText(double value) const;
    QString rowTitle(int row) const;
    bool wheel(QWheelEvent& event);

    const Document& m_document;
    const InputChoice& m_inputs;
    Selection& m_selection;
    TimeWindow& m_window;
    RunSteps& m_steps;
    StepsPicture m_picture;
    StepTablePtr m_shown; ///< the table that m_picture.matrix was made of
    QComboBox* m_measure;
    QComboBox* m_order;
    QComboBox* m_scale;
    QLabel* m_label;
    QCustomPlot* m_plot;
    QCPAxisRect* m_curveRect;
    QCPAxisRect* m_cellRect;
    QCPAxisRect* m_barRect;
    QCPAxisRect* m_lossRect;
    QCPGraph* m_loss;
    QCPColorScale* m_legend;
    TimeFormat m_curveFormat; ///< of the ticks of the curves
    bool m_hasLoss = false;
    QRubberBand* m_band;
    std::optional<QPoint> m_pressed;
};

} // namespace bubblescope
