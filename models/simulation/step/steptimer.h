// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "costfactors.h"
#include "retiming.h"
#include "stepfigures.h"
#include "stepgraph.h"

namespace bubblescope {

/// When everything of a step begins and ends under given costs, and the figures that follow from it. Used again for the
/// same graph, it allocates nothing. Not thread-safe.
class StepTimer {
public:
    /// One pass over flat arrays. False, without timing, if the costs add up to more than a timeline can hold. `step`
    /// is not kept; the others must get the same.
    bool time(const StepGraph& step, const CostFactors& factors);
    /// The same, of a profiler's step, by the model also where no factor changes anything: what answers are compared
    /// with.
    bool timeModel(const StepGraph& step, const CostFactors& factors);
    /// Whether it is as it was recorded.
    bool isUnchanged() const { return m_isUnchanged; }
    /// Whether only the host has other costs: no device does anything sooner than it did because it is faster.
    bool changesOnlyHost() const { return m_changesOnlyHost; }
    const Retiming& retiming() const { return m_retiming; }
    /// Step and pipeline figures; RunSummary determines where the time goes.
    StepFigures pipelineFigures(const StepGraph& step) const;
    /// How much longer the step would be, in ns, if the shares of split backward passes that are weight gradients were
    /// others: shorter, if negative. The order stays.
    double changeByWeightShare(const StepGraph& step, double usual, double other) const;
    /// How much longer the work of that device takes whose work changes most, in ns; shorter, if negative.
    TimeNs deviceChange(const StepGraph& step) const;
    /// Of a node, as it is drawn and charged: with its tail, see StepGraph::tails.
    TimeNs endWithTail(const StepGraph& step, uint32_t node) const;

private:
    bool play(const StepGraph& step, const CostFactors& factors);
    void retime(const StepGraph& step);
    bool setCosts(const StepGraph& step, const CostFactors& factors);
    /// As timed last.
    const DependencyGraph::Costs& costs(const StepGraph& step) const
    {
        return m_isUnchanged ? step.graph->costs() : m_costs;
    }
    bool stretchBesideStreams(const StepGraph& step, const CostFactors& factors);

    DependencyGraph::Costs m_costs; ///< unless they are the graph's own
    bool m_isUnchanged = true;
    bool m_changesOnlyHost = false;
    double m_gap = 1; ///< as timed
    Retiming m_retiming;
};

} // namespace bubblescope
