// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tracegraph.h"

namespace bubblescope {

/// makeTraceGraph() for a profiler run. Its nodes are kernels and copies in the order of their lanes, each after its
/// launching call; pieces of host threads between such calls; calls that wait for a GPU; collectives across ranks. What
/// is not recorded (which stream or thread waited for what) is inferred from the times without contradicting them.
/// what a synchronizing call waited for, which thread woke which.
/// Nodes of a rank: kernels and copies by time, then the pieces of its threads, then its communication
/// kernels.
/// kernels.
Result<TraceGraph> makeProfilerGraph(
    const RunContext& context, int step, const GraphBuilder::Options& options);

} // namespace bubblescope
