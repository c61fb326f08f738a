// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tracegraph.h"

namespace bubblescope {

/// makeTraceGraph() for a profiler run: kernels and copies in the order of their lanes, each after the call that
/// launched it; pieces of host threads between these calls; calls that wait for a GPU; collectives across ranks.
/// What is not recorded is inferred from the times, never against them: which stream was made to wait for another,
/// what a synchronizing call waited for, which thread woke which.
///
/// Nodes of a rank: its kernels and copies by time, then the pieces of its threads, then its communication
/// kernels.
Result<TraceGraph> makeProfilerGraph(const RunContext& context, int step, const GraphBuilder::Options& options);

/// The same step as it follows itself again and again: the operations launched in it, whenever they run, the threads
/// that launch them, and what the next repetition waits for of this one: the host goes on, streams are in order, the
/// launch queue is limited. Calls that wait for the device, or for room in its queue, cost only what they take
/// themselves. An Error where no launch was recorded.
Result<TraceGraph> makeRepeatedGraph(const RunContext& context, int step, const GraphBuilder::Options& options);

} // namespace bubblescope
