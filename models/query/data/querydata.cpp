// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "querydata.h"

#include "querystop.h"

namespace bubblescope {

QueryData::QueryData(std::shared_ptr<const RunFolder> folder, std::vector<Annotation> notes, HardwareCatalog catalog)
    : QueryData(std::move(folder), std::move(notes), std::move(catalog), std::make_shared<std::atomic<bool>>(false))
{
}

QueryData::QueryData(
    std::shared_ptr<const RunFolder> folder, std::vector<Annotation> notes, HardwareCatalog catalog, StopFlag stopped)
    : m_folder(std::move(folder))
    , m_notes(std::move(notes))
    , m_catalog(std::move(catalog))
    , m_stopped(std::move(stopped))
{
    using Kind = SimulationSource::Kind;
    const auto add = [this](Kind kind, size_t count) {
        for (size_t i = 0; i < count; ++i) {
            m_inputs.push_back(std::make_unique<QueryInput>(
                *m_folder, SimulationSource {kind, i, 0}, int(m_inputs.size()), *m_stopped));
        }
    };
    add(Kind::Run, m_folder->runs.size());
    add(Kind::RunLog, m_folder->runLogs.size());
    add(Kind::Workload, m_folder->workloads.size());
    add(Kind::LayerTable, m_folder->layerTables.size());
    add(Kind::Description, m_folder->jobs.size());
    for (const MemorySnapshot& snapshot : m_folder->memorySnapshots)
        m_firstAllocations.push_back(m_firstAllocations.back() + snapshot.allocations.size());
}

void QueryData::setUnread(const std::vector<UnreadSpans>& unread)
{
    m_unread = unread;
    for (size_t run = 0; run < unread.size() && run < m_folder->runs.size(); ++run)
        m_inputs[run]->setUnread(unread[run], *m_notices);
}

std::unique_ptr<QueryData> QueryData::forAnotherThread()
{
    std::unique_ptr<QueryData> other(new QueryData(m_folder, m_notes, m_catalog, m_stopped));
    other->m_notices = m_notices;
    std::vector<UnreadSpans> shared = m_unread;
    for (UnreadSpans& spans : shared)
        spans.readers = 2;
    setUnread(shared);
    other->setUnread(shared);
    for (size_t i = 0; i < m_inputs.size(); ++i)
        other->m_inputs[i]->shareContextOf(*m_inputs[i]);
    return other;
}

const Simulator& QueryData::simulator(int input)
{
    const auto found = m_simulators.find(input);
    if (found != m_simulators.end())
        return found->second;
    if (input < 0 || size_t(input) >= m_inputs.size())
        throw QueryRefused(Error {say("There is no run {}.", input), say("The table runs lists all of them."), {}});
    if (m_inputs[size_t(input)]->isHang())
        throw QueryRefused(Error {say("No step of a job that hangs ended: none can be simulated."), {}, {}});
    QueryInput& asked = *m_inputs[size_t(input)];
    SimulationSource source = asked.source();
    if (source.kind == SimulationSource::Kind::Run)
        source.step = asked.representativeStep();
    std::optional<RunFolder> ofStep; // of a run that is not all in memory
    if (asked.unread()) {
        const QuerySpansPtr spans = asked.unread()->stepOfAll(source.step);
        Run& run = ofStep.emplace(*m_folder).runs[source.index];
        run.trace = TracePtr(spans, &spans->trace());
        run.context = spans->sharedContext();
    }
    Result<Simulator> made = Simulator::make(ofStep ? *ofStep : *m_folder, source, progress());
    if (isStopped())
        throw QueryStopped();
    if (!made)
        throw QueryRefused(made.error());
    made->setCatalog(m_catalog);
    return m_simulators.emplace(input, std::move(made).value()).first->second;
}

uint64_t QueryData::recordedSpans() const
{
    uint64_t spans = 0;
    for (const auto& input : m_inputs)
        spans += input->recorded() ? input->spanCount() : 0;
    return spans;
}

} // namespace bubblescope
