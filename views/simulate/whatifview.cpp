// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "whatifview.h"

#include "barrows.h"
#include "document.h"
#include "formatting.h"
#include "plantext.h"
#include "stepanswer.h"
#include "stepparts.h"
#include "tablepanel.h"
#include "tabletexts.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPlainTextEdit>
#include <QScrollArea>
#include <QSplitter>
#include <QTabBar>
#include <QTabWidget>
#include <QTableView>
#include <QTableWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <optional>
#include <utility>

namespace bubblescope {

namespace {
constexpr int leastPartsWidth = 240;
constexpr int partsWidth = 470;        // for all four columns
constexpr int roomForWaterfall = 1250; // next to the tables; with less room it is a tab
constexpr int leastWaterfall = 330;    // for names, bars and figures

/// What the gains of a group have in common.
QString groupTitle(KnobNeeds needs)
{
    switch (needs) {
    case KnobNeeds::Batch:
        return WhatIfView::tr("With another batch, which may train otherwise");
    case KnobNeeds::Hardware:
        return WhatIfView::tr("With other hardware or faster code");
    case KnobNeeds::Nothing:
        break;
    }
    return WhatIfView::tr("With the same batch on the same GPUs");
}

BarRows::Row barOfGain(const KnobGain& gain)
{
    const QString figure = gainFigure(gain, GainWords::BesideBar);
    QString tip = gainText(gain);
    if (!gain.fitsMemory)
        tip += WhatIfView::tr("\nActivations and parameters would not fit into the GPU's memory.");
    if (!gain.isStated()) {
        BarRows::Row row;
        row.label = gainedByText(gain);
        row.figure = messageText(gain.whyWide);
        row.toolTip = tip;
        row.isText = true;
        return row;
    }
    const double end = gain.helps() ? gain.low() : gain.high(); // a longer bar would leave no room to tell others apart
    return {gainedByText(gain), 0, gain.isWide() ? end : gain.throughputGain,
        gain.fitsMemory ? figure : WhatIfView::tr("%1, does not fit").arg(figure), tip,
        !gain.isSure()     ? BarRows::Tone::Neutral
            : gain.helps() ? BarRows::Tone::Better
                           : BarRows::Tone::Worse,
        !gain.fitsMemory, gain.isWide() ? 0 : gain.gainError, gain.isWide() ? 0 : gain.more()};
}
} // namespace

WhatIfView::WhatIfView(const Document& document, QWidget* parent)
    : PanelView(parent)
    , m_document(document)
    , m_partsTable(new TablePanel(m_parts, tr("Parts of the step"), this))
    , m_stagesTable(new TablePanel(m_stages, tr("Stages of the simulated step"), this))
    , m_waterfall(new BarRows(tr("From the opened to the simulated step"), this))
    , m_tornado(new BarRows(tr("What helps most"), this))
    , m_gainWords(new QLabel(this))
    , m_gainButton(new QToolButton(this))
    , m_waterfallArea(new QScrollArea(this))
    , m_split(new QSplitter(Qt::Horizontal, this))
    , m_tabs(new QTabWidget(this))
    , m_gainPage(new QWidget(m_tabs))
    , m_formulas(new QTableWidget(0, 3, this))
    , m_assumptions(new QPlainTextEdit(this))
{
    setAccessibleName(tr("What if"));
    m_partsTable->setToolsVisible(false);
    m_stagesTable->setToolsVisible(false);

    auto* gainLayout = new QVBoxLayout(m_gainPage);
    gainLayout->setContentsMargins(6, 4, 6, 4);
    auto* gainTools = new QHBoxLayout;
    m_gainButton->setText(tr("Compute"));
    m_gainButton->setToolTip(tr("Moves every knob once, by a stated amount, and ranks them by samples per second"));
    m_gainWords->setForegroundRole(QPalette::PlaceholderText);
    m_gainWords->setWordWrap(true); // else it decides how narrow the window may be
    gainTools->addWidget(m_gainButton);
    gainTools->addWidget(m_gainWords, 1);
    gainLayout->addLayout(gainTools);
    auto* scroll = new QScrollArea(m_gainPage);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setWidget(m_tornado);
    scroll->setAccessibleName(tr("What helps most"));
    gainLayout->addWidget(scroll, 1);

    m_formulas->setHorizontalHeaderLabels({tr("Figure"), tr("How it comes about"), tr("Remark")});
    // Formulas are long: they wrap, so that remarks stay visible.
    QHeaderView* const header = m_formulas->horizontalHeader();
    header->setSectionResizeMode(QHeaderView::Stretch);
    connect(
        header, &QHeaderView::sectionResized, m_formulas, &QTableWidget::resizeRowsToContents, Qt::QueuedConnection);
    header->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_formulas->verticalHeader()->setVisible(false);
    m_formulas->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_formulas->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_formulas->setShowGrid(false);
    m_formulas->setAccessibleName(tr("Formulas"));
    m_formulas->setTabKeyNavigation(false); // Tab leaves the table
    m_assumptions->setReadOnly(true);
    m_assumptions->setFrameShape(QFrame::NoFrame);
    m_assumptions->setAccessibleName(tr("Assumed"));
    m_assumptions->setTabChangesFocus(true);

    m_tabs->setDocumentMode(true);
    m_tabs->tabBar()->setAccessibleName(tr("What if"));
    m_tabs->addTab(m_gainPage, tr("Helps most"));
    m_tabs->addTab(m_formulas, tr("Formulas"));
    m_tabs->addTab(m_stagesTable, tr("Stages"));
    m_tabs->addTab(m_assumptions, tr("Assumptions"));
    connect(m_tabs, &QTabWidget::currentChanged, this, [this] {
        if (m_tabs->currentWidget() == m_formulas)
            fillFormulas();
    });

    m_waterfallArea->setFrameShape(QFrame::NoFrame);
    m_waterfallArea->setWidgetResizable(true);
    m_waterfallArea->setWidget(m_waterfall);
    m_waterfallArea->setAccessibleName(tr("From the opened to the simulated step"));
    m_split->addWidget(m_partsTable);
    m_split->addWidget(m_tabs);
    m_partsTable->setMinimumWidth(leastPartsWidth); // in a small window, its last columns scroll
    m_split->setSizes({partsWidth, 3 * partsWidth});
    m_split->setChildrenCollapsible(false);
    setContent(m_split);
    placeWaterfall();

    connect(&document, &Document::simulationChanged, this, &WhatIfView::invalidate);
    connect(&document, &Document::runChanged, this, &WhatIfView::invalidate);
    connect(m_gainButton, &QToolButton::clicked, this, &WhatIfView::gainsRequested);
    connect(m_tornado, &BarRows::rowChosen, this, [this](int row) { emit gainChosen(m_gainOfRow[size_t(row)]); });
    // Not rowChosen: a table with focus gets a new current row after each result.
    connect(m_partsTable->table(), &QTableView::clicked, this,
        [this](const QModelIndex& index) { explain(m_parts.part(m_partsTable->modelRow(index))); });
    connect(m_partsTable, &TablePanel::rowActivated, this, [this](int row) { explain(m_parts.part(row)); });
    connect(m_waterfall, &BarRows::rowChosen, this, [this](int row) { explain(m_bars[size_t(row)].part); });
}

/// Next to the tables if there is room, else as the first tab.
void WhatIfView::placeWaterfall()
{
    const bool isTab = m_tabs->indexOf(m_waterfallArea) >= 0;
    const bool wantsTab = width() < roomForWaterfall;
    if (isTab == wantsTab && m_split->count() == (wantsTab ? 2 : 3))
        return;
    if (wantsTab) {
        m_waterfallArea->setMinimumWidth(0);
        m_tabs->insertTab(1, m_waterfallArea, tr("What changes"));
    } else {
        m_tabs->removeTab(m_tabs->indexOf(m_waterfallArea));
        m_waterfallArea->setMinimumWidth(leastWaterfall);
        m_split->insertWidget(1, m_waterfallArea);
        m_waterfallArea->setVisible(!m_partsTable->isHidden());
        m_split->setSizes({partsWidth, leastWaterfall, std::max(width() - partsWidth - leastWaterfall, leastWaterfall)});
    }
    for (int i = 0; i < m_split->count(); ++i)
        m_split->setStretchFactor(i, i);
}

void WhatIfView::resizeEvent(QResizeEvent* event)
{
    PanelView::resizeEvent(event);
    placeWaterfall();
}

void WhatIfView::setSubject(std::optional<WhatIfSubject> subject)
{
    m_subject = std::move(subject); // gains stay until there are others: those of another step are still an advice
    m_gainsAreRunning = false;
    invalidate();
}

void WhatIfView::setGains(std::vector<KnobGain> gains, bool isRunning)
{
    const bool hadAny = !m_gains.empty();
    if (!isRunning || !gains.empty())
        m_gains = std::move(gains);
    m_gainsAreRunning = isRunning;
    if (hadAny == !m_gains.empty())
        showGains();
    else
        invalidate();
}

void WhatIfView::refresh()
{
    const ShownSimulationPtr& simulation = m_document.simulation();
    // Added pages show the steps as they are, prepared for a simulation or not.
    const Run* run = m_document.run();
    const bool hasPages = m_hasPages && run && !run->trace->steps().empty();
    if (!m_subject && m_gains.empty() && !hasPages) {
        showEmpty(tr("Nothing simulated"),
            tr("Move a knob in the Simulate pane: the parts of the step, what changed and what helps most stand "
               "here."));
        return;
    }
    showContent();
    // Before a knob moves there is only what would help.
    const bool hasResult = m_subject && simulation;
    m_partsTable->setVisible(hasResult);
    if (m_tabs->indexOf(m_waterfallArea) < 0)
        m_waterfallArea->setVisible(hasResult);
    for (QWidget* page : std::initializer_list<QWidget*> {m_waterfallArea, m_formulas, m_stagesTable, m_assumptions}) {
        if (const int tab = m_tabs->indexOf(page); tab >= 0)
            m_tabs->setTabVisible(tab, hasResult);
    }
    showGains();
    if (!hasResult)
        return;
    const SimulatedStep& step = simulation->step;
    const StepFigures opened = m_subject->openedBeside(step.figures);
    m_parts.setFigures(opened, m_subject->baselineOrigin, step.figures);
    m_stages.setFigures(step.figures, step.hardware.memoryBytes);
    std::vector<BarRows::Row> rows;
    const bool isPerSample = comparesSamples(opened, step.figures);
    m_bars = waterfall(opened, m_subject->baselineOrigin, step.figures);
    for (const WaterfallBar& bar : m_bars) {
        const QString figure = bar.isTotal ? formatDuration(bar.toNs) : formatDurationDifference(bar.difference());
        const QString path = (isPerSample ? tr("per sample %1 → %2") : tr("step %1 → %2"))
                                 .arg(formatDuration(bar.fromNs), formatDuration(bar.toNs));
        rows.push_back({bar.label, bar.fromNs, bar.toNs, figure,
            bar.isTotal ? tr("%1: %2").arg(bar.label, figure) : tr("%1: %2\n%3").arg(bar.label, figure, path),
            bar.isTotal                 ? BarRows::Tone::Total
                : bar.difference() <= 0 ? BarRows::Tone::Better
                                        : BarRows::Tone::Worse,
            false});
    }
    if (!rows.empty()) {
        const double samples = isPerSample ? step.figures.samplesPerStep : 1;
        rows.back().below = (step.figures.wholeStepNs() - step.figures.lowNs()) / samples;
        rows.back().above = (step.figures.highNs() - step.figures.wholeStepNs()) / samples;
    }
    m_waterfall->setRows(std::move(rows), false, true);
    showFormulas(step);
    QStringList sentences;
    for (const MeasuredStep& measured : step.measured)
        sentences << messageText(measuredText(measured));
    for (const Message& sentence : step.assumptions)
        sentences << QStringLiteral("• ") + messageText(sentence);
    if (step.assumptions.empty())
        sentences << tr("Nothing was assumed.");
    m_assumptions->setPlainText(sentences.join(QLatin1Char('\n')));
    m_tabs->setTabText(m_tabs->indexOf(m_assumptions), tr("Assumed %1").arg(step.assumptions.size()));
}

void WhatIfView::addPage(const QString& title, QWidget* page)
{
    m_tabs->insertTab(m_tabs->indexOf(m_gainPage) + 1, page, title);
    m_hasPages = true;
}

void WhatIfView::raiseGains() { m_tabs->setCurrentWidget(m_gainPage); }

void WhatIfView::raisePage(const QString& name)
{
    if (auto* page = m_tabs->findChild<QWidget*>(name))
        m_tabs->setCurrentWidget(page);
}

void WhatIfView::showGains()
{
    std::vector<BarRows::Row> rows;
    m_gainOfRow.clear();
    // What can be tried tonight needs no heading of its own where there is nothing else.
    const bool hasGroups = std::any_of(
        m_gains.begin(), m_gains.end(), [](const KnobGain& gain) { return gain.needs != KnobNeeds::Nothing; });
    const auto addHeading = [&](const QString& title) {
        BarRows::Row heading;
        heading.label = title;
        heading.isHeading = true;
        rows.push_back(std::move(heading));
        m_gainOfRow.push_back(-1);
    };
    std::optional<KnobNeeds> group;
    for (const GainSection& section : gainSections(m_gains)) {
        if (hasGroups && group != section.needs)
            addHeading(groupTitle(section.needs));
        group = section.needs;
        if (!section.isStated)
            addHeading(tr("Cannot tell"));
        else if (!section.helps)
            addHeading(tr("No gain"));
        for (const KnobGain& gain : section.gains) {
            rows.push_back(barOfGain(gain));
            m_gainOfRow.push_back(int(&gain - m_gains.data()));
        }
    }
    const bool isEmpty = rows.empty();
    m_tornado->setRows(std::move(rows), true, false);
    m_gainButton->setEnabled(m_subject && !m_gainsAreRunning);
    m_tornado->setEnabled(m_subject && !m_gainsAreRunning);
    const bool isToBePrepared = isEmpty && !m_subject && !m_gainsAreRunning;
    m_gainButton->setVisible(!isToBePrepared);
    m_gainWords->setText(isToBePrepared ? tr("Prepare the simulation in the Simulate pane: the parts of the step, what "
                                             "changed and what helps most stand here.")
            : m_gainsAreRunning || !m_subject ? tr("computing …")
            : isEmpty                         ? tr("Each knob moved once, ranked by samples per second")
                                              : tr("samples per second; a click takes the change"));
}

void WhatIfView::showFormulas(const SimulatedStep& step)
{
    m_lines = formulas(step);
    m_formulasAreStale = true;
    if (m_formulas->isVisible())
        fillFormulas();
}

/// Measuring what every row needs takes longer than all other parts of the view: not for a page that nobody sees.
void WhatIfView::fillFormulas()
{
    if (!std::exchange(m_formulasAreStale, false))
        return;
    m_formulas->setRowCount(int(m_lines.size()));
    for (int row = 0; row < int(m_lines.size()); ++row) {
        const FormulaLine& line = m_lines[size_t(row)];
        const QString texts[] = {line.figure, line.formula, line.note};
        for (int column = 0; column < 3; ++column) {
            auto* item = new QTableWidgetItem(texts[column]);
            item->setToolTip(texts[column]);
            m_formulas->setItem(row, column, item);
        }
    }
    m_formulas->resizeRowsToContents();
}

void WhatIfView::explain(StepPartId part)
{
    fillFormulas();
    m_formulas->clearSelection();
    if (part == StepPartId())
        return;
    int first = -1;
    QItemSelection rows;
    for (int row = 0; row < int(m_lines.size()); ++row) {
        if (m_lines[size_t(row)].part != part)
            continue;
        rows.select(m_formulas->model()->index(row, 0), m_formulas->model()->index(row, 2));
        if (first < 0)
            first = row;
    }
    if (first < 0)
        return;
    m_tabs->setCurrentWidget(m_formulas);
    m_formulas->selectionModel()->select(rows, QItemSelectionModel::ClearAndSelect);
    m_formulas->scrollToItem(m_formulas->item(first, 0), QAbstractItemView::PositionAtTop);
}

void WhatIfView::restyle()
{
    m_waterfall->setColors(colors());
    m_tornado->setColors(colors());
}

} // namespace bubblescope
