// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "customplot.h"
#include "panelview.h"
#include "rankcells.h"
#include "rankvalues.h"

#include <vector>

class QComboBox;
class QLabel;
class QScrollArea;

namespace bubblescope {

class Sentence;

class Document;
class Figures;
class ColorStrip;
class NameTicker;
class Selection;
class TimeWindow;

/// All ranks at a glance: one row per pipeline stage, replicas side by side, coloured by the chosen figure. A click or
/// the arrow keys select a rank in all views.
class RankHeatMap : public PanelView {
    Q_OBJECT
public:
    using Metric = RankMetric;

    static constexpr int smallestCell = 2; ///< px
    static constexpr int handyCell = 8;    ///< not smaller where there is room
    static constexpr int largestCell = 96;

    RankHeatMap(const Document& document, Selection& selection, TimeWindow& window, const Figures& figures,
        QWidget* parent = nullptr);

    void setMetric(Metric metric);
    void setArrangement(RankGrid::Arrangement arrangement);
    const RankGrid& grid() const { return m_picture.grid; }
    QCustomPlot* plot() const { return m_plot; }
    /// Position of a rank's cell in plot(); for tests.
    QPoint cellCenter(int rank) const;
    Metric metric() const { return m_metric; }
    /// Share 0..1, or ns for step times, or more than the peers; NaN if unknown.
    double value(int rank) const;

protected:
    void refresh() override;
    void restyle() override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void suggestMetric();
    QString oneRankText(const Trace& trace) const;
    void takeValues();
    void showCells();
    QString axisText() const;
    void showStrip();
    void magnify(double steps);
    int leastCell() const;
    void showSelection();
    QString valueText(double value) const;
    QString cellToolTip(const RankGrid::Cell& cell) const;
    void moveBy(int columns, int rows);

    const Document& m_document;
    Selection& m_selection;
    TimeWindow& m_window;
    const Figures& m_figures;
    RankPicture m_picture;
    std::vector<double> m_values; // indexed like the trace's ranks
    Metric m_metric = Metric::Busy;
    bool m_isChosen = false; ///< by the user; else what ranks have peers for
    QComboBox* m_metricBox;
    QComboBox* m_arrangementBox;
    Sentence* m_label;
    QCustomPlot* m_plot;
    RankCells* m_cells = nullptr; ///< owned by the plot
    QScrollArea* m_scroll;
    Sentence* m_axisWords;
    ColorStrip* m_strip;
    int m_cellSize = 0; ///< px; cells are at least as large, and the map scrolls; 0: as the panel has room
    QSharedPointer<NameTicker> m_columnTicker;
    QCPColorScale* m_legend;
};

} // namespace bubblescope
