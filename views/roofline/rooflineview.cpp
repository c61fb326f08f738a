// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "rooflineview.h"

#include "formatting.h"
#include "plotstyle.h"
#include "rooflineplot.h"
#include "searchstate.h"
#include "sentence.h"
#include "tablepanel.h"
#include "tabletexts.h"

#include <QVBoxLayout>

#include <utility>

namespace bubblescope {

RooflineView::RooflineView(RooflineState& state, SearchState& search, QWidget* parent)
    : PanelView(parent)
    , m_state(state)
    , m_search(search)
    , m_sentence(new Sentence(this))
    , m_legend(new LegendRow(this))
    , m_plot(new RooflinePlot(this))
    , m_table(new TablePanel(m_model, tr("Roofline"), this))
{
    setAccessibleName(tr("Roofline"));
    m_sentence->setContentsMargins(10, 6, 10, 2);
    QVBoxLayout* const column = setPlotBeside(m_table, 50);
    column->addWidget(m_sentence);
    auto* const legendRow = new QHBoxLayout;
    legendRow->setContentsMargins(10, 0, 10, 2);
    legendRow->addWidget(m_legend);
    column->addLayout(legendRow);
    column->addWidget(m_plot, 1);
    connect(m_plot, &RooflinePlot::chosenByUser, this, [this](int row) {
        m_table->selectRows({row});
        choose(row);
    });
    connect(m_plot, &RooflinePlot::otherChosenByUser, this, [this](int place) {
        // The calls of the shown run that have the same name and shapes.
        if (const RooflineOperators* const found = m_model.found())
            m_search.setText(RooflineModel::query(found->others[size_t(place)]));
    });
    connect(m_table, &TablePanel::rowChosen, this, [this](int row) {
        m_plot->setChosen(row);
        choose(row);
    });
    connect(m_table, &TablePanel::rowActivated, this, [this](int row) {
        choose(row);
        if (m_search.isSearching())
            m_search.goToMatch(0);
    });
    connect(&state, &RooflineState::changed, this, &RooflineView::startOver);
}

void RooflineView::choose(int row)
{
    const RooflineOperators* const found = m_model.found();
    if (!found || row < 0 || size_t(row) >= found->operators.size())
        return;
    if (const QString text = RooflineModel::query(found->operators[size_t(row)]); !text.isEmpty())
        m_search.setText(text);
}

void RooflineView::letGo()
{
    m_plot->setOperators(nullptr);
    m_model.setOperators(nullptr);
}

void RooflineView::restyle() { m_plot->setColors(colors()); }

void RooflineView::refresh()
{
    const RooflineOperatorsPtr found = m_state.found();
    if (!found || found->refusal || found->operators.empty()) {
        letGo();
        if (m_state.isSimulated())
            showEmpty(tr("No operators in a simulated step"),
                tr("Its kernels are those that were measured, at other times. Choose Measured or Both in the toolbar to "
                   "see how fast they are."));
        else if (!m_state.applies())
            showEmpty(tr("No operators"),
                tr("Operators and kernels are recorded by a profiler. Open the traces of the PyTorch profiler."));
        else if (!found)
            showEmpty(tr("Counting operators"), {});
        else if (found->refusal)
            showEmpty(tr("Nothing is known of operators"), messageText(*found->refusal));
        else
            showEmpty(tr("No shapes"),
                tr("What there is to compute follows from the shapes of inputs: record them with record_shapes=True of "
                   "torch.profiler.profile."));
        return;
    }
    m_model.setOperators(found);
    m_plot->setOperators(found);
    std::vector<LegendRow::Entry> entries;
    for (const OperatorKind kind : m_plot->kinds())
        entries.push_back({operatorKindText(kind), RooflinePlot::kindColor(kind, colors())});
    m_legend->setEntries(std::move(entries));
    m_sentence->setSentence(sentence());
    showContent();
}

QString RooflineView::sentence() const
{
    const RooflineOperators& found = *m_model.found();
    const RooflineShares shares = rooflineShares(found.operators);
    QStringList parts;
    switch (found.of) {
    case RooflineOperators::Of::Step:
        parts << tr("Step %1, the mean of its ranks.").arg(found.step);
        break;
    case RooflineOperators::Of::Recording:
        parts << tr("The whole recording, the mean of its ranks.");
        break;
    case RooflineOperators::Of::Range:
        parts << tr("The selected range, the mean of its ranks.");
        break;
    }
    parts << tr("Dots stand for %1 of the GPU time; %2 of it copies without computing, the work of %3 is not known.")
                 .arg(formatShare(shares.shown), formatShare(shares.copying), formatShare(shares.unknown));
    if (found.hardware)
        parts << tr("Solid: what the data sheet of %1 states. Dashed: what was reached here.")
                     .arg(toText(found.hardware->name));
    else
        parts << tr("Dashed: what this GPU reached here; its data sheet is not known.");
    if (!found.others.empty())
        parts << tr("Rings: %1, its usual step.").arg(elideMiddle(m_state.otherName(), 40));
    return parts.join(QLatin1Char(' '));
}

RooflineView::Illustration RooflineView::illustration() const
{
    if (!m_model.found())
        return {};
    Illustration shown = illustrate(m_plot, m_sentence->sentence(), *m_legend);
    shown.keyTitle = m_plot->xAxis->label();
    shown.valueTitle = m_plot->yAxis->label();
    return shown;
}

} // namespace bubblescope
