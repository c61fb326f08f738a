// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "customplot.h"
#include "palette.h"
#include "stepmodel.h"

#include <QObject>

#include <optional>
#include <vector>

namespace bubblescope {

/// Curves over the steps of run logs, one pane per figure, one below or beside the other in a plot: what is drawn, and
/// where. Zooming one of them zooms all.
class StepPanes : public QObject {
    Q_OBJECT
public:
    /// A log with at least one step, which outlives the curves.
    struct Curve {
        const RunLog* log = nullptr;
        int index = -1; ///< in the folder
        QColor color;
    };
    struct Hit {
        int log = -1; ///< as Curve::index
        int64_t step = 0;
    };
    /// The plot must outlive this object.
    explicit StepPanes(QCustomPlot& plot, QObject* parent = nullptr);

    void build(const std::vector<StepFigure>& figures, std::vector<Curve> curves, const Palette& colors);
    void clear();
    std::vector<StepFigure> figures() const;
    /// False if the plot has another shape now, that asks for other columns.
    bool fitsPlot() const { return m_panes.empty() || columnsFor(int(m_panes.size())) == m_columns; }
    /// As many ticks as have room above each other.
    void shareHeight();
    void showAllSteps();
    /// A line at this step; the plot is drawn with its next frame.
    void showStep(std::optional<int64_t> step);
    /// Position of a point in the plot; nullopt if it is not shown.
    std::optional<QPoint> pointAt(int log, int64_t step, StepFigure figure) const;
    std::optional<Hit> nearest(const QPoint& position) const;

private:
    struct Pane {
        StepFigure figure;
        QCPAxisRect* rect = nullptr;
        QCPTextElement* title = nullptr;
        QCPItemStraightLine* stepLine = nullptr;
    };
    Pane buildPane(StepFigure figure, int cell, int columns);
    void fillPane(const Pane& pane);
    void scaleValues(const Pane& pane);
    int columnsFor(int panes) const;
    void shareRange(const QCPRange& range);

    QCustomPlot& m_plot;
    Palette m_colors;
    std::vector<Curve> m_curves;
    std::vector<Pane> m_panes;
    QCPRange m_steps; ///< first to last step of the curves
    int m_columns = 0;
    bool m_isSharing = false;
};

/// The line of a log about a step; null if there is none.
const LogStep* findStep(const RunLog& log, int64_t step);

} // namespace bubblescope
