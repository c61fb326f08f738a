// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "launchpairs.h"
#include "stepmarks.h"
#include "tracebuilder.h"

#include <cstdint>
#include <vector>

namespace bubblescope {

/// Marks steps where nothing in the recording does: what the hosts launch again and again, see findRepetitions(). Ranks
/// without recorded launches are found by what the busiest of their streams does. Times of `builder` are `base` later
/// than those of the marks; `ranks` by lane.
void markRepeatedSteps(const TraceBuilder& builder, const EventLanes& lanes,
    const std::vector<LaunchPairs::Pair>& launches, const std::vector<int32_t>& ranks, TimeNs base, StepMarks& steps);

} // namespace bubblescope
