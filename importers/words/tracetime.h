// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "roundedtime.h"

#include <optional>

namespace bubblescope {

/// Times of a file that lie further from 0 are refused.
inline constexpr TimeNs latestTraceTime = longestPlaced;

/// A duration of thirty years that a table, a workload or a log prints is a misread number.
inline constexpr double longestDurationNs = 1e18;

/// Whether a span meets the part of a file that is read, which is all of it where there is no slice.
constexpr bool meetsSlice(const std::optional<TimeRange>& slice, TimeNs begin, TimeNs end)
{
    return !slice || (begin < slice->end && end >= slice->begin);
}

} // namespace bubblescope
