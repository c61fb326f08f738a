// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "planview.h"

#include "countedtext.h"
#include "formatting.h"
#include "frameworkflags.h"
#include "planmemorybars.h"
#include "planplot.h"
#include "planstate.h"
#include "plantext.h"
#include "planwishbar.h"
#include "plotstyle.h"
#include "sentence.h"
#include "tablepanel.h"
#include "tabletexts.h"

#include <QAction>
#include <QComboBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QSplitter>
#include <QStyledItemDelegate>
#include <QTabBar>
#include <QTabWidget>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace bubblescope {

namespace {

constexpr int roomForAll = 320;       // wishes with their locks, and several rows below them
constexpr int leastCombination = 200; // of one, its layout and what comes last
constexpr int leastStatus = 200;      // of the words beside the wishes
constexpr int roomForColumn = 1500;   // memory and kept plans beside the table; with less room they are tabs

/// Combinations of the front stand out; a whole row is highlighted, so no cell needs a frame.
class FrontDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        option->state &= ~QStyle::State_HasFocus;
        if (index.data(PlanCandidateModel::FrontRole).toBool())
            option->font.setWeight(QFont::DemiBold);
    }
};

QToolButton* menuButton(const QString& text, const QString& help, QWidget* parent)
{
    auto* button = new QToolButton(parent);
    button->setText(text);
    button->setToolTip(help);
    button->setAutoRaise(true);
    button->setPopupMode(QToolButton::InstantPopup);
    button->setMenu(new QMenu(button));
    return button;
}

} // namespace

PlanView::PlanView(PlanState& state, QWidget* parent)
    : PanelView(parent)
    , m_state(state)
    , m_wishes(new PlanWishBar(state, this))
    , m_status(new Sentence(this))
    , m_head(new QBoxLayout(QBoxLayout::TopToBottom))
    , m_plot(new PlanPlot(state, this))
    , m_legend(new LegendRow(this))
    , m_axis(new QComboBox(this))
    , m_table(new TablePanel(state.candidates(), tr("Combinations"), this))
    , m_filterButton(menuButton(tr("Show"), tr("Which combinations plot and table show"), this))
    , m_keepButton(new QToolButton(this))
    , m_flagsButton(menuButton(tr("Copy flags"), tr("Copies what makes a framework run the chosen combination"), this))
    , m_exportButton(menuButton(tr("Export"), tr("Writes what was found to a file"), this))
    , m_reason(new Sentence(this))
    , m_tabs(new QTabWidget(this))
    , m_split(new QSplitter(Qt::Horizontal, this))
    , m_memoryPage(new QWidget(this))
    , m_bars(new PlanMemoryBars(state.memory(), this))
    , m_memoryLegend(new LegendRow(this))
    , m_memoryTable(new TablePanel(state.memory(), tr("Memory of each stage"), this))
    , m_keptTable(new TablePanel(state.kept(), tr("Kept plans"), this))
    , m_column(new QSplitter(Qt::Vertical, this))
{
    setAccessibleName(tr("Plan"));
    m_reason->setObjectName(QStringLiteral("reason"));
    m_status->setObjectName(QStringLiteral("status"));
    m_reason->setContentsMargins(10, 3, 10, 3);
    m_status->setContentsMargins(10, 0, 10, 2);
    buildTable();
    buildMemory();
    buildKept();

    auto* left = new QWidget(this);
    auto* plotColumn = new QVBoxLayout(left);
    plotColumn->setContentsMargins(0, 0, 0, 0);
    plotColumn->setSpacing(0);
    auto* plotTools = new QHBoxLayout;
    plotTools->setContentsMargins(10, 0, 6, 0);
    plotTools->addWidget(m_axis);
    plotTools->addWidget(m_legend, 1);
    plotColumn->addLayout(plotTools);
    plotColumn->addWidget(m_plot, 1);
    m_axis->setAccessibleName(tr("What throughput is drawn over"));
    m_legend->setMostLines(1);

    auto* right = new QWidget(this);
    auto* rightColumn = new QVBoxLayout(right);
    rightColumn->setContentsMargins(0, 0, 0, 0);
    rightColumn->setSpacing(0);
    m_tabs->setDocumentMode(true);
    m_tabs->tabBar()->setAccessibleName(tr("Plan"));
    m_tabs->addTab(m_table, tr("Combinations"));
    rightColumn->addWidget(m_tabs, 1);
    rightColumn->addWidget(m_reason);

    m_split->setChildrenCollapsible(false);
    m_split->addWidget(left);
    m_split->addWidget(right);
    m_split->addWidget(m_column);
    m_split->setStretchFactor(0, 4);
    m_split->setStretchFactor(1, 5);
    m_split->setStretchFactor(2, 3);
    m_column->hide();
    connect(m_split, &QSplitter::splitterMoved, this, [this] { m_isSplitByUser = true; });

    auto* content = new QWidget(this);
    auto* layout = new QVBoxLayout(content);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    m_head->setContentsMargins(0, 0, 0, 0);
    m_head->setSpacing(0);
    m_head->addWidget(m_wishes);
    m_head->addWidget(m_status);
    layout->addLayout(m_head);
    layout->addWidget(m_split, 1);
    layout->addStretch(); // before there is anything to compare
    setContent(content);
    placeColumn();

    connect(emptyButton(), &QPushButton::clicked, this, &PlanView::describeRequested);
    connect(&state, &PlanState::subjectChanged, this, &PlanView::startOver);
    connect(&state, &PlanState::answerChanged, this, &PlanView::showAnswer);
    connect(&state, &PlanState::wishesChanged, this, &PlanView::showStatus);
    connect(&state, &PlanState::searchingChanged, this, &PlanView::showStatus);
    connect(&state, &PlanState::filterChanged, this, &PlanView::applyFilter);
    connect(&state, &PlanState::shownChanged, this, &PlanView::showShown);
    connect(m_axis, &QComboBox::activated, this, [this] { m_plot->setAxis(PlanAxis(m_axis->currentData().toInt())); });
    showAnswer();
}

void PlanView::buildTable()
{
    m_table->table()->setItemDelegate(new FrontDelegate(m_table));
    m_table->setLeastNameWidth(leastCombination);
    QMenu* filter = m_filterButton->menu();
    for (const PlanLimit limit : {PlanLimit::Compute, PlanLimit::Bubble, PlanLimit::Network, PlanLimit::Memory}) {
        QAction* action = filter->addAction(tr("bound by %1").arg(planLimitText(limit)));
        action->setObjectName(toText(planLimitKey(limit)));
        action->setCheckable(true);
        action->setChecked(m_state.filter().limits[size_t(limit)]);
        connect(action, &QAction::toggled, this, [this, limit](bool isShown) {
            PlanFilter changed = m_state.filter();
            changed.limits[size_t(limit)] = isShown;
            m_state.setFilter(changed);
        });
    }
    filter->addSeparator();
    QAction* front = filter->addAction(tr("only the Pareto front"));
    front->setObjectName(QStringLiteral("front"));
    front->setToolTip(tr("Combinations of which no other is faster with as little memory on as few GPUs"));
    front->setCheckable(true);
    connect(front, &QAction::toggled, this, [this](bool isOnly) {
        PlanFilter changed = m_state.filter();
        changed.onlyFront = isOnly;
        m_state.setFilter(changed);
    });

    m_keepButton->setText(tr("Keep"));
    m_keepButton->setToolTip(tr("Keeps the chosen combination, to compare it with others"));
    m_keepButton->setAutoRaise(true);
    connect(m_keepButton, &QToolButton::clicked, &m_state, &PlanState::keepShown);
    const auto frameworks = flagFrameworks();
    for (size_t i = 0; i < frameworks.size(); ++i) {
        m_flagsButton->menu()->addAction(
            tr("for %1").arg(toText(frameworks[i].name)), this, [this, i] { emit flagsRequested(int(i)); });
    }
    const std::pair<FileKind, QString> files[] = {{FileKind::Svg, tr("Plot as SVG …")},
        {FileKind::Csv, tr("Combinations as CSV …")}, {FileKind::Json, tr("Combinations as JSON …")}};
    for (const auto& [kind, text] : files)
        m_exportButton->menu()->addAction(text, this, [this, kind = kind] { emit exportRequested(kind); });
    for (QToolButton* button : {m_filterButton, m_keepButton, m_flagsButton, m_exportButton})
        m_table->addToolWidget(button);
    connect(m_table, &TablePanel::rowChosen, &m_state, &PlanState::choose);
}

void PlanView::buildMemory()
{
    m_memoryTable->setToolsVisible(false);
    auto* scroll = new QScrollArea(m_memoryPage);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* held = new QWidget(scroll);
    auto* heldLayout = new QVBoxLayout(held);
    heldLayout->setContentsMargins(0, 0, 0, 0);
    heldLayout->addWidget(m_bars);
    heldLayout->addStretch(1);
    scroll->setWidget(held);
    scroll->setAccessibleName(tr("Memory of each stage"));
    auto* tables = new QSplitter(Qt::Horizontal, m_memoryPage);
    tables->addWidget(scroll);
    tables->addWidget(m_memoryTable);
    tables->setStretchFactor(0, 3);
    tables->setStretchFactor(1, 2);
    auto* layout = new QVBoxLayout(m_memoryPage);
    layout->setContentsMargins(0, 2, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_memoryLegend);
    layout->addWidget(tables, 1);
}

void PlanView::buildKept()
{
    QTableView* table = m_keptTable->table();
    table->setEditTriggers(QAbstractItemView::EditKeyPressed);
    table->installEventFilter(this);
    auto* rename = new QAction(tr("Rename"), table);
    connect(rename, &QAction::triggered, table, [table] {
        if (table->currentIndex().isValid())
            table->edit(table->currentIndex().siblingAtColumn(KeptPlanModel::NameColumn));
    });
    auto* drop = new QAction(tr("Remove"), table);
    connect(drop, &QAction::triggered, this, [this] { m_state.kept().drop(m_keptTable->currentRow()); });
    table->addAction(rename);
    table->addAction(drop);
    connect(m_keptTable, &TablePanel::rowChosen, &m_state, &PlanState::chooseKept);
    for (const auto changed : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved})
        connect(&m_state.kept(), changed, this, &PlanView::countKept);
    connect(&m_state.kept(), &QAbstractItemModel::modelReset, this, &PlanView::countKept);
}

void PlanView::countKept()
{
    if (const int tab = m_tabs->indexOf(m_keptTable); tab >= 0)
        m_tabs->setTabText(tab, tr("Kept %1").arg(m_state.kept().rowCount()));
}

bool PlanView::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_keptTable->table() && event->type() == QEvent::KeyPress
        && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Delete) {
        m_state.kept().drop(m_keptTable->currentRow());
        return true;
    }
    return PanelView::eventFilter(watched, event);
}

/// Memory and kept plans stand beside the table if there is room, else on pages of their own.
void PlanView::placeColumn()
{
    const bool wantsColumn = width() >= roomForColumn;
    if (wantsColumn == !m_column->isHidden() && m_tabs->count() == (wantsColumn ? 1 : 3))
        return;
    if (wantsColumn) {
        for (QWidget* page : std::initializer_list<QWidget*> {m_memoryPage, m_keptTable}) {
            if (const int tab = m_tabs->indexOf(page); tab >= 0)
                m_tabs->removeTab(tab);
            m_column->addWidget(page);
            page->show();
        }
        m_column->setStretchFactor(0, 3);
        m_column->setStretchFactor(1, 2);
    } else {
        m_tabs->addTab(m_memoryPage, tr("Memory of each stage"));
        m_tabs->addTab(m_keptTable, tr("Kept %1").arg(m_state.kept().rowCount()));
    }
    m_column->setVisible(wantsColumn);
    m_tabs->tabBar()->setVisible(!wantsColumn);
}

void PlanView::resizeEvent(QResizeEvent* event)
{
    PanelView::resizeEvent(event);
    placeColumn();
    shareWidth();
    // In a low panel, plot and table need the lines of what can be had otherwise: locks alone take three.
    const bool isTight = height() < roomForAll;
    m_wishes->setLow(isTight);
    placeStatus();
    m_reason->setVisible(!isTight);
    m_legend->setVisible(!isTight);
}

/// Of an opened run there is a button and little else: in a low panel what was found stands beside it.
void PlanView::placeStatus()
{
    const int wishes = m_wishes->lineWidth();
    const bool isBeside = height() < roomForAll && wishes + leastStatus <= width() && m_state.subject()
        && m_state.subject()->isRun;
    m_wishes->setMinimumWidth(isBeside ? wishes : 0); // so that the words take no line from it
    m_head->setDirection(isBeside ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    m_head->setStretchFactor(m_status, isBeside ? 1 : 0);
}

/// The plot keeps its share, however wide the columns of the table are.
void PlanView::shareWidth()
{
    if (m_isSplitByUser)
        return;
    m_split->setSizes(m_column->isHidden() ? QList<int> {width() * 36 / 100, width() * 64 / 100, 0}
                                           : QList<int> {width() * 36 / 100, width() * 38 / 100, width() * 26 / 100});
}

void PlanView::refresh()
{
    if (!m_state.subject()) {
        showEmpty(tr("Nothing to plan"),
            m_state.missing().isEmpty()
                ? tr("Open a model's config.json, a configuration of Megatron, torchtitan or nanotron, or a *.bubblejob; "
                     "or describe the run that you have in mind: every combination of it is timed here.")
                : m_state.missing());
        emptyButton()->setText(tr("Describe a run …"));
        emptyButton()->show();
        return;
    }
    showContent();
    shareWidth();
    showAnswer();
}

void PlanView::restyle()
{
    m_plot->setColors(colors());
    m_bars->setColors(colors());
    std::vector<LegendRow::Entry> memory;
    for (const auto& [name, color] : PlanMemoryBars::legend(colors()))
        memory.push_back({name, color});
    m_memoryLegend->setEntries(std::move(memory));
    std::vector<LegendRow::Entry> limits;
    for (const PlanLimit limit : {PlanLimit::Compute, PlanLimit::Bubble, PlanLimit::Network, PlanLimit::Memory})
        limits.push_back({planLimitText(limit), PlanPlot::limitColor(limit, colors())});
    m_legend->setEntries(std::move(limits));
}

void PlanView::showAnswer()
{
    const PlanCandidateModel& model = m_state.candidates();
    m_axis->clear();
    m_axis->addItem(tr("over memory"), int(PlanAxis::Memory));
    if (model.hasSeveralSizes())
        m_axis->addItem(tr("over GPUs"), int(PlanAxis::Gpus));
    if (model.hasPrices())
        m_axis->addItem(tr("over cost"), int(PlanAxis::Cost));
    m_axis->setVisible(m_axis->count() > 1);
    const int axis = m_axis->findData(int(m_plot->axis()));
    m_axis->setCurrentIndex(std::max(axis, 0));
    m_table->setColumnVisible(PlanCandidateModel::CostColumn, model.hasPrices());
    m_table->setColumnVisible(PlanCandidateModel::ChangesColumn, m_state.now() != nullptr);
    m_plot->setAxis(PlanAxis(m_axis->currentData().toInt()));
    applyFilter();
    m_plot->showAll();
    showStatus();
    showShown();
}

void PlanView::applyFilter()
{
    m_table->setShownRows([this](int row) {
        const PlanCandidate* candidate = m_state.candidates().candidate(row);
        return candidate && m_state.filter().passes(*candidate);
    });
    m_plot->refill();
}

QString PlanView::status() const { return m_status->sentence(); }
QString PlanView::reason() const { return m_reason->sentence(); }

void PlanView::showStatus()
{
    if (!m_state.subject())
        return;
    placeStatus();
    // Axes without points and tables without rows say nothing.
    const bool hasSomething = m_state.hasAnswer() || m_state.isSearching() || m_state.now() || m_state.shown();
    m_split->setVisible(hasSomething || m_state.kept().rowCount() > 0);
    QStringList words;
    const Result<PlanSpace> space = m_state.space();
    m_wishes->searchButton()->setEnabled(m_state.isSearching() || space);
    if (m_state.isSearching()) {
        words << tr("searching, %1").arg(formatShare(m_state.progress()));
        if (m_state.bestSoFar()) {
            words << tr("best so far: %1, %2")
                         .arg(planText(m_state.bestSoFar()->job),
                             planThroughputText(tokensPerSecondPerGpu(*m_state.bestSoFar()), m_state.unit()));
        }
    } else if (!space) {
        words << messageText(space.error());
    } else if (m_state.failure()) {
        words << messageText(*m_state.failure());
    } else if (m_state.hasAnswer()) {
        const PlanAnswer& answer = m_state.answer();
        words << tr("%1: %2, %3 left out by bounds and memory, in %4")
                     .arg(m_state.subject()->isRun ? m_state.subject()->name : m_state.subject()->hardware,
                         countedText(qint64(answer.searched), tr("1 combination"), tr("%1 combinations")),
                         formatCount(qint64(answer.pruned)), formatDuration(answer.seconds * 1e9));
        if (!answer.narrowed.empty()) {
            QStringList knobs;
            for (const AssumedValue& knob : answer.narrowed)
                knobs.append(toText(knob.field));
            words << tr("too many for all: values of %1 were left out, lock them to ask for others")
                         .arg(knobs.join(QStringLiteral(", ")));
        }
        if (answer.nearest) {
            words << tr("nothing fits: the nearest, %1, lacks %2 a GPU")
                         .arg(planText(answer.nearest->job), formatBytes(answer.excessBytes));
        }
        if (const int equal = m_state.candidates().notApart(); equal > 1)
            words << tr("the first %1 cannot be told apart").arg(formatCount(equal));
    } else {
        const PlanSubject& subject = *m_state.subject();
        words << (subject.isRun
                ? tr("%1: Search times every layout and order of it on as many GPUs, with the same batch.").arg(subject.name)
                : tr("%1 on %2: Search times every combination of these.").arg(subject.name, subject.hardware));
    }
    if (m_state.subject()->isMeasured)
        words << tr("calibrated by its measured step");
    if (const std::optional<MeasuredMemory>& run = m_state.subject()->calibration.memory) {
        if (const Message memory = measuredMemoryText(*run); !memory.empty())
            words << messageText(memory);
    }
    m_status->setSentence(words.join(QStringLiteral(" · ")));
}

void PlanView::showShown()
{
    const PlanCandidate* shown = m_state.shown();
    const PlanCandidate* now = m_state.now();
    const bool isOther = shown && !(now && now->set == shown->set);
    m_reason->setSentence(!shown ? QString()
            : isOther            ? tr("%1: %2").arg(planText(shown->job), planReason(*shown, now, m_state.unit()))
                                 : tr("As it is, %1: %2").arg(planText(shown->job), planReason(*shown, nullptr, m_state.unit())));
    m_keepButton->setEnabled(isOther);
    m_flagsButton->setEnabled(shown && !m_state.subject()->isRun);
    m_flagsButton->setToolTip(m_state.subject() && m_state.subject()->isRun
            ? tr("Only of a described job: flags need the sizes of its model")
            : tr("Copies what makes a framework run the chosen combination"));
    m_exportButton->setEnabled(m_state.hasAnswer());
    const int row = m_state.chosenRow();
    if (row != m_table->currentRow() || row < 0)
        m_table->selectRows(row >= 0 ? std::vector<int> {row} : std::vector<int>());
    m_plot->refill();
}

PlanView::Illustration PlanView::illustration() const
{
    if (isEmptyShown() || !m_state.subject())
        return {};
    Illustration shown = illustrate(m_plot, m_reason->sentence(), *m_legend);
    shown.keyTitle = m_plot->xAxis->label();
    shown.valueTitle = m_plot->yAxis->label();
    return shown;
}

} // namespace bubblescope
