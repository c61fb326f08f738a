// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "criticalpath.h"
#include "stragglers.h"

#include <span>
#include <vector>

namespace bubblescope {

/// Whether a node is compute of its rank: what a slow GPU takes longer for.
bool isRankCompute(const Trace& trace, const TraceGraph::Node& node);

/// Those of a run that are stragglers, slowest first.
std::vector<Stragglers::Rank> slowRanks(const Stragglers& stragglers);

/// The one price of slow ranks, in findings and straggler what-ifs: how much shorter the step would be, in ns, if all of
/// these computed as fast as their peers. Communication inside their passes takes what it took, and waits for them no
/// longer.
TimeNs priceOfSlowness(StepPricer& pricer, const Trace& trace, std::span<const Stragglers::Rank> slow);

} // namespace bubblescope
