// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "whatifcontrol.h"

#include "comparedtimelines.h"
#include "formatting.h"
#include "hangingrun.h"
#include "plantext.h"
#include "simulatepane.h"
#include "tabletexts.h"

#include <algorithm>
#include <utility>

namespace bubblescope {

namespace {
constexpr int gainDelayMs = 700;   // after the last result, since gains are only computed while nothing is dragged
constexpr int briefAnswerMs = 400; // nobody reads the progress of less
} // namespace

WhatIfControl::WhatIfControl(Workspace& workspace, SimulatePane& pane, ComparedTimelines& timelines, Settings& settings,
    QUndoStack& history, QObject* parent)
    : QObject(parent)
    , m_workspace(workspace)
    , m_pane(pane)
    , m_timelines(timelines)
    , m_history(history)
    , m_presets(pane, settings)
    , m_moves(history, [this](const Knobs& knobs) { apply(knobs); })
    , m_sources(workspace)
    , m_layoutPause(timelines)
{
    m_restart.setSingleShot(true);
    connect(&m_restart, &QTimer::timeout, this, [this] {
        if (m_isHeld)
            m_waits = true;
        else
            chooseSource();
    });
    m_gainDelay.setSingleShot(true);
    m_gainDelay.setInterval(gainDelayMs);
    connect(&m_gainDelay, &QTimer::timeout, this, [this] {
        if (m_job && m_hasSubject)
            m_job->askGains(m_knobs);
    });
    connect(&workspace.document, &Document::folderChanged, this, [this] {
        m_restored.reset();
        stop();
        if (!m_workspace.document.blocks())
            m_steps->forget();
        setGains({}, false);
        m_sources.update();
        m_pane.setSources(m_sources.names());
        m_restart.start();
    });
    // A simulated run changes the shown run, but not the simulated input.
    const auto restart = [this] {
        if (!m_workspace.document.showsSimulation() || m_workspace.document.openedRun())
            m_restart.start();
    };
    connect(&workspace.document, &Document::runChanged, this, restart);
    connect(&workspace.window, &TimeWindow::stepChanged, this, restart);
    connect(&workspace.document, &Document::simulationChanged, this, [this] {
        // The user wants to see a result that was not computed yet.
        const Document::Timeline timeline = m_workspace.document.timeline();
        const bool interleaves = timeline == Document::Timeline::Interleaved;
        const bool isOtherWish = std::exchange(m_interleaves, interleaves) != interleaves;
        if (interleaves || timeline == Document::Timeline::Both)
            m_comparison = timeline;
        if ((timeline != Document::Timeline::Opened && !m_workspace.document.simulation())
            || (isOtherWish && interleaves))
            ask();
    });
    // For a one-layer table, the number of layers shown and that of the model are the same, wherever it is set.
    connect(&workspace.inputs, &InputChoice::foldedLayersChanged, this, [this] {
        if (!foldsTable() || !m_hasSubject)
            return;
        Knobs knobs = m_knobs;
        knobs.layers = m_workspace.inputs.foldedLayers();
        if (!(knobs == m_knobs))
            moveKnobs(knobs, QStringLiteral("layers"), true);
    });
    connect(&pane, &SimulatePane::knobsMoved, this, &WhatIfControl::moveKnobs);
    connect(&pane, &SimulatePane::resetRequested, this, [this] { moveKnobs({}, tr("reset all knobs")); });
    connect(&pane, &SimulatePane::balanceRequested, this, &WhatIfControl::balance);
    connect(&pane, &SimulatePane::sourceChosen, this, [this](int index) {
        m_sources.choose(size_t(index));
        chooseSource();
    });
    connect(&pane, &SimulatePane::gainChosen, this, &WhatIfControl::takeGain);
    pane.setKept(m_kept);
    connect(&pane, &SimulatePane::keepRequested, this, &WhatIfControl::keep);
    connect(&pane, &SimulatePane::keptChosen, this, &WhatIfControl::setKept);
    connect(&pane, &SimulatePane::offerTaken, this, [this] {
        if (m_deferred)
            startDeferred();
        else if (m_job && !m_hasSubject)
            cancel();
    });
    connect(&pane, &SimulatePane::doublingWanted, this, &WhatIfControl::prepareDoubling);
    connect(&m_presets, &KnobPresets::noticed, this, &WhatIfControl::noticed);
    connect(&m_presets, &KnobPresets::chosen, this,
        [this](const Knobs& knobs, const QString& what) { moveKnobs(knobs, what); });
    connect(&m_presets, &KnobPresets::hardwareRenamed, this, [this](const QString& from, const QString& to) {
        if (m_knobs.hardware == from.toStdString())
            m_knobs.hardware = to.isEmpty() ? std::nullopt : std::optional(to.toStdString());
    });
    connect(&m_presets, &KnobPresets::catalogChanged, this, [this] {
        m_pane.setKnobs(m_knobs);
        if (m_job)
            m_job->setCatalog(m_presets.catalog());
        ask();
    });
}

WhatIfControl::~WhatIfControl() = default;

void WhatIfControl::setHeld(bool isHeld)
{
    m_isHeld = isHeld;
    if (m_waits && !m_isHeld)
        chooseSource();
}

void WhatIfControl::chooseSource()
{
    m_restart.stop();
    m_waits = false;
    if (!m_workspace.document.folder() || m_sources.isEmpty()) {
        stop();
        m_pane.setNothing(tr("Open a run, a table, a workload or a log to ask what would help."));
        return;
    }
    if (isHangingRun(m_workspace.document) && !m_sources.isChosen()) {
        stop();
        m_pane.setNothing(tr("The job hangs: no step of it ended, so none can be simulated."));
        return;
    }
    const SimulationSource source = m_sources.current();
    if (m_job && m_job->source() == source)
        return;
    if (!waitsForWish(source)) {
        start(source);
    } else if (m_deferred != source) {
        stop();
        offer(source);
    }
}

void WhatIfControl::chooseInput(const SimulationSource& input)
{
    m_sources.choose(input);
    chooseSource();
    if (m_hasSubject && m_sources.isChosen() && !m_workspace.document.simulation())
        ask(); // it was simulated already, beside a run
}

void WhatIfControl::tryKnobs(const SimulationSource& input, const Knobs& knobs, const QString& what)
{
    chooseInput(input);
    if (m_hasSubject && m_job && m_job->source() == input)
        moveKnobs(knobs, what);
    else
        m_restored = knobs;
}

void WhatIfControl::offer(const SimulationSource& source)
{
    m_deferred = source;
    m_pane.setOffer(m_sources.offerOf(source), tr("Prepare the simulation"));
}

/// Drops pending requests; the knobs wait for another try.
void WhatIfControl::cancel()
{
    const SimulationSource source = m_job->source();
    const std::optional<Knobs> restored = m_restored;
    stop();
    m_restored = restored;
    m_workspace.document.setTimeline(Document::Timeline::Opened);
    offer(source);
}

/// Knobs have no value to double before their input is ready.
void WhatIfControl::prepareDoubling(const QString& knob)
{
    startDeferred();
    if (m_job && !m_hasSubject)
        m_wantedDoubled = knob;
}

/// Just looking at a large run must not cost the memory of its graph.
bool WhatIfControl::waitsForWish(const SimulationSource& source) const
{
    const bool isAskedFor = !(knobs() == Knobs()) || m_sources.isChosen()
        || m_workspace.document.timeline() != Document::Timeline::Opened;
    return !isAskedFor && m_sources.isLarge(source, m_mostPreparedSpans);
}

void WhatIfControl::startDeferred()
{
    if (!m_deferred)
        return;
    if (!(m_knobs == Knobs()))
        m_restored = m_knobs; // they apply as soon as it is ready
    begin(*std::exchange(m_deferred, std::nullopt));
}

void WhatIfControl::start(const SimulationSource& source)
{
    stop();
    begin(source);
}

void WhatIfControl::begin(const SimulationSource& source)
{
    m_isPending = true;
    emit inputChanged(source);
    m_pane.setNothing(tr("Preparing the step …"));
    m_job = std::make_unique<WhatIfJob>(m_workspace.document.opened(), source, m_steps);
    WhatIfJob* job = m_job.get();
    m_begun.start();
    const auto isCurrent = [this, job] { return m_job.get() == job; };
    connect(job, &WhatIfJob::progressed, this, [this, isCurrent](double share) {
        if (isCurrent() && m_begun.elapsed() >= briefAnswerMs)
            m_pane.setOffer(m_sources.progressOf(m_job->isReading(share), share), tr("Cancel"));
    });
    connect(job, &WhatIfJob::subjectReady, this, [this, isCurrent](const WhatIfSubject& subject) {
        if (isCurrent())
            takeSubject(subject);
    });
    const auto giveUp = [this, isCurrent](const Error& error) {
        if (!isCurrent())
            return;
        m_isPending = false;
        m_pane.setNothing(tr("%1 %2").arg(messageText(error.message), messageText(error.advice)).trimmed());
    };
    connect(job, &WhatIfJob::impossible, this, giveUp);
    connect(job, &WhatIfJob::failed, this, giveUp);
    connect(job, &WhatIfJob::answered, this, [this, isCurrent](const ShownSimulationPtr& simulation) {
        if (isCurrent())
            takeAnswer(simulation);
    });
    connect(job, &WhatIfJob::refused, this, [this, isCurrent](const Knobs& knobs, const Error& error) {
        if (!isCurrent())
            return;
        m_isPending = false;
        if (knobs == m_knobs)
            m_pane.setRefusal(error);
    });
    connect(job, &WhatIfJob::balanced, this, [this, isCurrent](const Knobs& knobs) {
        if (isCurrent())
            moveKnobs(knobs, tr("balance the layers"));
    });
    connect(job, &WhatIfJob::gainsChanged, this, [this, isCurrent](const std::vector<KnobGain>& gains, bool isRunning) {
        if (isCurrent())
            setGains(gains, isRunning);
    });
    m_pane.setCurrentSource(m_sources.indexOf(source));
}

void WhatIfControl::stop()
{
    m_gainDelay.stop();
    m_isPending = false;
    m_hasSubject = false;
    m_wantsAnswer = false;
    m_wantedDoubled.clear();
    m_deferred.reset();
    m_retired.take(std::move(m_job));
    m_moves.forget();
    m_knobs = {};
    emit subjectChanged(std::nullopt);
    m_workspace.document.setSimulation(nullptr);
}

void WhatIfControl::restore(const Knobs& knobs, const QString& source)
{
    m_restored = knobs;
    m_sources.chooseNamed(source);
    chooseSource();
    if (m_hasSubject && m_restored)
        apply(*std::exchange(m_restored, std::nullopt));
}

void WhatIfControl::takeSubject(const WhatIfSubject& subject)
{
    m_hasSubject = true;
    m_subject = subject;
    m_isPending = false;
    m_pane.setSubject(subject);
    emit subjectChanged(subject);
    const QString twice = std::exchange(m_wantedDoubled, {});
    const bool isRestored = m_restored.has_value();
    if (isRestored)
        apply(*std::exchange(m_restored, std::nullopt));
    if (!twice.isEmpty())
        m_pane.twice(twice.toStdString());
    if (isRestored || !twice.isEmpty())
        return;
    // Inputs without a measured timeline show the modelled one immediately; ranks that played in turn, and orders
    // without times, show it below what was opened.
    const Run* opened = m_workspace.document.openedRun();
    const bool wantsAnswer = std::exchange(m_wantsAnswer, false);
    if (opened && !opened->hasCommonTime() && m_workspace.document.timeline() == Document::Timeline::Opened)
        m_workspace.document.setTimeline(Document::Timeline::Both); // which sends the question
    else if (wantsAnswer || !opened || m_workspace.document.timeline() != Document::Timeline::Opened
        || m_sources.isChosen())
        ask();
    else
        m_gainDelay.start(); // what helps most is known before anybody asks
}

void WhatIfControl::moveKnobs(const Knobs& knobs, const QString& what, bool isLive)
{
    if (knobs == m_knobs && !isLive) {
        ask(); // a refused value was reset
        return;
    }
    m_moves.push(m_knobs, knobs, what, isLive);
}

void WhatIfControl::movePartition(const std::vector<int>& layers, bool isLive)
{
    Knobs knobs = m_knobs;
    knobs.partition = layers;
    moveKnobs(knobs, tr("partition"), isLive);
}

void WhatIfControl::tryFinding(const Finding& finding)
{
    // What is said about the input is no change of it, and stays.
    Knobs kept;
    kept.measuredOn = m_knobs.measuredOn;
    if (foldsTable())
        kept.layers = m_knobs.layers;
    Knobs knobs = kept;
    for (const auto& [knob, value] : finding.tryKnobs) {
        const Result<bool> set = setKnob(knobs, knob, value);
        if (!set) {
            emit noticed(messageText(set.error().message));
            return;
        }
    }
    const bool replaces = !(m_knobs == kept) && !(m_knobs == knobs);
    const QString replaced = replaces ? movedKnobsText(m_knobs) : QString();
    const QString title = messageText(finding.title);
    m_pane.setTried({knobs, title, finding.costNs, replaced});
    m_timelines.fitNextSimulation();
    moveKnobs(knobs, title);
}

/// True if the simulated table is the one whose layers the Layers view repeats.
bool WhatIfControl::foldsTable() const
{
    return m_job && m_job->source().kind == SimulationSource::Kind::LayerTable
        && int(m_job->source().index) == m_workspace.inputs.layerTableIndex();
}

void WhatIfControl::apply(const Knobs& knobs)
{
    m_knobs = knobs;
    if (foldsTable() && knobs.layers)
        m_workspace.inputs.setFoldedLayers(*knobs.layers);
    ask();               // the answer is under way while the pane follows
    m_pane.setGains({}); // they were relative to other knobs
    m_pane.setKnobs(knobs);
    emit knobsChanged(knobs);
}

void WhatIfControl::ask()
{
    startDeferred();
    if (!m_job || !m_hasSubject)
        return;
    m_isPending = true;
    m_gainDelay.stop();
    m_job->ask(m_knobs, m_interleaves);
}

void WhatIfControl::askGains()
{
    startDeferred();
    if (!m_hasSubject)
        m_wantsAnswer = true;
    else
        m_job->askGains(m_knobs);
}

void WhatIfControl::setGains(const std::vector<KnobGain>& gains, bool isRunning)
{
    m_gains = gains;
    emit gainsChanged(gains, isRunning);
    if (!isRunning)
        m_pane.setGains(gains);
}

void WhatIfControl::takeGain(int index)
{
    if (m_hasSubject && index >= 0 && size_t(index) < m_gains.size())
        moveKnobs(m_gains[size_t(index)].knobs, messageText(m_gains[size_t(index)].change));
}

void WhatIfControl::takeAnswer(const ShownSimulationPtr& simulation)
{
    if (simulation->knobs == m_knobs)
        m_isPending = false;
    if (m_workspace.document.simulation()) // the first one makes room for a second timeline
        m_layoutPause.extend();
    m_timelines.setLowerCaption(movedKnobsText(simulation->knobs));
    m_pane.setAnswer(simulation->step);
    m_workspace.document.setSimulation(simulation);
    // A user who moves a knob wants to see the effect.
    if (m_workspace.document.openedRun() && m_workspace.document.timeline() == Document::Timeline::Opened
        && !(m_knobs == Knobs())) {
        m_layoutPause.end();
        m_workspace.document.setTimeline(m_comparison);
    }
    m_gainDelay.start();
}

void WhatIfControl::keep()
{
    const Document& document = m_workspace.document;
    const ShownSimulationPtr& shown = document.simulation();
    if (!m_hasSubject || !shown || shown->knobs == Knobs())
        return;
    const auto placed = [this, &document](KeptWhatIf kept) {
        kept.run = document.openedRun() ? exactText(document.openedRun()->name) : QString();
        kept.source = chosenSource();
        return kept;
    };
    if (m_kept.keep(placed(keptWhatIf(shown->step, shown->knobs, m_subject)), placed(keptOpened(m_subject))) < 0)
        emit noticed(tr("No more than %1 what-ifs are kept: forget one first.").arg(KeptWhatIfs::mostKept));
}

void WhatIfControl::setKept(int row)
{
    if (row < 0 || row >= m_kept.rowCount())
        return;
    const KeptWhatIf kept = m_kept.kept()[size_t(row)];
    const Result<Knobs> knobs = knobsFromLine(kept.knobs);
    if (!knobs) {
        emit noticed(messageText(knobs.error().message));
        return;
    }
    Document& document = m_workspace.document;
    const bool isSameRun = !document.openedRun() || exactText(document.openedRun()->name) == kept.run;
    if (m_hasSubject && isSameRun && m_subject.step == kept.step && chosenSource() == kept.source) {
        m_timelines.fitNextSimulation();
        moveKnobs(*knobs, kept.knobs.empty() ? tr("reset all knobs") : movedKnobsText(*knobs));
        return;
    }
    const std::vector<Run>& runs = document.folder()->runs;
    const auto run = std::find_if(
        runs.begin(), runs.end(), [&kept](const Run& other) { return exactText(other.name) == kept.run; });
    if (!isSameRun && !kept.run.isEmpty() && run == runs.end()) {
        emit noticed(tr("There is no run “%1” here.").arg(toText(kept.run)));
        return;
    }
    m_timelines.fitNextSimulation();
    if (!isSameRun && run != runs.end())
        document.setRunIndex(int(run - runs.begin()));
    if (kept.step)
        m_workspace.window.setStep(kept.step);
    restore(*knobs, kept.source);
}

void WhatIfControl::balance()
{
    startDeferred();
    if (m_job)
        m_job->askBalance(m_knobs);
}

} // namespace bubblescope
