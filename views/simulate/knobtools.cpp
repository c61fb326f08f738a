// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "knobtools.h"

#include "simulatepane.h"
#include "tabletexts.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>

namespace bubblescope {

namespace {

QString balanceTip() { return SimulatePane::tr("The best contiguous split of the layers over the stages"); }

} // namespace

KnobTools::KnobTools(QWidget* parent)
    : QWidget(parent)
    , m_question(new QLabel(SimulatePane::tr("What if"), this))
    , m_twiceMicrobatches(new QToolButton(this))
    , m_twiceNetwork(new QToolButton(this))
    , m_reset(new QToolButton(this))
    , m_balance(new QToolButton(this))
    , m_presets(new QToolButton(this))
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    QHBoxLayout* line = nullptr;
    const auto addLine = [layout, &line] {
        line = new QHBoxLayout;
        line->setSpacing(4);
        layout->addLayout(line);
    };
    const auto dress = [&line](QToolButton* button, const QString& text, const QString& tip, bool isWide = false) {
        button->setText(text);
        button->setToolTip(tip);
        button->setAutoRaise(false);
        if (isWide)
            button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        line->addWidget(button);
    };
    addLine();
    QFont strong = font();
    strong.setWeight(QFont::DemiBold);
    m_question->setFont(strong);
    line->addWidget(m_question);
    dress(m_twiceMicrobatches, SimulatePane::tr("2 × microbatches"), {}, true);
    dress(m_twiceNetwork, SimulatePane::tr("2 × network"), {}, true);
    addLine();
    dress(m_reset, SimulatePane::tr("Reset"), SimulatePane::tr("Reset all knobs to what was opened"));
    dress(m_balance, SimulatePane::tr("Balance layers"), balanceTip());
    dress(m_presets, SimulatePane::tr("Sets"), SimulatePane::tr("Keep the current knobs, or apply a kept set"));
    m_presets->setPopupMode(QToolButton::InstantPopup);
    m_presets->setMenu(new QMenu(m_presets));
    line->addStretch(1);
    connect(m_reset, &QToolButton::clicked, this, &KnobTools::resetRequested);
    connect(m_balance, &QToolButton::clicked, this, &KnobTools::balanceRequested);
    connect(m_twiceMicrobatches, &QToolButton::clicked, this,
        [this] { emit twiceRequested(QStringLiteral("microbatches")); });
    connect(m_twiceNetwork, &QToolButton::clicked, this, [this] { emit twiceRequested(QStringLiteral("nic")); });
    setPresetNames({});
}

void KnobTools::setSubject(const WhatIfSubject& subject)
{
    const auto dress = [&subject](QToolButton* button, std::string_view key, const QString& tip) {
        const KnobState* state = subject.knob(key);
        button->setEnabled(state && !state->whyNot);
        button->setToolTip(state && state->whyNot ? messageText(*state->whyNot) : tip);
    };
    dress(m_balance, "partition", balanceTip());
    dress(m_twiceMicrobatches, "microbatches", SimulatePane::tr("What would the step be with twice the microbatches?"));
    dress(m_twiceNetwork, "nic", SimulatePane::tr("What would the step be with twice the NIC bandwidth?"));
}

void KnobTools::setPresetNames(const QStringList& names)
{
    QMenu* menu = m_presets->menu();
    menu->clear(); // but for the menu in it, which is a child
    for (QMenu* drop : menu->findChildren<QMenu*>(Qt::FindDirectChildrenOnly))
        drop->deleteLater();
    for (const QString& name : names)
        menu->addAction(name, this, [this, name] { emit presetChosen(name); });
    if (!names.isEmpty())
        menu->addSeparator();
    menu->addAction(SimulatePane::tr("Keep these knobs …"), this, &KnobTools::presetKeepRequested);
    if (!names.isEmpty()) {
        QMenu* drop = menu->addMenu(SimulatePane::tr("Forget"));
        for (const QString& name : names)
            drop->addAction(name, this, [this, name] { emit presetDropRequested(name); });
    }
}

void KnobTools::setCanReset(bool can) { m_reset->setEnabled(can); }

void KnobTools::setQuestionsVisible(bool areVisible)
{
    for (QWidget* part : std::initializer_list<QWidget*> {m_question, m_twiceMicrobatches, m_twiceNetwork})
        part->setVisible(areVisible);
}

} // namespace bubblescope
