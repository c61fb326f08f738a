// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparedtimelines.h"

#include "devicelanes.h"
#include "devicestext.h"
#include "elidingbox.h"
#include "formatting.h"
#include "ganttview.h"
#include "plotstyle.h"
#include "workspace.h"

#include <QCheckBox>
#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QStandardItemModel>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

namespace bubblescope {

namespace {
/// Where the same rank, else its stage, is at the top: the timelines may fold and represent ranks differently.
double scrollLike(const TimelineLayout& from, double offset, const TimelineLayout& to)
{
    const RankBlock* top = nullptr;
    for (const RankBlock& block : from.blocks())
        top = block.top <= offset ? &block : top;
    if (!top)
        return offset;
    const RankBlock* like = nullptr;
    for (const RankBlock& block : to.blocks()) {
        const bool isSame = block.rank == top->rank;
        if (isSame || (!like && block.stage == top->stage))
            like = &block;
        if (isSame)
            break;
    }
    if (!like)
        return offset;
    const double height = top->bottom - top->top;
    const double inside = std::min(offset - top->top, height);
    const double share = height > 0 ? inside / height : 0;
    return like->top + share * (like->bottom - like->top) + (offset - top->top - inside);
}

template <typename IsIt> TimeRange stepOrDense(const Trace& trace, IsIt isIt)
{
    const auto steps = trace.steps();
    const auto found = std::find_if(steps.begin(), steps.end(), isIt);
    return found == steps.end() ? trace.denseRange() : found->range;
}

/// In which hosts launched a step; without one, the dense range.
TimeRange launchedIn(const Trace& trace, std::optional<int64_t> step)
{
    TimeRange launched = TimeRange::nothing();
    for (const RankStep& own : trace.rankSteps()) {
        if (own.step.number == step)
            launched = launched.united(own.isOfDevice() ? own.host : own.step.range);
    }
    return launched.isNothing() ? trace.denseRange() : launched;
}

/// Begin of the first span of that name that begins in a range; the end of time if there is none.
TimeNs firstNamed(const Trace& trace, const std::string& name, TimeRange range)
{
    constexpr TimeNs never = std::numeric_limits<TimeNs>::max();
    const StringId id = trace.strings().find(name);
    TimeNs first = never;
    if (!id.isValid())
        return first;
    for (const Row& row : trace.rows()) {
        const auto begins = std::span(trace.timing().begin).subspan(row.firstSpan, row.spanCount);
        auto i = row.firstSpan + uint32_t(std::lower_bound(begins.begin(), begins.end(), range.begin) - begins.begin());
        // By begin: none of the row that follows is earlier.
        for (; i < row.firstSpan + row.spanCount && trace.begin(SpanId(i)) < std::min(range.end, first); ++i) {
            if (trace.nameId(SpanId(i)) == id)
                first = trace.begin(SpanId(i));
        }
    }
    return first;
}
} // namespace

ComparedTimelines::ComparedTimelines(Workspace* workspace, GanttView* upper, QWidget* parent)
    : QSplitter(Qt::Vertical, parent)
    , m_workspace(workspace)
    , m_lowerWorkspace(new Workspace(this, &workspace->document.notes()))
    , m_upper(upper)
    , m_lower(new GanttView(m_lowerWorkspace, this))
    , m_upperCaption(new QLabel(this))
    , m_lowerCaption(new QLabel(this))
    , m_key(new LegendRow(this))
    , m_colorsDifferences(new QCheckBox(tr("Colour differences"), this))
    , m_alignments(new ElidingBox(this))
{
    setChildrenCollapsible(false);
    for (GanttView* view : {m_upper, m_lower}) // two of them share the room of one
        view->plot().setMinimumHeight(72);
    m_lower->setObjectName(QStringLiteral("simulatedTimeline"));
    for (QLabel* caption : {m_upperCaption, m_lowerCaption}) // alike, with a check box beside it or without
        caption->setMinimumHeight(m_colorsDifferences->sizeHint().height());
    addWidget(withCaption({m_upperCaption}, m_upper));
    addWidget(withCaption({m_lowerCaption, m_key, m_alignments, m_colorsDifferences}, m_lower));
    m_alignments->addItems({tr("Aligned by step"), tr("Aligned by selected range"), tr("Aligned by markers")});
    m_alignments->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon); // the colours need the room
    m_alignments->setMinimumContentsLength(12);
    m_alignments->setAccessibleName(tr("How the runs are aligned"));
    m_alignments->setToolTip(
        tr("Where A and B coincide, and what is compared: steps, what is launched in ranges called "
           "like the selected one, or what begins from the first marker (M) of each to its second "
           "one, or to the end"));
    connect(m_alignments, &QComboBox::activated, this, [this](int index) { chooseAlignment(Alignment(index)); });
    for (GanttView* view : {m_upper, m_lower}) {
        connect(&view->plot().look(), &TimelineLook::markersChanged, this, [this] {
            offerAlignments();
            if (m_alignment == Alignment::Marker)
                update();
        });
    }
    m_colorsDifferences->setChecked(true);
    m_colorsDifferences->setToolTip(tr("Spans that are shorter or longer than in the opened step, and new ones, get a "
                                       "colour of their own; the others keep theirs"));
    connect(m_colorsDifferences, &QCheckBox::toggled, this, [this](bool isChecked) {
        if (!m_isSuggesting)
            m_wantsDifferences = isChecked;
        chooseColors();
    });
    connect(&upper->plot().look(), &TimelineLook::colorByChanged, this, &ComparedTimelines::takeColors);
    chooseColors();
    connect(&upper->plot(), &TimelinePlot::criticalPathChanged, m_lower,
        [this] { m_lower->plot().look().setShowsCriticalPath(m_upper->plot().look().showsCriticalPath()); });
    widget(1)->setVisible(false);
    m_upperCaption->setVisible(false);
    connect(&workspace->document, &Document::simulationChanged, this, &ComparedTimelines::update);
    connect(&workspace->document, &Document::otherRunChanged, this, &ComparedTimelines::update);
    connect(&workspace->document, &Document::differencesChanged, this, &ComparedTimelines::chooseColors);
    connect(&workspace->window, &TimeWindow::stepChanged, this, &ComparedTimelines::update);
    // Two runs are searched together; a simulated one changes too often for that.
    connect(&workspace->search, &SearchState::changed, this, [this] {
        if (m_isComparing && m_workspace->document.otherRunIndex() >= 0)
            m_lowerWorkspace->search.setText(m_workspace->search.text());
    });
    connect(&workspace->selection, &Selection::spanChanged, this, &ComparedTimelines::showSelectedSpan);
    connect(&workspace->selection, &Selection::spanChanged, this, &ComparedTimelines::offerAlignments);
    connect(&m_lowerWorkspace->selection, &Selection::spanChanged, this, [this] {
        if (const SpanId span = openedSpan(m_lowerWorkspace->selection.span()); span.isValid())
            m_workspace->selection.setSpan(span); // all views know that span
    });
    for (const auto& [from, to] : {std::pair(m_upper, m_lower), std::pair(m_lower, m_upper)})
        connect(&from->plot(), &TimelinePlot::headerWidthChanged, &to->plot(), &TimelinePlot::setHeaderWidth);
    couple();
    restyle();
}

QWidget* ComparedTimelines::withCaption(std::initializer_list<QWidget*> caption, GanttView* view)
{
    auto* page = new QWidget(this);
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    auto* line = new QHBoxLayout;
    line->setContentsMargins(10, 2, 10, 2);
    line->setSpacing(12);
    for (QWidget* part : caption)
        line->addWidget(part, part == *caption.begin() ? 1 : 0);
    layout->addLayout(line);
    layout->addWidget(view, 1);
    page->setFocusProxy(view);
    return page;
}

QString ComparedTimelines::stepOfRun(const Run& run, double ns)
{
    // As the headline has it: it may be that of two, which is one of them.
    const size_t steps = run.trace->steps().size();
    return steps > 1 ? tr("median of %1 steps %2").arg(steps).arg(formatDuration(ns)) : formatDuration(ns);
}

std::optional<ComparedTimelines::Below> ComparedTimelines::otherRun() const
{
    const RunFolder* folder = m_workspace->document.folder();
    const int index = m_workspace->document.otherRunIndex();
    if (!folder || index < 0 || index >= int(folder->runs.size()))
        return std::nullopt;
    const Run& run = folder->runs[size_t(index)];
    const QString name = nameOnDevices(toText(run.name).simplified(), devicesText(run.machine));
    return Below {run.trace, shiftOf(*run.trace), tr("B · %1, %2").arg(name, originText(run.origin))};
}

/// By default the current step begins at the same place in both; without one, the runs do.
TimeNs ComparedTimelines::shiftOf(const Trace& other) const
{
    const Trace& opened = *m_workspace->document.openedRun()->trace;
    const TimeRange range = comparedRange(opened);
    const TimeRange otherRange = comparedRange(other);
    if (m_alignment == Alignment::Range) {
        constexpr TimeNs never = std::numeric_limits<TimeNs>::max();
        const std::optional<int64_t> step = m_workspace->window.step();
        const TimeNs here = firstNamed(opened, m_range.name, launchedIn(opened, step));
        const TimeNs there = firstNamed(other, m_range.name, launchedIn(other, step));
        if (here != never && there != never)
            return here - there;
    }
    if (m_alignment == Alignment::Marker) {
        const std::vector<TimeNs>& here = m_upper->plot().look().markers();
        const std::vector<TimeNs>& there = m_lower->plot().look().markers();
        if (!here.empty() && !there.empty())
            return *std::min_element(here.begin(), here.end()) - *std::min_element(there.begin(), there.end());
    }
    return range.begin - otherRange.begin;
}

void ComparedTimelines::chooseAlignment(Alignment alignment)
{
    m_alignment = alignment;
    m_range = alignment == Alignment::Range ? selectedRange().value_or(m_range) : ComparedPart();
    update();
}

/// Only ranges of the host enclose what a device does.
std::optional<ComparedPart> ComparedTimelines::selectedRange() const
{
    const Trace& opened = *m_workspace->document.openedRun()->trace;
    const SpanId span = m_workspace->selection.span();
    if (!span.isValid() || span.value >= opened.spanCount() || !isProfilerRun(opened)
        || opened.track(opened.track(span)).lane != Lane::Thread)
        return std::nullopt;
    const bool isInstant = opened.duration(span) == 0;
    return ComparedPart {
        isInstant ? ComparedPart::By::Marker : ComparedPart::By::Range, 0, std::string(opened.name(span))};
}

/// The chosen step, as far as the run has it, narrows what is compared.
ComparedPart ComparedTimelines::partOf(const Trace& trace, const TimelineLook& look) const
{
    const auto steps = trace.steps();
    const bool hasStep = steps.size() > 1 && std::any_of(steps.begin(), steps.end(), [this](const Step& step) {
        return m_workspace->window.step() == step.number;
    });
    const std::optional<int> step = hasStep ? std::optional(int(*m_workspace->window.step())) : std::nullopt;
    ComparedPart part;
    switch (m_alignment) {
    case Alignment::Step:
        if (step)
            part = {ComparedPart::By::Step, *step};
        break;
    case Alignment::Range:
        part = m_range;
        part.within = step;
        break;
    case Alignment::Marker:
        if (const std::vector<TimeNs>& markers = look.markers(); !markers.empty()) {
            const auto [first, last] = std::minmax_element(markers.begin(), markers.end());
            const TimeNs start = trace.range().begin;
            part.by = ComparedPart::By::Times;
            part.times = {*first - start, (markers.size() > 1 ? *last : trace.range().end) - start};
        }
        break;
    }
    return part;
}

void ComparedTimelines::announceParts()
{
    std::pair<ComparedPart, ComparedPart> parts;
    const Run* upper = m_workspace->document.openedRun();
    const Run* lower = m_lowerWorkspace->document.openedRun();
    const bool comparesRuns = m_isComparing && m_workspace->document.otherRunIndex() >= 0;
    if (comparesRuns && upper && lower && isProfilerRun(*upper->trace) && isProfilerRun(*lower->trace))
        parts = {partOf(*upper->trace, m_upper->plot().look()), partOf(*lower->trace, m_lower->plot().look())};
    if (std::exchange(m_parts, parts) != parts)
        emit partsChanged(parts.first, parts.second);
}

void ComparedTimelines::offerAlignments()
{
    const bool comparesRuns = m_isComparing && m_workspace->document.otherRunIndex() >= 0;
    m_alignments->setVisible(comparesRuns);
    if (!comparesRuns)
        return;
    const bool areMarked = !m_upper->plot().look().markers().empty() && !m_lower->plot().look().markers().empty();
    const auto* items = qobject_cast<QStandardItemModel*>(m_alignments->model());
    items->item(int(Alignment::Range))->setEnabled(selectedRange() || m_alignment == Alignment::Range);
    items->item(int(Alignment::Marker))->setEnabled(areMarked || m_alignment == Alignment::Marker);
    m_alignments->setItemText(int(Alignment::Range),
        m_alignment == Alignment::Range ? tr("Aligned by %1").arg(elideMiddle(toText(m_range.name).simplified(), 24))
                                        : tr("Aligned by selected range"));
    m_alignments->setCurrentIndex(int(m_alignment));
}

std::optional<ComparedTimelines::Below> ComparedTimelines::below() const
{
    if (!m_workspace->document.openedRun())
        return std::nullopt;
    const ShownSimulationPtr& simulation = m_workspace->document.simulation();
    if (!simulation || (m_workspace->document.timeline() != Document::Timeline::Both && !wantsInterleaved()))
        return otherRun();
    QString caption = tr("modelled, %1").arg(formatDuration(simulation->step.figures.stepNs));
    if (wantsInterleaved() && !simulation->interleaved) {
        caption += m_workspace->document.blocks() ? tr(" (not all ranks of the opened run are in memory)")
                                                  : tr(" (the opened run has no times to lay it between)");
    }
    const bool isLaidBetween = wantsInterleaved() && simulation->interleaved;
    return Below {simulation->step.run.trace, isLaidBetween ? simulation->stepBegin : simulation->offset,
        m_knobs.isEmpty() ? caption : caption + QStringLiteral(" · ") + m_knobs};
}

TimelinePlot& ComparedTimelines::shownPlot() { return (m_isInterleaved ? m_lower : m_upper)->plot(); }

void ComparedTimelines::update()
{
    // Markers belong to the run that they were set in; the last time that they change here, this is called again.
    if (std::exchange(m_markedRun, m_workspace->document.otherRunIndex()) != m_markedRun)
        m_lower->plot().look().setMarkers({});
    const std::optional<Below> now = below();
    const bool showsRun = now && m_workspace->document.otherRunIndex() >= 0;
    const bool begins = now && !m_isComparing;
    const bool hadFocus = m_upper->plot().hasFocus() || m_lower->plot().hasFocus();
    const ShownSimulationPtr& simulation = m_workspace->document.simulation();
    m_isComparing = now.has_value();
    m_isInterleaved = now && !showsRun && wantsInterleaved() && simulation->interleaved;
    m_isFollowing = true;
    const ShownSimulationPtr before = m_lowerWorkspace->document.simulation();
    m_lowerWorkspace->window.setReach(std::nullopt);
    if (const OpenedFolderPtr folder = showsRun ? m_workspace->document.opened() : nullptr;
        folder != m_lowerWorkspace->document.opened())
        m_lowerWorkspace->document.setFolder(folder);
    m_lowerWorkspace->document.setSimulation(!now || showsRun ? nullptr
            : m_isInterleaved                                 ? simulation->interleaved
                                                              : simulation);
    if (showsRun) {
        m_lowerWorkspace->document.setRunIndex(m_workspace->document.otherRunIndex());
        m_lowerWorkspace->window.setStep(m_workspace->window.step());
    }
    if (now) {
        m_shift = now->shift;
        const TimeRange upper = m_workspace->document.openedRun()->trace->range();
        const TimeRange lower = now->trace->range();
        m_workspace->window.setReach(TimeRange {lower.begin + m_shift, lower.end + m_shift});
        m_lowerWorkspace->window.setReach(TimeRange {upper.begin - m_shift, upper.end - m_shift});
        const Run& opened = *m_workspace->document.openedRun();
        const auto summary = m_workspace->figures.ofRun();
        const double openedNs = !showsRun ? simulation->openedNs
            : summary                     ? double(summary->stepTime)
                                          : double(upper.duration());
        const QString above = showsRun
            ? tr("A · %1, %2")
                  .arg(nameOnDevices(toText(opened.name).simplified(), devicesText(opened.machine)),
                      originText(opened.origin))
            : originText(opened.origin);
        // Ranks recorded one after another and plans have no step of their own: the model starts from something else.
        const bool hasStep = showsRun || opened.hasCommonTime();
        m_upperCaption->setText(hasStep
                ? tr("%1, %2").arg(above, showsRun ? stepOfRun(opened, openedNs) : formatDuration(openedNs))
                : above);
        QString caption = now->caption;
        if (const auto lowerSummary = showsRun ? m_lowerWorkspace->figures.ofRun() : nullptr)
            caption = tr("%1, %2").arg(
                caption, stepOfRun(*m_lowerWorkspace->document.run(), double(lowerSummary->stepTime)));
        m_lowerCaption->setText(m_isInterleaved ? tr("%1; below each of its lanes: %2").arg(above, caption) : caption);
        // Show both and, unless the user has zoomed, show both again when a knob makes the lower one longer.
        const TimeRange step = showsRun
            ? comparedRange(*opened.trace)
            : stepOrDense(*opened.trace, [&](const Step& begun) { return begun.range.begin == simulation->stepBegin; });
        const TimeRange shown = showsRun ? comparedRange(*now->trace) : lower;
        const bool endsBeside = !showsRun && !m_isInterleaved && opened.hasCommonTime() && openedNs > 0;
        std::optional<TimelineLook::EndLine> end;
        if (endsBeside) {
            end = {
                simulation->stepBegin + std::llround(openedNs) - m_shift, tr("%1 end").arg(originText(opened.origin))};
        }
        m_lower->plot().look().setEndLine(std::move(end));
        m_workspace->window.setOrigin(step.begin);
        m_lowerWorkspace->window.setOrigin(step.begin - m_shift);
        const TimeRange both = step.united({shown.begin + m_shift, shown.end + m_shift});
        const TimeRange visible = m_workspace->window.visibleRange();
        const bool isAwaited = m_fitsNext && m_lowerWorkspace->document.simulation() != before;
        m_fitsNext = m_fitsNext && !isAwaited;
        const bool outgrowsView = !showsRun && visible.contains(step) && !visible.contains(both);
        if (begins || isAwaited || outgrowsView || visible == m_fitted) {
            const TimeNs air = both.duration() / 100;
            m_workspace->window.setVisibleRange({both.begin - air, both.end + air});
            m_fitted = m_workspace->window.visibleRange();
            if (begins)
                m_workspace->window.commitPlace(); // one leads back from here
        }
    } else {
        m_workspace->window.setReach(std::nullopt);
        m_workspace->window.setOrigin(std::nullopt);
        m_lowerWorkspace->window.setOrigin(std::nullopt);
        m_lower->plot().look().setEndLine(std::nullopt);
        m_fitted = {};
        m_alignment = Alignment::Step;
    }
    m_isFollowing = false;
    suggestColors();
    chooseColors();
    widget(0)->setVisible(!m_isInterleaved);
    widget(1)->setVisible(m_isComparing);
    shareRows();
    offerAlignments();
    announceParts();
    m_lower->setFootVisible(m_isInterleaved); // otherwise the legend of the upper one covers both
    m_upperCaption->setVisible(m_isComparing);
    if (begins)
        setSizes({height() / 2, height() / 2});
    if (hadFocus)
        (m_isInterleaved ? m_lower : m_upper)->setFocus();
    if (now)
        follow(*m_workspace, *m_lowerWorkspace, -m_shift);
    showSelectedSpan();
    if (begins) { // the rows have another height now
        QTimer::singleShot(0, this, [this] {
            levelHalves();
            revealSelection();
        });
    }
}

/// The legend of both stands below the upper one: rows have the height of the lower half of the two, so that what one
/// of them has beyond that is lost. Nothing where somebody has moved the line between them.
void ComparedTimelines::levelHalves()
{
    constexpr int rounding = 2; // px
    const QList<int> halves = sizes();
    if (!m_isComparing || m_isInterleaved || halves.size() != 2 || std::abs(halves[0] - halves[1]) > rounding)
        return;
    const int above = widget(0)->height() - m_upper->plot().height();
    const int below = widget(1)->height() - m_lower->plot().height();
    setSizes({halves[0] + (above - below) / 2, halves[1] - (above - below) / 2});
}

/// One above the other, rows can only be compared if both have the same.
void ComparedTimelines::shareRows()
{
    const bool shares = m_isComparing && !m_isInterleaved;
    if (std::exchange(m_sharesRows, shares) == shares)
        return; // what the user folds meanwhile stays so
    for (GanttView* half : {m_upper, m_lower})
        half->plot().rows().setCollapsesToFit(shares);
    m_lower->plot().rows().setLeader(shares ? &m_upper->plot().rows() : nullptr);
}

/// Scrolls both timelines to what is selected.
void ComparedTimelines::revealSelection()
{
    const Selection& selection = m_workspace->selection;
    for (GanttView* view : {m_lower, m_upper}) {
        TimelineRows& rows = view->plot().rows();
        if (view == m_upper && selection.span().isValid())
            rows.scrollToSpan(selection.span());
        else if (selection.rank() >= 0)
            rows.scrollToRank(selection.rank());
        else if (selection.stage() >= 0)
            rows.scrollToStage(selection.stage());
    }
    if (m_isComparing && !m_isInterleaved)
        keepLanesInSight();
}

/// A model of a step has few lanes of hosts, or none: beside a call deep in a stack there would be nothing to compare.
void ComparedTimelines::keepLanesInSight()
{
    const TimelineRows& lower = m_lower->plot().rows();
    for (const RankBlock& block : lower.layout().blocks()) {
        if (block.top > lower.scrollOffset() || block.bottom <= lower.scrollOffset())
            continue;
        double lanesEnd = block.top;
        for (const TimelineRow& row : lower.layout().rows()) {
            if (row.rank == block.rank)
                lanesEnd = std::max(lanesEnd, row.bottom());
        }
        if (lanesEnd <= lower.scrollOffset())
            m_upper->plot().rows().setScroll(block.top);
        return;
    }
}

bool ComparedTimelines::wantsInterleaved() const
{
    return m_workspace->document.timeline() == Document::Timeline::Interleaved;
}

/// Also selects the opened run's selected span in an interleaved timeline.
void ComparedTimelines::showSelectedSpan()
{
    const SpanId span = m_workspace->selection.span();
    if (!m_isInterleaved || !span.isValid())
        return;
    const std::vector<SpanId>& places = m_workspace->document.simulation()->interleaved->fromOpened;
    if (span.value < places.size() && places[span.value].isValid())
        m_lowerWorkspace->selection.setSpan(places[span.value]);
}

SpanId ComparedTimelines::openedSpan(SpanId ofLower) const
{
    if (!m_isInterleaved || !ofLower.isValid())
        return {};
    const ShownSimulation& shown = *m_workspace->document.simulation()->interleaved;
    const Trace& both = *shown.step.run.trace;
    const Trace& opened = *m_workspace->document.openedRun()->trace;
    // The step was shifted as a whole: search the spans of its rank that begin at that time.
    const TimeNs begin = both.begin(ofLower) + shown.offset;
    const std::span<const TimeNs> begins(opened.timing().begin);
    for (const Row& row : opened.rows()) {
        if (opened.track(row.track).rank != both.track(both.track(ofLower)).rank)
            continue;
        const auto ofRow = begins.subspan(row.firstSpan, row.spanCount);
        const auto [first, last] = std::equal_range(ofRow.begin(), ofRow.end(), begin);
        for (auto at = first; at != last; ++at) {
            const SpanId span(row.firstSpan + uint32_t(at - ofRow.begin()));
            if (shown.fromOpened[span.value] == ofLower)
                return span;
        }
    }
    return {};
}

/// For another run: the current step, otherwise its dense range.
TimeRange ComparedTimelines::comparedRange(const Trace& trace) const
{
    return stepOrDense(trace, [this](const Step& step) { return m_workspace->window.step() == step.number; });
}

/// Other colours are chosen for both, instead of the differences.
void ComparedTimelines::takeColors()
{
    const ColorBy chosen = m_upper->plot().look().colorBy();
    if (chosen == m_chosenColors && !m_colorsUpper)
        return; // given back by chooseColors()
    const bool isOwn = m_colorsUpper && chosen == ColorBy::Difference; // chooseColors() set them
    if (chosen != ColorBy::Difference)
        m_chosenColors = chosen;
    const bool isUsual = !m_isComparing && chosen == ColorBy::Category;
    if (!isOwn)
        m_wantsDifferences = isUsual ? std::nullopt : std::optional(chosen == ColorBy::Difference);
    checkDifferences(isUsual || chosen == ColorBy::Difference);
    chooseColors();
}

void ComparedTimelines::checkDifferences(bool areColored)
{
    m_isSuggesting = true;
    m_colorsDifferences->setChecked(areColored);
    m_isSuggesting = false;
}

/// Under another order nearly every span differs: the colours are needed to tell what the spans are.
void ComparedTimelines::suggestColors()
{
    if (!m_isComparing || m_wantsDifferences)
        return;
    const ShownSimulationPtr& simulation = m_workspace->document.simulation();
    const bool showsRun = m_workspace->document.otherRunIndex() >= 0;
    checkDifferences(showsRun || !simulation || !simulation->knobs.changeStructure());
}

/// A simulation differs from what was opened; two runs differ from each other, so that both show it.
void ComparedTimelines::chooseColors()
{
    const bool comparesRuns = m_workspace->document.otherRunIndex() >= 0;
    const bool canShow = !comparesRuns || m_workspace->document.differences();
    const bool areShown = canShow && m_colorsDifferences->isChecked();
    const bool colorsUpper = m_isComparing && comparesRuns && areShown;
    if (colorsUpper != std::exchange(m_colorsUpper, colorsUpper))
        m_upper->setColorBy(colorsUpper ? ColorBy::Difference : m_chosenColors);
    m_lower->setColorBy(areShown ? ColorBy::Difference : m_upper->plot().look().colorBy());
    // Two runs differ in both halves: their colours say so, or nothing does.
    const bool areEdges = m_isComparing && canShow && !areShown && !comparesRuns;
    m_lower->plot().look().setEdgesDifferences(areEdges);
    showKey();
    m_key->setVisible(areShown || areEdges);
    for (GanttView* view : {m_upper, m_lower})
        view->setNamesDifferences(!m_isComparing || !(areShown || areEdges));
    m_colorsDifferences->setVisible(canShow);
}

void ComparedTimelines::couple()
{
    const auto connectBoth = [this](Workspace* from, Workspace* to, int sign) {
        const auto pass = [this, from, to, sign] {
            if (m_isComparing)
                follow(*from, *to, sign * m_shift);
        };
        connect(&from->window, &TimeWindow::visibleRangeChanged, this, pass);
        connect(&from->window, &TimeWindow::crosshairChanged, this, pass);
        connect(&from->selection, &Selection::rangeChanged, this, pass);
        connect(&from->selection, &Selection::rankChanged, this, pass);
        connect(&from->selection, &Selection::stageChanged, this, pass);
    };
    connectBoth(m_workspace, m_lowerWorkspace, -1);
    connectBoth(m_lowerWorkspace, m_workspace, 1);
    for (const auto& [from, to] : {std::pair(m_upper, m_lower), std::pair(m_lower, m_upper)}) {
        connect(&from->plot().rows(), &TimelineRows::scrollRangeChanged, this, [this, from = from, to = to] {
            if (!m_isComparing || m_isInterleaved || std::exchange(m_isFollowing, true))
                return;
            // With other ranks, where the one that followed stands leads back to another place: only what it is
            // scrolled by itself counts.
            const TimelineRows& rows = from->plot().rows();
            TimelineRows& others = to->plot().rows();
            if (m_followed != std::pair<const GanttView*, double>(from, rows.scrollOffset())) {
                others.setScroll(scrollLike(rows.layout(), rows.scrollOffset(), others.layout()));
                m_followed = {to, others.scrollOffset()};
            }
            m_isFollowing = false;
        });
    }
}

void ComparedTimelines::follow(Workspace& from, Workspace& to, TimeNs shift)
{
    if (m_isFollowing)
        return;
    m_isFollowing = true;
    const auto moved = [shift](TimeRange range) { return TimeRange {range.begin + shift, range.end + shift}; };
    to.window.setVisibleRange(moved(from.window.visibleRange()));
    to.selection.setRange(
        from.selection.range() ? std::optional<TimeRange>(moved(*from.selection.range())) : std::nullopt);
    to.window.setCrosshair(
        from.window.crosshair() ? std::optional<TimeNs>(*from.window.crosshair() + shift) : std::nullopt);
    if (to.selection.rank() != from.selection.rank())
        to.selection.setRank(from.selection.rank());
    if (to.selection.stage() != from.selection.stage())
        to.selection.setStage(from.selection.stage());
    m_isFollowing = false;
}

void ComparedTimelines::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange && !m_isStyling)
        restyle();
    QSplitter::changeEvent(event);
}

void ComparedTimelines::restyle()
{
    m_isStyling = true;
    for (QLabel* caption : {m_upperCaption, m_lowerCaption})
        caption->setForegroundRole(QPalette::PlaceholderText);
    showKey();
    m_isStyling = false;
}

void ComparedTimelines::showKey()
{
    const Palette colors = Palette::of(*this);
    // Of two runs both are coloured: what only the first has is not new.
    const bool comparesRuns = m_workspace->document.otherRunIndex() >= 0;
    m_key->setEntries({{tr("▼ shorter"), colors.differenceColor(-0.5)}, {tr("▲ longer"), colors.differenceColor(0.5)},
        {comparesRuns ? tr("only here") : tr("new"), colors.newColor()}});
}

} // namespace bubblescope
