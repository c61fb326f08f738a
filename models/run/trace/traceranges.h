// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace.h"

#include <vector>

namespace bubblescope {

/// The earliest begin; 0 where there is none.
TimeNs firstBegin(const Timing& timing);
/// Makes all times relative to `origin`.
void subtract(Timing& timing, TimeNs origin);
/// First start to last end of every rank.
void updateRankRanges(
    const Timing& timing, const std::vector<Track>& tracks, const std::vector<Row>& rows, std::vector<RankInfo>& ranks);
/// The whole range, and the dense one: without the few spans (at most 1 %) that lie further off than ten times the
/// extent of all others.
void updateTraceRanges(const Timing& timing, const std::vector<RankInfo>& ranks, TimeRange& whole, TimeRange& dense);
/// Unites the ranks' steps by number.
void updateSteps(const std::vector<RankStep>& rankSteps, std::vector<Step>& steps);

} // namespace bubblescope
