// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "windowtoolbar.h"

#include "commandset.h"
#include "formatting.h"
#include "headline.h"
#include "inputbox.h"
#include "wholerecording.h"
#include "workspace.h"

#include <QAction>
#include <QComboBox>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>

#include <algorithm>
#include <set>

namespace bubblescope {

WindowToolBar::WindowToolBar(Workspace& workspace, const CommandSet& commands, QMenu* compareMenu, QWidget* parent)
    : QToolBar(tr("Tools"), parent), m_workspace(workspace), m_commands(commands)
{
    // Created from left to right, in the order of the Tab key.
    setObjectName(QStringLiteral("toolBar"));
    setMovable(false);
    setContextMenuPolicy(Qt::PreventContextMenu);
    setIconSize(QSize(16, 16));
    addButton(QStringLiteral("openFolder"), tr("Open folder"));
    addButton(QStringLiteral("reload"));
    buildRunsAndSteps();
    m_compare->setMenu(compareMenu);
    buildSearch();
    m_headline = new Headline(this);
    m_headline->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    addWidget(m_headline);
    m_range = new QLabel(this);
    m_range->setForegroundRole(QPalette::PlaceholderText);
    addWidget(m_range);

    const QAction* compare = commands.command(QStringLiteral("compare"));
    connect(compare, &QAction::changed, this, [this, compare] { setToolVisible(m_compare, compare->isEnabled()); });
    setToolVisible(m_compare, compare->isEnabled());
    connect(&workspace.document, &Document::folderChanged, this, &WindowToolBar::updateFolder);
    connect(&workspace.document, &Document::runChanged, this, &WindowToolBar::updateRun);
    connect(&workspace.inputs, &InputChoice::runLogChanged, this, &WindowToolBar::updateSteps);
    connect(&workspace.window, &TimeWindow::stepChanged, this, &WindowToolBar::updateSteps);
    connect(&workspace.window, &TimeWindow::visibleRangeChanged, this, &WindowToolBar::updateRange);
    connect(&workspace.window, &TimeWindow::originChanged, this, &WindowToolBar::updateRange);
    connect(&workspace.selection, &Selection::rangeChanged, this, &WindowToolBar::updateRange);
    connect(&workspace.search, &SearchState::changed, this, &WindowToolBar::updateSearch);
    connect(&workspace.document, &Document::simulationChanged, this, &WindowToolBar::updateTimelineChoice);
    connect(&workspace.figures, &Figures::changed, this, [this] { m_headline->showFigures(m_workspace); });
    updateFolder();
}

void WindowToolBar::addButton(const QString& name, const QString& text)
{
    auto* button = new QToolButton(this);
    QAction* action = m_commands.command(name);
    button->setDefaultAction(action);
    button->setToolButtonStyle(text.isEmpty() ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextBesideIcon);
    if (!text.isEmpty())
        action->setIconText(QChar(0x2009) + text); // Fusion leaves no gap after the icon
    const QString keys = action->shortcut().toString(QKeySequence::NativeText);
    const QString title = QString(action->text()).remove(QLatin1Char('&'));
    action->setToolTip(keys.isEmpty() ? title : tr("%1 (%2)").arg(title, keys));
    button->setAccessibleName(title);
    addWidget(button);
}

void WindowToolBar::buildRunsAndSteps()
{
    m_inputs = new InputBox(this);
    addWidget(m_inputs);
    m_compare = new QToolButton(this);
    m_compare->setText(tr("Compare"));
    m_compare->setToolTip(tr("Show another input of this kind below: A is what is open, B the other one"));
    m_compare->setPopupMode(QToolButton::InstantPopup);
    m_compare->setToolButtonStyle(Qt::ToolButtonTextOnly);
    addWidget(m_compare);
    addButton(QStringLiteral("previousStep"));
    m_steps = new QComboBox(this);
    m_steps->setAccessibleName(tr("Training step"));
    m_steps->setToolTip(tr("Training step that all views show"));
    m_steps->setMaxVisibleItems(20);
    m_steps->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_steps->setMinimumContentsLength(7);
    addWidget(m_steps);
    addButton(QStringLiteral("nextStep"));
    m_timelineChoice = new QComboBox(this);
    m_timelineChoice->setAccessibleName(tr("Timeline"));
    m_timelineChoice->setToolTip(
        tr("Show the opened run, the simulated one, or both at the same scale, one above the other or "
           "lane by lane"));
    m_timelineChoice->addItems({tr("Measured"), tr("Simulated"), tr("Both"), tr("Interleaved")});
    addWidget(m_timelineChoice);
    for (QComboBox* box : std::initializer_list<QComboBox*> {m_inputs, m_steps, m_timelineChoice})
        box->setFocusPolicy(Qt::TabFocus); // after a click, letters are still the timeline's
    connect(m_inputs, &InputBox::inputChosen, this, &WindowToolBar::inputChosen);
    connect(m_steps, &QComboBox::activated, this, &WindowToolBar::chooseStep);
    connect(m_timelineChoice, &QComboBox::activated, this,
        [this](int index) { m_workspace.document.setTimeline(Document::Timeline(index)); });
    connect(m_commands.command(QStringLiteral("previousStep")), &QAction::triggered, this, [this] { stepBy(-1); });
    connect(m_commands.command(QStringLiteral("nextStep")), &QAction::triggered, this, [this] { stepBy(1); });
}

void WindowToolBar::buildSearch()
{
    m_search = new QLineEdit(this);
    m_search->setObjectName(QStringLiteral("searchBox"));
    m_search->setPlaceholderText(tr("Search spans  /"));
    m_search->setAccessibleName(tr("Search spans"));
    m_search->setToolTip(tr("Words in names and details, or terms such as rank:2 stage:0-3 cat:comm group:dp dur>5ms "
                            "name~allreduce;\nEnter and Shift+Enter walk through the matches. ? lists all terms."));
    m_search->setClearButtonEnabled(true);
    m_search->setFixedWidth(170);
    m_search->installEventFilter(this);
    addWidget(m_search);
    m_matches = new QLabel(this);
    m_matches->setForegroundRole(QPalette::PlaceholderText);
    addWidget(m_matches);
    auto* space = new QWidget(this);
    space->setFixedWidth(4);
    addWidget(space);
    m_searchDelay.setSingleShot(true);
    m_searchDelay.setInterval(120);
    connect(&m_searchDelay, &QTimer::timeout, this, [this] { m_workspace.search.setText(m_search->text()); });
    connect(m_search, &QLineEdit::textEdited, &m_searchDelay, qOverload<>(&QTimer::start));
    connect(m_search, &QLineEdit::textChanged, this, [this](const QString& text) {
        if (text.isEmpty())
            m_searchDelay.start(); // the clear button does not count as an edit
    });
    connect(m_commands.command(QStringLiteral("find")), &QAction::triggered, this, [this] {
        m_search->setFocus(Qt::ShortcutFocusReason);
        m_search->selectAll();
    });
}

/// The visibility of a widget in a tool bar is that of its action.
void WindowToolBar::setToolVisible(const QWidget* tool, bool visible)
{
    for (QAction* action : actions()) {
        if (widgetForAction(action) == tool)
            action->setVisible(visible);
    }
}

void WindowToolBar::setWindowWidth(int width)
{
    constexpr int widthForRange = 1440;
    setToolVisible(m_range, width >= widthForRange);
}

void WindowToolBar::setModelledInput(const SimulationSource& input)
{
    m_modelled = input;
    if (m_workspace.document.runIndex() < 0)
        m_inputs->setInput(input);
}

void WindowToolBar::updateFolder()
{
    m_inputs->setFolder(m_workspace.document.folder());
    updateRun();
}

void WindowToolBar::updateRun()
{
    const bool hasRun = m_workspace.document.run() != nullptr;
    setToolVisible(m_inputs, m_inputs->inputCount() > 0);
    setToolVisible(m_search, hasRun);
    m_search->setEnabled(hasRun);
    const int run = m_workspace.document.runIndex();
    m_inputs->setInput(run < 0 ? m_modelled : SimulationSource {SimulationSource::Kind::Run, size_t(run), 0});
    m_headline->showFigures(m_workspace);
    updateTimelineChoice();
    updateSteps();
    updateRange();
    updateSearch();
}

/// Opened, simulated or both; only offered if there is an opened run.
void WindowToolBar::updateTimelineChoice()
{
    const Run* opened = m_workspace.document.openedRun();
    const QSignalBlocker blocker(m_timelineChoice);
    if (opened) {
        const QString origin = originText(opened->origin);
        m_timelineChoice->setItemText(0, origin.left(1).toUpper() + origin.mid(1));
    }
    m_timelineChoice->setCurrentIndex(int(m_workspace.document.timeline()));
    setToolVisible(m_timelineChoice, opened != nullptr);
}

/// The steps of timeline and log; there may be thousands.
void WindowToolBar::updateSteps()
{
    std::set<int64_t> numbers;
    bool isRecording = false;
    if (const TracePtr trace = m_workspace.document.trace()) {
        isRecording = isWholeRecording(*trace);
        for (const Step& step : trace->steps())
            numbers.insert(step.number);
    }
    if (const RunLog* log = m_workspace.inputs.runLog()) {
        for (const LogStep& step : log->steps)
            numbers.insert(step.step);
        for (const StageBlock& block : log->blocks)
            numbers.insert(block.step);
    }
    const auto nameOf
        = [isRecording](int64_t number) { return isRecording ? tr("whole recording") : stepText(number); };
    const QSignalBlocker blocker(m_steps);
    const bool isSame = m_steps->count() == int(numbers.size()) + 1
        && std::all_of(numbers.begin(), numbers.end(), [&, item = 0](int64_t number) mutable {
               ++item;
               return m_steps->itemData(item).toLongLong() == number && m_steps->itemText(item) == nameOf(number);
           });
    if (!isSame) {
        m_steps->clear();
        m_steps->addItem(tr("all steps"));
        for (const int64_t number : numbers)
            m_steps->addItem(nameOf(number), qlonglong(number));
    }
    const std::optional<int64_t> step = m_workspace.window.step();
    m_steps->setCurrentIndex(step ? std::max(0, m_steps->findData(qlonglong(*step))) : 0);
    m_steps->setEnabled(numbers.size() > 1);
    const int index = m_steps->currentIndex();
    m_commands.setEnabled("previousStep", m_steps->isEnabled() && index > 0);
    m_commands.setEnabled("nextStep", m_steps->isEnabled() && index + 1 < m_steps->count());
    m_commands.setEnabled("allSteps", index > 0);
}

void WindowToolBar::stepBy(int direction)
{
    chooseStep(std::clamp(m_steps->currentIndex() + direction, 0, m_steps->count() - 1));
}

/// The first item means all steps.
void WindowToolBar::chooseStep(int index)
{
    const auto step = index > 0 ? std::optional<int64_t>(m_steps->itemData(index).toLongLong()) : std::nullopt;
    if (step == m_workspace.window.step())
        m_commands.command(step ? QStringLiteral("fitStep") : QStringLiteral("home"))->trigger();
    else
        m_workspace.window.setStep(step);
}

void WindowToolBar::updateRange()
{
    QString text;
    const TimeNs origin = m_workspace.window.origin();
    const auto counted = [origin](TimeRange range) { return TimeRange {range.begin - origin, range.end - origin}; };
    if (m_workspace.document.run() && m_workspace.document.run()->kind != Run::Kind::Plan) {
        const std::optional<TimeRange> selected = m_workspace.selection.range();
        text = selected ? tr("selected %1").arg(formatDuration(double(selected->duration())))
                        : tr("range %1").arg(formatRange(counted(m_workspace.window.visibleRange())));
    }
    if (text == m_range->text())
        return;
    // Of a fixed size, which grows where it has to: else each notch of the wheel would lay out the whole window again.
    const int needed = m_range->fontMetrics().horizontalAdvance(text) + 2 * m_range->margin() + 4;
    if (needed > m_range->maximumWidth() || m_range->minimumWidth() != m_range->maximumWidth())
        m_range->setFixedSize(needed, m_range->fontMetrics().height() + 4);
    m_range->setText(text);
}

void WindowToolBar::updateSearch()
{
    const auto matches = qint64(m_workspace.search.count());
    const bool searches = m_workspace.search.isSearching();
    const bool reads = m_workspace.search.isReadingRanks();
    if (m_search->text() != m_workspace.search.text() && !m_searchDelay.isActive())
        m_search->setText(m_workspace.search.text());
    const QString refusal = m_workspace.search.refusal();
    m_matches->setToolTip(refusal);
    m_matches->setText(!searches                                        ? QString()
            : !refusal.isEmpty()                                        ? tr("not understood")
            : m_workspace.search.isPending() || (reads && matches == 0) ? tr("searching…")
            : matches == 0                                              ? tr("nothing found")
            : m_workspace.search.index() >= 0
            ? tr("%1 of %2").arg(formatCount(m_workspace.search.index() + 1), formatCount(matches))
            : reads ? tr("%1 so far").arg(formatCount(matches))
                    : tr("%1 found").arg(formatCount(matches)));
    setToolVisible(m_matches, searches);
}

bool WindowToolBar::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_search || event->type() != QEvent::KeyPress)
        return QToolBar::eventFilter(watched, event);
    const auto* key = static_cast<QKeyEvent*>(event);
    if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
        if (m_searchDelay.isActive()) {
            m_searchDelay.stop();
            m_workspace.search.setText(m_search->text());
        }
        const SearchState& search = m_workspace.search;
        if (search.count() == 0 && !search.isPending() && !search.isReadingRanks())
            return true;
        const bool backwards = (key->modifiers() & Qt::ShiftModifier) != 0;
        m_workspace.search.goToNext(backwards ? -1 : 1);
        return true;
    }
    if (key->key() == Qt::Key_Escape) {
        m_search->clear();
        m_searchDelay.stop();
        m_workspace.search.setText({});
        emit searchLeft();
        return true;
    }
    return QToolBar::eventFilter(watched, event);
}

} // namespace bubblescope
