// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "simulatepane.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QScrollArea>
#include <QStackedLayout>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace bubblescope {

namespace {

/// Knobs by what they are about, in the order of the pane. Every knob of knobTable() that is in none goes to the last.
struct Section {
    const char* title;
    std::vector<std::string_view> keys;
};
const std::vector<Section>& sections()
{
    static const std::vector<Section> all = {
        {QT_TRANSLATE_NOOP("bubblescope::SimulatePane", "Pipeline"),
            {"schedule", "microbatches", "stages", "chunks", "memory-limit", "layers", "partition"}},
        {QT_TRANSLATE_NOOP("bubblescope::SimulatePane", "Parallelism"), {"tensor", "data", "expert"}},
        {QT_TRANSLATE_NOOP("bubblescope::SimulatePane", "Hardware"),
            {"hardware", "nvlink", "nic", "latency-us", "algorithm"}},
        {QT_TRANSLATE_NOOP("bubblescope::SimulatePane", "Compute and host"),
            {"compute-scale", "straggler", "backward-ratio", "host-gaps"}},
        {QT_TRANSLATE_NOOP("bubblescope::SimulatePane", "Communication"),
            {"overlap", "overlap-slowdown", "blocking-send"}},
        {QT_TRANSLATE_NOOP("bubblescope::SimulatePane", "Rule for workloads"), {"rule"}},
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

/// A slider of counts reaches well beyond what the input has.
KnobControl counts(const std::string& own, int least)
{
    const int now = std::max(1, QString::fromStdString(own).toInt());
    return slider(1, std::max(least, now * 4), true);
}

} // namespace

SimulatePane::SimulatePane(QWidget* parent)
    : QWidget(parent)
    , m_colors(Palette::of(*this))
    , m_pages(new QStackedLayout)
    , m_sources(new QComboBox(this))
    , m_nothing(new QLabel(this))
    , m_step(new QLabel(this))
    , m_difference(new QLabel(this))
    , m_origin(new QLabel(this))
    , m_refused(new QLabel(this))
    , m_reset(new QToolButton(this))
    , m_balance(new QToolButton(this))
    , m_presetButton(new QToolButton(this))
{
    setAccessibleName(tr("Simulate"));
    m_nothing->setAlignment(Qt::AlignCenter);
    m_nothing->setWordWrap(true);
    m_nothing->setMargin(16);

    m_sources->setAccessibleName(tr("What is simulated"));
    m_sources->setToolTip(tr("What is simulated"));
    m_sources->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_sources->setMinimumContentsLength(10);
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->setSpacing(0);
    outer->addWidget(m_sources);
    outer->addLayout(m_pages, 1);
    connect(m_sources, &QComboBox::activated, this, &SimulatePane::sourceChosen);

    auto* page = new QWidget(this);
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(10, 8, 6, 6);
    layout->setSpacing(4);
    QFont large = font();
    large.setPixelSize(20);
    large.setWeight(QFont::DemiBold);
    m_step->setFont(large);
    m_step->setAccessibleName(tr("Step time, opened and simulated"));
    m_refused->setWordWrap(true);
    m_origin->setWordWrap(true);
    layout->addWidget(m_step);
    layout->addWidget(m_difference);
    layout->addWidget(m_origin);
    layout->addWidget(m_refused);

    auto* tools = new QHBoxLayout;
    tools->setSpacing(4);
    const auto dress = [tools](QToolButton* button, const QString& text, const QString& tip) {
        button->setText(text);
        button->setToolTip(tip);
        button->setAutoRaise(false);
        tools->addWidget(button);
    };
    dress(m_reset, tr("Reset"), tr("All knobs back to what was opened"));
    dress(m_balance, tr("Balance layers"), tr("The best contiguous split of the layers over the stages"));
    dress(m_presetButton, tr("Sets"), tr("Keep the knobs as they stand, or take a kept set"));
    m_presetButton->setPopupMode(QToolButton::InstantPopup);
    m_presetButton->setMenu(new QMenu(m_presetButton));
    tools->addStretch(1);
    layout->addLayout(tools);

    auto* scroll = new QScrollArea(page);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* knobs = new QWidget(scroll);
    m_knobLayout = new QVBoxLayout(knobs);
    m_knobLayout->setContentsMargins(0, 0, 6, 0);
    m_knobLayout->setSpacing(3);
    scroll->setWidget(knobs);
    layout->addWidget(scroll, 1);

    m_pages->addWidget(m_nothing);
    m_pages->addWidget(page);
    buildKnobs();
    connect(m_reset, &QToolButton::clicked, this, &SimulatePane::resetRequested);
    connect(m_balance, &QToolButton::clicked, this, &SimulatePane::balanceRequested);
    setPresetNames({});
    setSources({});
    setNothing(tr("Open a run, a table, a workload or a log to ask what would help."));
    restyle();
}

void SimulatePane::buildKnobs()
{
    std::vector<std::string_view> left;
    for (const KnobInfo& info : knobTable())
        left.push_back(info.key);
    const auto addRow = [this, &left](std::string_view key) {
        const auto table = knobTable();
        const auto info = std::find_if(table.begin(), table.end(), [key](const KnobInfo& k) { return k.key == key; });
        if (info == table.end())
            return;
        auto* row = new KnobRow(*info, this);
        m_knobLayout->addWidget(row);
        m_rows.push_back(row);
        std::erase(left, key);
        connect(
            row, &KnobRow::moved, this, [this, row](const QString& value, bool isLive) { take(*row, value, isLive); });
    };
    for (const Section& section : sections()) {
        auto* title = new QLabel(tr(section.title), this);
        title->setContentsMargins(0, 8, 0, 2);
        QFont font = title->font();
        font.setWeight(QFont::DemiBold);
        title->setFont(font);
        m_knobLayout->addWidget(title);
        m_sections.push_back(title);
        for (const std::string_view key : section.keys)
            addRow(key);
    }
    for (const std::string_view key : std::vector<std::string_view>(left))
        addRow(key);
    m_knobLayout->addStretch(1);
}

KnobRow* SimulatePane::row(std::string_view key) const
{
    const auto at = std::find_if(m_rows.begin(), m_rows.end(), [key](const KnobRow* r) { return r->key() == key; });
    return at == m_rows.end() ? nullptr : *at;
}

KnobControl SimulatePane::controlOf(const KnobState& state) const
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
    if (key == "hardware")
        return choice(m_hardware);
    if (key == "algorithm") {
        return choice({{tr("automatic"), QStringLiteral("automatic")}, {tr("ring"), QStringLiteral("ring")},
            {tr("tree"), QStringLiteral("tree")}, {tr("in the switch"), QStringLiteral("nvls")}});
    }
    if (key == "rule") {
        return choice({{tr("event-driven"), QStringLiteral("event-driven")},
            {tr("SimAI-Analytical"), QStringLiteral("simai-analytical")}});
    }
    if (key == "overlap" || key == "blocking-send")
        return choice(onOff);
    if (key == "microbatches")
        return counts(state.own, 64);
    if (key == "layers")
        return counts(state.own, 96);
    if (key == "stages" || key == "memory-limit")
        return counts(state.own, 16);
    if (key == "chunks" || key == "tensor" || key == "data" || key == "expert")
        return counts(state.own, 8);
    if (key == "nvlink" || key == "nic") {
        KnobControl control = slider(key == "nic" ? 2.5 : 25, key == "nic" ? 400 : 4000, false, true);
        control.isBandwidth = true;
        return control;
    }
    const QString times = QStringLiteral(" ×");
    if (key == "latency-us")
        return slider(0, 50, false, false, QStringLiteral(" µs"));
    if (key == "compute-scale")
        return slider(0.25, 4, false, true, times);
    if (key == "overlap-slowdown")
        return slider(0, 1, false);
    if (key == "host-gaps")
        return slider(0, 4, false, false, times);
    if (key == "backward-ratio")
        return slider(0, 4, false, false, times);
    KnobControl text;
    text.example = key == "straggler" ? tr("rank:3=1.3") : key == "partition" ? tr("9,9,9,5") : QString();
    return text;
}

void SimulatePane::updateControls()
{
    if (!m_subject)
        return;
    for (KnobRow* row : m_rows) {
        const KnobState* state = m_subject->knob(row->key());
        const KnobState unknown {row->key(), {}, tr("This input has nothing to do with it.").toStdString()};
        row->setState(state ? *state : unknown, controlOf(state ? *state : unknown));
    }
    const KnobState* partition = m_subject->knob("partition");
    m_balance->setEnabled(partition && !partition->whyNot);
}

void SimulatePane::setHardware(std::vector<KnobControl::Option> presets)
{
    m_hardware = std::move(presets);
    updateControls();
}

void SimulatePane::setPresetNames(const QStringList& names)
{
    m_presets = names;
    QMenu* menu = m_presetButton->menu();
    menu->clear();
    for (const QString& name : names)
        menu->addAction(name, this, [this, name] { emit presetChosen(name); });
    if (!names.isEmpty())
        menu->addSeparator();
    menu->addAction(tr("Keep these knobs …"), this, &SimulatePane::presetKeepRequested);
    if (!names.isEmpty()) {
        QMenu* drop = menu->addMenu(tr("Forget"));
        for (const QString& name : names)
            drop->addAction(name, this, [this, name] { emit presetDropRequested(name); });
    }
}

void SimulatePane::setSources(const QStringList& names)
{
    m_sources->clear();
    for (const QString& name : names)
        m_sources->addItem(elideMiddle(name, 60));
    m_sources->setVisible(names.size() > 1);
}

void SimulatePane::setCurrentSource(int index) { m_sources->setCurrentIndex(index); }

void SimulatePane::setSubject(const WhatIfSubject& subject)
{
    m_subject = subject;
    m_answer.reset();
    m_refusal.reset();
    m_knobs = {};
    m_pages->setCurrentIndex(1);
    updateControls();
    setKnobs({});
    showWords();
}

void SimulatePane::setNothing(const QString& sentence)
{
    m_subject.reset();
    m_nothing->setText(sentence);
    m_pages->setCurrentIndex(0);
}

void SimulatePane::setKnobs(const Knobs& knobs)
{
    m_knobs = knobs;
    for (KnobRow* row : m_rows)
        row->setValue(toText(knobText(knobs, row->key())));
    m_reset->setEnabled(!(knobs == Knobs()));
}

void SimulatePane::setAnswer(const SimulatedStep& step)
{
    m_answer = step.figures;
    m_refusal.reset();
    showWords();
}

void SimulatePane::setRefusal(const Error& error)
{
    m_refusal = error;
    showWords();
}

void SimulatePane::take(KnobRow& row, const QString& value, bool isLive)
{
    Knobs wanted = m_knobs;
    const Result<bool> set = setKnob(wanted, row.key(), value.toStdString());
    if (!set) {
        setRefusal(set.error());
        return;
    }
    m_knobs = wanted;
    m_reset->setEnabled(!(wanted == Knobs()));
    emit knobsMoved(wanted, toText(row.key()), isLive);
}

void SimulatePane::showWords()
{
    if (!m_subject)
        return;
    const StepFigures& opened = m_subject->baseline;
    const StepFigures& now = m_answer ? *m_answer : opened;
    const bool isMoved = m_answer && !(m_knobs == Knobs());
    m_step->setText(isMoved ? stepAnswer(opened, now) : formatDuration(opened.stepNs));
    m_step->setToolTip(tr("Step of %1, %2, and as the model has it with these knobs")
                           .arg(m_subject->title, originText(m_subject->baselineOrigin)));
    QStringList more;
    if (m_answer) {
        if (isMoved)
            more << stepDifference(opened, now);
        more << tr("bubble %1").arg(formatShare(now.bubbleShare));
    }
    m_difference->setText(more.join(QStringLiteral(" · ")));
    QString origin = tr("%1 → modelled").arg(originText(m_subject->baselineOrigin));
    if (m_answer && now.unexplainedNs > 0)
        origin += tr(" · %1 of the step not explained").arg(formatDuration(now.unexplainedNs));
    m_origin->setText(origin);
    m_refused->setVisible(m_refusal.has_value());
    if (m_refusal)
        m_refused->setText(tr("%1 %2").arg(toText(m_refusal->message), toText(m_refusal->advice)).trimmed());
    restyle();
}

QString SimulatePane::answerText() const { return m_step->text() + QLatin1Char('\n') + m_difference->text(); }
QString SimulatePane::refusalText() const { return m_refused->isHidden() ? QString() : m_refused->text(); }

void SimulatePane::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange && !m_isStyling)
        restyle();
    QWidget::changeEvent(event);
}

void SimulatePane::restyle()
{
    m_isStyling = true;
    m_colors = Palette::of(*this);
    const auto ink = [](QWidget* widget, const QColor& color) {
        QPalette colors = widget->palette();
        colors.setColor(QPalette::WindowText, color);
        widget->setPalette(colors);
    };
    const bool isBetter = m_answer && m_subject
        && (m_answer->samplesPerStep > 0 && m_subject->baseline.samplesPerStep > 0
                ? m_answer->samplesPerSecond() >= m_subject->baseline.samplesPerSecond()
                : m_answer->stepNs <= m_subject->baseline.stepNs);
    ink(m_step, m_colors.text);
    const bool isMoved = !(m_knobs == Knobs());
    ink(m_difference, !isMoved ? m_colors.mutedText : isBetter ? m_colors.good : m_colors.finding);
    ink(m_origin, m_colors.mutedText);
    ink(m_refused, m_colors.finding);
    ink(m_nothing, m_colors.mutedText);
    for (QLabel* title : m_sections)
        ink(title, m_colors.mutedText);
    for (KnobRow* row : m_rows)
        row->setColors(m_colors);
    m_isStyling = false;
}

} // namespace bubblescope
