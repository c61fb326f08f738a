// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "criticalpath.h"
#include "idlecauses.h"
#include "logtimers.h"
#include "measuredthroughput.h"
#include "modelledinput.h"
#include "operatoruse.h"
#include "runanalysis.h"
#include "simulationsource.h"
#include "unreadrun.h"

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace bubblescope {

/// One input of the opened folder as the tables see it: what has a timeline (recorded, or modelled from a table or
/// workload) and what is known about it. Everything is found out when a query first asks. One thread.
class QueryInput {
public:
    /// References the folder, which must outlive it. `stopped` is looked at while it computes; then it throws
    /// QueryStopped.
    QueryInput(const RunFolder& folder, SimulationSource source, int number, const std::atomic<bool>& stopped);
    /// Of a run that is not all in memory.
    void setUnread(UnreadSpans spans, QueryNotices& notices);

    /// Where time goes in one step, for all ranks.
    struct Step {
        int index = -1;
        QuerySpansPtr spans; ///< that its bubbles and its path name
        RunSummary summary;
        Bubbles bubbles;
        std::optional<CriticalPath> path;                   ///< nothing where ranks share no step
        bool hasPath = false;                               ///< the path was looked for
        std::optional<std::vector<IdleCause>> idleCauses;   ///< nothing until asked for
        std::optional<std::vector<RankOperator>> operators; ///< nothing until asked for
    };

    int number() const { return m_number; }
    const SimulationSource& source() const { return m_source; }
    const std::string& name() const { return m_name; }
    const char* kind() const; ///< "run", "hang", "run log", "workload", "layer table"
    /// What dumps of a job that hangs recorded: no step of it ended.
    bool isHang() const { return m_hang >= 0; }
    Origin origin() const;
    /// Recorded; null for others. Costs nothing.
    const Run* recorded() const;
    const RunLog* log() const;
    const Workload* workload() const;
    const LayerTable* layerTable() const;

    /// With a timeline, recorded or modelled; null if there is none.
    const Run* run();
    /// The following need a run.
    const Trace& trace() { return *run()->trace; }
    /// Its spans; of an unread() run only those in memory, beside which ranks, steps and counters are whole.
    const QuerySpansPtr& spans();
    /// Reads all its ranks where not all are in memory; null where they are.
    UnreadRun* unread() { return m_unread.get(); }
    uint32_t spanCount() { return m_unread ? m_unread->spanCount() : trace().spanCount(); }
    /// Takes the context of the same run, which threads may share.
    void shareContextOf(QueryInput& other);
    /// Of the representative step; of an unread() run without bubbles and critical path.
    const RunAnalysis& analysis();
    int stepCount();                     ///< at least 1, but none of a job that hangs
    int32_t stepNumber(int index);       ///< 1 for the only step of a run that numbers none
    int representativeStep();            ///< its index
    const Step& step(int index);         ///< of a run that has times; valid until another is asked for
    const CriticalPath* path(int index); ///< of that step; null where the ranks share none
    /// What hosts did while their GPUs had no work in that step, by rank.
    const std::vector<IdleCause>& idleCauses(int index);
    const std::vector<RankOperator>& operators(int index);
    const Stragglers& stragglers();
    bool hasTimes(); ///< not a mere plan

    /// Forward time of a stage, per microbatch, as a log has it.
    struct LogStage {
        int stage = -1;
        double forwardNs = 0;
    };
    const std::vector<LogStage>& logStages();
    const std::vector<TimerMedian>& logTimers(); ///< medians over the steps
    /// Of any input.
    const Findings& findings();
    double stepNs(); ///< of the representative step; 0 if unknown
    /// Of that step, where it was measured and its model is known.
    std::optional<MeasuredThroughput> throughput();
    /// Numbers that are unique among all inputs.
    int64_t idOf(uint32_t ofRun) const { return (int64_t(m_number) << 32) | ofRun; }
    /// What idOf() makes ids from first to last of: none if they are of other inputs.
    std::pair<int64_t, int64_t> numbersIn(std::pair<int64_t, int64_t> ids) const
    {
        const int64_t base = idOf(0);
        const int64_t end = idOf(UINT32_MAX);
        return {std::clamp(ids.first, base, end + 1) - base, std::clamp(ids.second, base - 1, end) - base};
    }

private:
    const ModelledInput& modelled();
    Step made(int index);
    void stopIfAsked() const;

    const RunFolder& m_folder;
    SimulationSource m_source;
    int m_number;
    int m_hang; ///< in which of the folder's hangs it was recorded; -1 for none
    std::string m_name;
    const std::atomic<bool>& m_stopped;
    std::optional<ModelledInput> m_modelled;
    std::optional<Findings> m_ownFindings; ///< of a log or a hang
    QuerySpansPtr m_spans;
    std::unique_ptr<UnreadRun> m_unread;
    std::optional<Stragglers> m_stragglers;
    std::optional<std::vector<LogStage>> m_logStages;
    std::optional<std::vector<TimerMedian>> m_logTimers;
    std::optional<RunAnalysis> m_analysis;
    std::map<int, Step> m_steps; ///< those asked for lately: several tables ask for one after the other
    size_t m_stepsBytes = 0;
    Step* m_step = nullptr;
};

} // namespace bubblescope
