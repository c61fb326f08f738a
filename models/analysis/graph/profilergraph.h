// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tracegraph.h"

namespace bubblescope {

/// makeTraceGraph() for a profiler's run: kernels and copies in the order of their lanes, each after the call that
/// launched it; pieces of the host's threads between those calls; calls that wait for a GPU; collectives across ranks.
/// What no record tells is inferred from the times, and never against them: which stream another was told to wait for,
/// what a synchronizing call waited for, which thread woke which.
///
/// Of a rank, its kernels and copies come first, by time, then the pieces of its threads, then its communication
/// kernels.
Result<TraceGraph> makeProfilerGraph(
    const RunContext& context, int step, const GraphBuilder::Options& options);

} // namespace bubblescope
