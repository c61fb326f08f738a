// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "stepgraph.h"
#include "tracegraph.h"

#include <memory>

namespace bubblescope {

/// What replayOf() tells its `progress` there is to do.
inline constexpr uint64_t replayParts = 3;
/// A measured step as it was, ready for other costs; an Error where `progress` ends it.
Result<StepGraph> replayOf(
    const std::shared_ptr<const TraceGraph>& step, const Run& run, const ProgressFn& progress = {}, bool isDrawn = true);

} // namespace bubblescope
