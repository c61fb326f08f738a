// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "document.h"

#include "folderitems.h"
#include "newestrecording.h"
#include "notebook.h"

#include <algorithm>
#include <utility>

namespace bubblescope {

namespace {

/// The run to begin with: one whose ranks ran together, if there is any, and of these the largest; of recordings of one
/// GPU the newest. -1 without runs.
int mainRun(const RunFolder& folder)
{
    const std::vector<Run>& runs = folder.runs;
    const auto weight = [](const Run& run) { return std::pair(run.hasCommonTime(), run.trace->spanCount()); };
    const auto main = std::max_element(
        runs.begin(), runs.end(), [&weight](const Run& a, const Run& b) { return weight(a) < weight(b); });
    return main == runs.end() ? -1 : int(newestRecording(folder, size_t(main - runs.begin())));
}

} // namespace

Document::Document(NoteBook* notes, QObject* parent) : QObject(parent), m_notes(notes ? notes : new NoteBook(this)) { }

void Document::setFolder(OpenedFolderPtr opened)
{
    setOtherRun(-1); // while its index is one of this folder: changed notes are announced before replace()
    const RunChange change {RunChange::Kind::Folder, m_opened, trace()};
    const ShownSimulationPtr old = std::exchange(m_simulation, nullptr); // keeps it alive while anything refers to it
    m_timeline = Timeline::Opened;
    m_opened = std::move(opened);
    m_runIndex = m_opened ? mainRun(m_opened->folder) : -1;
    m_runIsChosen = false;
    if (m_notes->parent() == this) // a shared book belongs to the other document
        m_notes->setNotes({});
    replace(change);
    emit simulationChanged();
}

void Document::updateFolder(OpenedFolderPtr opened)
{
    if (!m_opened || !opened) {
        setFolder(std::move(opened));
        return;
    }
    const ShownSimulationPtr oldSimulation = m_simulation; // keeps it alive while anything refers to it
    if (m_simulation)
        setSimulation(nullptr); // it is recomputed from the new data
    const Run* old = run();
    RunChange change {RunChange::Kind::ReadAgain, m_opened, trace()};
    m_opened = std::move(opened);
    if (!m_runIsChosen)
        m_runIndex = mainRun(m_opened->folder);
    else if (m_runIndex >= 0)
        m_runIndex = indexLike(old, m_opened->folder.runs);
    change.isSame = old && run() && run()->name == old->name;
    if (change.isSame)
        change.shift = old->trace->origin() - run()->trace->origin(); // more ranks may have an earlier start
    replace(change);
}

void Document::setRunIndex(int index)
{
    const RunChange change {RunChange::Kind::Run, m_opened, trace()};
    m_runIsChosen = true;
    if (!m_opened || !changeIndex(m_runIndex, index, m_opened->folder.runs))
        return;
    const ShownSimulationPtr old = std::exchange(m_simulation, nullptr); // keeps it alive while anything refers to it
    m_timeline = Timeline::Opened;
    replace(change);
    emit simulationChanged();
}

void Document::replace(const RunChange& change)
{
    const bool wasCompared = std::exchange(m_otherRunIndex, -1) >= 0;
    m_otherDifferences.reset();
    emit replaced(change);
    if (wasCompared)
        emit otherRunChanged();
    if (change.kind == RunChange::Kind::Folder || change.kind == RunChange::Kind::ReadAgain)
        emit folderChanged();
    emit runChanged();
    emit followed(change);
}

const Run* Document::openedRun() const { return itemOf(m_opened, &RunFolder::runs, m_runIndex); }

const Run* Document::run() const { return showsSimulation() ? &m_simulation->step.run : openedRun(); }

TracePtr Document::trace() const { return run() ? run()->trace : TracePtr(); }

std::shared_ptr<const RankBlocks> Document::blocks() const
{
    const auto index = size_t(m_runIndex);
    return m_opened && !showsSimulation() && index < m_opened->blocks.size() ? m_opened->blocks[index] : nullptr;
}

void Document::setTimeline(Timeline timeline)
{
    if (timeline == m_timeline)
        return;
    if (timeline != Timeline::Opened)
        setOtherRun(-1);
    showOther([this, timeline] { m_timeline = timeline; });
}

void Document::setOtherRun(int index)
{
    const int count = m_opened ? int(m_opened->folder.runs.size()) : 0;
    index = index < 0 || index >= count || index == m_runIndex ? -1 : index;
    if (index == m_otherRunIndex)
        return;
    if (index >= 0)
        setTimeline(Timeline::Opened);
    m_otherRunIndex = index;
    setOtherDifferences(nullptr);
    emit otherRunChanged();
}

void Document::setOtherDifferences(std::shared_ptr<const std::vector<float>> differences)
{
    const bool fits = differences && openedRun() && differences->size() == openedRun()->trace->spanCount();
    if (!fits && !m_otherDifferences)
        return;
    m_otherDifferences = fits ? std::move(differences) : nullptr;
    emit differencesChanged();
}

void Document::setSimulation(ShownSimulationPtr simulation)
{
    if (simulation == m_simulation)
        return;
    const ShownSimulationPtr old = m_simulation; // keeps it alive while anything refers to it
    showOther([this, &simulation] {
        m_simulation = std::move(simulation);
        if (!m_simulation)
            m_timeline = Timeline::Opened;
    });
}

/// Shows another run instead of the current one: keeps place, rank and stage as far as they exist there.
void Document::showOther(const std::function<void()>& change)
{
    const auto zero = [this] { return showsSimulation() ? m_simulation->offset : TimeNs(0); };
    RunChange other {RunChange::Kind::Simulation, m_opened, trace()};
    const TimeNs zeroBefore = zero();
    change();
    if (trace() != other.before) {
        other.isSame = other.before && run();
        other.shift = zeroBefore - zero();
        replace(other);
    }
    emit simulationChanged();
}

const LevelOfDetail* Document::levelOfDetail() const
{
    if (showsSimulation())
        return &m_simulation->levels;
    if (!run() || size_t(m_runIndex) >= m_opened->levels.size())
        return nullptr;
    return &m_opened->levels[size_t(m_runIndex)];
}

Annotation::Subject Document::noteSubject() const
{
    Annotation::Subject subject;
    if (run())
        subject.run = run()->name;
    if (showsSimulation())
        subject.knobs = knobsLine(m_simulation->knobs);
    return subject;
}

} // namespace bubblescope
