// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tablepanel.h"

#include "tablemodel.h"
#include "tableexport.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMetaMethod>
#include <QScrollBar>
#include <QSortFilterProxyModel>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <numeric>
#include <utility>

namespace bubblescope {

namespace {

constexpr int widestColumn = 560;
constexpr int narrowestText = 96;  // of a column that may shrink
constexpr int titlePadding = 18;   // includes the sort arrow
constexpr int mostSpare = 160;     // that a column gets beyond its contents
constexpr int rowsMeasured = 200;

/// Draws no focus frame around a cell: the whole row is highlighted anyway.
class RowDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        option->state &= ~QStyle::State_HasFocus;
    }
};

/// Rows that pass the filter, of those that are to be shown at all.
class ShownRows : public QSortFilterProxyModel {
public:
    using QSortFilterProxyModel::QSortFilterProxyModel;
    void setShown(std::function<bool(int row)> isShown)
    {
        m_isShown = std::move(isShown);
        invalidateFilter();
    }

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override
    {
        return (!m_isShown || m_isShown(row)) && QSortFilterProxyModel::filterAcceptsRow(row, parent);
    }

private:
    std::function<bool(int row)> m_isShown;
};

} // namespace

TablePanel::TablePanel(TableModel& model, const QString& name, QWidget* parent)
    : QWidget(parent)
    , m_name(name)
    , m_proxy(new ShownRows(this))
    , m_table(new QTableView(this))
    , m_filter(new QLineEdit(this))
    , m_tools(new QWidget(this))
    , m_toolLayout(new QHBoxLayout(m_tools))
    , m_exportAction(new QAction(tr("Export CSV…"), this))
    , m_exportButton(new QToolButton(this))
{
    m_proxy->setSourceModel(&model);
    m_proxy->setSortRole(TableModel::SortRole);
    m_proxy->setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_proxy->setFilterKeyColumn(-1);

    m_table->setModel(m_proxy);
    m_table->setAccessibleName(name);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setAlternatingRowColors(true);
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->setTextElideMode(Qt::ElideMiddle);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setTabKeyNavigation(false); // Tab leaves the table
    m_table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_table->verticalHeader()->setDefaultSectionSize(m_table->fontMetrics().height() + 6);
    QHeaderView* header = m_table->horizontalHeader();
    header->setHighlightSections(false);
    header->setResizeContentsPrecision(rowsMeasured);
    header->setSortIndicatorClearable(true);
    header->setSectionsMovable(true);
    header->setMinimumSectionSize(36);
    header->setSortIndicator(-1, Qt::AscendingOrder);
    m_table->setSortingEnabled(true);
    m_table->setItemDelegate(new RowDelegate(m_table));
    m_table->installEventFilter(this);
    m_table->viewport()->installEventFilter(this);

    m_filter->setPlaceholderText(tr("Filter"));
    m_filter->setAccessibleName(tr("Filter of %1").arg(name));
    m_filter->setClearButtonEnabled(true);
    m_filter->setMaximumWidth(260);
    m_filter->setObjectName(QStringLiteral("filter"));
    connect(m_filter, &QLineEdit::textChanged, m_proxy, &QSortFilterProxyModel::setFilterFixedString);

    m_exportAction->setVisible(false);
    m_exportAction->setToolTip(tr("Write these rows to a CSV file"));
    connect(m_exportAction, &QAction::triggered, this, [this] { emit csvRequested(m_name, csv()); });
    auto* copyAction = new QAction(tr("Copy"), this);
    copyAction->setShortcut(QKeySequence::Copy);
    copyAction->setShortcutContext(Qt::WidgetShortcut);
    connect(copyAction, &QAction::triggered, this, &TablePanel::copy);
    m_table->addAction(copyAction);
    m_table->addAction(m_exportAction);
    m_table->setContextMenuPolicy(Qt::ActionsContextMenu);

    m_exportButton->setVisible(false);
    m_exportButton->setText(tr("CSV"));
    m_exportButton->setToolTip(m_exportAction->toolTip());
    m_exportButton->setAccessibleName(tr("Export %1 as CSV").arg(name));
    m_exportButton->setObjectName(QStringLiteral("csv"));
    connect(m_exportButton, &QToolButton::clicked, m_exportAction, &QAction::trigger);

    m_toolLayout->setContentsMargins(6, 2, 6, 2);
    m_toolLayout->setSpacing(6);
    m_toolLayout->addWidget(m_filter, 1);
    m_toolLayout->addStretch(0);
    m_toolLayout->addWidget(m_exportButton);

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_tools);
    layout->addWidget(m_table, 1);
    setFocusProxy(m_table);

    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
        [this](const QModelIndex& current, const QModelIndex&) {
            if (!m_isQuiet && current.isValid())
                emit rowChosen(sourceRow(current));
        });
    // Also for the current row: the selection may have changed elsewhere.
    connect(m_table, &QTableView::clicked, this, [this](const QModelIndex& index) {
        if (index.isValid())
            emit rowChosen(sourceRow(index));
    });
    connect(m_table, &QTableView::doubleClicked, this,
        [this](const QModelIndex& index) { emit rowActivated(sourceRow(index)); });
    connect(header, &QHeaderView::sectionResized, this, [this] { m_userSized |= !m_isFitting; });
    constexpr int pause = 150; // ms
    m_measuring.setSingleShot(true);
    m_measuring.setInterval(pause);
    connect(&m_measuring, &QTimer::timeout, this, &TablePanel::measureColumns);
    connect(&model, &QAbstractItemModel::modelReset, this, [this] {
        // While a slider moves, columns keep their widths: measuring them takes longer than filling them.
        const bool sameColumns = static_cast<int>(m_naturalWidths.size()) == m_proxy->columnCount();
        if (sameColumns && m_measuredRows && m_reset.isValid() && m_reset.elapsed() < pause)
            m_measuring.start();
        else
            measureColumns();
        m_reset.start();
    });
    measureColumns();
}

void TablePanel::addToolWidget(QWidget* widget, int stretch)
{
    // After other tools, before the filter.
    m_toolLayout->insertWidget(m_toolLayout->indexOf(m_filter), widget, stretch);
}

void TablePanel::setColumnVisible(int column, bool visible)
{
    if (m_table->isColumnHidden(column) != visible)
        return;
    m_isFitting = true; // it is not the user who sizes it
    m_table->setColumnHidden(column, !visible);
    m_isFitting = false;
    fitColumns();
}

void TablePanel::setShownRows(std::function<bool(int row)> isShown)
{
    m_isQuiet = true; // it is not the user who chooses another row
    static_cast<ShownRows*>(m_proxy)->setShown(std::move(isShown));
    m_isQuiet = false;
}

void TablePanel::setLeastNameWidth(int width)
{
    m_leastNameWidth = width;
    fitColumns();
}

void TablePanel::setToolsVisible(bool visible) { m_tools->setVisible(visible); }

void TablePanel::connectNotify(const QMetaMethod& signal)
{
    if (signal != QMetaMethod::fromSignal(&TablePanel::csvRequested))
        return;
    m_exportAction->setVisible(true);
    m_exportButton->setVisible(true);
}

bool TablePanel::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_table && event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        const bool isEnter = key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter;
        if (isEnter && key->modifiers() == Qt::NoModifier && m_table->currentIndex().isValid()) {
            emit rowActivated(sourceRow(m_table->currentIndex()));
            return true;
        }
    }
    if (watched == m_table && event->type() == QEvent::FocusIn && !m_table->currentIndex().isValid()) {
        // The view would make its first row current and choose it: arriving with Tab chooses nothing.
        m_isQuiet = true;
        m_table->selectionModel()->setCurrentIndex(m_proxy->index(0, 0), QItemSelectionModel::NoUpdate);
        m_isQuiet = false;
    }
    if (watched == m_table->viewport() && event->type() == QEvent::Resize)
        fitColumns();
    return QWidget::eventFilter(watched, event);
}

int TablePanel::sourceRow(const QModelIndex& index) const { return m_proxy->mapToSource(index).row(); }

int TablePanel::currentRow() const
{
    const QModelIndex index = m_table->currentIndex();
    return index.isValid() ? sourceRow(index) : -1;
}

int TablePanel::naturalWidth() const
{
    return std::accumulate(m_naturalWidths.begin(), m_naturalWidths.end(), 0) + m_table->verticalScrollBar()->sizeHint().width();
}

int TablePanel::visibleRowCount() const { return m_proxy->rowCount(); }

void TablePanel::selectRows(const std::vector<int>& rows)
{
    m_isQuiet = true;
    QItemSelectionModel* selection = m_table->selectionModel();
    QItemSelection chosen;
    QModelIndex first;
    for (const int row : rows) {
        const QModelIndex index = m_proxy->mapFromSource(m_proxy->sourceModel()->index(row, 0));
        if (!index.isValid())
            continue;
        if (!first.isValid() || index.row() < first.row())
            first = index;
        chosen.select(index, index.siblingAtColumn(m_proxy->columnCount() - 1));
    }
    // The current row stays current if it is among the selected ones.
    const QModelIndex current = m_table->currentIndex();
    const bool keepsCurrent
        = current.isValid() && std::find(rows.begin(), rows.end(), sourceRow(current)) != rows.end();
    if (!keepsCurrent)
        selection->setCurrentIndex(first, QItemSelectionModel::NoUpdate);
    selection->select(chosen, QItemSelectionModel::ClearAndSelect);
    if (first.isValid() && !keepsCurrent) {
        // Scroll vertically only: keep the visible columns.
        const int horizontal = m_table->horizontalScrollBar()->value();
        m_table->scrollTo(first);
        m_table->horizontalScrollBar()->setValue(horizontal);
    }
    m_isQuiet = false;
}

QString TablePanel::tsv() const
{
    std::vector<int> rows;
    const QModelIndexList selected = m_table->selectionModel()->selectedRows();
    for (const QModelIndex& index : selected)
        rows.push_back(index.row());
    if (rows.empty()) {
        rows.resize(size_t(m_proxy->rowCount()));
        std::iota(rows.begin(), rows.end(), 0);
    }
    std::sort(rows.begin(), rows.end());
    return tableTsv(*m_proxy, rows);
}

QString TablePanel::csv() const { return tableCsv(*m_proxy); }

void TablePanel::copy() { QApplication::clipboard()->setText(tsv()); }

void TablePanel::measureColumns()
{
    const bool sameColumns = static_cast<int>(m_naturalWidths.size()) == m_proxy->columnCount();
    if (m_userSized && sameColumns)
        return;
    m_userSized = false;
    m_measuredRows = m_proxy->rowCount() > 0;
    m_naturalWidths.clear();
    const QAbstractItemView* view = m_table; // QTableView makes its size hints protected
    const QFontMetrics metrics = m_table->horizontalHeader()->fontMetrics();
    for (int column = 0; column < m_proxy->columnCount(); ++column) {
        const QString title = m_proxy->headerData(column, Qt::Horizontal).toString();
        const int wanted
            = std::max(view->sizeHintForColumn(column) + 6, metrics.horizontalAdvance(title) + titlePadding);
        m_naturalWidths.push_back(std::min(wanted, widestColumn));
    }
    fitColumns();
}

/// Numeric columns keep their width; text columns shrink, widest first, before the table scrolls horizontally.
void TablePanel::fitColumns()
{
    if (m_userSized || m_isFitting || static_cast<int>(m_naturalWidths.size()) != m_proxy->columnCount())
        return;
    std::vector<int> widths = m_naturalWidths;
    for (size_t column = 0; column < widths.size(); ++column) {
        if (m_table->isColumnHidden(int(column)))
            widths[column] = 0;
    }
    const auto isText = [this](int column) {
        const int alignment = m_proxy->headerData(column, Qt::Horizontal, Qt::TextAlignmentRole).toInt();
        return (alignment & Qt::AlignRight) == 0;
    };
    int excess = std::accumulate(widths.begin(), widths.end(), 0) - m_table->viewport()->width();
    while (excess > 0) {
        int widest = -1;
        int second = narrowestText;
        for (int column = 0; column < static_cast<int>(widths.size()); ++column) {
            const int width = widths[size_t(column)];
            if (!isText(column) || width <= (column == 0 ? m_leastNameWidth : narrowestText))
                continue;
            if (widest < 0 || width > widths[size_t(widest)]) {
                if (widest >= 0)
                    second = std::max(second, widths[size_t(widest)]);
                widest = column;
            } else {
                second = std::max(second, width);
            }
        }
        if (widest < 0)
            break;
        int& width = widths[size_t(widest)];
        const int least = std::max(second, widest == 0 ? m_leastNameWidth : narrowestText);
        const int less = std::clamp(width - least, 1, excess);
        width -= less;
        excess -= less;
    }
    if (excess < 0 && !widths.empty() && isText(int(widths.size()) - 1))
        widths.back() -= excess; // rows reach the edge
    else if (excess < 0)
        widenColumns(widths, -excess);
    m_isFitting = true;
    for (int column = 0; column < static_cast<int>(widths.size()); ++column) {
        if (!m_table->isColumnHidden(column))
            m_table->setColumnWidth(column, widths[size_t(column)]);
    }
    m_isFitting = false;
}

/// Columns share the spare width, as far as the eye still finds from one to the next.
void TablePanel::widenColumns(std::vector<int>& widths, int spare)
{
    const auto shown = std::count_if(widths.begin(), widths.end(), [](int width) { return width > 0; });
    for (int& width : widths)
        width += width > 0 ? std::min(spare / int(shown), mostSpare) : 0;
}

} // namespace bubblescope
