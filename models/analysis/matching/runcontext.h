// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "collectives.h"
#include "messages.h"
#include "rankgroups.h"
#include "run.h"

#include <atomic>
#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

namespace bubblescope {

struct AwaitedGaps;
class LaunchQueue;
struct PlayedRun;

/// Which ranks and spans of a run belong together: rank groups, messages, collectives, synchronizing optimizer steps.
/// One per run, computed lazily and shared by alignment, waiting, findings, graph and details. Thread-safe.
class RunContext {
public:
    /// Existing results: from before the clocks were aligned, or from the graph that a step was simulated with.
    struct Known {
        std::optional<RankGroups> groups;
        std::optional<std::vector<Link>> messages;
        std::optional<CollectiveCandidates> candidates;
        std::optional<Collectives> collectives;
        std::optional<Collectives> optimizerSteps;
    };

    /// `trace` must outlive this object.
    RunContext(const Trace& trace, ParallelLayout layout);
    RunContext(TracePtr trace, ParallelLayout layout, Known known = {});
    ~RunContext();
    RunContext(const RunContext&) = delete;
    RunContext& operator=(const RunContext&) = delete;

    /// A context for another timing of the same spans; shares all results.
    std::shared_ptr<const RunContext> playedAs(TracePtr retimed) const;

    const Trace& trace() const { return *m_trace; }
    const ParallelLayout& layout() const { return m_layout; }
    bool isOf(const Run& run) const { return run.trace.get() == m_trace && run.layout == m_layout; }

    const RankGroups& groups() const;
    /// Sends, each linked to its receive.
    std::span<const Link> messages() const;
    const Collectives& collectives() const;
    /// All members of this span's collective, including itself; empty if it has none.
    std::span<const SpanId> collectiveWith(SpanId member) const;
    /// See matchOptimizerSteps().
    const Collectives& optimizerSteps() const;

    /// Graphs of steps that are still in use; see sharedTraceGraph(). One is made at a time: each takes memory for all
    /// spans of its step.
    struct StepGraphs {
        std::mutex mutex;
        std::condition_variable ended; ///< `isMaking` is false again
        bool isMaking = false;
        std::map<int, std::weak_ptr<const void>> ofStep;
    };
    StepGraphs& stepGraphs() const { return m_stepGraphs; }

    /// Of the trace's own timing; see awaitedGapsOf().
    struct KeptGaps {
        std::once_flag areFound;
        std::shared_ptr<const AwaitedGaps> gaps;
    };
    KeptGaps& keptGaps() const { return m_keptGaps; }
    /// Likewise; see playedRunOf().
    struct KeptRun {
        std::once_flag isMade;
        std::shared_ptr<const PlayedRun> run;
    };
    KeptRun& keptRun() const { return m_keptRun; }
    /// Likewise; see launchQueuesOf().
    struct KeptQueues {
        std::once_flag areFound;
        std::shared_ptr<const std::vector<LaunchQueue>> ofRanks;
    };
    KeptQueues& keptQueues() const { return m_keptQueues; }

private:
    struct Found;
    RunContext(TracePtr trace, ParallelLayout layout, std::shared_ptr<Found> found);

    TracePtr m_owned; // null if somebody else owns it
    const Trace* m_trace;
    ParallelLayout m_layout;
    std::shared_ptr<Found> m_found;
    mutable StepGraphs m_stepGraphs;
    mutable KeptGaps m_keptGaps;
    mutable KeptRun m_keptRun;
    mutable KeptQueues m_keptQueues;
};

/// The run's own context, or a new one if it has none that fits.
std::shared_ptr<const RunContext> contextOf(const Run& run);

/// How often runs were matched since the program started; for tests.
struct MatchingCounts {
    static std::atomic<uint32_t> messages;
    static std::atomic<uint32_t> collectives;
};

} // namespace bubblescope
