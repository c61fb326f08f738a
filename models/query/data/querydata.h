// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "annotation.h"
#include "hardware.h"
#include "queryinput.h"
#include "whatif.h"

#include <atomic>
#include <map>
#include <memory>
#include <vector>

namespace bubblescope {

/// Everything that queries can ask: the inputs of an opened folder, its issues, the user's notes. Shared by the queries
/// about one folder, which run one at a time.
class QueryData {
public:
    explicit QueryData(std::shared_ptr<const RunFolder> folder, std::vector<Annotation> notes = {},
        HardwareCatalog catalog = HardwareCatalog::builtin());
    /// By run: how spans that are not in memory are read.
    void setUnread(const std::vector<UnreadSpans>& unread);

    /// The same for another thread: of what is found out, only the contexts of runs are shared. stop() stops both. From
    /// now on each may take half of the memory for spans that are read.
    std::unique_ptr<QueryData> forAnotherThread();

    const RunFolder& folder() const { return *m_folder; }
    /// In the order of `summary`: runs, logs, workloads, layer tables. By number.
    std::vector<std::unique_ptr<QueryInput>>& inputs() { return m_inputs; }
    const std::vector<std::unique_ptr<QueryInput>>& inputs() const { return m_inputs; }
    const std::vector<Annotation>& notes() const { return m_notes; }
    void setNotes(std::vector<Annotation> notes) { m_notes = std::move(notes); }
    /// Of the representative step of an input. Throws QueryRefused where there is nothing to simulate.
    const Simulator& simulator(int input);

    /// Any thread: what runs stops soon; queries that begin later do not.
    void stop() { *m_stopped = true; }
    bool isStopped() const { return *m_stopped; }
    void resume() { *m_stopped = false; }
    ProgressFn progress() const
    {
        return [this](uint64_t, uint64_t) { return !isStopped(); };
    }
    /// How many allocations the memory snapshots before each have; the last is that of all.
    const std::vector<size_t>& firstAllocations() const { return m_firstAllocations; }
    /// Recorded spans of all runs, be they in memory or not.
    uint64_t recordedSpans() const;
    /// What answers so far leave out: belongs beside each of them.
    std::vector<Message> notices() const { return m_notices->all(); }

private:
    using StopFlag = std::shared_ptr<std::atomic<bool>>;
    QueryData(std::shared_ptr<const RunFolder> folder, std::vector<Annotation> notes, HardwareCatalog catalog,
        StopFlag stopped);

    std::shared_ptr<const RunFolder> m_folder;
    std::vector<Annotation> m_notes;
    HardwareCatalog m_catalog;
    StopFlag m_stopped;
    std::shared_ptr<QueryNotices> m_notices = std::make_shared<QueryNotices>();
    std::vector<UnreadSpans> m_unread;
    std::vector<std::unique_ptr<QueryInput>> m_inputs;
    std::map<int, Simulator> m_simulators;
    std::vector<size_t> m_firstAllocations {0};
};
using QueryDataPtr = std::shared_ptr<QueryData>;

} // namespace bubblescope
