// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "steadystate.h"

#include "devicelanes.h"
#include "roundedtime.h"

#include <algorithm>

namespace bubblescope {

namespace {

constexpr double oneTenthLess = 0.9; // a tenth, as what helps most asks
constexpr double leastToBind = 0.5;  // of the period
constexpr size_t mostRanks = 64;     // that are tried one by one

class Periods {
public:
    Periods(const RunContext& context, const TraceGraph& step) : m_trace(context.trace()), m_step(step) { }

    struct Change {
        SteadyState::Part part = SteadyState::Part::Gpu;
        double factor = 1;
        std::optional<uint32_t> rank; ///< only of this one
    };

    TimeNs under(const Change& change)
    {
        const DependencyGraph& graph = m_step.graph;
        m_costs = graph.costs();
        for (uint32_t n = 0; n < m_step.nodes.size(); ++n) {
            const TraceGraph::Node& node = m_step.nodes[n];
            if (node.isStart || node.isCall || (change.rank && node.rank != *change.rank)
                || partOf(node) != change.part)
                continue;
            graph.setCost(m_costs, n, scaled(graph.cost(n), change.factor));
            if (change.part == SteadyState::Part::Host)
                graph.setLead(m_costs, n, scaled(graph.lead(n), change.factor));
        }
        for (uint32_t m = 0; change.part == SteadyState::Part::Communication && m < m_step.meetings.size(); ++m)
            graph.setMeetingCost(m_costs, m, scaled(m_step.meetings[m].transfer, change.factor));
        m_retiming.repeat(graph, m_costs, m_step.carried, m_step.lasts);
        return m_retiming.makespan();
    }

private:
    static TimeNs scaled(TimeNs ns, double factor) { return roundedNs(double(ns) * factor); }

    /// As knobs change them: copies are of none.
    std::optional<SteadyState::Part> partOf(const TraceGraph::Node& node) const
    {
        if (node.isCommunication)
            return SteadyState::Part::Communication;
        const bool isComputed = isCompute(m_trace.category(node.span));
        if (isDeviceLane(m_trace.track(m_trace.track(node.span)).lane))
            return isComputed ? std::optional(SteadyState::Part::Gpu) : std::nullopt;
        return SteadyState::Part::Host;
    }

    const Trace& m_trace;
    const TraceGraph& m_step;
    DependencyGraph::Costs m_costs;
    Retiming m_retiming;
};

} // namespace

std::optional<SteadyState::Part> SteadyState::binds() const
{
    const auto most = std::max_element(share.begin(), share.end());
    return *most >= leastToBind ? std::optional(Part(most - share.begin())) : std::nullopt;
}

Result<SteadyState> findSteadyState(const RunContext& context, int step, const ProgressFn& progress)
{
    const Result<std::shared_ptr<const TraceGraph>> made = sharedTraceGraph(context, step, progress);
    if (!made)
        return made.error();
    if (!(*made)->isRepeated())
        return stopped();
    Periods periods(context, **made);
    SteadyState state;
    state.period = periods.under({});
    if (state.period <= 0)
        return stopped();
    const auto shareOf
        = [&](TimeNs then) { return double(state.period - then) / ((1 - oneTenthLess) * double(state.period)); };
    for (size_t part = 0; part < SteadyState::partCount; ++part)
        state.share[part] = shareOf(periods.under({SteadyState::Part(part), oneTenthLess, {}}));
    state.withoutHost = periods.under({SteadyState::Part::Host, 0, {}});
    const std::optional<SteadyState::Part> binds = state.binds();
    const size_t ranks = context.trace().ranks().size();
    if (!binds || *binds == SteadyState::Part::Communication || ranks < 2 || ranks > mostRanks)
        return state;
    for (uint32_t rank = 0; rank < ranks; ++rank) {
        if (progress && !progress(rank, ranks))
            return stopped();
        if (shareOf(periods.under({*binds, oneTenthLess, rank})) >= leastToBind)
            state.rank = rank;
    }
    return state;
}

} // namespace bubblescope
