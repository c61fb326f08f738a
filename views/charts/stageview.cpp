// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "stageview.h"

#include "elidingbox.h"
#include "plotstyle.h"
#include "sentence.h"
#include "tablepanel.h"
#include "workspace.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace bubblescope {

StageView::StageView(Workspace& workspace, QWidget* parent)
    : PanelView(parent)
    , m_workspace(workspace)
    , m_sourceBox(new ElidingBox(this))
    , m_controls(new QHBoxLayout)
    , m_legendRow(new QHBoxLayout)
    , m_summaryRow(new QHBoxLayout)
    , m_legend(new LegendRow(this))
    , m_summary(new Sentence(this))
    , m_plot(new StackedBarPlot(this))
    , m_table(new TablePanel(m_model, tr("Stages"), this))
{
    setAccessibleName(tr("Stages"));
    m_sourceBox->setAccessibleName(tr("Source of the stage times"));
    m_sourceBox->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon); // else a name widens the window
    m_sourceBox->setMinimumContentsLength(10);
    m_sourceBox->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_plot->setAccessibleName(tr("Time of each stage, as bars"));
    m_table->setToolsVisible(true);

    m_controls->setContentsMargins(6, 4, 6, 0);
    m_controls->setSpacing(8);
    m_controls->addWidget(m_sourceBox);
    m_controls->addStretch(1);
    m_legendRow->setContentsMargins(6, 0, 6, 0);
    m_summaryRow->setContentsMargins(6, 4, 6, 2);
    m_summaryRow->setSpacing(8);
    m_summaryRow->addWidget(m_summary, 1);
    QVBoxLayout* column = setPlotBeside(m_table, 54);
    column->addLayout(m_controls);
    column->addLayout(m_legendRow);
    column->addLayout(m_summaryRow);
    column->addWidget(m_plot, 1);

    connect(m_sourceBox, &QComboBox::activated, this, [this](int place) {
        m_source = m_sources[size_t(place)];
        invalidate();
    });
    connect(m_plot, &StackedBarPlot::barChosen, this,
        [this](int bar) { m_workspace.selection.setStage(m_model.stageAt(bar)); });
    connect(m_table, &TablePanel::rowChosen, this,
        [this](int row) { m_workspace.selection.setStage(m_model.stageAt(row)); });
    connect(&workspace.document, &Document::folderChanged, this, &StageView::invalidate);
    connect(&workspace.document, &Document::runChanged, this, &StageView::invalidate);
    connect(&workspace.inputs, &InputChoice::runLogChanged, this, &StageView::invalidate);
    connect(&workspace.window, &TimeWindow::stepChanged, this, &StageView::invalidate);
    connect(&workspace.figures, &Figures::changed, this, &StageView::invalidate);
    connect(&workspace.selection, &Selection::stageChanged, this, &StageView::showSelection);
    connect(&workspace.selection, &Selection::layerChanged, this, &StageView::showBars);
}

void StageView::refresh()
{
    const Run* run = m_workspace.document.run();
    const RunLog* log = m_workspace.inputs.runLog();
    m_sources.clear();
    QStringList names;
    if (log && !log->blocks.empty()) {
        m_sources.push_back(Source::Log);
        names.append(tr("Log: %1").arg(toText(log->name).simplified()));
    }
    if (run) {
        m_sources.push_back(Source::Trace);
        const QString name = toText(run->name).simplified();
        names.append(m_workspace.document.showsSimulation() ? tr("Modelled: %1").arg(name) : tr("Trace: %1").arg(name));
    }
    // Unless the user chose a source, the run in the timeline; but measured times before those of a modelled one.
    const bool hasLog = !m_sources.empty() && m_sources.front() == Source::Log;
    Source source = run && (m_workspace.document.openedRun() || !hasLog) ? Source::Trace : Source::Log;
    if (m_source && std::find(m_sources.begin(), m_sources.end(), *m_source) != m_sources.end())
        source = *m_source;
    {
        const QSignalBlocker blocker(m_sourceBox);
        m_sourceBox->clear();
        for (const QString& name : names)
            m_sourceBox->addItem(elideMiddle(name, 60));
        const auto place = std::find(m_sources.begin(), m_sources.end(), source);
        m_sourceBox->setCurrentIndex(place == m_sources.end() ? -1 : static_cast<int>(place - m_sources.begin()));
        m_sourceBox->setVisible(m_sources.size() > 1);
    }
    // Next to the box if there is one, else next to the sentence: the legend alone gets no line of its own.
    if (m_sources.size() > 1)
        m_legend->moveTo(m_controls, m_legendRow, m_summaryRow);
    else
        m_legend->moveTo(m_summaryRow);

    StageCosts costs;
    if (m_sources.empty()) {
        costs.missing = m_workspace.document.folder()
            ? tr("Nothing in this folder distinguishes pipeline stages: neither a "
                 "rank trace nor a log with forward times by stage.")
            : tr("Open the folder of a run to compare its stages.");
    } else if (source == Source::Log) {
        costs = stageCosts(*log, m_workspace.window.step());
    } else if (const auto summary = m_workspace.figures.ofPart()) {
        costs = stageCosts(*run, *summary, m_workspace.figures.step());
    } else {
        costs.missing = tr("The stage times of this large run are still being computed.");
    }
    const bool isEmpty = costs.isEmpty();
    const QString missing = costs.missing;
    m_summary->setSentence(costs.summary);
    m_model.setCosts(std::move(costs));
    if (isEmpty && m_sources.size() < 2) {
        showEmpty(tr("No stage times"), missing);
        return;
    }
    if (isEmpty)
        m_summary->setSentence(missing);
    showContent();
    showBars();
    showSelection();
}

void StageView::showBars()
{
    const StageCosts& costs = m_model.costs();
    const QColor forward = colors().color(Category::Forward);
    const QColor backward = colors().color(Category::Backward);
    const bool hasBackward = std::any_of(
        costs.stages.begin(), costs.stages.end(), [](const StageCost& stage) { return stage.backwardNs > 0; });
    std::vector<LegendRow::Entry> legend {{tr("forward"), forward}};
    if (hasBackward)
        legend.push_back({tr("backward"), backward});
    m_legend->setEntries(costs.isEmpty() ? std::vector<LegendRow::Entry>() : legend);

    std::vector<StackedBar> bars;
    for (const StageCost& stage : costs.stages) {
        StackedBar bar;
        bar.name = stageText(stage.stage);
        bar.shortName = QString::number(stage.stage);
        QStringList lines {bar.name};
        if (std::isfinite(stage.forwardNs))
            lines.append(tr("forward: %1").arg(formatDuration(stage.forwardNs)));
        if (std::isfinite(stage.backwardNs))
            lines.append(tr("backward: %1").arg(formatDuration(stage.backwardNs)));
        bool isLight = false;
        for (const StageCost::Part& part : stage.layers) {
            // Adjacent layers alternate between two shades; the selected one has the accent colour.
            const QColor shade = isLight ? mixed(forward, colors().surface, 0.22) : forward;
            const bool isSelected = part.layer == m_workspace.selection.layer();
            bar.parts.push_back({part.ns, isSelected ? colors().color(Category::TensorComm) : shade, part.layer});
            lines.append(tr("layer %1: %2").arg(part.layer, formatDuration(part.ns)));
            isLight = !isLight;
        }
        if (stage.layers.empty())
            bar.parts.push_back({std::isfinite(stage.forwardNs) ? stage.forwardNs : 0, forward, {}});
        if (hasBackward)
            bar.parts.push_back({std::isfinite(stage.backwardNs) ? stage.backwardNs : 0, backward, {}});
        bar.caption = formatDuration(stage.totalNs());
        bar.toolTip = lines.join(QLatin1Char('\n'));
        bars.push_back(std::move(bar));
    }
    m_plot->setBars(std::move(bars));
}

void StageView::showSelection()
{
    const int index = m_model.costs().indexOf(m_workspace.selection.stage());
    const std::vector<int> chosen = index < 0 ? std::vector<int>() : std::vector<int> {index};
    m_plot->setSelected(chosen);
    m_table->selectRows(chosen);
}

void StageView::restyle() { m_plot->setColors(colors()); }

StageView::Illustration StageView::illustration() const
{
    Illustration shown = illustrate(m_plot, m_summary->sentence(), *m_legend);
    shown.keyTitle = tr("stage");
    shown.valueTitle = tr("time");
    return shown;
}

} // namespace bubblescope
