// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "queryview.h"

#include "countedtext.h"
#include "document.h"
#include "formatting.h"
#include "queryeditor.h"
#include "queryplot.h"
#include "querystate.h"
#include "readyquestions.h"
#include "selection.h"
#include "tablepanel.h"
#include "tabletexts.h"
#include "timewindow.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

namespace bubblescope {

QueryView::QueryView(QueryState& state, Document& document, Selection& selection, TimeWindow& window, QWidget* parent)
    : PanelView(parent)
    , m_state(state)
    , m_document(document)
    , m_selection(selection)
    , m_window(window)
    , m_editor(new QueryEditor(this))
    , m_table(new TablePanel(state.model(), tr("Answer"), this))
    , m_answer(new QStackedWidget(this))
    , m_hint(new QLabel(tr("The answer is shown here, as a table and as a plot. Run the query, or choose one of the "
                           "questions."),
          this))
    , m_plot(new QueryPlot(state.model(), this))
    , m_run(new QPushButton(tr("Run"), this))
    , m_questions(new QToolButton(this))
    , m_plotButton(new QToolButton(this))
    , m_markButton(new QToolButton(this))
    , m_status(new QLabel(this))
{
    setAccessibleName(tr("Query"));
    auto* asking = new QWidget(this);
    buildTools(asking);
    m_hint->setAlignment(Qt::AlignCenter);
    m_hint->setWordWrap(true);
    m_hint->setMargin(12);
    m_hint->setForegroundRole(QPalette::PlaceholderText);
    m_answer->addWidget(m_hint);
    m_answer->addWidget(m_table);
    auto* splitter = new QSplitter(this);
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(asking);
    splitter->addWidget(m_answer);
    splitter->addWidget(m_plot);
    splitter->setStretchFactor(0, 4);
    splitter->setStretchFactor(1, 7);
    splitter->setStretchFactor(2, 4);
    m_plot->setVisible(false);
    setContent(splitter);

    connect(m_editor, &QPlainTextEdit::textChanged, this, [this] {
        m_state.setText(m_editor->toPlainText());
        m_editor->markError(-1);
    });
    connect(m_editor, &QueryEditor::runRequested, &m_state, &QueryState::run);
    connect(m_run, &QPushButton::clicked, this, [this] { m_state.isRunning() ? m_state.cancel() : m_state.run(); });
    connect(&state, &QueryState::textChanged, this, [this] {
        if (m_editor->toPlainText() != m_state.text())
            m_editor->setPlainText(m_state.text());
    });
    connect(&state, &QueryState::runningChanged, this, &QueryView::updateRunning);
    connect(&state, &QueryState::answerChanged, this, &QueryView::showAnswer);
    connect(m_table, &TablePanel::rowChosen, this, &QueryView::choose);
    connect(m_table, &TablePanel::rowActivated, this, [this](int row) {
        choose(row);
        if (m_selection.span().isValid())
            m_window.revealSpan(m_selection.span(), true);
        m_window.commitPlace();
    });
    connect(m_plot, &QueryPlot::rowChosen, this, [this](int row) {
        m_table->selectRows({row});
        choose(row);
    });
    connect(m_plotButton, &QToolButton::toggled, this, &QueryView::setPlotVisible);
    connect(m_markButton, &QToolButton::toggled, this, &QueryView::mark);
    connect(&document, &Document::runChanged, this, &QueryView::mark);
    // The column that was clicked last is what one wants to see.
    connect(m_table->table()->horizontalHeader(), &QHeaderView::sectionClicked, m_plot, &QueryPlot::setValues);
    connect(&document, &Document::folderChanged, this, &QueryView::invalidate);
    if (m_state.text().isEmpty() && !readyQuestions().empty())
        m_state.setText(exactText(readyQuestions()[1].sql));
    updateRunning();
    showAnswer();
}

void QueryView::buildTools(QWidget* parent)
{
    m_questions->setText(tr("Questions"));
    m_questions->setToolTip(tr("Queries that are ready to be run"));
    m_questions->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(m_questions);
    for (size_t i = 0; i < readyQuestions().size(); ++i)
        menu->addAction(messageText(readyQuestions()[i].title), this, [this, i] { askReady(i); });
    m_questions->setMenu(menu);
    m_plotButton->setText(tr("Plot"));
    m_plotButton->setToolTip(tr("One column of numbers over another; click a heading to choose the column"));
    m_plotButton->setCheckable(true);
    m_plotButton->setAutoRaise(true);
    m_status->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_status->setWordWrap(true);
    m_status->setContentsMargins(6, 2, 6, 4);
    m_markButton->setText(tr("Mark"));
    m_markButton->setToolTip(tr("Marks in the timeline where the rows are: spans, and times of ranks"));
    m_markButton->setCheckable(true);
    m_markButton->setAutoRaise(true);
    m_table->addToolWidget(m_plotButton);
    m_table->addToolWidget(m_markButton);
    m_editor->setParent(parent);
    m_editor->setFrameShape(QFrame::NoFrame);
    auto* tools = new QHBoxLayout;
    tools->setContentsMargins(6, 2, 6, 2);
    tools->addWidget(m_questions);
    tools->addStretch(1);
    tools->addWidget(m_run);
    auto* layout = new QVBoxLayout(parent);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(tools);
    layout->addWidget(m_editor, 1);
    layout->addWidget(m_status);
    parent->setMinimumWidth(240);
}

void QueryView::askReady(size_t index)
{
    m_state.setText(exactText(readyQuestions()[index].sql));
    m_state.run();
}

void QueryView::setPlotVisible(bool visible)
{
    const QSignalBlocker quiet(m_plotButton);
    m_plotButton->setChecked(visible);
    m_plot->setVisible(visible);
    if (visible)
        m_plot->updateColumns();
}

void QueryView::refresh()
{
    if (m_document.folder())
        showContent();
    else
        showEmpty(tr("Nothing is open"), tr("Queries are about runs, logs, workloads and layer tables."));
}

void QueryView::restyle()
{
    m_editor->setColors(colors());
    m_plot->setColors(colors());
}

void QueryView::updateRunning()
{
    m_run->setText(m_state.isRunning() ? tr("Cancel") : tr("Run"));
    m_run->setToolTip(m_state.isRunning() ? QString() : tr("Ctrl+Enter"));
    if (m_state.isRunning())
        m_status->setText(tr("running …"));
}

void QueryView::showAnswer()
{
    const QueryAnswer& answer = m_state.answer();
    m_editor->markError(answer.error && answer.error->offset ? qint64(*answer.error->offset) : -1);
    QString text;
    if (answer.error)
        text = messageText(*answer.error);
    else if (answer.isCut)
        text = tr("The first %1 rows").arg(formatCount(qint64(answer.rows.size())));
    else if (m_state.hasAnswer())
        text = tr("%1 in %2")
                   .arg(countedText(qint64(answer.rows.size()), tr("1 row"), tr("%1 rows")),
                       formatDuration(answer.seconds * 1e9));
    else
        text = tr("Ctrl+Enter runs it.");
    for (const Message& notice : answer.notices)
        text += QStringLiteral(" · ") + messageText(notice);
    m_status->setText(text);
    m_status->setToolTip(answer.error || !answer.notices.empty() ? text : QString());
    m_answer->setCurrentWidget(m_state.hasAnswer() ? static_cast<QWidget*>(m_table) : m_hint);
    m_plot->markRow(-1);
    if (m_plot->isVisibleTo(this))
        m_plot->updateColumns();
    mark();
}

void QueryView::mark()
{
    std::map<int, std::vector<TimeRange>> times;
    const TracePtr trace = m_document.showsSimulation() ? nullptr : m_document.trace();
    const bool isWhole = !m_document.blocks(); // else spans are numbered as in the whole run
    for (int row = 0; m_markButton->isChecked() && trace && row < m_state.model().rowCount(); ++row) {
        const QueryTarget target = m_state.model().target(row);
        if (target.run >= 0 && target.run != m_document.runIndex())
            continue;
        if (isWhole && target.span.value < trace->spanCount())
            times[trace->track(trace->track(target.span)).rank].push_back(trace->range(target.span));
        else if (target.range)
            times[target.rank].push_back(*target.range);
    }
    emit marked(times);
}

/// The run first, since its spans mean nothing in another one.
void QueryView::choose(int row)
{
    if (row < 0 || row >= m_state.model().rowCount() || !m_document.folder())
        return;
    m_plot->markRow(row);
    const QueryTarget target = m_state.model().target(row);
    if (target.isNothing())
        return;
    const auto runs = int(m_document.folder()->runs.size());
    if (target.run >= runs)
        return; // a modelled one, which is not shown
    if (target.run >= 0 && target.run != m_document.runIndex())
        m_document.setRunIndex(target.run);
    if (m_document.showsSimulation()) // answers are about what was opened
        m_document.setTimeline(Document::Timeline::Opened);
    if (!m_document.trace() || m_document.showsSimulation())
        return;
    if (target.step && *target.step != m_window.step().value_or(-1))
        m_window.setStep(*target.step);
    if (const auto blocks = m_document.blocks(); blocks && target.span.isValid() && !blocks->tables().rows().empty()) {
        // Its number is one in the whole run.
        if (const FoundSpan place = placeOf(blocks->tables(), target.span); place.rank >= 0)
            m_window.goTo(place);
        return;
    }
    if (target.span.value < m_document.trace()->spanCount()) {
        m_selection.setSpan(target.span);
        m_window.revealSpan(target.span);
        return;
    }
    if (target.range) {
        m_selection.setRange(*target.range);
        const TimeNs margin = target.range->duration() / 2;
        m_window.setVisibleRange({target.range->begin - margin, target.range->end + margin});
    }
    if (target.rank >= 0)
        m_selection.setRank(target.rank);
    else if (target.stage >= 0)
        m_selection.setStage(target.stage);
}

} // namespace bubblescope
