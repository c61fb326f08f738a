// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "calltreeview.h"

#include "callbar.h"
#include "callcount.h"
#include "countedtext.h"
#include "selection.h"
#include "timewindow.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QLineEdit>
#include <QStyledItemDelegate>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>

namespace bubblescope {

namespace {

/// Callers that have no choice are opened with the first level: a stack of Python begins with many.
constexpr int mostOpened = 64;

constexpr int narrowestCalls = 300; // px, of their names
constexpr int indentation = 12;     // of a level: stacks of Python have many

/// Rows as high as those of a table.
class CallRowDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        return {QStyledItemDelegate::sizeHint(option, index).width(), option.fontMetrics.height() + 6};
    }
};

} // namespace

CallTreeView::CallTreeView(CallCount& calls, Selection& selection, TimeWindow& window, QWidget* parent)
    : PanelView(parent)
    , m_calls(calls)
    , m_selection(selection)
    , m_window(window)
    , m_bar(new CallBar(calls, this))
    , m_tree(new QTreeView(this))
{
    setAccessibleName(tr("Tree"));
    m_tree->setModel(&m_model);
    m_tree->setAccessibleName(tr("Calls and what they called"));
    m_tree->setUniformRowHeights(true); // a million rows are not measured
    m_tree->setAlternatingRowColors(true);
    m_tree->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_tree->setExpandsOnDoubleClick(false); // which goes to the span
    m_tree->header()->setStretchLastSection(false);
    m_tree->header()->setSectionsMovable(false);
    m_tree->setItemDelegate(new CallRowDelegate(m_tree));
    m_tree->setIndentation(indentation);
    m_tree->setTextElideMode(Qt::ElideMiddle); // the function is at the end
    const QString widest = QStringLiteral("< 000.00 ms  ");
    for (int column = CallTreeModel::Count; column < CallTreeModel::ColumnCount; ++column) {
        const int figure = column == CallTreeModel::Count ? 0 : m_tree->fontMetrics().horizontalAdvance(widest);
        m_tree->header()->resizeSection(column, std::max(figure, m_tree->header()->sectionSizeHint(column)));
    }
    fitColumns();
    m_tree->viewport()->installEventFilter(this);
    connect(m_tree->header(), &QHeaderView::sectionResized, this, [this] { m_userSized |= !m_isFitting; });
    m_tree->header()->setSortIndicatorClearable(true);
    m_tree->header()->setSortIndicator(-1, Qt::DescendingOrder);
    m_tree->setSortingEnabled(true);
    auto* content = new QWidget(this);
    auto* layout = new QVBoxLayout(content);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_bar);
    layout->addWidget(m_tree, 1);
    setContent(content);

    auto* copying = new QAction(m_tree);
    copying->setShortcut(QKeySequence::Copy);
    copying->setShortcutContext(Qt::WidgetShortcut);
    m_tree->addAction(copying);
    connect(copying, &QAction::triggered, this, &CallTreeView::copy);
    connect(&calls, &CallCount::outdated, this, [this](bool isOtherRun) {
        if (!isOtherRun)
            return invalidate();
        letGo();
        startOver();
    });
    connect(&calls, &CallCount::counted, this, [this] {
        if (isInFront())
            showTree();
        else
            invalidate(); // the other view has asked
    });
    connect(m_bar->searchEdit(), &QLineEdit::returnPressed, this, &CallTreeView::find);
    connect(m_tree->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
        [this](const QModelIndex& index) {
            const uint32_t node = m_model.nodeOf(index);
            if (node != 0 && m_model.tree()->nodes()[node].longest.isValid())
                m_selection.setSpan(m_model.tree()->nodes()[node].longest);
        });
    connect(m_tree, &QTreeView::activated, this, [this](const QModelIndex& index) {
        const uint32_t node = m_model.nodeOf(index);
        if (node != 0 && m_model.tree()->nodes()[node].longest.isValid())
            m_window.revealSpan(m_model.tree()->nodes()[node].longest);
    });
}

bool CallTreeView::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize && watched == m_tree->viewport())
        fitColumns();
    return PanelView::eventFilter(watched, event);
}

/// Names take what figures leave.
void CallTreeView::fitColumns()
{
    if (m_userSized)
        return;
    int figures = 0;
    for (int column = CallTreeModel::Count; column < CallTreeModel::ColumnCount; ++column)
        figures += m_tree->header()->sectionSize(column);
    m_isFitting = true;
    m_tree->header()->resizeSection(
        CallTreeModel::Call, std::max(narrowestCalls, m_tree->viewport()->width() - figures));
    m_isFitting = false;
}

void CallTreeView::letGo() { m_model.setTree(nullptr); }

void CallTreeView::refresh()
{
    m_calls.demand();
    if (m_calls.tree())
        showTree();
}

void CallTreeView::showTree()
{
    if (m_model.tree() == m_calls.tree() && m_model.tree())
        return;
    m_model.setTree(m_calls.tree());
    if (!m_model.tree() || m_model.rowCount() == 0) {
        showEmpty(tr("No calls"), m_calls.emptyText());
        return;
    }
    showContent();
    m_bar->showText(tr("%1, %2").arg(
        countedText(qint64(m_model.tree()->nodes().size() - 1), tr("1 line"), tr("%1 lines")), m_calls.extentText()));
    QModelIndex at = m_model.index(0, 0);
    for (int opened = 0; opened < mostOpened && m_model.rowCount(at) > 0; ++opened) {
        m_tree->expand(at);
        if (m_model.rowCount(at) > 1)
            break;
        at = m_model.index(0, 0, at);
    }
}

/// The next one with the text that is looked for.
void CallTreeView::find()
{
    const QModelIndex found = m_model.find(m_bar->searchEdit()->text(), m_tree->currentIndex());
    if (!found.isValid()) {
        m_bar->showText(tr("there is no \"%1\" here").arg(m_bar->searchEdit()->text()));
        return;
    }
    m_tree->scrollTo(found); // opens its callers
    m_tree->setCurrentIndex(found);
}

/// The rows that are selected, for a spreadsheet.
void CallTreeView::copy()
{
    QStringList lines;
    for (const QModelIndex& index : m_tree->selectionModel()->selectedRows()) {
        QStringList cells;
        for (int column = 0; column < CallTreeModel::ColumnCount; ++column)
            cells += index.siblingAtColumn(column).data(CallTreeModel::PlainRole).toString();
        lines += cells.join(QLatin1Char('\t'));
    }
    if (!lines.isEmpty())
        QApplication::clipboard()->setText(lines.join(QLatin1Char('\n')));
}

} // namespace bubblescope
