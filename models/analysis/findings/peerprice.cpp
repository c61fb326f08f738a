// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "peerprice.h"

#include "findingrules.h"

#include <algorithm>
#include <map>

namespace bubblescope {

bool isRankCompute(const Trace& trace, const TraceGraph::Node& node)
{
    return !node.isCommunication && !node.isStart && !node.isCall && isCompute(trace.category(node.operation));
}

std::vector<Stragglers::Rank> slowRanks(const Stragglers& stragglers)
{
    std::vector<Stragglers::Rank> slow;
    for (const Stragglers::Rank& rank : stragglers.ranks) {
        if (rank.isStraggler)
            slow.push_back(rank);
    }
    std::stable_sort(slow.begin(), slow.end(), [](const auto& a, const auto& b) { return a.factor > b.factor; });
    return slow;
}

TimeNs priceOfSlowness(StepPricer& pricer, const Trace& trace, std::span<const Stragglers::Rank> slow)
{
    std::map<uint32_t, double> factors;
    for (const Stragglers::Rank& rank : slow)
        factors[rank.rank] = rank.factor;
    const ColumnVector<TraceGraph::Node>& nodes = pricer.graph().nodes;
    return pricer.gain(
        [&](uint32_t n, TimeNs ns) {
            const auto found = factors.find(nodes[n].rank);
            return found != factors.end() && isRankCompute(trace, nodes[n]) ? scaled(ns, 1 / found->second) : ns;
        },
        sameTransfer);
}

} // namespace bubblescope
