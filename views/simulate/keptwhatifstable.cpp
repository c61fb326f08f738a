// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "keptwhatifstable.h"

#include "keptwhatifs.h"
#include "tablepanel.h"

#include <QAction>
#include <QHeaderView>
#include <QLabel>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace bubblescope {

KeptWhatIfsTable::KeptWhatIfsTable(KeptWhatIfs& kept, QWidget* parent)
    : QWidget(parent), m_kept(kept), m_table(new TablePanel(kept, tr("Kept what-ifs"), this))
{
    auto* title = new QLabel(tr("Kept what-ifs"), this);
    QFont strong = font();
    strong.setWeight(QFont::DemiBold);
    title->setFont(strong);
    m_table->setToolsVisible(false);
    constexpr int leastName = 80; // the figures come first
    m_table->setLeastNameWidth(leastName);
    using Column = KeptWhatIfs::Column;
    for (const Column column : {Column::GainColumn, Column::LowColumn, Column::HighColumn, Column::SubjectColumn})
        m_table->setColumnVisible(column, false); // their values are in the tool tip
    auto* drop = new QAction(tr("Forget"), this);
    drop->setShortcut(QKeySequence::Delete);
    drop->setShortcutContext(Qt::WidgetShortcut);
    connect(drop, &QAction::triggered, this, [this] { m_kept.drop(m_table->currentRow()); });
    m_table->table()->addAction(drop);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 2, 0, 4);
    layout->setSpacing(2);
    layout->addWidget(title);
    layout->addWidget(m_table);
    // Not rowChosen: when a row is forgotten another one becomes current, which nobody chose.
    connect(m_table->table(), &QTableView::clicked, this,
        [this](const QModelIndex& index) { emit chosen(m_table->modelRow(index)); });
    connect(m_table, &TablePanel::rowActivated, this, &KeptWhatIfsTable::chosen);
    for (const auto changed : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved})
        connect(&kept, changed, this, &KeptWhatIfsTable::fit);
    connect(&kept, &QAbstractItemModel::modelReset, this, &KeptWhatIfsTable::fit);
    fit();
}

void KeptWhatIfsTable::fit()
{
    constexpr int mostRows = 6; // more scroll
    const int rows = m_kept.rowCount();
    QTableView* table = m_table->table();
    m_table->setFixedHeight(table->horizontalHeader()->sizeHint().height()
        + std::min(rows, mostRows) * table->verticalHeader()->defaultSectionSize() + 2);
    setVisible(rows > 0);
}

} // namespace bubblescope
