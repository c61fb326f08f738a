// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "roundedtime.h"

#include <optional>

namespace bubblescope {

/// Times in a file that are farther from 0 are rejected.
inline constexpr TimeNs latestTraceTime = longestPlaced;

/// Longer durations in a table, workload or log (thirty years) are misread numbers.
inline constexpr double longestDurationNs = 1e18;

/// True if a span meets `slice`, or if there is none because the whole file is read.
constexpr bool meetsSlice(const std::optional<TimeRange>& slice, TimeNs begin, TimeNs end)
{
    return !slice || (begin < slice->end && end >= slice->begin);
}

} // namespace bubblescope
