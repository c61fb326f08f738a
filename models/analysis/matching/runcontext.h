// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "collectives.h"
#include "messages.h"
#include "rankgroups.h"
#include "run.h"

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>

namespace bubblescope {

/// Who belongs together in a run: rank groups, messages, collectives, synchronizations of optimizers. One per run,
/// filled at the first question, for alignment, waiting, findings, graph and details alike. Threads may share it.
class RunContext {
public:
    /// What was found already: before a run's clocks were aligned, or by the graph that a step was simulated with.
    struct Known {
        std::optional<RankGroups> groups;
        std::optional<std::vector<Link>> messages;
        std::optional<CollectiveCandidates> candidates;
        std::optional<Collectives> collectives;
        std::optional<Collectives> optimizerSteps;
    };

    /// `trace` must outlive it.
    RunContext(const Trace& trace, ParallelLayout layout);
    RunContext(TracePtr trace, ParallelLayout layout, Known known = {});
    ~RunContext();
    RunContext(const RunContext&) = delete;
    RunContext& operator=(const RunContext&) = delete;

    /// The same for another playing of the same spans; shares what is found.
    std::shared_ptr<const RunContext> playedAs(TracePtr retimed) const;

    const Trace& trace() const { return *m_trace; }
    const ParallelLayout& layout() const { return m_layout; }
    bool isOf(const Run& run) const { return run.trace.get() == m_trace && run.layout == m_layout; }

    const RankGroups& groups() const;
    /// Sends with the receives that they feed.
    std::span<const Link> messages() const;
    const Collectives& collectives() const;
    /// See matchOptimizerSteps().
    const Collectives& optimizerSteps() const;

    /// Steps that somebody took apart and still holds; see sharedTraceGraph().
    struct StepGraphs {
        std::timed_mutex mutex;
        std::map<int, std::weak_ptr<const void>> ofStep;
    };
    StepGraphs& stepGraphs() const { return m_stepGraphs; }

private:
    struct Found;
    RunContext(TracePtr trace, ParallelLayout layout, std::shared_ptr<Found> found);

    TracePtr m_owned; // null where somebody else owns it
    const Trace* m_trace;
    ParallelLayout m_layout;
    std::shared_ptr<Found> m_found;
    mutable StepGraphs m_stepGraphs;
};

/// The run's own, or a new one where it has none that fits.
std::shared_ptr<const RunContext> contextOf(const Run& run);

/// How often runs were matched since the program began: for tests.
struct MatchingCounts {
    static std::atomic<uint32_t> messages;
    static std::atomic<uint32_t> collectives;
};

} // namespace bubblescope
