// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "detailspanel.h"

#include "detailmodel.h"
#include "hangingrun.h"
#include "inputdetails.h"
#include "reasondetails.h"
#include "rundetails.h"
#include "tablepanel.h"
#include "workspace.h"

#include <QApplication>
#include <QEvent>
#include <QHeaderView>
#include <QStyle>
#include <QStyledItemDelegate>
#include <QTableView>

#include <algorithm>

namespace bubblescope {

namespace {

constexpr int rowAir = 5;

/// Of both sides of a cell, px.
int textMargins(const QStyleOptionViewItem& option)
{
    const QStyle* style = option.widget ? option.widget->style() : QApplication::style();
    return 2 * (style->pixelMetric(QStyle::PM_FocusFrameHMargin, &option, option.widget) + 1);
}

/// Draws headings as bands, links in the accent colour, and labels muted.
class DetailDelegate : public QStyledItemDelegate {
public:
    DetailDelegate(const Palette& colors, QObject* parent) : QStyledItemDelegate(parent), m_colors(colors) { }

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        constexpr int mostLines = 6; // the tooltip has the full text
        QSize size = QStyledItemDelegate::sizeHint(option, index);
        const int line = option.fontMetrics.lineSpacing();
        size.setHeight(std::clamp(size.height() / line, 1, mostLines) * line + rowAir);
        return size;
    }

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        option->state &= ~QStyle::State_HasFocus;
        option->textElideMode = Qt::ElideMiddle;
        option->features |= QStyleOptionViewItem::WrapText;
        if (index.data(DetailModel::headingRole).toBool()) {
            option->font.setWeight(QFont::DemiBold);
            option->backgroundBrush = m_colors.header;
            option->palette.setColor(QPalette::Text, m_colors.text);
            return;
        }
        const bool isLink = index.column() == 1 && index.data(DetailModel::targetRole).toUInt() != SpanId().value;
        option->palette.setColor(QPalette::Text,
            isLink                    ? m_colors.accent
                : index.column() == 0 ? m_colors.mutedText
                                      : m_colors.text);
        if (isLink)
            option->font.setUnderline(true);
        if (index.column() == 1) {
            // Figures stand below each other at the right; what takes several lines is read from the left.
            const bool wraps
                = option->fontMetrics.horizontalAdvance(option->text) > option->rect.width() - textMargins(*option);
            option->displayAlignment = (wraps && !isLink ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter;
        }
    }

private:
    Palette m_colors;
};

} // namespace

DetailsPanel::DetailsPanel(Workspace& workspace, QWidget* parent)
    : PanelView(parent), m_workspace(workspace), m_table(new TablePanel(m_model, tr("Details"), this))
{
    setAccessibleName(tr("Details"));
    m_table->setToolsVisible(false);
    QTableView* table = m_table->table();
    table->horizontalHeader()->hide();
    table->horizontalHeader()->setSectionResizeMode(1, QHeaderView::Stretch);
    table->viewport()->installEventFilter(this);
    table->setSortingEnabled(false);
    table->setAlternatingRowColors(false);
    table->setWordWrap(true);
    table->verticalHeader()->setMinimumSectionSize(1); // the style's minimum is taller than a line
    table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setContent(m_table);
    setMinimumWidth(180);

    connect(m_table, &TablePanel::rowActivated, this, &DetailsPanel::goTo);
    // A single click follows a link; other rows are selected, for copying.
    connect(table, &QTableView::clicked, this, [this](const QModelIndex& index) {
        if (index.column() == 1)
            goTo(m_table->currentRow());
    });
    connect(&workspace.document, &Document::folderChanged, this, &DetailsPanel::invalidate);
    connect(&workspace.document, &Document::runChanged, this, &DetailsPanel::invalidate);
    connect(&workspace.selection, &Selection::spanChanged, this, &DetailsPanel::invalidate);
    connect(&workspace.selection, &Selection::rankChanged, this, &DetailsPanel::invalidate);
    connect(&workspace.window, &TimeWindow::originChanged, this, &DetailsPanel::invalidate);
    connect(&workspace.diagnosis, &Diagnosis::reasonsChanged, this, &DetailsPanel::invalidate);
    connect(&workspace.inputs, &InputChoice::layerTableChanged, this, &DetailsPanel::invalidate);
    connect(&workspace.inputs, &InputChoice::workloadChanged, this, &DetailsPanel::invalidate);
    connect(&workspace.inputs, &InputChoice::runLogChanged, this, &DetailsPanel::invalidate);
}

void DetailsPanel::goTo(int row)
{
    if (row < 0 || row >= static_cast<int>(m_model.fields().size()))
        return;
    const SpanId target = m_model.fields()[size_t(row)].target;
    if (!target.isValid())
        return;
    m_workspace.selection.setSpan(target);
    m_workspace.window.revealSpan(target);
    m_workspace.window.commitPlace(); // one leads back from there
}

void DetailsPanel::setRecord(SpanId span, DetailFields record)
{
    m_recordOf = span;
    m_record = std::move(record);
    invalidate();
}

void DetailsPanel::refresh()
{
    DetailFields fields;
    const auto append = [&fields](DetailFields more) {
        fields.insert(fields.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
    };
    const std::optional<Bubble>& bubble = m_workspace.selection.bubble();
    if (const Run* run = m_workspace.document.run()) {
        const SpanId span = m_workspace.selection.span();
        const auto waiting = m_workspace.figures.waiting();
        const StepReasonsPtr reasons = m_workspace.diagnosis.reasons();
        const int rank = m_workspace.selection.rank();
        if (span.isValid()) {
            const DetailFields& record = span == m_recordOf ? m_record : DetailFields();
            SpanFindings known {waiting.get(), m_workspace.selection.collective(), reasons.get(), record};
            if (const auto differences = m_workspace.document.differences();
                differences && span.value < differences->size())
                known.difference = (*differences)[span.value];
            known.zero = m_workspace.window.origin();
            if (m_workspace.document.showsSimulation())
                known.step = m_workspace.document.simulation()->openedStep;
            fields = spanDetails(*run, span, known);
        } else if (bubble && reasons) {
            fields = bubbleDetails(*reasons, *bubble, m_workspace.window.origin());
        } else if (reasons && rank < 0) {
            // Start with what the step waits for: the files of a run may fill pages.
            fields = pathDetails(*reasons);
            append(runDetails(*run, rank, isHangingRun(m_workspace.document)));
        } else {
            fields = runDetails(*run, rank, isHangingRun(m_workspace.document));
        }
    }
    if (!m_workspace.selection.span().isValid() && !bubble) {
        if (const LayerTable* table = m_workspace.inputs.layerTable())
            append(layerTableDetails(*table));
        if (const Workload* workload = m_workspace.inputs.workload())
            append(workloadDetails(*workload));
        if (const RunLog* log = m_workspace.inputs.runLog())
            append(runLogDetails(*log));
    }
    const bool isEmpty = fields.empty();
    m_model.setFields(std::move(fields));
    if (isEmpty) {
        const RunFolder* folder = m_workspace.document.folder();
        showEmpty(tr("Nothing to show"),
            !folder ? tr("Open the folder of a run, or try the demo.")
                : !folder->jobs.empty()
                ? tr("A described job has details once it can be timed.")
                : !folder->memorySnapshots.empty()
                ? tr("The tab Memory says what takes the memory of these GPUs.")
                : tr("Nothing in this folder was recognised as a run, a table, a workload or a log."));
        return;
    }
    QTableView* table = m_table->table();
    table->clearSpans();
    for (int row = 0; row < m_model.rowCount(); ++row) {
        if (m_model.fields()[size_t(row)].isHeading)
            table->setSpan(row, 0, 1, 2);
    }
    showContent();
    fitColumns();
}

void DetailsPanel::fitColumns()
{
    // Labels are as wide as needed but at most half: values matter more.
    QTableView* table = m_table->table();
    const int room = table->viewport()->width();
    int labels = 60;
    for (const DetailField& field : m_model.fields()) {
        if (!field.isHeading)
            labels = std::max(labels, fontMetrics().horizontalAdvance(field.label) + 16);
    }
    table->setColumnWidth(0, std::min(labels, std::max(room * 11 / 20, 60)));
    // resizeRowsToContents() would include the hidden header, which is taller than a line.
    const QAbstractItemView* view = table;
    for (int row = 0; row < m_model.rowCount(); ++row)
        table->setRowHeight(row, view->sizeHintForRow(row));
}

bool DetailsPanel::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_table->table()->viewport() && event->type() == QEvent::Resize)
        fitColumns();
    return PanelView::eventFilter(watched, event);
}

void DetailsPanel::restyle()
{
    QTableView* table = m_table->table();
    delete table->itemDelegate();
    table->setItemDelegate(new DetailDelegate(colors(), table));
}

} // namespace bubblescope
