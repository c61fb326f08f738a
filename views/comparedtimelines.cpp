// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparedtimelines.h"

#include "formatting.h"
#include "ganttview.h"
#include "plotstyle.h"
#include "workspace.h"

#include <QCheckBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

namespace bubblescope {

ComparedTimelines::ComparedTimelines(Workspace* workspace, GanttView* upper, QWidget* parent)
    : QSplitter(Qt::Vertical, parent)
    , m_workspace(workspace)
    , m_lowerWorkspace(new Workspace(this))
    , m_upper(upper)
    , m_lower(new GanttView(m_lowerWorkspace, this))
    , m_upperCaption(new QLabel(this))
    , m_lowerCaption(new QLabel(this))
    , m_key(new LegendRow(this))
    , m_colorsDifferences(new QCheckBox(tr("Colour differences"), this))
{
    setChildrenCollapsible(false);
    m_lower->setObjectName(QStringLiteral("simulatedTimeline"));
    m_lower->setFootVisible(false); // the upper one's legend stands for both
    addWidget(withCaption({m_upperCaption}, m_upper));
    addWidget(withCaption({m_lowerCaption, m_key, m_colorsDifferences}, m_lower));
    m_colorsDifferences->setChecked(true);
    m_colorsDifferences->setToolTip(tr("Spans that take shorter or longer than in the opened step, and new ones, get "
                                       "a colour of their own; the others keep theirs"));
    const auto chooseColors = [this] {
        const bool areShown = m_colorsDifferences->isChecked();
        m_lower->setColorBy(areShown ? ColorBy::Difference : m_upper->plot().colorBy());
        m_key->setVisible(areShown);
    };
    connect(m_colorsDifferences, &QCheckBox::toggled, this, chooseColors);
    chooseColors();
    widget(1)->setVisible(false);
    m_upperCaption->setVisible(false);
    connect(workspace, &Workspace::simulationChanged, this, &ComparedTimelines::update);
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

void ComparedTimelines::update()
{
    const ShownSimulationPtr& simulation = m_workspace->simulation();
    const bool compares
        = simulation && m_workspace->openedRun() && m_workspace->timeline() == Workspace::Timeline::Both;
    const bool begins = compares && !m_isComparing;
    m_isComparing = compares;
    m_isFollowing = true;
    m_lowerWorkspace->setReach(std::nullopt);
    m_lowerWorkspace->setSimulation(compares ? simulation : nullptr);
    if (compares) {
        const TimeNs shift = simulation->offset;
        const TimeRange upper = m_workspace->openedRun()->trace->range();
        const TimeRange lower = simulation->step.run.trace->range();
        m_workspace->setReach(TimeRange {lower.begin + shift, lower.end + shift});
        m_lowerWorkspace->setReach(TimeRange {upper.begin - shift, upper.end - shift});
        const QString origin = originText(m_workspace->openedRun()->origin);
        m_upperCaption->setText(tr("%1, %2").arg(origin,
            formatDuration(
                double(m_workspace->runSummary() ? m_workspace->runSummary()->stepTime : upper.duration()))));
        m_lowerCaption->setText(tr("modelled, %1%2")
                                    .arg(formatDuration(simulation->step.figures.stepNs),
                                        m_knobs.isEmpty() ? QString() : QStringLiteral(" · ") + m_knobs));
        // Both whole steps in sight, and, until somebody zooms, again when a knob makes the lower one longer.
        if (begins || m_workspace->visibleRange() == m_fitted) {
            if (begins)
                m_before = m_workspace->visibleRange();
            m_workspace->setVisibleRange(
                m_before.united({lower.begin + shift, lower.end + shift + lower.duration() / 100}));
            m_fitted = m_workspace->visibleRange();
        }
    } else {
        m_workspace->setReach(std::nullopt);
        m_fitted = {};
    }
    m_isFollowing = false;
    widget(1)->setVisible(compares);
    m_upperCaption->setVisible(compares);
    if (begins)
        setSizes({height() / 2, height() / 2});
    if (compares)
        follow(*m_workspace, *m_lowerWorkspace, -simulation->offset);
}

void ComparedTimelines::couple()
{
    const auto connectBoth = [this](Workspace* from, Workspace* to, int sign) {
        const auto pass = [this, from, to, sign] {
            if (m_isComparing && m_workspace->simulation())
                follow(*from, *to, sign * m_workspace->simulation()->offset);
        };
        for (const auto signal : {&Workspace::visibleRangeChanged, &Workspace::crosshairChanged,
                 &Workspace::selectedRangeChanged, &Workspace::selectedRankChanged, &Workspace::selectedStageChanged})
            connect(from, signal, this, pass);
    };
    connectBoth(m_workspace, m_lowerWorkspace, -1);
    connectBoth(m_lowerWorkspace, m_workspace, 1);
    const auto scroll = [this](GanttView* from, GanttView* to) {
        connect(&from->plot(), &TimelinePlot::scrollRangeChanged, this, [this, from, to] {
            if (m_isComparing && !m_isFollowing) {
                m_isFollowing = true;
                to->plot().setScroll(from->plot().scrollOffset());
                m_isFollowing = false;
            }
        });
    };
    scroll(m_upper, m_lower);
    scroll(m_lower, m_upper);
}

void ComparedTimelines::follow(Workspace& from, Workspace& to, TimeNs shift)
{
    if (m_isFollowing)
        return;
    m_isFollowing = true;
    const auto moved = [shift](TimeRange range) { return TimeRange {range.begin + shift, range.end + shift}; };
    to.setVisibleRange(moved(from.visibleRange()));
    to.setSelectedRange(from.selectedRange() ? std::optional<TimeRange>(moved(*from.selectedRange())) : std::nullopt);
    to.setCrosshair(from.crosshair() ? std::optional<TimeNs>(*from.crosshair() + shift) : std::nullopt);
    if (to.selectedRank() != from.selectedRank())
        to.setSelectedRank(from.selectedRank());
    if (to.selectedStage() != from.selectedStage())
        to.setSelectedStage(from.selectedStage());
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
    const Palette colors = Palette::of(*this);
    for (QLabel* caption : {m_upperCaption, m_lowerCaption})
        caption->setForegroundRole(QPalette::PlaceholderText);
    m_key->setEntries({{tr("shorter"), colors.differenceColor(-0.5)}, {tr("longer"), colors.differenceColor(0.5)},
        {tr("new"), colors.newColor()}});
    m_isStyling = false;
}

} // namespace bubblescope
