// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "flameview.h"

#include "callbar.h"
#include "callcount.h"
#include "flameplot.h"
#include "formatting.h"
#include "selection.h"
#include "timewindow.h"

#include <QComboBox>
#include <QLineEdit>
#include <QScrollArea>
#include <QVBoxLayout>

#include <utility>

namespace bubblescope {

FlameView::FlameView(CallCount& calls, Selection& selection, TimeWindow& window, QWidget* parent)
    : PanelView(parent)
    , m_calls(calls)
    , m_selection(selection)
    , m_bar(new CallBar(calls, this))
    , m_of(new QComboBox(this))
    , m_plot(new FlamePlot)
    , m_area(new QScrollArea(this))
{
    setAccessibleName(tr("Flame"));
    m_of->addItem(tr("time on threads"), int(FlameLayout::Of::Threads));
    m_of->addItem(tr("time on GPUs"), int(FlameLayout::Of::Devices));
    m_of->setAccessibleName(tr("What is as wide"));
    m_bar->addChoice(m_of);
    m_area->setWidget(m_plot);
    m_area->setWidgetResizable(true);
    m_area->setFrameShape(QFrame::NoFrame);
    m_area->setFocusPolicy(Qt::NoFocus); // the picture takes the keys
    m_area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* content = new QWidget(this);
    auto* layout = new QVBoxLayout(content);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_bar);
    layout->addWidget(m_area, 1);
    setContent(content);

    connect(&calls, &CallCount::outdated, this, [this](bool isOtherRun) {
        if (!isOtherRun)
            return invalidate();
        m_hasMeasure = m_isMeasureOfUser;
        letGo();
        startOver();
    });
    connect(&calls, &CallCount::counted, this, [this] {
        if (isInFront())
            showTree();
        else
            invalidate(); // the other view has asked
    });
    connect(m_of, &QComboBox::currentIndexChanged, this,
        [this] { m_plot->setOf(FlameLayout::Of(m_of->currentData().toInt())); });
    connect(m_of, &QComboBox::activated, this, [this] { m_hasMeasure = m_isMeasureOfUser = true; });
    connect(m_bar->searchEdit(), &QLineEdit::textChanged, m_plot, &FlamePlot::setSearched);
    connect(m_plot, &FlamePlot::chosen, this, [this, &window](uint32_t node) {
        const SpanId longest = m_plot->tree()->nodes()[node].longest;
        if (!longest.isValid())
            return;
        m_selection.setSpan(longest);
        window.revealSpan(longest);
    });
}

void FlameView::restyle() { m_plot->setColors(colors()); }

void FlameView::letGo() { m_plot->setTree(nullptr); }

void FlameView::refresh()
{
    m_calls.demand();
    if (m_calls.tree())
        showTree();
}

/// Of a run that times GPUs, with little on threads beside them, those few calls are not what is asked for.
void FlameView::suggestMeasure(const CallTree& tree)
{
    const CallTree::Node& all = tree.nodes().front();
    const bool showsThreads = m_of->currentData().toInt() == int(FlameLayout::Of::Threads);
    if (std::exchange(m_hasMeasure, true) && !(showsThreads && all.host == 0))
        return;
    m_of->setCurrentIndex(
        m_of->findData(int(all.host >= all.device ? FlameLayout::Of::Threads : FlameLayout::Of::Devices)));
}

void FlameView::showTree()
{
    const std::shared_ptr<const CallTree>& tree = m_calls.tree();
    if (tree && m_plot->tree() == tree)
        return; // stays zoomed
    if (!tree || tree->nodes().size() < 2) {
        m_plot->setTree(nullptr);
        showEmpty(tr("No calls"), m_calls.emptyText());
        return;
    }
    showContent();
    const CallTree::Node& all = tree->nodes().front();
    suggestMeasure(*tree);
    m_plot->setTree(tree);
    m_bar->showText(tr("%1 on threads, %2 on GPUs, %3")
                        .arg(formatDuration(double(all.host)), formatDuration(double(all.device)), m_calls.extentText()));
}

} // namespace bubblescope
