// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "jobprofile.h"
#include "tracegraph.h"

namespace bubblescope {

/// Whether a trace tells which ranks share a node.
bool knowsHosts(const Trace& trace);

/// What the ranks of a measured step do with any microbatch: medians over the microbatches, rank by rank, waiting left
/// out. Refuses steps that no schedule of ours makes.
Result<JobProfile> profileOf(const TraceGraph& step, const Run& run);

} // namespace bubblescope
