// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "callbar.h"

#include "callcount.h"
#include "formatting.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>

namespace bubblescope {

namespace {
constexpr int boxesBeforeText = 2;
}

CallBar::CallBar(CallCount& calls, QWidget* parent)
    : QWidget(parent)
    , m_calls(calls)
    , m_layout(new QHBoxLayout(this))
    , m_of(new QComboBox(this))
    , m_scope(new QComboBox(this))
    , m_label(new QLabel(this))
    , m_search(new QLineEdit(this))
{
    m_layout->setContentsMargins(6, 2, 6, 2);
    m_of->addItem(tr("calls"), int(CallTree::Of::Calls));
    m_of->addItem(tr("modules"), int(CallTree::Of::Modules));
    m_of->setAccessibleName(tr("Which calls"));
    m_scope->addItem(tr("all ranks"), int(CallCount::Scope::Run));
    m_scope->addItem(tr("selected rank"), int(CallCount::Scope::Rank));
    m_scope->addItem(tr("selected stage"), int(CallCount::Scope::Stage));
    m_scope->addItem(tr("what was found"), int(CallCount::Scope::Found));
    m_scope->setAccessibleName(tr("Of which spans"));
    m_label->setObjectName(QStringLiteral("counted"));
    m_label->setTextFormat(Qt::PlainText);
    m_search->setPlaceholderText(tr("Find a call"));
    m_search->setAccessibleName(tr("Find a call"));
    m_search->setObjectName(QStringLiteral("filter")); // looks like that of a table
    m_search->setClearButtonEnabled(true);
    m_search->setMaximumWidth(220);
    for (QComboBox* box : {m_of, m_scope})
        m_layout->addWidget(box);
    m_layout->addWidget(m_label, 1);
    m_layout->addWidget(m_search);

    connect(m_of, &QComboBox::currentIndexChanged, this,
        [this] { m_calls.setOf(CallTree::Of(m_of->currentData().toInt())); });
    connect(m_scope, &QComboBox::currentIndexChanged, this,
        [this] { m_calls.setScope(CallCount::Scope(m_scope->currentData().toInt())); });
    connect(&calls, &CallCount::choiceChanged, this, [this] {
        m_of->setCurrentIndex(m_of->findData(int(m_calls.of())));
        m_scope->setCurrentIndex(m_scope->findData(int(m_calls.scope())));
    });
    connect(&calls, &CallCount::paused, this,
        [this](double progress) { m_label->setText(tr("counting, %1").arg(formatShare(progress))); });
}

void CallBar::addChoice(QWidget* box) { m_layout->insertWidget(boxesBeforeText, box); }

void CallBar::showText(const QString& text) { m_label->setText(text); }

} // namespace bubblescope
