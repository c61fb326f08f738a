// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "panelview.h"
#include "stackedbarplot.h"
#include "stagemodel.h"

class QComboBox;
class QHBoxLayout;
class QLabel;

namespace bubblescope {

class Workspace;
class LegendRow;
class Sentence;
class TablePanel;

/// Forward and backward time of the pipeline stages, for the chosen step or as the median of all; from a log, stacked
/// by layer. A sentence names the slowest stage.
class StageView : public PanelView {
    Q_OBJECT
public:
    explicit StageView(Workspace& workspace, QWidget* parent = nullptr);

    const StageModel& model() const { return m_model; }
    Illustration illustration() const override;

protected:
    void refresh() override;
    void restyle() override;

private:
    enum class Source : uint8_t { Trace, Log };
    void showBars();
    void showSelection();

    Workspace& m_workspace;
    StageModel m_model;
    std::vector<Source> m_sources;
    std::optional<Source> m_source;
    QComboBox* m_sourceBox;
    QHBoxLayout* m_controls;
    QHBoxLayout* m_legendRow; ///< of the legend, where the controls leave no room
    QHBoxLayout* m_summaryRow;
    LegendRow* m_legend;
    Sentence* m_summary;
    StackedBarPlot* m_plot;
    TablePanel* m_table;
};

} // namespace bubblescope
