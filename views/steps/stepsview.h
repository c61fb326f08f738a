// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "panelview.h"
#include "stepschart.h"

class QComboBox;

namespace bubblescope {

class Document;
class InputChoice;
class RunSteps;
class Selection;
class Sentence;
class TimeWindow;

/// Every step of every rank, by a measure that is chosen. A click chooses step and rank in all views, a drag the time
/// of several steps.
class StepsView : public PanelView {
    Q_OBJECT
public:
    StepsView(const Document& document, const InputChoice& inputs, Selection& selection, TimeWindow& window,
        RunSteps& steps, QWidget* parent = nullptr);

    void setOptions(const StepMatrix::Options& options);
    const StepMatrix* matrix() const { return m_chart->matrix(); } ///< null while nothing is shown
    QCustomPlot* plot() const { return m_chart; }
    /// Middle of a cell in plot(), by row and index of the step.
    QPoint cellCenter(int row, int step) const { return m_chart->cellCenter(row, step); }
    /// Steps that are visible, as indexes; may begin and end between them.
    QCPRange visibleSteps() const { return m_chart->visibleSteps(); }
    void setVisibleSteps(QCPRange range) { m_chart->setVisibleSteps(range); }
    QCPRange visibleRows() const { return m_chart->visibleRows(); }
    Illustration illustration() const override;

protected:
    void refresh() override;
    void letGo() override;
    void restyle() override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void fillMeasures(const StepTable& table);
    void suggestOptions(const StepTable& table);
    QString caption(bool hasCurves) const;
    void showCaption();
    StepMatrix::Options chosenOptions() const;
    void showSelection();
    std::optional<std::pair<int, int>> selectedSteps() const;
    void showLog();
    void choose(const StepsChart::Cell& cell);
    void chooseSteps(int first, int last);
    QString cellText(const StepsChart::Cell& cell) const;

    const Document& m_document;
    const InputChoice& m_inputs;
    Selection& m_selection;
    TimeWindow& m_window;
    RunSteps& m_steps;
    StepTablePtr m_shown; ///< the table that matrix() was made of
    bool m_isChosen = false; ///< what is shown, by the user
    QComboBox* m_measure;
    QComboBox* m_order;
    QComboBox* m_scale;
    Sentence* m_caption;
    StepsChart* m_chart;
};

} // namespace bubblescope
