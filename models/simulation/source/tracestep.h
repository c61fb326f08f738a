// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "jobprofile.h"
#include "stepgraph.h"
#include "tracegraph.h"

namespace bubblescope {

/// Whether a trace tells which ranks share a node.
bool knowsHosts(const Trace& trace);

/// What replayOf() tells its `progress` there is to do.
inline constexpr uint64_t replayParts = 3;
/// A measured step as it was, ready for other costs; an Error where `progress` ends it.
Result<StepGraph> replayOf(
    const std::shared_ptr<const TraceGraph>& step, const Run& run, const ProgressFn& progress = {}, bool isDrawn = true);

/// What the ranks of a measured step do with any microbatch: medians over the microbatches, rank by rank, waiting left
/// out. Refuses steps that no schedule of ours makes.
Result<JobProfile> profileOf(const TraceGraph& step, const Run& run);

/// The job behind traces of single GPUs that played one rank after another. Piece by piece the slowest member of an
/// expert group counts, as the others wait for it; what communication takes is left to be priced. What the run does not
/// tell of its layout is assumed.
Result<JobProfile> profileOfScalingRun(const Run& run);

/// The job behind a measured step of which ranks are missing: what is there stands for the rest, as if it were single
/// GPUs. Refuses what has no forward pass.
Result<JobProfile> profileOfFewRanks(const Run& run, int step);

} // namespace bubblescope
