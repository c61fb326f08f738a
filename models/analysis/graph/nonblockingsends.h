// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tracegraph.h"

namespace bubblescope {

/// The dependencies of a recorded step if its sends did not block; its nodes, meetings and costs stay those of `step`,
/// and keep their numbers. `trace` is that of the step; `progress` as for makeTraceGraph(). Not for profiler runs: their
/// message kernels wait for each other, like those of collectives. O(nodes).
Result<DependencyGraph> withNonBlockingSends(
    const TraceGraph& step, const Trace& trace, const ProgressFn& progress = {});

} // namespace bubblescope
