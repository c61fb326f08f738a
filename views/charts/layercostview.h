// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "layermodel.h"
#include "layersources.h"
#include "panelview.h"
#include "stackedbarplot.h"

class QComboBox;
class QHBoxLayout;
class QLabel;
class QSpinBox;

namespace bubblescope {

class Workspace;
class LegendRow;
class Sentence;
class TablePanel;

/// The cost of each layer: bars in layer order and a table, from layer tables, workloads, run logs or, if there is
/// nothing else, the stages of the trace.
class LayerCostView : public PanelView {
    Q_OBJECT
public:
    explicit LayerCostView(Workspace& workspace, QWidget* parent = nullptr);

    const LayerModel& model() const { return m_model; }
    /// Layers per stage in a what-if, drawn as boundaries that can be dragged; empty removes them. Only for tables with
    /// individual layers.
    void setPartition(const std::vector<int>& layers);
    const std::vector<int>& partition() const { return m_partition; }
    Illustration illustration() const override;

signals:
    /// The user dragged a boundary.
    void partitionMoved(const std::vector<int>& layers, bool isLive);

protected:
    void refresh() override;
    void restyle() override;

private:
    QString nameOf(LayerSource source) const;
    void listSources();
    void chooseSource(int place);
    void showSource(LayerCosts::Source kind, int index);
    void showBars();
    void showSelection();

    Workspace& m_workspace;
    LayerModel m_model;
    std::vector<int> m_partition;
    std::vector<LayerSource> m_sources;
    LayerSource m_source;
    std::string m_folderPath;
    QComboBox* m_sourceBox;
    QLabel* m_foldLabel;
    QSpinBox* m_foldBox;
    QHBoxLayout* m_controls;
    QHBoxLayout* m_legendRow; ///< of the legend, where the controls leave no room
    QHBoxLayout* m_summaryRow;
    LegendRow* m_legend;
    Sentence* m_summary;
    StackedBarPlot* m_plot;
    TablePanel* m_table;
};

} // namespace bubblescope
