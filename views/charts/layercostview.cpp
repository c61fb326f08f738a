// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "layercostview.h"

#include "elidingbox.h"
#include "layerzones.h"
#include "plotstyle.h"
#include "sentence.h"
#include "tablepanel.h"
#include "workspace.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

constexpr int mostFoldedLayers = 2000;
constexpr int widestSource = 320; // px

struct PassColumn {
    double LayerCost::*time;
    Category category;
    const char* name;
};
constexpr std::array<PassColumn, 4> passes {{
    {&LayerCost::forwardNs, Category::Forward, QT_TRANSLATE_NOOP("bubblescope::LayerCostView", "forward")},
    {&LayerCost::backwardNs, Category::Backward, QT_TRANSLATE_NOOP("bubblescope::LayerCostView", "backward")},
    {&LayerCost::weightGradientNs, Category::WeightGradient,
        QT_TRANSLATE_NOOP("bubblescope::LayerCostView", "weight gradient")},
    {&LayerCost::communicationNs, Category::TensorComm,
        QT_TRANSLATE_NOOP("bubblescope::LayerCostView", "communication")},
}};

bool hasTime(const LayerCosts& costs, double LayerCost::*pass)
{
    return std::any_of(costs.bars.begin(), costs.bars.end(), [pass](const LayerCost& bar) { return bar.*pass > 0; });
}

} // namespace

LayerCostView::LayerCostView(Workspace& workspace, QWidget* parent)
    : PanelView(parent)
    , m_workspace(workspace)
    , m_sourceBox(new ElidingBox(this))
    , m_foldLabel(new QLabel(tr("Layers"), this))
    , m_foldBox(new QSpinBox(this))
    , m_controls(new QHBoxLayout)
    , m_legendRow(new QHBoxLayout)
    , m_summaryRow(new QHBoxLayout)
    , m_legend(new LegendRow(this))
    , m_summary(new Sentence(this))
    , m_plot(new StackedBarPlot(this))
    , m_table(new TablePanel(m_model, tr("Layers"), this))
{
    setAccessibleName(tr("Layers"));
    m_sourceBox->setAccessibleName(tr("Source of the layer costs"));
    m_sourceBox->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_sourceBox->setMinimumContentsLength(10);
    m_sourceBox->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_sourceBox->setMaximumWidth(widestSource);
    m_foldBox->setRange(1, mostFoldedLayers);
    m_foldBox->setAccessibleName(tr("Number of layers"));
    m_foldBox->setKeyboardTracking(false);
    m_foldLabel->setBuddy(m_foldBox);
    m_plot->setAccessibleName(tr("Cost of each layer, as bars"));

    m_controls->setContentsMargins(6, 4, 6, 0);
    m_controls->setSpacing(6);
    m_controls->addWidget(m_sourceBox, 4);
    m_controls->addWidget(m_foldLabel);
    m_controls->addWidget(m_foldBox);
    m_controls->addStretch(1);
    m_legendRow->setContentsMargins(6, 0, 6, 0);
    m_summaryRow->setContentsMargins(6, 4, 6, 2);
    m_summaryRow->setSpacing(8);
    m_summaryRow->addWidget(m_summary, 1);

    QVBoxLayout* column = setPlotBeside(m_table, 46, 60);
    column->addLayout(m_controls);
    column->addLayout(m_legendRow);
    column->addLayout(m_summaryRow);
    column->addWidget(m_plot, 1);

    connect(m_sourceBox, &QComboBox::activated, this, &LayerCostView::chooseSource);
    connect(
        m_foldBox, &QSpinBox::valueChanged, this, [this](int layers) { m_workspace.inputs.setFoldedLayers(layers); });
    connect(m_plot, &StackedBarPlot::barChosen, this, [this](int bar) {
        const auto& bars = m_model.costs().bars;
        const bool isBar = bar >= 0 && bar < static_cast<int>(bars.size());
        if (m_model.costs().perStage)
            m_workspace.selection.setStage(isBar ? bars[size_t(bar)].firstStage : -1);
        else
            m_workspace.selection.setLayer(isBar ? bars[size_t(bar)].name : QString());
    });
    const auto chooseRow = [this](int row) {
        const auto& lines = m_model.costs().lines;
        if (row < 0 || row >= static_cast<int>(lines.size()))
            return;
        if (m_model.costs().perStage)
            m_workspace.selection.setStage(lines[size_t(row)].firstStage);
        else
            m_workspace.selection.setLayer(m_model.nameAt(row));
    };
    connect(m_table, &TablePanel::rowChosen, this, chooseRow);
    connect(m_table, &TablePanel::rowActivated, this, chooseRow);

    connect(m_plot, &StackedBarPlot::zonesMoved, this, [this](bool isLive) {
        m_partition = partitionOf(m_plot->zones(), m_model.costs());
        emit partitionMoved(m_partition, isLive);
    });

    connect(&workspace.document, &Document::folderChanged, this, [this] {
        // If the same folder was reread or loaded further, the chosen source stays.
        const RunFolder* folder = m_workspace.document.folder();
        if (!folder || folder->path != m_folderPath)
            m_source = {};
        m_folderPath = folder ? folder->path : std::string();
        invalidate();
    });
    connect(&workspace.inputs, &InputChoice::layerTableChanged, this,
        [this] { showSource(LayerCosts::Source::Table, m_workspace.inputs.layerTableIndex()); });
    connect(&workspace.inputs, &InputChoice::workloadChanged, this,
        [this] { showSource(LayerCosts::Source::Workload, m_workspace.inputs.workloadIndex()); });
    connect(&workspace.inputs, &InputChoice::runLogChanged, this,
        [this] { showSource(LayerCosts::Source::Log, m_workspace.inputs.runLogIndex()); });
    connect(&workspace.inputs, &InputChoice::modelledChanged, this, [this] {
        m_source = {};
        invalidate();
    });
    connect(&workspace.document, &Document::runChanged, this, &LayerCostView::invalidate);
    connect(&workspace.inputs, &InputChoice::foldedLayersChanged, this, &LayerCostView::invalidate);
    connect(&workspace.window, &TimeWindow::stepChanged, this, &LayerCostView::invalidate);
    connect(&workspace.figures, &Figures::changed, this, &LayerCostView::invalidate);
    connect(&workspace.selection, &Selection::layerChanged, this, &LayerCostView::showSelection);
    connect(&workspace.selection, &Selection::stageChanged, this, &LayerCostView::showSelection);
}

QString LayerCostView::nameOf(LayerSource source) const
{
    const QString name = layerSourceName(m_workspace, source);
    switch (source.kind) {
    case LayerCosts::Source::Table:
        return tr("Table: %1").arg(name);
    case LayerCosts::Source::Log:
        return tr("Log: %1").arg(name);
    case LayerCosts::Source::Workload:
        return tr("Workload: %1").arg(name);
    case LayerCosts::Source::Trace:
        return tr("Trace: %1").arg(name);
    case LayerCosts::Source::None:
        break;
    }
    return {};
}

void LayerCostView::listSources()
{
    m_sources = layerSources(m_workspace);
    if (std::find(m_sources.begin(), m_sources.end(), m_source) == m_sources.end())
        m_source = usualLayerSource(m_workspace);
    const QSignalBlocker blocker(m_sourceBox);
    m_sourceBox->clear();
    for (const LayerSource source : m_sources) {
        const QString name = nameOf(source);
        m_sourceBox->addItem(elideMiddle(name, 60));
        m_sourceBox->setItemData(m_sourceBox->count() - 1, name, Qt::ToolTipRole);
    }
    const auto current = std::find(m_sources.begin(), m_sources.end(), m_source);
    m_sourceBox->setCurrentIndex(current == m_sources.end() ? -1 : static_cast<int>(current - m_sources.begin()));
    m_sourceBox->setToolTip(m_sourceBox->currentData(Qt::ToolTipRole).toString());
    m_sourceBox->setVisible(m_sources.size() > 1);
}

void LayerCostView::chooseSource(int place)
{
    if (place < 0 || place >= static_cast<int>(m_sources.size()))
        return;
    const LayerSource chosen = m_sources[size_t(place)];
    m_source = chosen;
    switch (chosen.kind) {
    case LayerCosts::Source::Table:
        m_workspace.inputs.setLayerTableIndex(chosen.index);
        break;
    case LayerCosts::Source::Workload:
        m_workspace.inputs.setWorkloadIndex(chosen.index);
        break;
    case LayerCosts::Source::Log:
        m_workspace.inputs.setRunLogIndex(chosen.index);
        break;
    case LayerCosts::Source::Trace:
    case LayerCosts::Source::None:
        break;
    }
    invalidate();
}

/// Follows a selection in another view if this view can show it.
void LayerCostView::showSource(LayerCosts::Source kind, int index)
{
    if (m_source.kind == kind && index >= 0)
        m_source = {kind, index};
    invalidate();
}

void LayerCostView::refresh()
{
    listSources();
    if (m_sources.empty()) {
        m_model.setCosts({});
        showEmpty(tr("No layer costs"),
            m_workspace.document.folder()
                ? tr("Nothing in this folder distinguishes layers or stages. Add a layer table (work items, NeuSight "
                     "or SimAI results), a SimAI or ASTRA-sim workload, or a log with forward times by layer.")
                : tr("Open the folder of a run to see what its layers cost."));
        return;
    }
    LayerCosts costs = layerCosts(m_workspace, m_source);
    if (costs.isEmpty() && m_sources.size() == 1) {
        const QString missing = costs.missing;
        m_model.setCosts({});
        showEmpty(tr("No layer costs"), missing.isEmpty() ? tr("This source names no layers.") : missing);
        return;
    }
    showContent();
    m_foldLabel->setVisible(costs.folds);
    m_foldBox->setVisible(costs.folds);
    if (costs.folds) {
        const QSignalBlocker blocker(m_foldBox);
        m_foldBox->setValue(m_workspace.inputs.foldedLayers());
        const LayerTable* table = m_workspace.inputs.layerTable();
        m_foldBox->setToolTip(table && table->layerCount
                ? tr("The table holds one layer; %1 says there are %2")
                      .arg(table->layerCountSource.empty()
                              ? tr("its file")
                              : elideMiddle(toText(table->layerCountSource).simplified(), 60),
                          formatCount(*table->layerCount))
                : tr("The table holds one layer; how many the model has"));
    }
    // In the line of the controls if there are any, else next to the sentence: a single entry gets no line of its own.
    const auto passCount = std::count_if(
        passes.begin(), passes.end(), [&costs](const PassColumn& pass) { return hasTime(costs, pass.time); });
    const bool hasControls = costs.folds || m_sources.size() > 1 || passCount > 1;
    if (hasControls)
        m_legend->moveTo(m_controls, m_legendRow, m_summaryRow);
    else
        m_legend->moveTo(m_summaryRow);
    m_summary->setSentence(costs.isEmpty() ? costs.missing : tr("%1 (%2)").arg(costs.summary, originText(costs.origin)));
    m_model.setCosts(std::move(costs));
    showBars();
    showSelection();
}

void LayerCostView::showBars()
{
    const LayerCosts& costs = m_model.costs();
    std::vector<PassColumn> shown;
    for (const PassColumn& pass : passes) {
        if (hasTime(costs, pass.time))
            shown.push_back(pass);
    }
    std::vector<LegendRow::Entry> legend;
    for (const PassColumn& pass : shown)
        legend.push_back({tr(pass.name), colors().color(pass.category)});
    m_legend->setEntries(legend);

    std::vector<StackedBar> bars;
    bars.reserve(costs.bars.size());
    for (const LayerCost& cost : costs.bars) {
        StackedBar bar;
        bar.name = cost.name;
        if (costs.perStage)
            bar.shortName = QString::number(cost.firstStage);
        const bool isNumber = !cost.name.isEmpty() && cost.name.front().isDigit();
        QStringList lines {isNumber ? tr("layer %1").arg(cost.name) : cost.name};
        if (cost.firstStage >= 0 && !costs.perStage) {
            lines.append(cost.lastStage > cost.firstStage
                    ? tr("stages %1 and %2").arg(cost.firstStage).arg(cost.lastStage)
                    : stageText(cost.firstStage));
        }
        for (const PassColumn& pass : shown) {
            const double time = cost.*pass.time;
            bar.parts.push_back({std::isfinite(time) ? time : 0, colors().color(pass.category), {}});
            lines.append(tr("%1: %2").arg(tr(pass.name), formatDuration(time)));
        }
        if (shown.size() > 1)
            lines.append(tr("total: %1").arg(formatDuration(cost.totalNs)));
        if (costs.totalNs > 0)
            lines.append(tr("%1 of all").arg(formatShare(cost.totalNs / costs.totalNs)));
        if (cost.messageBytes > 0)
            lines.append(tr("messages: %1").arg(formatBytes(cost.messageBytes)));
        bar.toolTip = lines.join(QLatin1Char('\n'));
        if (cost.knownSum() > 0)
            bar.caption = formatDuration(cost.knownSum());
        bars.push_back(std::move(bar));
    }

    std::vector<BarZone> zones = zonesOfPartition(costs, m_partition);
    m_plot->setZonesMovable(!zones.empty());
    if (zones.empty())
        zones = zonesOfStages(costs);
    m_plot->setBars(std::move(bars), std::move(zones));
}

void LayerCostView::setPartition(const std::vector<int>& layers)
{
    if (layers == m_partition)
        return;
    m_partition = layers;
    if (!m_model.costs().isEmpty())
        showBars();
}

void LayerCostView::showSelection()
{
    const LayerCosts& costs = m_model.costs();
    std::vector<int> bars;
    std::vector<int> rows;
    if (costs.perStage) {
        for (size_t i = 0; i < costs.bars.size(); ++i) {
            if (m_workspace.selection.stage() >= 0 && costs.bars[i].firstStage == m_workspace.selection.stage())
                bars.push_back(static_cast<int>(i));
        }
        rows = bars;
    } else {
        const QString name = m_workspace.selection.layer();
        rows = m_model.rowsOf(name);
        const int bar = costs.barOf(name);
        if (bar >= 0) {
            // A row of the repeated layer stands for all its repeats.
            const LayerCost& first = costs.bars[size_t(bar)];
            for (size_t i = 0; i < costs.bars.size(); ++i) {
                const bool isSame = first.name == name ? costs.bars[i].name == name : costs.bars[i].part == first.part;
                if (isSame)
                    bars.push_back(static_cast<int>(i));
            }
        }
    }
    m_plot->setSelected(bars);
    m_table->selectRows(rows);
}

void LayerCostView::restyle() { m_plot->setColors(colors()); }

LayerCostView::Illustration LayerCostView::illustration() const
{
    Illustration shown = illustrate(m_plot, m_summary->sentence(), *m_legend);
    shown.keyTitle = m_model.costs().perStage ? tr("stage") : tr("layer");
    shown.valueTitle = tr("time");
    return shown;
}

} // namespace bubblescope
