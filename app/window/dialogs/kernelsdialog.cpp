// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernelsdialog.h"

#include "formatting.h"
#include "tabletexts.h"
#include "theme.h"

#include <QDialogButtonBox>
#include <QFile>
#include <QFileDialog>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>

namespace bubblescope {

KernelsDialog::KernelsDialog(KernelNamesPtr kernels, QWidget* parent)
    : QDialog(parent), m_rows(new QTableWidget(0, 4, this)), m_notice(new QLabel(this))
{
    setWindowTitle(tr("Kernels"));
    resizeToScreen(*this, {760, 480});
    auto* explanation = new QLabel(
        tr("What kernels with these names do; all others compute. The first entry that matches counts, yours "
           "before those that are built in. * stands for any text."),
        this);
    explanation->setWordWrap(true);
    m_rows->setHorizontalHeaderLabels({tr("Name"), tr("Operation"), tr("Group"), tr("From")});
    m_rows->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_rows->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_rows->setTabKeyNavigation(false);
    m_rows->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_rows->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_rows->verticalHeader()->hide();
    m_rows->setAccessibleName(tr("Names of kernels, and what they are"));
    m_notice->setWordWrap(true);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    buttons->addButton(tr("Read the run by these"), QDialogButtonBox::AcceptRole);
    QPushButton* const choose = buttons->addButton(tr("Take a &file …"), QDialogButtonBox::ActionRole);
    m_drop = buttons->addButton(tr("&Without mine"), QDialogButtonBox::ActionRole);
    askPath = [this] {
        return QFileDialog::getOpenFileName(
            this, tr("Choose a table of kernels"), {}, tr("Tables of kernels (*.json)"));
    };
    connect(choose, &QPushButton::clicked, this, [this] {
        if (const QString path = askPath(); !path.isEmpty())
            take(path);
    });
    connect(m_drop, &QPushButton::clicked, this, &KernelsDialog::drop);
    connect(buttons, &QDialogButtonBox::accepted, this, &KernelsDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &KernelsDialog::reject);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(explanation);
    layout->addWidget(m_rows, 1);
    layout->addWidget(m_notice);
    layout->addWidget(buttons);
    show(kernels);
}

QString KernelsDialog::notice() const { return m_notice->text(); }

bool KernelsDialog::take(const QString& path)
{
    const Result<KernelNamesPtr> names = readKernelNames(QFile::encodeName(path).toStdString());
    if (names)
        show(*names);
    else
        m_notice->setText(
            QStringLiteral("%1. %2").arg(messageText(names.error().message), messageText(names.error().advice)));
    return names.isOk();
}

void KernelsDialog::drop() { show(KernelNames::builtin()); }

void KernelsDialog::show(const KernelNamesPtr& kernels)
{
    m_kernels = kernels;
    m_rows->setRowCount(0);
    const auto add = [this](const std::vector<KernelNames::Entry>& entries, const QString& from) {
        for (const KernelNames::Entry& entry : entries) {
            const int row = m_rows->rowCount();
            m_rows->insertRow(row);
            const QString operation = entry.operation.empty() ? tr("as the name says") : toText(entry.operation);
            int column = 0;
            for (const QString& text : {toText(entry.match), operation, toText(entry.group), from})
                m_rows->setItem(row, column++, new QTableWidgetItem(text));
        }
    };
    const bool hasOwn = kernels != KernelNames::builtin();
    if (hasOwn)
        add(kernels->entries(), tr("yours"));
    add(KernelNames::builtin()->entries(), tr("built in"));
    m_rows->resizeColumnsToContents();
    for (int column = 1; column < m_rows->columnCount(); ++column)
        m_rows->setColumnWidth(column, m_rows->columnWidth(column) + 12); // headers have wider margins
    m_drop->setEnabled(hasOwn);
    m_notice->clear();
}

} // namespace bubblescope
