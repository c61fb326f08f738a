// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "jobprofile.h"
#include "tracegraph.h"

namespace bubblescope {

/// True if the trace states which ranks share a node.
bool knowsHosts(const Trace& trace);

/// The work of the ranks in a measured step for any microbatch: medians over microbatches for each rank, without
/// waiting. An error if no known schedule matches the step.
Result<JobProfile> profileOf(const TraceGraph& step, const Run& run);

} // namespace bubblescope
