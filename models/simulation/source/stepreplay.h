// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "stepgraph.h"
#include "tracegraph.h"

#include <memory>

namespace bubblescope {

/// Number of progress parts of replayOf().
inline constexpr uint64_t replayParts = 3;
/// A measured step ready for re-timing with other costs; an Error if `progress` ended it.
Result<StepGraph> replayOf(
    const std::shared_ptr<const TraceGraph>& step, const Run& run, const ProgressFn& progress = {}, bool isDrawn = true);
/// The same step if its sends did not block; `progress` gets parts of GraphBuilder::Options::passes + replayParts.
Result<StepGraph> nonBlockingReplayOf(
    const std::shared_ptr<const TraceGraph>& step, const Run& run, const ProgressFn& progress = {}, bool isDrawn = true);

} // namespace bubblescope
