// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "timesplit.h"

#include <vector>

namespace bubblescope {

/// splitRank() of every step of a rank, in order of Timing::stepsOf(). In timesplit.cpp. O(spans of the rank).
std::vector<TimeSplit> splitRankSteps(const RunContext& context, const Timing& timing, int32_t rank,
    const std::vector<Waiting>& waiting, const std::vector<TimeRange>& played);

} // namespace bubblescope
