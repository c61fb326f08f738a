// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "timerange.h"

#include <optional>

namespace bubblescope {

/// Times beyond this are refused: the difference of any two accepted ones fits 64 bits.
inline constexpr TimeNs latestTraceTime = TimeNs(1) << 61;

/// A duration of thirty years that a table, a workload or a log prints is a misread number.
inline constexpr double longestDurationNs = 1e18;

/// Whether a span meets the part of a file that is read, which is all of it where there is no slice.
constexpr bool meetsSlice(const std::optional<TimeRange>& slice, TimeNs begin, TimeNs end)
{
    return !slice || (begin < slice->end && end >= slice->begin);
}

} // namespace bubblescope
