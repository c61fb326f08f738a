// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "customplot.h"
#include "panelview.h"
#include "stepmodel.h"

#include <QSet>

#include <map>
#include <optional>
#include <vector>

class QAction;
class QToolBar;
class QToolButton;

namespace bubblescope {

class Document;
class InputChoice;
class LegendRow;
class StepPanes;
class TablePanel;
class TimeWindow;

/// What the logs print per step: loss, perplexity, learning rate, step time and others, one pane per figure, all logs
/// of the folder overlaid. A click selects the step in all views.
class LossCurveView : public PanelView {
    Q_OBJECT
public:
    LossCurveView(const Document& document, InputChoice& inputs, TimeWindow& window, QWidget* parent = nullptr);

    const StepModel& model() const { return m_model; }
    QCustomPlot* plot() const { return m_plot; }
    /// Figures that have a pane, in order.
    std::vector<StepFigure> shownFigures() const;
    void setFigureShown(StepFigure figure, bool shown);
    /// Position of a point in the widget plot(); nullopt if it is not shown.
    std::optional<QPoint> pointAt(int log, int64_t step, StepFigure figure) const;
    Illustration illustration() const override;

protected:
    void refresh() override;
    void restyle() override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    std::vector<int> shownLogs() const;
    void listFigures();
    void listLogs();
    void buildPanes();
    void showStep();
    void moveStep(int by);
    void showToolTip(const QPoint& position, const QPoint& globalPosition);
    bool hasManyLogs() const;
    QColor logColor(int log) const;

    const Document& m_document;
    InputChoice& m_inputs;
    TimeWindow& m_window;
    StepModel m_model;
    std::map<StepFigure, bool> m_chosenFigures; // switched on or off by the user
    std::vector<StepFigure> m_figures;          // present in a shown log
    QSet<int> m_hiddenLogs;
    std::string m_folderPath;
    QCustomPlot* m_plot;
    StepPanes* m_panes;
    QToolBar* m_figureBar; ///< a narrow one has a menu of what does not fit
    QAction* m_logAction;  ///< of the button for the logs, in the bar
    std::vector<QAction*> m_figureActions;
    QToolButton* m_logButton;
    LegendRow* m_legend;
    TablePanel* m_table;
    QPoint m_pressed;
};

} // namespace bubblescope
