// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "panelview.h"

#include "plotstyle.h"
#include "sentence.h"
#include "tablepanel.h"

#include <QDockWidget>
#include <QEvent>
#include <QLabel>
#include <QPushButton>
#include <QSplitter>
#include <QStackedLayout>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>

namespace bubblescope {

namespace {

/// In which a view stands; null if in none.
const QDockWidget* dockOf(const QWidget& view)
{
    const QWidget* widget = view.parentWidget();
    while (widget && !qobject_cast<const QDockWidget*>(widget))
        widget = widget->parentWidget();
    return qobject_cast<const QDockWidget*>(widget);
}

} // namespace

PanelView::PanelView(QWidget* parent)
    : QWidget(parent)
    , m_stack(new QStackedLayout(this))
    , m_emptyPage(new QWidget(this))
    , m_emptyTitle(new QLabel(m_emptyPage))
    , m_emptySentence(new QLabel(m_emptyPage))
    , m_emptyButton(new QPushButton(m_emptyPage))
{
    QFont bold = m_emptyTitle->font();
    bold.setWeight(QFont::DemiBold);
    m_emptyTitle->setFont(bold);
    for (QLabel* label : {m_emptyTitle, m_emptySentence}) {
        label->setAlignment(Qt::AlignCenter);
        label->setWordWrap(true);
        label->setTextFormat(Qt::PlainText);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    m_emptySentence->setForegroundRole(QPalette::PlaceholderText);
    auto* layout = new QVBoxLayout(m_emptyPage);
    layout->setContentsMargins(24, 12, 24, 12);
    layout->addStretch(2);
    layout->addWidget(m_emptyTitle);
    layout->addWidget(m_emptySentence);
    layout->addWidget(m_emptyButton, 0, Qt::AlignHCenter);
    m_emptyButton->hide();
    layout->addStretch(3);
    m_stack->addWidget(m_emptyPage);
}

void PanelView::setContent(QWidget* content) { m_stack->addWidget(content); }

QVBoxLayout* PanelView::setPlotBeside(QWidget* table, int share)
{
    auto* left = new QWidget(this);
    auto* column = new QVBoxLayout(left);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* splitter = new QSplitter(Qt::Horizontal, this);
    splitter->addWidget(left);
    splitter->addWidget(table);
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 2);
    splitter->setSizes({1000 - 10 * share, 10 * share});
    setContent(splitter);
    return column;
}

QVBoxLayout* PanelView::setPlotBeside(TablePanel* table, int share, int most)
{
    QVBoxLayout* column = setPlotBeside(table, share);
    m_growingTable = table;
    m_share = share;
    m_most = most;
    m_split = qobject_cast<QSplitter*>(table->parentWidget());
    connect(m_split, &QSplitter::splitterMoved, this, [this] { m_isSplitByUser = true; });
    return column;
}

/// The table takes what its columns need, as far as the plot stays readable.
void PanelView::growTable()
{
    if (!m_growingTable || m_isSplitByUser)
        return;
    const int table = std::max(width() * m_share / 100, std::min(m_growingTable->naturalWidth(), width() * m_most / 100));
    m_split->setSizes({width() - table, table});
}

void PanelView::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    growTable();
    for (Sentence* sentence : findChildren<Sentence*>())
        sentence->setOneLine(isLow());
    for (LegendRow* legend : findChildren<LegendRow*>())
        legend->setMostLines(isLow() ? 1 : LegendLines::unlimited);
}

void PanelView::showContent()
{
    m_stack->setCurrentIndex(1);
    growTable();
}

bool PanelView::isLow() const
{
    constexpr int lowest = 240;
    return height() < lowest;
}

bool PanelView::isEmptyShown() const { return m_stack->currentWidget() == m_emptyPage; }

/// Tabs behind others stay visible for Qt, which moves them out of their window: its visibilityChanged() goes by their
/// place, too.
bool PanelView::isInFront() const
{
    const QDockWidget* dock = dockOf(*this);
    if (!isVisible() || !dock || dock->isWindow())
        return isVisible();
    return dock->geometry().right() >= 0 && dock->geometry().bottom() >= 0;
}

PanelView::Illustration PanelView::illustrate(QCustomPlot* plot, const QString& summary, const LegendRow& legend) const
{
    if (isEmptyShown())
        return {};
    Illustration shown;
    shown.plot = plot;
    shown.summary = summary;
    for (const LegendRow::Entry& entry : legend.entries())
        shown.legend.emplace_back(entry.name, entry.color);
    return shown;
}

void PanelView::showEmpty(const QString& title, const QString& sentence)
{
    m_emptyTitle->setText(title);
    m_emptySentence->setText(sentence);
    m_emptySentence->setVisible(!sentence.isEmpty());
    m_emptyButton->hide();
    m_stack->setCurrentWidget(m_emptyPage);
}

void PanelView::startOver()
{
    m_isOfOtherRun = true;
    invalidate();
}

void PanelView::invalidate()
{
    m_isStale = true;
    if (m_isScheduled || !(isInFront() || m_isOfOtherRun))
        return;
    // Combine several changes at once (a new folder) into one refresh.
    m_isScheduled = true;
    QTimer::singleShot(0, this, [this] {
        m_isScheduled = false;
        if (isInFront())
            refreshNow();
        else if (std::exchange(m_isOfOtherRun, false)) // also if it was hidden by the change, as when the run is closed
            letGo();
    });
}

void PanelView::refreshAgain()
{
    m_isStale = true;
    refreshNow();
}

void PanelView::refreshNow()
{
    if (m_needsStyle)
        takeColors();
    if (!m_isStale)
        return;
    m_isStale = false;
    m_isOfOtherRun = false;
    refresh();
}

void PanelView::takeColors()
{
    m_needsStyle = false;
    m_colors = Palette::of(*this);
    restyle();
    m_isStale = true;
}

void PanelView::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (const QDockWidget* dock = dockOf(*this))
        connect(dock, &QDockWidget::visibilityChanged, this, &PanelView::catchUp, Qt::UniqueConnection);
    catchUp();
}

void PanelView::catchUp()
{
    if (isInFront())
        refreshNow();
}

void PanelView::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() != QEvent::PaletteChange && event->type() != QEvent::StyleChange)
        return;
    m_needsStyle = true;
    invalidate();
}

} // namespace bubblescope
