// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ganttview.h"

#include "formatting.h"
#include "legend.h"
#include "notelayer.h"
#include "pathoverlay.h"
#include "rangetrail.h"
#include "tabletexts.h"
#include "timelinecontroller.h"
#include "timelinemenu.h"
#include "workspace.h"

#include <QAction>
#include <QActionGroup>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QScrollBar>
#include <QStackedLayout>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>

namespace bubblescope {

namespace {

constexpr double rowHeightStep = 4;
constexpr qsizetype mostLanesInMenu = 40;
constexpr int legendDelayMs = 150;

} // namespace

GanttView::GanttView(Workspace* workspace, QWidget* parent)
    : QWidget(parent)
    , m_workspace(workspace)
    , m_pages(new QStackedLayout(this))
    , m_timelinePage(new QWidget)
    , m_placeholderPage(new QWidget)
    , m_placeholderTitle(new QLabel)
    , m_placeholderText(new QLabel)
    , m_notice(new QLabel)
    , m_plot(new TimelinePlot(workspace))
    , m_scrollBar(new QScrollBar(Qt::Vertical))
    , m_legend(new Legend)
    , m_legendTimer(new QTimer(this))
    , m_trail(new RangeTrail(workspace))
    , m_onlyMenu(new QMenu(this))
    , m_colorGroup(new QActionGroup(this))
    , m_sortGroup(new QActionGroup(this))
{
    auto* page = new QVBoxLayout(m_timelinePage);
    page->setContentsMargins(0, 0, 0, 0);
    page->setSpacing(0);
    m_notice->setContentsMargins(10, 4, 10, 4);
    m_notice->setWordWrap(true);
    m_notice->setAutoFillBackground(true);
    page->addWidget(m_notice);
    auto* middle = new QHBoxLayout;
    middle->setSpacing(0);
    middle->addWidget(m_plot, 1);
    middle->addWidget(m_scrollBar);
    page->addLayout(middle, 1);
    auto* foot = new QHBoxLayout;
    foot->setSpacing(0);
    foot->addWidget(m_legend, 1);
    foot->addWidget(m_trail);
    page->addLayout(foot);

    auto* words = new QVBoxLayout(m_placeholderPage);
    words->addStretch(2);
    for (QLabel* label : {m_placeholderTitle, m_placeholderText}) {
        label->setAlignment(Qt::AlignCenter);
        label->setWordWrap(true);
        words->addWidget(label);
    }
    words->addStretch(3);
    QFont large(font());
    large.setPixelSize(17);
    large.setWeight(QFont::DemiBold);
    m_placeholderTitle->setFont(large);
    m_pages->addWidget(m_timelinePage);
    m_pages->addWidget(m_placeholderPage);
    setFocusProxy(m_plot);
    setPlaceholder(tr("No timeline"), tr("Open the folder of a run to see where its time goes."));

    addAction(QStringLiteral("rows.taller"), tr("Taller rows"), [this] { increaseRowHeight(); });
    addAction(QStringLiteral("rows.lower"), tr("Lower rows"), [this] { decreaseRowHeight(); });
    addAction(QStringLiteral("rows.reset"), tr("Normal row height"), [this] { resetRowHeight(); });
    QAction* fit = addAction(QStringLiteral("rows.fit"), tr("Fit all ranks"), [this] { m_plot->rows().fitAllRanks(); });
    fit->setToolTip(
        tr("All ranks in sight (Shift + F in the timeline): ranks become one line each and similar ones are "
           "grouped only where they have to be"));
    addAction(QStringLiteral("rows.finding"), tr("Fit this finding"), [this] { fitFinding(); });
    addAction(QStringLiteral("rows.order"), tr("Original order of ranks"), [this] {
        m_plot->rows().resetOrder();
    })->setToolTip(tr("As they were before any was dragged by its name, or moved with Alt + ↑ ↓"));
    addAction(QStringLiteral("ranks.collapse"), tr("Collapse all ranks"), [this] { collapseAllRanks(); });
    addAction(QStringLiteral("ranks.expand"), tr("Expand all ranks"), [this] { expandAllRanks(); });
    addAction(QStringLiteral("stages.collapse"), tr("Collapse all stages"), [this] { collapseAllStages(); });
    addAction(QStringLiteral("stages.expand"), tr("Expand all stages"), [this] { expandAllStages(); });
    QAction* path = addAction(QStringLiteral("show.criticalPath"), tr("Critical path"),
        [this] { m_plot->look().setShowsCriticalPath(!m_plot->look().showsCriticalPath()); });
    path->setCheckable(true);
    path->setToolTip(tr("Draws the critical path of the step, its longest dependency chain, over the spans"));
    QAction* differing = addAction(QStringLiteral("show.differing"), tr("Outlier ranks only"),
        [this] { m_plot->rows().setShowsOnlyDiffering(!m_plot->rows().showsOnlyDiffering()); });
    differing->setCheckable(true);
    differing->setToolTip(tr("Only ranks that spend their time differently from most ranks of their stage"));
    QAction* alike = addAction(QStringLiteral("show.alike"), tr("Group similar ranks"),
        [this] { m_plot->rows().setGroupsAlike(!m_plot->rows().groupsAlike()); });
    alike->setCheckable(true);
    alike->setToolTip(tr("One rank of each stage represents all that spend their time as it does"));
    QAction* folded = addAction(QStringLiteral("show.folded"), tr("Fold threads"),
        [this] { m_plot->rows().setFoldsThreads(!m_plot->rows().foldsThreads()); });
    folded->setCheckable(true);
    folded->setToolTip(tr("Of each thread of the host, only the outermost calls"));
    m_onlyMenu->setTitle(tr("Only one lane or stage"));
    m_onlyMenu->menuAction()->setObjectName(QStringLiteral("show.only"));
    connect(m_onlyMenu, &QMenu::aboutToShow, this, &GanttView::fillOnlyMenu);
    m_actions << m_onlyMenu->menuAction();
    addAction(QStringLiteral("show.all"), tr("Show everything"), [this] { showEverything(); });
    const auto addChoice
        = [this](QActionGroup* group, const char* name, const QString& text, std::function<void()> run) {
              QAction* action = addAction(QString::fromLatin1(name), text, run);
              action->setCheckable(true);
              group->addAction(action);
          };
    addChoice(m_sortGroup, "sort.rank", tr("Sort by rank"), [this] { sortByRank(); });
    addChoice(m_sortGroup, "sort.busy", tr("Sort by busy time"), [this] { sortByBusy(); });
    addChoice(m_colorGroup, "color.category", tr("Colour by kind of work"), [this] { setColorBy(ColorBy::Category); });
    addChoice(m_colorGroup, "color.stage", tr("Colour by stage"), [this] { setColorBy(ColorBy::Stage); });
    addChoice(m_colorGroup, "color.duration", tr("Colour by duration"), [this] { setColorBy(ColorBy::Duration); });
    addChoice(m_colorGroup, "color.difference", tr("Colour what a simulation changes"),
        [this] { setColorBy(ColorBy::Difference); });
    addChoice(m_colorGroup, "color.name", tr("Colour by name"), [this] { setColorBy(ColorBy::Name); });

    // Names what is in sight, once that no longer changes: it looks at every row.
    m_legendTimer->setSingleShot(true);
    m_legendTimer->setInterval(legendDelayMs);
    connect(m_legendTimer, &QTimer::timeout, this, &GanttView::updateLegend);
    connect(&workspace->window, &TimeWindow::visibleRangeChanged, m_legendTimer, qOverload<>(&QTimer::start));
    connect(&workspace->document, &Document::runChanged, this, [this] {
        updatePage();
        m_categories.reset();
        updateLegend();
    });
    connect(&workspace->document, &Document::differencesChanged, this, &GanttView::updateLegend);
    connect(&workspace->window, &TimeWindow::visibleRangeChanged, this, &GanttView::updateNotice);
    connect(&m_plot->look(), &TimelineLook::colorByChanged, this, [this] {
        updateLegend();
        updateActions();
    });
    connect(&m_plot->rows(), &TimelineRows::layoutChanged, this, [this] {
        updateNotice();
        updateActions();
    });
    connect(m_plot, &TimelinePlot::figuresTaken, this, &GanttView::updateLegend);
    connect(&workspace->diagnosis, &Diagnosis::findingChanged, this, &GanttView::updateActions);
    connect(m_plot, &TimelinePlot::criticalPathChanged, this, [this] {
        updateNotice();
        updateActions();
        updateLegend();
    });
    connect(&m_plot->rows(), &TimelineRows::scrollRangeChanged, this, &GanttView::updateScrollBar);
    connect(m_scrollBar, &QScrollBar::valueChanged, m_plot, [this](int value) { m_plot->rows().setScroll(value); });
    connect(&m_plot->controller(), &TimelineController::menuRequested, this,
        [this](const QPoint& position, TrackId track, int rank, int stage) {
            QMenu* menu = createContextMenu(track, rank, stage, m_plot->mapFromGlobal(position));
            menu->setAttribute(Qt::WA_DeleteOnClose);
            menu->popup(position);
        });
    applyPalette();
    updatePage();
    updateLegend();
    updateActions();
}

void GanttView::setFootVisible(bool isVisible)
{
    m_showsFoot = isVisible;
    placeFoot();
}

void GanttView::setNamesDifferences(bool names)
{
    if (std::exchange(m_namesDifferences, names) != names)
        updateLegend();
}

/// In a low timeline the spans need most of the room.
void GanttView::placeFoot()
{
    constexpr int lowestForLines = 300;
    constexpr int lowestForPlaces = 400; // below it the trail names fewer of them, so that the legend has one line
    m_legend->setMostLines(height() < lowestForLines ? 1 : LegendLines::unlimited);
    m_legend->setVisible(m_showsFoot);
    m_trail->setMaximumWidth(std::max(160, width() / (height() < lowestForPlaces ? 5 : 3)));
    m_trail->setVisible(m_showsFoot);
}

void GanttView::resizeEvent(QResizeEvent* event)
{
    placeFoot();
    QWidget::resizeEvent(event);
}

QAction* GanttView::addAction(const QString& name, const QString& text, const std::function<void()>& run)
{
    auto* action = new QAction(text, this);
    action->setObjectName(name);
    connect(action, &QAction::triggered, this, run);
    m_actions << action;
    return action;
}

void GanttView::setPlaceholder(const QString& title, const QString& text)
{
    m_placeholderTitle->setText(title);
    m_placeholderText->setText(text);
}

void GanttView::updatePage()
{
    m_pages->setCurrentWidget(m_workspace->document.run() ? m_timelinePage : m_placeholderPage);
    updateNotice();
    updateScrollBar();
}

QString GanttView::notice() const
{
    QStringList sentences = timelineNotices(*m_workspace, m_workspace->window.visibleRange(), m_plot->rows().options());
    const StepReasonsPtr reasons = m_workspace->diagnosis.reasons();
    if (m_plot->look().showsCriticalPath() && !m_plot->hasCriticalPath() && reasons)
        sentences << tr("No critical path: %1").arg(messageText(reasons->whyNoPath()));
    if (m_plot->rows().showsOnlyDiffering() && m_plot->rows().options().onlyRanks.empty())
        sentences << tr("No rank spends its time differently from most of its stage: all are shown.");
    return sentences.join(QLatin1Char(' '));
}

void GanttView::updateNotice()
{
    const QString text = notice();
    if (text == m_notice->text() && m_notice->isHidden() == text.isEmpty())
        return;
    m_notice->setText(text);
    m_notice->setVisible(!text.isEmpty());
    // Shown, it takes its room at once; hidden, it would give it back with the next events, and rows that are fitted
    // until then would be those of a lower timeline.
    m_timelinePage->layout()->activate();
}

void GanttView::updateScrollBar()
{
    const QSignalBlocker blocker(m_scrollBar);
    const int most = int(m_plot->rows().maximumScroll());
    m_scrollBar->setRange(0, most);
    m_scrollBar->setPageStep(std::max(1, m_plot->geometryOfParts().spans.height()));
    m_scrollBar->setSingleStep(28);
    m_scrollBar->setValue(int(m_plot->rows().scrollOffset()));
    m_scrollBar->setEnabled(most > 0);
}

void GanttView::updateLegend()
{
    m_legendTimer->stop();
    const Run* run = m_workspace->document.run();
    if (!run) {
        m_legend->setEntries({});
        return;
    }
    const Palette palette = Palette::of(*this);
    const LevelOfDetail& detail = *m_plot->headers().detail;
    const TimeRange all {run->trace->range().begin, run->trace->range().end + 1};
    if (!m_categories)
        m_categories = drawnCategories(*run->trace, detail, all);
    const auto entriesOf = [&](TimeRange range, CategorySet categories, bool hasPath) {
        std::vector<Legend::Entry> entries = timelineLegend(*run,
            {m_plot->look().colorBy(), &palette, m_namesDifferences && m_workspace->document.differences() != nullptr,
                m_plot->waits(), m_workspace->figures.ofRun().get(), range, categories});
        if (hasPath) // first, because entries are dropped from the end if there is no room
            entries.insert(entries.begin(), PathOverlay::legendEntry(*m_workspace, palette));
        return entries;
    };
    const TimeRange range = m_workspace->window.visibleRange().intersected(all);
    m_legend->setEntries(
        entriesOf(range, drawnCategories(*run->trace, detail, range, *m_categories), m_plot->hasCriticalPath()),
        entriesOf(all, *m_categories, true));
}

void GanttView::updateActions()
{
    m_sortGroup->actions()[m_plot->rows().options().sort == TimelineLayout::Sort::ByRank ? 0 : 1]->setChecked(true);
    m_colorGroup->actions()[int(m_plot->look().colorBy())]->setChecked(true);
    for (QAction* action : m_actions) {
        if (action->objectName() == QLatin1String("show.criticalPath"))
            action->setChecked(m_plot->look().showsCriticalPath());
        if (action->objectName() == QLatin1String("show.differing"))
            action->setChecked(m_plot->rows().showsOnlyDiffering());
        if (action->objectName() == QLatin1String("show.alike"))
            action->setChecked(m_plot->rows().groupsAlike());
        if (action->objectName() == QLatin1String("show.folded"))
            action->setChecked(m_plot->rows().foldsThreads());
        if (action->objectName() == QLatin1String("show.all"))
            action->setEnabled(m_plot->rows().isFiltered());
        else if (action->objectName() == QLatin1String("rows.finding"))
            action->setEnabled(m_workspace->diagnosis.findingIndex() >= 0);
        else if (action->objectName() == QLatin1String("rows.order"))
            action->setEnabled(!m_plot->rows().options().order.empty());
        else
            action->setEnabled(m_workspace->document.run() != nullptr);
    }
}

void GanttView::fillOnlyMenu()
{
    m_onlyMenu->clear();
    const TracePtr trace = m_workspace->document.trace();
    if (!trace)
        return;
    QStringList lanes;
    for (uint32_t t = 0; t < trace->tracks().size() && lanes.size() < mostLanesInMenu; ++t) {
        const QString lane = exactText(trace->trackName(TrackId(t)));
        if (!lanes.contains(lane))
            lanes << lane;
    }
    for (const QString& lane : std::as_const(lanes))
        m_onlyMenu->addAction(tr("Lane “%1”").arg(toText(lane)), this, [this, lane] { m_plot->rows().setLaneFilter(lane); });
    m_onlyMenu->addSeparator();
    for (const StageGroup& stage : m_plot->rows().layout().stages()) {
        if (stage.stage >= 0)
            m_onlyMenu->addAction(stageText(stage.stage).left(1).toUpper() + stageText(stage.stage).mid(1), this,
                [this, number = stage.stage] { m_plot->rows().setStageFilter(number); });
    }
}

QMenu* GanttView::createContextMenu(TrackId track, int rank, int stage, std::optional<QPoint> point)
{
    auto* menu = new QMenu(this);
    fillTimelineMenu(*menu, *m_plot, {track, rank, stage, point});
    return menu;
}

QImage GanttView::renderImage(QSize size)
{
    const QSize before = this->size();
    resize(size);
    m_pages->activate();
    const QImage image = grab().toImage();
    resize(before);
    return image;
}

void GanttView::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange && !m_applyingPalette) {
        applyPalette();
        updateLegend();
    }
    QWidget::changeEvent(event);
}

void GanttView::applyPalette()
{
    m_applyingPalette = true;
    const Palette palette = Palette::of(*this);
    const auto paint = [](QWidget* widget, const QColor& ground, const QColor& text) {
        QPalette colors; // all other roles follow the theme
        colors.setColor(QPalette::Window, ground);
        colors.setColor(QPalette::WindowText, text);
        widget->setPalette(colors);
        widget->setAutoFillBackground(true);
    };
    paint(m_notice, palette.warningSurface, palette.warningText);
    paint(m_placeholderPage, palette.surface, palette.text);
    paint(m_placeholderTitle, palette.surface, palette.text);
    paint(m_placeholderText, palette.surface, palette.mutedText);
    m_applyingPalette = false;
}

void GanttView::increaseRowHeight() { m_plot->rows().setRowHeight(m_plot->rows().options().rowHeight + rowHeightStep); }
void GanttView::decreaseRowHeight() { m_plot->rows().setRowHeight(m_plot->rows().options().rowHeight - rowHeightStep); }
void GanttView::resetRowHeight() { m_plot->rows().setAutomaticRowHeight(); }
void GanttView::collapseAllRanks() { m_plot->rows().setAllRanksCollapsed(true); }
void GanttView::expandAllRanks() { m_plot->rows().setAllRanksCollapsed(false); }
void GanttView::collapseAllStages() { m_plot->rows().setAllStagesCollapsed(true); }
void GanttView::expandAllStages() { m_plot->rows().setAllStagesCollapsed(false); }
void GanttView::showEverything() { m_plot->rows().showEverything(); }
void GanttView::fitFinding()
{
    if (m_workspace->diagnosis.findingIndex() < 0)
        return;
    m_plot->rows().fitAllRanks();
    m_workspace->diagnosis.goToFinding(m_workspace->diagnosis.findingIndex());
}

void GanttView::sortByRank() { m_plot->rows().setSort(TimelineLayout::Sort::ByRank); }
void GanttView::sortByBusy() { m_plot->rows().setSort(TimelineLayout::Sort::ByBusy); }

void GanttView::setColorBy(ColorBy colorBy)
{
    m_plot->look().setColorBy(colorBy);
    updateLegend();
    updateActions();
}

} // namespace bubblescope
