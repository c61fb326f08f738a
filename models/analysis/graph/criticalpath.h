// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "retiming.h"
#include "tracegraph.h"

#include <array>
#include <span>
#include <string_view>
#include <vector>

namespace bubblescope {

/// The critical path of one step, its longest dependency chain (CPM, Kelley and Walker 1959): a longer duration of
/// anything on it makes the step longer. Times of the trace, in ns.
struct CriticalPath {
    struct Piece {
        SpanId span;       ///< the operation, or the communication of a transfer
        uint32_t rank = 0; ///< index into Trace::ranks()
        TimeRange range;
        Category category = Category::Other;
        bool isTransfer = false;
    };
    /// All work of one kind on one stage that lies on the path: making each of `count` operations a millisecond shorter
    /// makes the step `count` milliseconds shorter, until another path becomes critical.
    struct Lever {
        Operation operation = Operation::Other;
        Category category = Category::Other;
        int stage = -1;
        uint32_t count = 0;
        TimeNs time = 0;

        /// False where the category says more: time of the host before an operation is not that operation's.
        bool isNamedByOperation() const { return operation != Operation::Other && category != Category::Host; }
        std::string_view name() const
        {
            return isNamedByOperation() ? operationName(operation) : categoryName(category);
        }
    };
    std::vector<Piece> pieces; ///< in order of time
    TimeNs length = 0;         ///< first cause to last end, including host gaps
    /// Adds up to `length`; gaps are Category::Host, those beside compute Category::OtherCompute.
    std::array<TimeNs, categoryCount> byCategory {};
    std::vector<Lever> levers; ///< longest time first; with `gaps` they add up to `length`
    TimeNs gaps = 0;           ///< between the pieces, without any record
    /// Of them, before operations of a device that computes meanwhile: it is not idle, but no record shows what of it
    /// the operation waits for.
    TimeNs gapsBesideCompute = 0;

    double share(Category category) const
    {
        return length > 0 ? double(byCategory[size_t(category)]) / double(length) : 0;
    }
};

/// Levers of one name and stage, such as an operation in two categories, are one. Longest first.
std::vector<CriticalPath::Lever> leversByName(std::span<const CriticalPath::Lever> levers);

/// Slack of a span: how much longer it could take without making the step longer.
struct SpanSlack {
    SpanId span;
    TimeNs slack = 0;
};

/// Computes what a step of a run would have taken with other costs: the basis of the costs in findings. Holds the step
/// as a graph with its measured costs, the one that what-ifs of it hold: where a profiler's step repeats, a gain is
/// what its period loses, see stepAfter(). Not thread-safe.
class StepPricer {
public:
    /// `step` as for sharedTraceGraph(), whose errors it returns; also an Error if `progress` returned false.
    static Result<StepPricer> make(const RunContext& context, int step, const ProgressFn& progress = {});

    const TraceGraph& graph() const { return *m_step; }
    const std::shared_ptr<const TraceGraph>& sharedGraph() const { return m_step; }
    /// Duration of the step when re-timed with its own costs; of one that repeats, as recorded.
    TimeNs stepTime() const { return m_stepTime; }
    TimeRange window() const { return m_window; } ///< the step in the trace
    CriticalPath criticalPath() const;
    /// Slack of every operation and communication of the step, by span: the least of its parts.
    std::vector<SpanSlack> slack() const;
    /// How much shorter the step would be if this operation or communication were shorter by `shorter`, limited to its
    /// own work. O(nodes), times the repetitions.
    TimeNs gainOf(SpanId span, TimeNs shorter);

    /// How much shorter the step would be with the costs that `cost(node, ns)` and `transfer(meeting, ns)` return; they
    /// get the number and the measured cost. O(nodes), times the repetitions.
    template <typename Cost, typename Transfer> TimeNs gain(Cost cost, Transfer transfer)
    {
        const DependencyGraph& graph = m_step->graph;
        m_times = graph.costs().cost;
        for (uint32_t n = 0; n < m_step->nodes.size(); ++n) {
            TimeNs& ns = m_times[graph.itemOf(n)];
            ns = cost(n, ns);
        }
        for (uint32_t m = 0; m < m_step->meetings.size(); ++m) {
            TimeNs& ns = m_times[graph.itemOfMeeting(m)];
            ns = transfer(m, ns);
        }
        return gainWithTimes();
    }

private:
    StepPricer(const Trace& trace, std::shared_ptr<const TraceGraph> step, TimeRange window);
    TimeNs gainWithTimes();
    std::vector<Retiming::CriticalPiece> pathOf() const;
    TimeNs besideCompute(
        const std::vector<Retiming::CriticalPiece>& pieces, const std::vector<TimeRange>& places) const;

    const Trace* m_trace;
    std::shared_ptr<const TraceGraph> m_step;
    Retiming m_measured;
    RawVector<TimeNs> m_times; // scratch space of gain()
    TimeNs m_stepTime = 0;
    TimeRange m_window;
    // Of a step that repeats:
    Retiming m_repeated;
    DependencyGraph::Costs m_costs; // scratch space
    TimeNs m_period = 0;            // with its own costs
};

} // namespace bubblescope
