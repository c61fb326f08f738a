// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "findingsview.h"

#include "diagnosis.h"
#include "document.h"
#include "hangingrun.h"
#include "searchstate.h"
#include "sentence.h"
#include "tablepanel.h"
#include "tabletexts.h"
#include "wholerecording.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace bubblescope {

namespace {

/// Rich text takes the narrow space between thousands for one where a line may end.
QString escaped(const QString& text) { return text.toHtmlEscaped().replace(QChar(0x202f), QChar::Nbsp); }

/// Its title is a line of its own, or shares the first one.
QString paragraph(const QString& title, const QString& text, const QColor& muted, bool isTight)
{
    if (text.isEmpty())
        return {};
    return QStringLiteral("<p style='margin:%1px 0 0 0'><span style='color:%2'>%3</span>%4%5</p>")
        .arg(QString::number(isTight ? 3 : 6), muted.name(), escaped(title),
            isTight ? QStringLiteral(": ") : QStringLiteral("<br>"), escaped(text));
}

QString knobsText(const Finding& finding)
{
    QStringList words;
    for (const auto& [knob, value] : finding.tryKnobs)
        words << QStringLiteral("%1=%2").arg(toText(knob), toText(value));
    return words.join(QStringLiteral(", "));
}

} // namespace

FindingsView::FindingsView(const Document& document, const SearchState& search, Diagnosis& diagnosis, QWidget* parent)
    : PanelView(parent)
    , m_document(document)
    , m_search(search)
    , m_diagnosis(diagnosis)
    , m_table(new TablePanel(m_model, tr("Findings"), this))
    , m_verdict(new Sentence(this))
    , m_words(new QLabel(this))
    , m_scroll(new QScrollArea(this))
    , m_look(new QPushButton(tr("Show where"), this))
    , m_try(new QPushButton(tr("Try it"), this))
    , m_pin(new QPushButton(tr("Pin"), this))
    , m_whyNot(new Sentence(this))
    , m_stop(new QPushButton(this))
    , m_split(new QSplitter(Qt::Horizontal, this))
{
    setAccessibleName(tr("Findings"));
    m_table->filterEdit()->setVisible(false);
    m_verdict->setContentsMargins(4, 4, 4, 2);
    m_words->setWordWrap(true);
    m_words->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_words->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_words->setContentsMargins(10, 6, 10, 6);
    m_words->setAccessibleName(tr("The chosen finding"));
    m_words->setMinimumWidth(1); // wraps instead of requiring a scroll bar
    m_scroll->setWidget(m_words);
    m_scroll->setAccessibleName(tr("The chosen finding"));
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->viewport()->installEventFilter(this);

    auto* side = new QWidget(this);
    auto* sideLayout = new QVBoxLayout(side);
    sideLayout->setContentsMargins(0, 0, 0, 6);
    sideLayout->addWidget(m_scroll, 1);
    auto* buttons = new QHBoxLayout;
    buttons->setContentsMargins(10, 0, 10, 0);
    buttons->addWidget(m_try);
    buttons->addWidget(m_look);
    buttons->addWidget(m_pin);
    m_whyNot->setOneLine(true);
    buttons->addWidget(m_whyNot, 1);
    sideLayout->addLayout(buttons);
    m_verdict->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    m_table->addToolWidget(m_verdict, 1);
    m_table->addToolWidget(m_stop);
    m_stop->hide();
    m_split->addWidget(m_table);
    m_split->addWidget(side);
    m_split->setStretchFactor(0, 1);
    m_split->setStretchFactor(1, 1);
    m_split->setChildrenCollapsible(false);
    setContent(m_split);
    connect(m_split, &QSplitter::splitterMoved, this, [this] { m_isSplitByUser = true; });

    for (QPushButton* button : {m_stop, emptyButton()})
        connect(button, &QPushButton::clicked, this, &FindingsView::stopOrLook);
    connect(&diagnosis, &Diagnosis::findingsChanged, this, [this] {
        m_looking = Looking::Unseen;
        m_diagnosis.findings() ? invalidate() : startOver();
        emit titleChanged();
    });
    connect(&diagnosis, &Diagnosis::findingChanged, this, &FindingsView::showFinding);
    connect(&search, &SearchState::changed, this, [this] {
        const bool isOther = std::exchange(m_part, m_search.part()) != m_search.part();
        if (std::exchange(m_ofPart, m_search.ofPart()) != m_search.ofPart() || isOther)
            invalidate();
    });
    connect(m_table, &TablePanel::rowChosen, this, [this](int row) { m_diagnosis.goToFinding(row); });
    connect(m_table, &TablePanel::rowActivated, this, [this](int row) { m_diagnosis.goToFinding(row); });
    connect(m_look, &QPushButton::clicked, this, [this] { m_diagnosis.goToFinding(shownIndex()); });
    connect(m_try, &QPushButton::clicked, this, [this] {
        const int index = shownIndex();
        const Finding* finding = m_model.finding(index);
        if (!finding)
            return;
        if (m_diagnosis.findingIndex() != index)
            m_diagnosis.goToFinding(index); // so that what is tried is in sight
        emit tryRequested(*finding);
    });
    connect(m_pin, &QPushButton::clicked, this, [this] {
        if (const Finding* finding = m_model.finding(shownIndex()))
            emit pinRequested(*finding);
    });
}

QString FindingsView::title() const
{
    const FindingsPtr& findings = m_diagnosis.findings();
    return findings && !findings->list.empty() ? tr("Findings %1").arg(findings->list.size()) : tr("Findings");
}

void FindingsView::letGo() { m_model.setFindings(nullptr); }

void FindingsView::refresh()
{
    const FindingsPtr& findings = m_diagnosis.findings();
    m_model.setFindings(findings, isOfRecording());
    if (isHangingRun(m_document)) {
        showEmpty(tr("The job hangs"),
            tr("No step of it ended, so there is none to explain. Hang says who keeps the others waiting."));
        return;
    }
    if (!findings) {
        showEmpty(tr("No findings yet"),
            m_document.folder() ? lookingText() : tr("Open a run to see what costs most, why, and what would help."));
        showLooking();
        return;
    }
    if (findings->list.empty()) {
        showEmpty(tr("Nothing stands out"), messageText(findings->verdict));
        return;
    }
    m_table->setShownRows([this](int row) { return m_diagnosis.isWanted(row); });
    showContent();
    shareWidth();
    showLooking();
    showFinding();
}

bool FindingsView::isOfRecording() const
{
    const TracePtr trace = m_document.trace();
    return trace && isWholeRecording(*trace);
}

int FindingsView::shownIndex() const
{
    const int chosen = m_diagnosis.findingIndex();
    if (m_diagnosis.isWanted(chosen))
        return chosen;
    for (int index = 0; index < m_model.rowCount(); ++index) {
        if (m_diagnosis.isWanted(index))
            return index;
    }
    return -1;
}

/// The list takes what it needs, the words the rest.
void FindingsView::shareWidth()
{
    constexpr int narrowestWords = 380;
    const bool isNarrow = width() < 2 * narrowestWords;
    // In a narrow panel what was found matters more than its kind, by which the rows are sorted, and than its share,
    // which the words beside it name, too.
    m_table->setColumnVisible(FindingModel::KindColumn, !isNarrow);
    m_table->setColumnVisible(FindingModel::ShareColumn, !isNarrow);
    if (m_isSplitByUser)
        return;
    const int list = std::min(m_table->naturalWidth(), isNarrow ? width() * 9 / 20 : width() - narrowestWords);
    m_split->setSizes({list, width() - list});
}

void FindingsView::resizeEvent(QResizeEvent* event)
{
    PanelView::resizeEvent(event);
    shareWidth();
    showLooking();
}

/// That only some are listed, and how to see all.
QString FindingsView::partText(TimePart part) const
{
    int listed = 0;
    for (int index = 0; index < m_model.rowCount(); ++index)
        listed += m_diagnosis.isWanted(index) ? 1 : 0;
    const QString name = tableText(timePartName(part));
    return listed > 0 ? tr("Only what is about %1: %2 of %3. Esc, or a click on it in the bar, shows all.")
                            .arg(name, formatCount(listed), formatCount(m_model.rowCount()))
                      : tr("No finding is about %1. Esc, or a click on it in the bar, shows all.").arg(name);
}

QString FindingsView::lookingText() const
{
    switch (m_looking) {
    case Looking::Shown:
        return tr("Looking for what costs most: %1.").arg(formatShare(m_progress));
    case Looking::Stopped:
        return tr("You stopped looking for what costs most.");
    case Looking::Unseen:
        break;
    }
    return tr("Looking for what costs most.");
}

void FindingsView::setProgress(double share)
{
    m_looking = Looking::Shown;
    m_progress = share;
    invalidate();
}

void FindingsView::showLooking()
{
    const FindingsPtr& findings = m_diagnosis.findings();
    const bool isLooking = m_looking != Looking::Unseen;
    m_verdict->setOneLine(!isLooking);
    const std::optional<TimePart> part = findings ? m_search.part() : std::nullopt;
    m_table->setToolsVisible((isLooking && findings) || part || !isLow()); // the first row says what the verdict does
    if (findings) {
        m_verdict->setSentence(isLooking ? tr("%1 Below: what was found before.").arg(lookingText())
                : part                   ? partText(*part)
                                         : messageText(findings->verdict));
    }
    for (QPushButton* button : {m_stop, emptyButton()}) {
        button->setText(m_looking == Looking::Stopped ? tr("Look again") : tr("Cancel"));
        button->setVisible(isLooking && (button == m_stop) == bool(findings));
    }
}

void FindingsView::stopOrLook()
{
    const bool looksAgain = m_looking == Looking::Stopped;
    m_looking = looksAgain ? Looking::Unseen : Looking::Stopped;
    invalidate();
    if (looksAgain)
        emit lookRequested();
    else
        emit stopRequested();
}

void FindingsView::showFinding()
{
    // Show the text of the costliest finding by default, without selecting it or zooming to it.
    const int index = shownIndex();
    const Finding* finding = m_model.finding(index);
    const bool isChosen = finding && m_diagnosis.findingIndex() == index;
    m_table->selectRows(isChosen ? std::vector<int> {index} : std::vector<int>());
    const Evidence evidence = finding ? finding->evidence : Evidence();
    const bool isInTimeline = !evidence.spans.empty() || !evidence.range.isEmpty();
    m_look->setEnabled(isInTimeline || !evidence.ranks.empty() || !evidence.stages.empty() || !evidence.steps.empty()
        || !evidence.layer.empty());
    m_pin->setEnabled(isInTimeline && m_document.trace());
    m_try->setEnabled(finding && !finding->tryKnobs.empty());
    // A button that does nothing says why: in its tooltip and, where something is lost, beside it.
    const QString noKnob = tr("No knob addresses this");
    m_try->setToolTip(m_try->isEnabled()
            ? tr("Sets %1 in the Simulate pane, which shows the gain").arg(knobsText(*finding))
            : noKnob);
    m_look->setToolTip(m_look->isEnabled() || !finding
            ? tr("Zoom to the evidence and select it in all views; [ and ] walk through the findings")
            : tr("It is about the run as a whole"));
    m_pin->setToolTip(m_pin->isEnabled() || !finding ? tr("Keep it as a note in the timeline, where the evidence is")
                                                     : tr("It has no place in the timeline"));
    m_whyNot->setSentence(finding && finding->costNs > 0 && !m_try->isEnabled() ? noKnob : QString());
    showWords();
    m_scroll->ensureVisible(0, 0);
}

/// Tightly where there is no height for all of it: what would help is read before one scrolls.
void FindingsView::showWords()
{
    const Finding* finding = m_model.finding(shownIndex());
    if (!finding) {
        m_words->clear();
        return;
    }
    const QColor muted = colors().mutedText;
    QString cost;
    if (finding->costNs > 0) {
        cost = (isOfRecording()               ? tr("%1, %2 of the recording (%3)")
                    : finding->isOfMeanStep() ? tr("%1, %2 of the mean step (%3)")
                                              : tr("%1, %2 of the step (%3)"))
                   .arg(formatDuration(finding->costNs), formatShare(finding->share), originText(finding->costOrigin));
    }
    for (const bool isTight : {false, true}) {
        m_words->setContentsMargins(10, isTight ? 2 : 6, 10, isTight ? 2 : 6);
        m_words->setText(QStringLiteral("<b>%1</b>").arg(escaped(messageText(finding->title)))
            + paragraph(cost, messageText(finding->sentence), muted, isTight)
            + paragraph(tr("What would help"), messageText(finding->suggestion), muted, isTight)
            + paragraph(tr("How this was computed"), messageText(finding->howComputed), muted, isTight));
        const QSize room = m_scroll->viewport()->size();
        if (m_words->heightForWidth(room.width()) <= room.height())
            return;
    }
}

bool FindingsView::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_scroll->viewport() && event->type() == QEvent::Resize)
        showWords();
    return PanelView::eventFilter(watched, event);
}

void FindingsView::restyle() { showFinding(); }

} // namespace bubblescope
