// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace.h"

#include "notebook.h"
#include "spankey.h"

#include <algorithm>
#include <utility>

namespace bubblescope {

namespace {

/// True where `current` changed; -1 stands for none.
template <typename T> bool changeIndex(int& current, int index, const std::vector<T>& items)
{
    const int before = std::exchange(current, std::clamp(index, -1, int(items.size()) - 1));
    return before != current;
}

template <typename T> const T* itemOf(const OpenedFolderPtr& opened, std::vector<T> RunFolder::*items, int index)
{
    return opened && index >= 0 ? &(opened->folder.*items)[size_t(index)] : nullptr;
}

// Where something of the old folder stands in the new one; its first where it is gone.
template <typename T> int indexLike(const T* old, const std::vector<T>& items)
{
    if (items.empty())
        return -1;
    const auto same
        = std::find_if(items.begin(), items.end(), [old](const T& item) { return old && item.name == old->name; });
    return same == items.end() ? 0 : int(same - items.begin());
}

} // namespace

Workspace::Workspace(QObject* parent, NoteBook* notes) : QObject(parent), m_notes(notes ? notes : new NoteBook(this))
{
    constexpr int pauseMs = 120; // a range that is being dragged is not summed up at every pixel
    m_figuresPause.setSingleShot(true);
    m_figuresPause.setInterval(pauseMs);
    connect(&m_figuresPause, &QTimer::timeout, this, &Workspace::updateFigures);
    connect(this, &Workspace::selectedRangeChanged, &m_figuresPause, qOverload<>(&QTimer::start));
}

void Workspace::setFolder(OpenedFolderPtr opened)
{
    const ShownSimulationPtr old = std::exchange(m_simulation, nullptr); // alive until nothing points into it
    m_timeline = Timeline::Opened;
    m_opened = std::move(opened);
    const RunFolder* now = folder();
    m_runIndex = now && !now->runs.empty() ? 0 : -1;
    m_layerTableIndex = now && !now->layerTables.empty() ? 0 : -1;
    m_workloadIndex = now && !now->workloads.empty() ? 0 : -1;
    m_runLogIndex = now && !now->runLogs.empty() ? 0 : -1;
    m_foldedLayers = layerTable() ? layerTable()->layerCount.value_or(1) : 1;
    m_selectedLayer.clear();
    m_step.reset();
    if (m_notes->parent() == this) // a book that is shared is about what the other workspace shows
        m_notes->setNotes({});
    resetToRun();
    emit folderChanged();
    emit runChanged();
    emit layerTableChanged();
    emit workloadChanged();
    emit runLogChanged();
    emit foldedLayersChanged();
    emit selectedLayerChanged();
    emit stepChanged();
    emit visibleRangeChanged();
    emit historyChanged();
    emit selectedRangeChanged();
    emit selectedSpanChanged();
    emit selectedRankChanged();
    emit selectedStageChanged();
    emit crosshairChanged();
    emit searchChanged();
    emit simulationChanged();
}

void Workspace::updateFolder(OpenedFolderPtr opened)
{
    if (!m_opened || !opened) {
        setFolder(std::move(opened));
        return;
    }
    const OpenedFolderPtr old = m_opened; // keep what the old pointers below point at
    const ShownSimulationPtr oldSimulation = m_simulation;
    if (m_simulation)
        setSimulation(nullptr); // it is made anew from what is read now
    const Run* oldRun = run();
    const LayerTable* oldTable = layerTable();
    const Workload* oldWorkload = workload();
    const RunLog* oldLog = runLog();
    const bool showedAll = oldRun && m_visibleRange == fittedRange();
    const TimeNs oldOrigin = oldRun ? oldRun->trace->origin() : 0;
    const TimeRange view = m_visibleRange;
    const auto range = m_selectedRange;
    const SpanId span = m_selectedSpan;
    const int rank = m_selectedRank;
    const int stage = m_selectedStage;
    const int folded = m_foldedLayers;

    m_opened = std::move(opened);
    const RunFolder& now = m_opened->folder;
    m_runIndex = indexLike(oldRun, now.runs);
    m_layerTableIndex = indexLike(oldTable, now.layerTables);
    m_workloadIndex = indexLike(oldWorkload, now.workloads);
    m_runLogIndex = indexLike(oldLog, now.runLogs);
    const bool sameTable = oldTable && layerTable() && layerTable()->name == oldTable->name
        && layerTable()->layerCount == oldTable->layerCount;
    m_foldedLayers = sameTable ? folded : layerTable() ? layerTable()->layerCount.value_or(1) : 1;
    resetToRun();
    if (oldRun && run() && run()->name == oldRun->name) {
        const TimeNs shift = oldOrigin - run()->trace->origin(); // more ranks may have brought an earlier start
        if (!showedAll)
            m_visibleRange = clamped({view.begin + shift, view.end + shift});
        if (range)
            m_selectedRange = TimeRange {range->begin + shift, range->end + shift};
        if (span.isValid())
            m_selectedSpan = findSpan(*run()->trace, keyOf(*oldRun->trace, span));
        findCollective();
        m_selectedRank = run()->trace->findRank(rank) ? rank : -1;
        m_selectedStage = stage;
        m_history = {{m_visibleRange, m_selectedSpan}};
    } else if (!run()) {
        m_selectedRank = rank;
        m_selectedStage = stage;
    }
    emit folderChanged();
    emit runChanged();
    emit layerTableChanged();
    emit workloadChanged();
    emit runLogChanged();
    if (m_foldedLayers != folded)
        emit foldedLayersChanged();
    emit visibleRangeChanged();
    emit historyChanged();
    emit selectedRangeChanged();
    emit selectedSpanChanged();
    emit selectedRankChanged();
    emit selectedStageChanged();
    emit searchChanged();
}

void Workspace::setRunIndex(int index)
{
    if (!m_opened || !changeIndex(m_runIndex, index, m_opened->folder.runs))
        return;
    const ShownSimulationPtr old = std::exchange(m_simulation, nullptr); // alive until nothing points into it
    m_timeline = Timeline::Opened;
    resetToRun();
    tellRunChanged();
    emit simulationChanged();
}

void Workspace::tellRunChanged()
{
    emit runChanged();
    emit visibleRangeChanged();
    emit historyChanged();
    emit selectedRangeChanged();
    emit selectedSpanChanged();
    emit selectedRankChanged();
    emit selectedStageChanged();
    emit crosshairChanged();
    emit searchChanged();
}

const Run* Workspace::openedRun() const { return itemOf(m_opened, &RunFolder::runs, m_runIndex); }

const Run* Workspace::run() const { return showsSimulation() ? &m_simulation->step.run : openedRun(); }

TracePtr Workspace::trace() const { return run() ? run()->trace : TracePtr(); }

void Workspace::setTimeline(Timeline timeline)
{
    if (timeline == m_timeline)
        return;
    if (timeline != Timeline::Opened)
        setOtherRun(-1);
    showOther([this, timeline] { m_timeline = timeline; });
}

void Workspace::setOtherRun(int index)
{
    const int count = m_opened ? int(m_opened->folder.runs.size()) : 0;
    index = index < 0 || index >= count || index == m_runIndex ? -1 : index;
    if (index == m_otherRunIndex)
        return;
    if (index >= 0)
        setTimeline(Timeline::Opened);
    m_otherRunIndex = index;
    emit otherRunChanged();
}

void Workspace::setSimulation(ShownSimulationPtr simulation)
{
    if (simulation == m_simulation)
        return;
    const ShownSimulationPtr old = m_simulation; // alive until nothing points into it
    showOther([this, &simulation] {
        m_simulation = std::move(simulation);
        if (!m_simulation)
            m_timeline = Timeline::Opened;
    });
}

/// Another run takes the place of the one that is shown: place, rank and stage stay as far as they exist there.
void Workspace::showOther(const std::function<void()>& change)
{
    const auto zero = [this] { return showsSimulation() ? m_simulation->offset : TimeNs(0); };
    const Run* before = run();
    const TracePtr beforeTrace = trace();
    const bool showedAll = before && m_visibleRange == fittedRange();
    const TimeNs beforeZero = zero();
    const TimeRange view = m_visibleRange;
    const int rank = m_selectedRank;
    const int stage = m_selectedStage;
    change();
    if (trace() != beforeTrace) {
        resetToRun();
        if (run() && before) {
            const TimeNs shift = beforeZero - zero();
            if (!showedAll)
                m_visibleRange = clamped({view.begin + shift, view.end + shift});
            m_selectedRank = run()->trace->findRank(rank) ? rank : -1;
            m_selectedStage = stage;
            m_history = {{m_visibleRange, SpanId()}};
        }
        tellRunChanged();
    }
    emit simulationChanged();
}

void Workspace::setReach(std::optional<TimeRange> reach)
{
    m_reach = reach;
    if (run())
        setVisibleRange(m_visibleRange);
}

const LevelOfDetail* Workspace::levelOfDetail() const
{
    if (showsSimulation())
        return &m_simulation->levels;
    if (!run() || size_t(m_runIndex) >= m_opened->levels.size())
        return nullptr;
    return &m_opened->levels[m_runIndex];
}

void Workspace::setLayerTableIndex(int index)
{
    if (!m_opened || !changeIndex(m_layerTableIndex, index, m_opened->folder.layerTables))
        return;
    emit layerTableChanged();
    setFoldedLayers(layerTable() ? layerTable()->layerCount.value_or(1) : 1);
}

const LayerTable* Workspace::layerTable() const { return itemOf(m_opened, &RunFolder::layerTables, m_layerTableIndex); }

void Workspace::setWorkloadIndex(int index)
{
    if (m_opened && changeIndex(m_workloadIndex, index, m_opened->folder.workloads))
        emit workloadChanged();
}

const Workload* Workspace::workload() const { return itemOf(m_opened, &RunFolder::workloads, m_workloadIndex); }

void Workspace::setRunLogIndex(int index)
{
    if (m_opened && changeIndex(m_runLogIndex, index, m_opened->folder.runLogs))
        emit runLogChanged();
}

const RunLog* Workspace::runLog() const { return itemOf(m_opened, &RunFolder::runLogs, m_runLogIndex); }

void Workspace::setFoldedLayers(int layers)
{
    layers = std::max(1, layers);
    if (layers == m_foldedLayers)
        return;
    m_foldedLayers = layers;
    emit foldedLayersChanged();
}

void Workspace::setSelectedRange(std::optional<TimeRange> range)
{
    if (range && range->isEmpty())
        range.reset();
    if (range == m_selectedRange)
        return;
    m_selectedRange = range;
    emit selectedRangeChanged();
}

void Workspace::setSelectedSpan(SpanId span)
{
    const Run* now = run();
    if (!now || span.value >= now->trace->spanCount()) {
        select(m_selectedRank, m_selectedStage, SpanId());
        return;
    }
    const Track& track = now->trace->track(now->trace->track(span));
    const RankInfo* rank = now->trace->findRank(track.rank);
    select(track.rank, rank && rank->stage >= 0 ? rank->stage : now->trace->stage(span), span);
}

void Workspace::setSelectedRank(int rank)
{
    rank = std::max(rank, -1);
    const TracePtr now = trace();
    const RankInfo* info = now ? now->findRank(rank) : nullptr;
    const bool keepsSpan = now && m_selectedSpan.isValid() && now->track(now->track(m_selectedSpan)).rank == rank;
    select(rank, info ? int(info->stage) : rank < 0 ? -1 : m_selectedStage, keepsSpan ? m_selectedSpan : SpanId());
}

void Workspace::setSelectedStage(int stage)
{
    stage = std::max(stage, -1);
    const TracePtr now = trace();
    const RankInfo* info = now ? now->findRank(m_selectedRank) : nullptr;
    const bool keepsRank = info && info->stage == stage;
    select(keepsRank ? m_selectedRank : -1, stage, keepsRank ? m_selectedSpan : SpanId());
}

void Workspace::select(int rank, int stage, SpanId span)
{
    const bool rankChanges = rank != m_selectedRank;
    const bool stageChanges = stage != m_selectedStage;
    const bool spanChanges = span != m_selectedSpan || m_selectedBubble;
    m_selectedBubble.reset();
    m_selectedRank = rank;
    m_selectedStage = stage;
    m_selectedSpan = span;
    if (spanChanges)
        findCollective();
    if (stageChanges)
        emit selectedStageChanged();
    if (rankChanges)
        emit selectedRankChanged();
    if (spanChanges)
        emit selectedSpanChanged();
}

void Workspace::setSelectedLayer(const QString& layer)
{
    if (layer == m_selectedLayer)
        return;
    m_selectedLayer = layer;
    emit selectedLayerChanged();
}

void Workspace::setCrosshair(std::optional<TimeNs> time)
{
    if (time == m_crosshair)
        return;
    m_crosshair = time;
    emit crosshairChanged();
}

void Workspace::resetToRun()
{
    setOtherRun(-1);
    setFindings(nullptr); // they are of another run
    setReasons(nullptr);
    m_selectedBubble.reset();
    m_selectedRange.reset();
    m_selectedSpan = SpanId();
    m_collective.clear();
    m_selectedRank = -1;
    m_selectedStage = -1;
    m_crosshair.reset();
    m_extent = m_wantedExtent = Extent::Run;
    m_part.reset();
    m_wantedPart.reset();
    m_partSummary.reset();
    m_visibleRange = fittedRange();
    m_history.clear();
    m_historyIndex = 0;
    if (run())
        m_history.push_back({m_visibleRange, SpanId()});
    findMatches();
    findSummary();
}

} // namespace bubblescope
