// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "planwishbar.h"

#include "elidingbox.h"
#include "formatting.h"
#include "planstate.h"
#include "wraplayout.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>

#include <algorithm>
#include <utility>

namespace bubblescope {

PlanWishBar::PlanWishBar(PlanState& state, QWidget* parent)
    : QWidget(parent)
    , m_state(state)
    , m_hardware(new ElidingBox(this))
    , m_search(new QPushButton(this))
    , m_progress(new QProgressBar(this))
{
    auto* layout = new WrapLayout(this);
    layout->setContentsMargins(10, 4, 6, 2);
    m_hardware->setObjectName(QStringLiteral("hardware"));
    m_hardware->setAccessibleName(tr("Hardware"));
    m_hardware->setToolTip(tr("GPU and network that the job is planned for"));
    m_hardware->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_hardware->setMinimumContentsLength(9);
    layout->addWidget(m_hardware);
    connect(m_hardware, &QComboBox::activated, this, &PlanWishBar::giveWishes);
    m_gpus = addField(QStringLiteral("gpus"), tr("GPUs"), tr("Numbers of GPUs to try, such as 64 or 32, 64, 128"),
        QStringLiteral("64, 128"));
    m_batch = addField(QStringLiteral("batch"), tr("Batch"), tr("Samples of a step, over all replicas"), QStringLiteral("00000"));
    m_sequence = addField(
        QStringLiteral("sequence"), tr("Sequence"), tr("Tokens of a sample"), QStringLiteral("000000"));
    m_memory = addField(QStringLiteral("gpuMemory"), tr("GPU memory"),
        tr("What may be used of a GPU's memory, such as 80 GB; empty for all of it"), QStringLiteral("000 GB"));
    m_price = addField(
        QStringLiteral("price"), tr("USD/h"), tr("Price of a GPU hour, for the cost of tokens"), QStringLiteral("0.00"));
    m_search->setObjectName(QStringLiteral("search"));
    m_search->setProperty("primary", true);
    m_progress->setRange(0, 100);
    m_progress->setTextVisible(false);
    m_progress->setFixedWidth(80);
    m_progress->setAccessibleName(tr("Progress of the search"));
    layout->addWidget(m_search);
    layout->addWidget(m_progress);
    connect(m_search, &QPushButton::clicked, this, [this] {
        giveWishes();
        m_state.isSearching() ? m_state.cancel() : m_state.search();
    });
    connect(&state, &PlanState::subjectChanged, this, &PlanWishBar::takeSubject);
    connect(&state, &PlanState::wishesChanged, this, &PlanWishBar::takeWishes);
    connect(&state, &PlanState::searchingChanged, this, &PlanWishBar::showSearching);
    takeSubject();
    showSearching();
}

QLineEdit* PlanWishBar::addField(
    const QString& name, const QString& label, const QString& help, const QString& widest)
{
    auto* pair = new QWidget(this);
    auto* row = new QHBoxLayout(pair);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(4);
    auto* words = new QLabel(label, pair);
    auto* edit = new QLineEdit(pair);
    edit->setObjectName(name);
    edit->setProperty("flat", true);
    edit->setAccessibleName(label);
    edit->setAccessibleDescription(help);
    edit->setToolTip(help);
    edit->setFixedWidth(edit->fontMetrics().horizontalAdvance(widest) + 22);
    words->setBuddy(edit);
    row->addWidget(words);
    row->addWidget(edit);
    layout()->addWidget(pair);
    connect(edit, &QLineEdit::textEdited, this, &PlanWishBar::giveWishes); // the button is ready once the last is typed
    connect(edit, &QLineEdit::returnPressed, this, [this] {
        giveWishes();
        if (!m_state.isSearching())
            m_state.search();
    });
    return edit;
}

QComboBox* PlanWishBar::lockBox(const QString& knob) const
{
    const auto found = std::find_if(
        m_boxes.begin(), m_boxes.end(), [&knob](const QComboBox* box) { return box->objectName() == knob; });
    return found != m_boxes.end() ? *found : nullptr;
}

QLineEdit* PlanWishBar::field(const QString& name) const { return findChild<QLineEdit*>(name); }

void PlanWishBar::takeSubject()
{
    for (QComboBox* box : m_boxes)
        box->deleteLater();
    m_boxes.clear();
    // Locks stand before the button, so that Tab passes all wishes first.
    layout()->removeWidget(m_search);
    layout()->removeWidget(m_progress);
    QWidget* before = m_price;
    for (size_t i = 0; i < m_state.locks().size(); ++i) {
        const PlanLock& lock = m_state.locks()[i];
        auto* box = new QComboBox(this);
        box->setObjectName(toText(lock.knob));
        box->setAccessibleName(lock.help);
        box->setToolTip(lock.help);
        for (const PlanLock::Choice& choice : lock.choices)
            box->addItem(choice.text);
        box->setCurrentIndex(int(lock.chosen));
        connect(box, &QComboBox::activated, this, [this, i](int choice) { m_state.setLock(i, size_t(choice)); });
        layout()->addWidget(box);
        box->show();
        setTabOrder(before, box);
        before = box;
        m_boxes.push_back(box);
    }
    layout()->addWidget(m_search);
    layout()->addWidget(m_progress);
    setTabOrder(before, m_search);
    showFields();
    takeWishes();
}

void PlanWishBar::setLow(bool isLow)
{
    if (std::exchange(m_isLow, isLow) != isLow)
        showFields();
}

int PlanWishBar::lineWidth() const { return static_cast<const WrapLayout*>(layout())->lineWidth(); }

/// Of an opened run, batch, sequences and GPUs are what they are.
void PlanWishBar::showFields()
{
    const bool isRun = m_state.subject() && m_state.subject()->isRun;
    for (QWidget* field : std::initializer_list<QWidget*> {m_gpus, m_batch, m_sequence})
        field->parentWidget()->setVisible(!isRun);
    for (QWidget* field : std::initializer_list<QWidget*> {m_memory, m_price})
        field->parentWidget()->setVisible(!isRun && !m_isLow);
    m_hardware->setVisible(!isRun);
    for (size_t i = 0; i < m_boxes.size(); ++i) // one that is set stays in sight
        m_boxes[i]->setVisible(!m_isLow || (i < m_state.locks().size() && m_state.locks()[i].isSet()));
}

void PlanWishBar::takeWishes()
{
    const PlanState::Wishes& wishes = m_state.wishes();
    const auto& options = m_state.hardwareOptions();
    if (m_hardware->count() != int(options.size())) {
        m_hardware->clear();
        for (const PlanState::HardwareOption& option : options)
            m_hardware->addItem(option.name, option.key);
    }
    m_hardware->setCurrentIndex(std::max(m_hardware->findData(wishes.hardware), 0));
    const std::pair<QLineEdit*, QString> fields[] = {{m_gpus, wishes.gpus}, {m_batch, wishes.batch},
        {m_sequence, wishes.sequence}, {m_memory, wishes.gpuMemory}, {m_price, wishes.price}};
    for (const auto& [edit, text] : fields) {
        if (edit->text() != text)
            edit->setText(text);
    }
    m_memory->setPlaceholderText(m_state.subject() && m_state.subject()->gpuMemoryBytes > 0
            ? formatBytes(m_state.subject()->gpuMemoryBytes)
            : QString());
    for (size_t i = 0; i < m_boxes.size() && i < m_state.locks().size(); ++i) {
        m_boxes[i]->setCurrentIndex(int(m_state.locks()[i].chosen));
        QFont font = this->font();
        font.setBold(m_state.locks()[i].isSet());
        m_boxes[i]->setFont(font);
    }
}

void PlanWishBar::giveWishes()
{
    PlanState::Wishes wishes;
    wishes.hardware = m_hardware->currentIndex() > 0 ? m_hardware->currentData().toString() : QString();
    wishes.gpus = m_gpus->text();
    wishes.batch = m_batch->text();
    wishes.sequence = m_sequence->text();
    wishes.gpuMemory = m_memory->text();
    wishes.price = m_price->text();
    m_state.setWishes(wishes);
}

void PlanWishBar::showSearching()
{
    m_search->setText(m_state.isSearching() ? tr("Cancel") : tr("Search"));
    m_search->setToolTip(m_state.isSearching() ? QString() : tr("Times every combination that these fields allow"));
    m_progress->setVisible(m_state.isSearching());
    m_progress->setValue(int(100 * m_state.progress()));
}

} // namespace bubblescope
