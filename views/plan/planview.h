// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "panelview.h"

#include <vector>

class QBoxLayout;
class QComboBox;
class QLabel;
class QMenu;
class QScrollArea;
class QSplitter;
class QTabWidget;
class QToolButton;

namespace bubblescope {

class PlanMemoryBars;
class PlanPlot;
class PlanState;
class PlanWishBar;
class Sentence;
class TablePanel;

/// Plans the next run: what to search for, throughput over memory of all that was timed, the combinations as a table,
/// why the chosen one is faster, its memory by stage, and the kept plans. A chosen combination is a what-if.
class PlanView : public PanelView {
    Q_OBJECT
public:
    explicit PlanView(PlanState& state, QWidget* parent = nullptr);

    PlanPlot& plot() { return *m_plot; }
    PlanWishBar& wishes() { return *m_wishes; }
    TablePanel& table() { return *m_table; }
    TablePanel& keptTable() { return *m_keptTable; }
    PlanMemoryBars& memoryBars() { return *m_bars; }
    QString reason() const;
    QString status() const;
    Illustration illustration() const override;
    /// No wider than a narrow window leaves: plot and table share what there is.
    QSize minimumSizeHint() const override { return {320, PanelView::minimumSizeHint().height()}; }

    enum class FileKind : uint8_t { Svg, Csv, Json };

signals:
    void describeRequested(); ///< there is no job; the user wants to describe one
    /// The flags of the shown combination for one of flagFrameworks() are to be copied.
    void flagsRequested(int framework);
    void exportRequested(bubblescope::PlanView::FileKind kind);

protected:
    void refresh() override;
    void restyle() override;
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void buildTable();
    void buildMemory();
    void buildKept();
    void countKept();
    void placeColumn();
    void placeStatus();
    void shareWidth();
    void showAnswer();
    void showStatus();
    void showShown();
    void applyFilter();

    PlanState& m_state;
    PlanWishBar* m_wishes;
    Sentence* m_status;
    QBoxLayout* m_head; ///< of both
    PlanPlot* m_plot;
    LegendRow* m_legend;
    QComboBox* m_axis;
    TablePanel* m_table;
    QToolButton* m_filterButton;
    QToolButton* m_keepButton;
    QToolButton* m_flagsButton;
    QToolButton* m_exportButton;
    Sentence* m_reason;
    QTabWidget* m_tabs;
    QSplitter* m_split;
    QWidget* m_memoryPage;
    PlanMemoryBars* m_bars;
    LegendRow* m_memoryLegend;
    TablePanel* m_memoryTable;
    TablePanel* m_keptTable;
    bool m_isSplitByUser = false;
    QSplitter* m_column; ///< of memory and kept plans, where the view is wide
};

} // namespace bubblescope
