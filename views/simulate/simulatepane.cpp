// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "simulatepane.h"

#include "elidingbox.h"
#include "formatting.h"
#include "keptwhatifstable.h"
#include "knoblist.h"
#include "knobtools.h"
#include "plantext.h"
#include "rangebar.h"
#include "stepanswer.h"
#include "tabletexts.h"

#include <QComboBox>
#include <QEvent>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedLayout>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

constexpr int answerLines = 4; // verdict, plus figures or a refusal
constexpr int lowPane = 320;   // px; a lower one keeps the answer and the knobs
constexpr int largestStep = 20;
constexpr int smallestStep = 13;

} // namespace

SimulatePane::SimulatePane(QWidget* parent)
    : QWidget(parent)
    , m_colors(Palette::of(*this))
    , m_pages(new QStackedLayout)
    , m_sourceRow(new QWidget(this))
    , m_sources(new ElidingBox(m_sourceRow))
    , m_nothing(new QLabel(this))
    , m_offer(new QPushButton(this))
    , m_step(new QLabel(this))
    , m_keep(new QToolButton(this))
    , m_origin(new QLabel(this))
    , m_range(new RangeBar(this))
    , m_verdict(new QLabel(this))
    , m_reason(new QLabel(this))
    , m_details(new QLabel(this))
    , m_refused(new QLabel(this))
    , m_next(new QLabel(this))
    , m_tools(new KnobTools(this))
    , m_knobList(new KnobList(this))
{
    setAccessibleName(tr("Simulate"));
    setMinimumWidth(KnobRow::widthWithSlider + 62); // margins, and a scroll bar
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
    auto* sourceLayout = new QVBoxLayout(m_sourceRow);
    sourceLayout->setContentsMargins(10, 6, 6, 0);
    sourceLayout->addWidget(m_sources);
    outer->addWidget(m_sourceRow);
    outer->addLayout(m_pages, 1);
    connect(m_sources, &QComboBox::activated, this, &SimulatePane::sourceChosen);

    auto* page = new QWidget(this);
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(10, 8, 6, 6);
    layout->setSpacing(4);
    QFont large = font();
    large.setPixelSize(largestStep);
    large.setWeight(QFont::DemiBold);
    m_step->setFont(large);
    m_step->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_step->setAccessibleName(tr("Step time, opened and simulated"));
    QFont strong = font();
    strong.setWeight(QFont::DemiBold);
    m_verdict->setFont(strong);
    m_keep->setText(tr("Keep"));
    m_keep->setToolTip(tr("Keep this what-if beside others"));
    m_keep->setAutoRaise(false);
    QSizePolicy sameRoom = m_keep->sizePolicy();
    sameRoom.setRetainSizeWhenHidden(true); // knobs stay in place
    m_keep->setSizePolicy(sameRoom);
    connect(m_keep, &QToolButton::clicked, this, &SimulatePane::keepRequested);
    auto* stepLine = new QHBoxLayout;
    stepLine->setSpacing(6);
    stepLine->addWidget(m_step, 1);
    stepLine->addWidget(m_keep);
    layout->addLayout(stepLine);
    layout->addWidget(m_origin);
    layout->addWidget(m_range);
    // A knob must not move away under the mouse when a result takes one more line or becomes a refusal.
    auto* answer = new QVBoxLayout;
    answer->setSpacing(2);
    for (QLabel* label : {m_verdict, m_details, m_refused})
        answer->addWidget(label);
    answer->addStretch(1);
    m_answerArea = new QWidget(page);
    answer->setContentsMargins(0, 0, 0, 0);
    m_answerArea->setLayout(answer);
    layout->addWidget(m_answerArea);
    m_next->setTextFormat(Qt::RichText);
    m_next->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    m_next->setFixedHeight(fontMetrics().lineSpacing() + 2); // also while nothing stands there: knobs stay in place
    layout->addWidget(m_next);
    for (QLabel* label : {m_step, m_origin, m_verdict, m_reason, m_details, m_refused}) {
        label->setWordWrap(label != m_step);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::LinksAccessibleByMouse
            | (label == m_details ? Qt::LinksAccessibleByKeyboard : Qt::NoTextInteraction));
    }

    layout->addWidget(m_tools);

    auto* scroll = new QScrollArea(page);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* knobs = new QWidget(scroll);
    m_knobLayout = new QVBoxLayout(knobs);
    m_knobLayout->setContentsMargins(0, 0, 6, 0);
    m_knobLayout->setSpacing(3);
    m_knobLayout->addWidget(m_reason); // may take several lines, also in a low window: it scrolls with the knobs
    m_knobLayout->addWidget(m_knobList);
    m_knobLayout->addStretch(1);
    scroll->setWidget(knobs);
    scroll->setFocusPolicy(Qt::NoFocus); // its content takes the focus
    layout->addWidget(scroll, 1);

    auto* empty = new QWidget(this);
    auto* emptyLayout = new QVBoxLayout(empty);
    emptyLayout->addStretch(1);
    emptyLayout->addWidget(m_nothing);
    emptyLayout->addWidget(m_offer, 0, Qt::AlignHCenter);
    emptyLayout->addStretch(1);
    m_pages->addWidget(empty);
    m_pages->addWidget(page);
    connect(m_knobList, &KnobList::moved, this, &SimulatePane::take);
    connect(m_knobList, &KnobList::hardwareRequested, this, &SimulatePane::hardwareRequested);
    connect(m_offer, &QPushButton::clicked, this, &SimulatePane::offerTaken);
    for (QLabel* label : {m_details, m_next})
        connect(label, &QLabel::linkActivated, this, [this](const QString& link) { emit gainChosen(link.toInt()); });
    connect(m_tools, &KnobTools::resetRequested, this, &SimulatePane::resetRequested);
    connect(m_tools, &KnobTools::balanceRequested, this, &SimulatePane::balanceRequested);
    connect(m_tools, &KnobTools::twiceRequested, this, [this](const QString& knob) { twice(knob.toStdString()); });
    connect(m_tools, &KnobTools::presetChosen, this, &SimulatePane::presetChosen);
    connect(m_tools, &KnobTools::presetKeepRequested, this, &SimulatePane::presetKeepRequested);
    connect(m_tools, &KnobTools::presetDropRequested, this, &SimulatePane::presetDropRequested);
    setSources({});
    setNothing(tr("Open a run, a table, a workload or a log to ask what would help."));
    restyle();
}

KnobRow* SimulatePane::row(std::string_view key) const { return m_knobList->row(key); }

void SimulatePane::setHardware(std::vector<KnobControl::Option> presets)
{
    m_knobList->setHardware(std::move(presets));
}

void SimulatePane::setPresetNames(const QStringList& names) { m_tools->setPresetNames(names); }

void SimulatePane::setSources(const QStringList& names)
{
    m_sources->clear();
    for (const QString& name : names)
        m_sources->addItem(elideMiddle(name, 60));
    m_sourceRow->setVisible(names.size() > 1);
}

void SimulatePane::setCurrentSource(int index) { m_sources->setCurrentIndex(index); }

void SimulatePane::setSubject(const WhatIfSubject& subject)
{
    m_subject = subject;
    m_tried.reset();
    m_answer.reset();
    m_refusal.reset();
    m_knobs = {};
    m_pages->setCurrentIndex(1);
    m_knobList->setSubject(subject);
    m_tools->setSubject(subject);
    setKnobs({});
    showWords();
}

void SimulatePane::setNothing(const QString& sentence) { setOffer(sentence, {}); }

void SimulatePane::setOffer(const QString& sentence, const QString& button)
{
    m_subject.reset();
    m_nothing->setText(sentence);
    m_offer->setText(button);
    m_offer->setVisible(!button.isEmpty());
    m_pages->setCurrentIndex(0);
}

void SimulatePane::setKnobs(const Knobs& knobs)
{
    m_knobs = knobs;
    m_knobList->setKnobs(knobs);
    m_tools->setCanReset(!(knobs == Knobs()));
    if (!m_answer)
        showWords(); // reserve room for the result
}

void SimulatePane::setAnswer(const SimulatedStep& step)
{
    m_answer = step.figures;
    m_memoryWarning = memoryWarning(step);
    m_refusal.reset();
    showWords();
}

void SimulatePane::setGains(const std::vector<KnobGain>& gains)
{
    constexpr size_t mostLines = answerLines - 1;
    m_gainLines.clear();
    QStringList tips;
    for (size_t i = 0; i < gains.size() && m_gainLines.size() < mostLines; ++i) {
        if (!gains[i].isAdvice())
            continue;
        m_gainLines.push_back({int(i), gainedByText(gains[i]), gainFigure(gains[i], GainWords::Narrow)});
        tips << gainText(gains[i]);
    }
    m_gainTip = tips.join(QLatin1Char('\n'));
    showWords();
}

/// A line that wraps would push the knobs down.
QString SimulatePane::lineText(const GainLine& line, int room) const
{
    const QFontMetrics metrics = m_details->fontMetrics();
    const int left = room - metrics.horizontalAdvance(QLatin1Char(' ') + line.figure);
    return QStringLiteral("<a href=\"%1\">%2</a> %3")
        .arg(line.gain)
        .arg(metrics.elidedText(line.change, Qt::ElideRight, left).toHtmlEscaped(), line.figure.toHtmlEscaped());
}

void SimulatePane::setTried(const Tried& tried)
{
    m_tried = tried;
    showWords();
}

QString SimulatePane::triedText() const
{
    if (!m_tried || !m_subject || !(m_tried->knobs == m_knobs))
        return QString();
    const StepFigures opened = m_answer ? m_subject->openedBeside(*m_answer) : m_subject->baseline;
    return triedSentence(*m_tried, opened, m_answer && !m_refusal ? &*m_answer : nullptr);
}

void SimulatePane::setKept(KeptWhatIfs& kept)
{
    auto* table = new KeptWhatIfsTable(kept, m_knobLayout->parentWidget());
    connect(table, &KeptWhatIfsTable::chosen, this, &SimulatePane::keptChosen);
    m_knobLayout->insertWidget(m_knobLayout->indexOf(m_knobList), table);
}

void SimulatePane::setRefusal(const Error& error)
{
    m_refusal = error;
    showWords();
}

void SimulatePane::take(const QString& knob, const QString& value, bool isLive)
{
    Knobs wanted = m_knobs;
    const Result<bool> set = setKnob(wanted, knob.toStdString(), value.toStdString());
    if (!set) {
        setRefusal(set.error());
        return;
    }
    m_knobs = wanted;
    m_tools->setCanReset(!(wanted == Knobs()));
    emit knobsMoved(wanted, knob, isLive);
}

void SimulatePane::twice(std::string_view key)
{
    KnobRow* knob = row(key);
    if (!m_subject)
        emit doublingWanted(toText(std::string(key)));
    const KnobState* state = m_subject && knob ? m_subject->knob(key) : nullptr;
    if (!state)
        return;
    if (state->whyNot) {
        setRefusal({*state->whyNot, {}, {}});
        return;
    }
    const std::string now = knob->shownValue().toStdString();
    if (const Result<double> bandwidth = parseBandwidth(now))
        take(toText(std::string(key)), toText(bandwidthText(*bandwidth * 2)), false);
    else
        take(toText(std::string(key)), QString::number(std::max(1, toText(now).toInt() * 2)), false);
}

void SimulatePane::showWords()
{
    if (!m_subject)
        return;
    const StepFigures opened = m_answer ? m_subject->openedBeside(*m_answer) : m_subject->baseline;
    const QString origin = originText(m_subject->baselineOrigin);
    const bool isMoved = m_answer && !(m_knobs == Knobs());
    const StepAnswer answer = stepAnswer(opened, isMoved ? *m_answer : opened);
    const bool isRefused = m_refusal.has_value();
    const bool isAwaited = !m_answer && !(m_knobs == Knobs());
    const bool hasGains = !isMoved && !isRefused && !isAwaited && !m_gainLines.empty();
    const QString step = formatDuration(opened.wholeStepNs());
    m_step->setText(isRefused ? tr("%1 → ?").arg(step)
            : isMoved         ? answer.step
            : isAwaited       ? tr("%1 → …").arg(step)
                              : step);
    m_keep->setVisible(isMoved && !isRefused);
    m_step->setToolTip(tr("Step of %1, %2, and as the model has it with these knobs").arg(m_subject->title, origin));
    const bool becomesModelled = isMoved && !isRefused && m_subject->baselineOrigin != Origin::Modelled;
    QString words = becomesModelled ? tr("%1 → modelled").arg(origin) : origin;
    if (m_subject->step)
        words += tr(" · step %1").arg(*m_subject->step);
    if (m_answer && !isRefused && m_answer->replayError)
        words += tr(" · the model replays the opened step within %1").arg(formatShare(std::abs(*m_answer->replayError)));
    else if (m_answer && !isRefused && m_answer->restNs() > 0)
        words += tr(" · %1 not explained").arg(formatDuration(m_answer->restNs()));
    m_origin->setText(words);
    m_verdict->setText(isRefused ? tr("Not with these knobs")
            : isMoved            ? answer.verdict
            : isAwaited          ? tr("Re-timing the step …")
            : hasGains           ? tr("Helps most, in samples per second")
                                 : tr("Move a knob to see what it changes"));
    m_gain = isMoved && !isRefused && answer.isSure ? answer.gain : 0;
    m_reason->setText(triedText());
    m_reason->setVisible(!m_reason->text().isEmpty());
    const bool hasRange = isMoved && !isRefused && m_answer->errorNs > 0;
    m_range->setRange(hasRange ? RangeBar::Range {opened.wholeStepNs(), m_answer->lowNs(), m_answer->wholeStepNs(),
                                     m_answer->highNs()}
                               : RangeBar::Range(),
        hasRange ? answer.range : QString());
    QString trouble = m_answer ? m_memoryWarning : QString();
    if (isRefused)
        trouble = tr("%1 %2").arg(messageText(m_refusal->message), messageText(m_refusal->advice)).trimmed();
    m_refused->setText(trouble);
    m_refused->setVisible(!trouble.isEmpty());
    const QString separator = QStringLiteral(" · ");
    // A warning replaces the last figure; the What-if view shows all of them.
    m_details->setTextFormat(hasGains ? Qt::RichText : Qt::PlainText);
    m_showsGains = hasGains;
    m_showsNext = isMoved && !isRefused && !m_gainLines.empty();
    m_next->setToolTip(m_showsNext ? m_gainTip : QString());
    m_next->setTextInteractionFlags(m_showsNext ? Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard
                                                : Qt::TextInteractionFlags(Qt::NoTextInteraction)); // no stop for Tab
    if (!hasGains)
        m_details->setText((trouble.isEmpty() ? answer.details : answer.details.mid(0, 2)).join(separator));
    m_details->setToolTip(hasGains ? m_gainTip : answer.details.join(separator));
    fitAnswer();
    restyle();
}

/// The step in letters that fit its line, and of the rest what there is height for.
void SimulatePane::fitAnswer()
{
    QFont large = m_step->font();
    const auto fits = [&](int pixels) {
        large.setPixelSize(pixels);
        const int room = width() - 24 - m_keep->sizeHint().width() - 6;
        return QFontMetrics(large).horizontalAdvance(m_step->text()) <= room;
    };
    int pixels = largestStep;
    while (pixels > smallestStep && !fits(pixels))
        --pixels;
    large.setPixelSize(pixels);
    m_step->setFont(large);
    const bool isLow = height() < lowPane;
    m_origin->setVisible(!isLow);
    m_range->setVisible(!isLow);
    m_tools->setQuestionsVisible(!isLow);
    // A low pane has one line for what helps most.
    const bool showsBest = isLow && m_showsGains;
    m_verdict->setHidden(showsBest);
    m_details->setVisible((!isLow || showsBest) && !m_refusal);
    if (m_showsGains) {
        const int room = width() - 24;
        QStringList lines;
        for (const GainLine& line : m_gainLines)
            lines << lineText(line, room);
        if (showsBest) {
            // The change and its figure say more than what they are.
            const QString best = tr("Helps most: %1");
            const GainLine& first = m_gainLines.front();
            const QString whole = best.arg(first.change + QLatin1Char(' ') + first.figure);
            lines
                = {m_details->fontMetrics().horizontalAdvance(whole) <= room ? best.arg(lines.front()) : lines.front()};
        }
        m_details->setText(lines.join(QStringLiteral("<br>")));
    }
    m_next->setVisible(!isLow);
    QString next;
    if (m_showsNext) {
        const QString words = tr("Helps most now: %1");
        const int taken = m_next->fontMetrics().horizontalAdvance(QString(words).remove(QStringLiteral("%1")));
        next = words.arg(lineText(m_gainLines.front(), width() - 24 - taken));
    }
    m_next->setText(next);
    m_answerArea->setMinimumHeight((isLow ? 1 : answerLines) * fontMetrics().lineSpacing() + 4);
}

void SimulatePane::resizeEvent(QResizeEvent* event)
{
    fitAnswer();
    QWidget::resizeEvent(event);
}

QString SimulatePane::answerText() const
{
    return QStringList {m_step->text(), m_verdict->text(), m_details->text()}.join(QLatin1Char('\n'));
}
QString SimulatePane::refusalText() const { return m_refused->isHidden() ? QString() : m_refused->text(); }

void SimulatePane::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange && !m_isStyling) {
        restyle();
        // Again once all widgets have the new theme: those that get it after this one would keep the old colours.
        QMetaObject::invokeMethod(this, &SimulatePane::restyle, Qt::QueuedConnection);
    }
    QWidget::changeEvent(event);
}

void SimulatePane::restyle()
{
    m_isStyling = true;
    m_colors = Palette::of(*this);
    const auto ink = [](QWidget* widget, const QColor& color) {
        QPalette colors; // only this role: all others follow the theme
        colors.setColor(QPalette::WindowText, color);
        widget->setPalette(colors);
    };
    ink(m_step, m_colors.text);
    ink(m_verdict, m_gain > 0 ? m_colors.good : m_gain < 0 ? m_colors.finding : m_colors.mutedText);
    ink(m_reason, m_colors.text);
    ink(m_details, m_colors.mutedText);
    ink(m_next, m_colors.mutedText);
    ink(m_origin, m_colors.mutedText);
    ink(m_refused, m_colors.finding);
    ink(m_nothing, m_colors.mutedText);
    m_range->setColors(m_colors);
    for (QLabel* label : {m_details, m_next}) { // links keep the colour that they were set in
        if (label == m_details && !m_showsGains)
            continue;
        const QString links = label->text();
        label->clear();
        label->setText(links);
    }
    m_knobList->setColors(m_colors);
    m_isStyling = false;
}

} // namespace bubblescope
