// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "selectionview.h"

#include "countedtext.h"
#include "document.h"
#include "figures.h"
#include "searchstate.h"
#include "selection.h"
#include "tablepanel.h"
#include "tabletexts.h"
#include "timewindow.h"

#include <QComboBox>
#include <QLabel>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QToolButton>

#include <algorithm>

namespace bubblescope {

namespace {

constexpr int pauseMs = 120;

/// Draws a group's duration histogram instead of text.
class HistogramDelegate : public QStyledItemDelegate {
public:
    HistogramDelegate(const SelectionModel& model, TablePanel& panel)
        : QStyledItemDelegate(&panel), m_model(model), m_panel(panel)
    {
    }
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        QStyledItemDelegate::paint(painter, option, index);
        const SelectionSummary::Histogram* histogram = m_model.histogram(m_panel.modelRow(index));
        if (!histogram)
            return;
        const uint32_t most = std::max(1u, *std::max_element(histogram->begin(), histogram->end()));
        const QRectF box = QRectF(option.rect).adjusted(4, 3, -4, -3);
        const double width = box.width() / double(histogram->size());
        const QColor color = option.palette.color(QPalette::Highlight);
        for (size_t bar = 0; bar < histogram->size(); ++bar) {
            if ((*histogram)[bar] == 0)
                continue;
            // Rare durations must not vanish.
            const double height = std::max(1.5, box.height() * double((*histogram)[bar]) / most);
            painter->fillRect(
                QRectF(box.left() + double(bar) * width, box.bottom() - height, width - 1, height), color);
        }
    }
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        return {130, QStyledItemDelegate::sizeHint(option, index).height()};
    }

private:
    const SelectionModel& m_model;
    TablePanel& m_panel;
};

} // namespace

SelectionView::SelectionView(const Document& document, Selection& selection, TimeWindow& window, const Figures& figures,
    const SearchState& search, TraceWork& work, QWidget* parent)
    : PanelView(parent)
    , m_document(document)
    , m_selection(selection)
    , m_window(window)
    , m_figures(figures)
    , m_search(search)
    , m_sums(document, work)
    , m_groupBox(new QComboBox(this))
    , m_label(new QLabel(this))
    , m_stop(new QToolButton(this))
    , m_table(new TablePanel(m_model, tr("Selection"), this))
{
    setAccessibleName(tr("Selection"));
    m_groupBox->addItem(tr("by name"), static_cast<int>(SelectionSummary::GroupBy::Name));
    m_groupBox->addItem(tr("by category"), static_cast<int>(SelectionSummary::GroupBy::Category));
    m_groupBox->addItem(tr("by track"), static_cast<int>(SelectionSummary::GroupBy::Track));
    m_groupBox->setAccessibleName(tr("Group the spans"));
    m_table->addToolWidget(m_groupBox);
    m_table->addToolWidget(m_label);
    m_stop->setText(tr("Stop"));
    m_stop->setToolTip(tr("Read no more ranks"));
    m_stop->setVisible(false);
    m_table->addToolWidget(m_stop);
    m_table->table()->setItemDelegateForColumn(
        SelectionModel::HistogramColumn, new HistogramDelegate(m_model, *m_table));
    setContent(m_table);

    m_pause.setSingleShot(true);
    m_pause.setInterval(pauseMs);
    connect(&m_slices, &SlicedCount::finished, this, &SelectionView::showResult);
    connect(&m_slices, &SlicedCount::paused, this,
        [this](double progress) { m_label->setText(tr("counting, %1").arg(formatShare(progress))); });
    connect(&m_sums, &SelectionSums::changed, this, &SelectionView::showSums);
    connect(m_stop, &QToolButton::clicked, &m_sums, &SelectionSums::stop);
    connect(&m_pause, &QTimer::timeout, this, &SelectionView::invalidate);
    connect(m_groupBox, &QComboBox::currentIndexChanged, this, [this] {
        m_by = static_cast<SelectionSummary::GroupBy>(m_groupBox->currentData().toInt());
        invalidate();
    });
    connect(m_table, &TablePanel::rowActivated, this, [this](int row) {
        const SpanId longest = m_model.longest(row);
        const TracePtr counted = m_sums.sums() && readsRanks() ? m_sums.tables() : m_trace;
        if (longest.isValid())
            m_window.goTo(placeOf(*counted, longest));
    });
    const auto onOtherRun = [this] {
        letGo();
        startOver();
    };
    connect(&document, &Document::folderChanged, this, onOtherRun);
    connect(&document, &Document::runChanged, this, onOtherRun);
    connect(&selection, &Selection::rangeChanged, this, &SelectionView::invalidate);
    connect(&window, &TimeWindow::originChanged, this, &SelectionView::invalidate);
    connect(&figures, &Figures::changed, this, &SelectionView::invalidate); // waiting becomes known
    connect(&search, &SearchState::changed, this, [this] {
        if (m_search.part() != m_part || m_search.ofPart() != m_counted)
            invalidate();
    });
    connect(&window, &TimeWindow::visibleRangeChanged, this, [this] {
        if (!m_selection.range())
            m_pause.start();
    });
}

void SelectionView::letGo()
{
    m_slices.stop();
    m_summary = {};
    m_model.clear();
    m_trace.reset();
}

void SelectionView::refresh()
{
    m_slices.stop();
    m_trace = m_document.trace();
    if (!m_trace) {
        m_model.clear();
        showEmpty(tr("No spans"),
            m_document.folder()
                ? tr("There is no trace in this folder, so there are no spans to count. Rank traces give a timeline.")
                : tr("Open the folder of a run, then drag over the timeline to count the spans in a range."));
        return;
    }
    showContent();
    if (readsRanks()) {
        m_sums.start(*m_selection.range(), m_by);
        showSums();
        return;
    }
    m_sums.clear();
    m_stop->setVisible(false);
    const TimeRange range = m_selection.range().value_or(m_window.visibleRange());
    m_summary = SelectionSummary(m_trace, range, m_by, m_figures.waiting());
    m_part = m_search.part();
    m_counted = m_search.ofPart();
    if (m_counted)
        m_summary.keepOnly({m_counted, &m_counted->byNumber});
    m_slices.start(m_summary);
}

bool SelectionView::readsRanks() const { return m_document.blocks() && m_selection.range() && !m_search.part(); }

QString SelectionView::countText(const SelectionSummary& summary) const
{
    const bool isSelected = m_selection.range().has_value();
    const TimeRange counted {summary.range().begin - m_window.origin(), summary.range().end - m_window.origin()};
    const QString range = tr("%1 (%2)").arg(formatRange(counted), formatDuration(double(counted.duration())));
    if (summary.spanCount() == 0)
        return isSelected ? tr("no spans in the selected range, %1").arg(range)
                          : tr("no spans in sight, %1").arg(range);
    return (isSelected ? tr("%1 in the selected range, %2") : tr("%1 in sight, %2"))
        .arg(countedText(qint64(summary.spanCount()), tr("1 span"), tr("%1 spans")), range);
}

void SelectionView::showResult()
{
    const QString text = countText(m_summary);
    const QString counted = m_document.blocks() ? tr("%1, of the ranks in memory").arg(text) : text;
    m_label->setText(m_counted ? tr("%1, only %2").arg(counted, tableText(timePartName(*m_part))) : counted);
    m_model.setGroups(m_trace, m_by, m_summary.groups(), !m_document.blocks());
}

void SelectionView::showSums()
{
    if (!readsRanks())
        return;
    m_stop->setVisible(m_sums.isRunning());
    const RankSumsPtr sums = m_sums.sums();
    if (!sums) {
        m_label->setText(
            m_sums.isRunning() ? tr("counting, %1").arg(formatShare(m_sums.share())) : tr("counting was stopped"));
        return;
    }
    const auto ranks = qint64(m_sums.tables()->ranks().size());
    const QString text = tr("%1, of all %2 ranks").arg(countText(sums->summary), formatCount(ranks));
    m_label->setText(sums->damagedRanks == 0
            ? text
            : tr("%1 but %2 that cannot be read").arg(text, formatCount(sums->damagedRanks)));
    m_model.setGroups(m_sums.tables(), m_by, sums->summary.groups(), false);
}

} // namespace bubblescope
