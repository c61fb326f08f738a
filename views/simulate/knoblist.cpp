// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "knoblist.h"

#include "formatting.h"
#include "tabletexts.h"

#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace bubblescope {

namespace {

/// Knobs by topic, in the order of the pane. Knobs of knobTable() that are listed nowhere go to the last section.
struct Section {
    const char* title;
    std::vector<std::string_view> keys;
};
const std::vector<Section>& sections()
{
    static const std::vector<Section> all = {
        {QT_TRANSLATE_NOOP("bubblescope::KnobList", "Pipeline"),
            {"schedule", "microbatches", "microbatch-size", "stages", "chunks", "memory-limit", "together", "layers",
                "partition"}},
        {QT_TRANSLATE_NOOP("bubblescope::KnobList", "Parallelism"), {"tensor", "data", "expert"}},
        {QT_TRANSLATE_NOOP("bubblescope::KnobList", "Hardware"),
            {"measured-on", "hardware", "nvlink", "nic", "latency-us", "algorithm"}},
        {QT_TRANSLATE_NOOP("bubblescope::KnobList", "Compute and host"),
            {"compute-scale", "straggler", "backward-ratio", "host-gaps", "model"}},
        {QT_TRANSLATE_NOOP("bubblescope::KnobList", "Communication"),
            {"comm-scale", "link", "overlap", "overlap-slowdown", "blocking-send"}},
        {QT_TRANSLATE_NOOP("bubblescope::KnobList", "Rule for workloads"), {"rule"}},
    };
    return all;
}

KnobControl slider(double from, double to, bool isWhole, bool isLogarithmic = false, const QString& suffix = {})
{
    KnobControl control;
    control.kind = KnobControl::Kind::Slider;
    control.from = from;
    control.to = to;
    control.isWhole = isWhole;
    control.isLogarithmic = isLogarithmic;
    control.suffix = suffix;
    return control;
}

KnobControl choice(std::vector<KnobControl::Option> options)
{
    KnobControl control;
    control.kind = KnobControl::Kind::Choice;
    control.options = std::move(options);
    return control;
}

/// Of a knob that the input says nothing about.
KnobState unknownState(std::string_view key)
{
    return {key, {}, KnobList::tr("It does not apply to this input.").toStdString()};
}

/// A slider for counts extends well beyond the value of the input.
KnobControl counts(const std::string& own, int least)
{
    const int now = std::max(1, QString::fromStdString(own).toInt());
    return slider(1, std::max(least, now * 4), true);
}

} // namespace

KnobList::KnobList(QWidget* parent) : QWidget(parent), m_layout(new QVBoxLayout(this)), m_folded(new QToolButton(this))
{
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(3);
    std::vector<std::string_view> left;
    for (const KnobInfo& info : knobTable())
        left.push_back(info.key);
    for (const Section& section : sections()) {
        auto* title = new QLabel(tr(section.title), this);
        title->setContentsMargins(0, 8, 0, 2);
        QFont font = title->font();
        font.setWeight(QFont::DemiBold);
        title->setFont(font);
        m_layout->addWidget(title);
        m_sections.push_back(title);
        for (const std::string_view key : section.keys) {
            addRow(key);
            std::erase(left, key);
        }
    }
    for (const std::string_view key : left)
        addRow(key);
    m_folded->setCheckable(true);
    m_folded->setAutoRaise(true);
    m_folded->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    connect(m_folded, &QToolButton::toggled, this, &KnobList::fold);
    m_layout->addWidget(m_folded);
}

void KnobList::addRow(std::string_view key)
{
    const auto table = knobTable();
    const auto info = std::find_if(table.begin(), table.end(), [key](const KnobInfo& k) { return k.key == key; });
    if (info == table.end())
        return;
    auto* row = new KnobRow(*info, this);
    // Its controls are made here, since Tab reaches in order of creation.
    const KnobState unknown = unknownState(key);
    row->setState(unknown, controlOf(unknown));
    m_layout->addWidget(row);
    m_rows.push_back(row);
    connect(row, &KnobRow::moved, this,
        [this, row](const QString& value, bool isLive) { emit moved(toText(row->key()), value, isLive); });
    if (key == "hardware") {
        row->addButton(tr("…"), tr("See and change the values, with their sources"));
        connect(row, &KnobRow::buttonClicked, this, &KnobList::hardwareRequested);
    }
}

void KnobList::setHardware(std::vector<KnobControl::Option> presets)
{
    m_hardware = std::move(presets);
    updateRows();
}

void KnobList::setSubject(const WhatIfSubject& subject)
{
    m_subject = subject;
    updateRows();
}

void KnobList::setKnobs(const Knobs& knobs)
{
    for (KnobRow* row : m_rows)
        row->setValue(exactText(knobText(knobs, row->key())));
}

void KnobList::setColors(const Palette& colors)
{
    if (std::exchange(m_colors, colors) == colors)
        return;
    for (QLabel* title : m_sections) {
        QPalette ink; // only this role: all others follow the theme
        ink.setColor(QPalette::WindowText, colors.mutedText);
        title->setPalette(ink);
    }
    for (KnobRow* row : m_rows)
        row->setColors(colors);
}

void KnobList::updateRows()
{
    if (!m_subject)
        return;
    for (KnobRow* row : m_rows) {
        const KnobState* state = m_subject->knob(row->key());
        const KnobState unknown = unknownState(row->key());
        row->setState(state ? *state : unknown, controlOf(state ? *state : unknown));
    }
    fold();
}

/// Knobs that cannot be moved, and sections without any other, make room for the rest.
void KnobList::fold()
{
    const bool showsAll = m_folded->isChecked();
    int folded = 0;
    QLabel* section = nullptr;
    bool isUsed = true;
    const auto endSection = [&] {
        if (section)
            section->setVisible(isUsed);
        isUsed = false;
    };
    for (int i = 0; i < m_layout->count(); ++i) {
        QWidget* item = m_layout->itemAt(i)->widget();
        if (const auto title = std::find(m_sections.begin(), m_sections.end(), item); title != m_sections.end()) {
            endSection();
            section = *title;
            continue;
        }
        auto* row = qobject_cast<KnobRow*>(item);
        if (!row)
            continue;
        const KnobState* state = m_subject ? m_subject->knob(row->key()) : nullptr;
        const bool applies = state && !state->whyNot;
        folded += applies ? 0 : 1;
        row->setVisible(applies || showsAll);
        isUsed = isUsed || applies || showsAll;
    }
    endSection();
    m_folded->setVisible(folded > 0);
    m_folded->setArrowType(showsAll ? Qt::DownArrow : Qt::RightArrow);
    m_folded->setText(folded == 1 ? tr("1 knob does not apply here") : tr("%1 knobs do not apply here").arg(folded));
}

KnobRow* KnobList::row(std::string_view key) const
{
    const auto at = std::find_if(m_rows.begin(), m_rows.end(), [key](const KnobRow* r) { return r->key() == key; });
    return at == m_rows.end() ? nullptr : *at;
}

KnobControl KnobList::controlOf(const KnobState& state) const
{
    const std::string_view key = state.key;
    const std::vector<KnobControl::Option> onOff
        = {{tr("on"), QStringLiteral("on")}, {tr("off"), QStringLiteral("off")}};
    if (key == "schedule") {
        std::vector<KnobControl::Option> options;
        for (const ScheduleInfo& info : schedules())
            options.push_back({toText(info.name), toText(info.key)});
        return choice(std::move(options));
    }
    if (key == "hardware" || key == "measured-on")
        return choice(m_hardware);
    if (key == "algorithm") {
        return choice({{tr("automatic"), QStringLiteral("automatic")}, {tr("ring"), QStringLiteral("ring")},
            {tr("tree"), QStringLiteral("tree")}, {tr("in the switch"), QStringLiteral("nvls")},
            {tr("measured curve"), QStringLiteral("curve")}});
    }
    if (key == "rule") {
        return choice({{tr("event-driven"), QStringLiteral("event-driven")},
            {tr("SimAI-Analytical"), QStringLiteral("simai-analytical")}});
    }
    if (key == "model")
        return choice({{tr("automatic"), QStringLiteral("automatic")}, {tr("always"), QStringLiteral("always")}});
    if (key == "overlap" || key == "blocking-send")
        return choice(onOff);
    if (key == "microbatches")
        return counts(state.own, 64);
    if (key == "layers")
        return counts(state.own, 96);
    if (key == "memory-limit") {
        KnobControl control = counts(state.own, 16);
        control.example = tr("as 1F1B");
        return control;
    }
    if (key == "microbatch-size")
        return counts(state.own, 64);
    if (key == "stages")
        return counts(state.own, 16);
    if (key == "chunks" || key == "tensor" || key == "data" || key == "expert")
        return counts(state.own, 8);
    if (key == "nvlink" || key == "nic") {
        KnobControl control = slider(key == "nic" ? 2.5 : 25, key == "nic" ? 400 : 4000, false, true);
        control.isBandwidth = true;
        return control;
    }
    const QString times = QStringLiteral(" ×");
    if (key == "latency-us") {
        KnobControl control = slider(0, 50, false, false, QStringLiteral(" µs"));
        control.example = tr("preset's");
        return control;
    }
    if (key == "compute-scale")
        return slider(0.25, 4, false, true, times);
    if (key == "overlap-slowdown") {
        KnobControl control = slider(0, 1, false);
        control.example = tr("0.3");
        return control;
    }
    if (key == "host-gaps" || key == "comm-scale")
        return slider(0, 4, false, false, times);
    if (key == "together") {
        KnobControl control = slider(0.25, 1, false, false, times);
        control.example = QStringLiteral("1") + times;
        return control;
    }
    if (key == "backward-ratio")
        return slider(0, 4, false, false, times);
    KnobControl text;
    text.example = key == "straggler" ? tr("rank:3=1.3")
        : key == "link"               ? tr("1-2=0.5")
        : key == "partition"          ? tr("9,9,9,5")
                                      : QString();
    return text;
}

} // namespace bubblescope
