// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "helpdialog.h"

#include "manualbrowser.h"
#include "theme.h"

#include <QAction>
#include <QDialogButtonBox>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSplitter>
#include <QVBoxLayout>

namespace bubblescope {

HelpDialog::HelpDialog(const QList<QAction*>& commands, QWidget* parent)
    : QDialog(parent)
    , m_search(new QLineEdit(this))
    , m_list(new QListWidget(this))
    , m_browser(new ManualBrowser(
          manualPages(commands, tr("en", "code of this language: folder of the translated manual")), this))
{
    setWindowTitle(tr("Manual"));
    m_search->setPlaceholderText(tr("Search the manual"));
    m_search->setAccessibleName(tr("Search the manual"));
    m_search->setClearButtonEnabled(true);
    m_list->setAccessibleName(tr("Pages"));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setSpacing(2);
    m_browser->setAccessibleName(tr("Manual"));
    m_browser->setTabChangesFocus(true);
    for (const ManualPage& page : m_browser->pages())
        m_list->addItem(page.title);

    auto* left = new QWidget(this);
    auto* column = new QVBoxLayout(left);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_search);
    column->addWidget(m_list);
    auto* splitter = new QSplitter(this);
    splitter->addWidget(left);
    splitter->addWidget(m_browser);
    splitter->setStretchFactor(1, 1);
    splitter->setChildrenCollapsible(false);
    left->setMinimumWidth(m_list->sizeHintForColumn(0) + 30);

    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    buttons->button(QDialogButtonBox::Close)->setAutoDefault(false); // Enter continues the search
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(splitter);
    layout->addWidget(buttons);

    connect(m_list, &QListWidget::currentRowChanged, m_browser, &ManualBrowser::showPage);
    connect(m_browser, &QTextBrowser::sourceChanged, this, [this] { m_list->setCurrentRow(m_browser->currentPage()); });
    connect(m_search, &QLineEdit::textChanged, this, &HelpDialog::search);
    connect(m_search, &QLineEdit::returnPressed, this, &HelpDialog::goToNext);
    auto* find = new QAction(this);
    find->setShortcuts(QKeySequence::Find);
    connect(find, &QAction::triggered, m_search, [this] {
        m_search->setFocus(Qt::ShortcutFocusReason);
        m_search->selectAll();
    });
    addAction(find);
    resizeToScreen(*this, {980, 680});
}

void HelpDialog::showPage(const QString& id)
{
    const QList<ManualPage>& pages = m_browser->pages();
    for (int i = 0; i < pages.size(); ++i) {
        if (pages[i].id == id)
            m_list->setCurrentRow(i);
    }
    if (m_list->currentRow() < 0)
        m_list->setCurrentRow(0);
    show();
    raise();
    activateWindow();
}

void HelpDialog::search(const QString& text)
{
    const QString words = text.trimmed();
    int first = -1;
    for (int i = 0; i < m_list->count(); ++i) {
        const int count = m_browser->occurrences(i, words);
        const QString& title = m_browser->pages()[i].title;
        m_list->item(i)->setText(count > 0 ? tr("%1 (%2)").arg(title).arg(count) : title);
        m_list->item(i)->setHidden(!words.isEmpty() && count == 0);
        if (count > 0 && first < 0)
            first = i;
    }
    m_browser->moveCursor(QTextCursor::Start);
    m_browser->mark(words);
    if (first >= 0 && m_list->currentItem() && m_list->currentItem()->isHidden())
        m_list->setCurrentRow(first);
}

void HelpDialog::goToNext()
{
    if (m_search->text().trimmed().isEmpty() || m_browser->goToNextMark())
        return;
    const int count = m_list->count();
    const int start = m_list->currentRow();
    for (int i = 1; i <= count; ++i) {
        const int next = (start + i) % count;
        if (m_list->item(next)->isHidden())
            continue;
        m_list->setCurrentRow(next);
        m_browser->moveCursor(QTextCursor::Start);
        m_browser->goToNextMark();
        return;
    }
}

} // namespace bubblescope
