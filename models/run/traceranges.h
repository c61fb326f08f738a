// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace.h"

#include <vector>

namespace bubblescope {

/// Moves all times so that the earliest begin is 0; returns what it was.
TimeNs shiftToZero(Timing& timing);
/// First start to last end of every rank.
void updateRankRanges(
    const Timing& timing, const std::vector<Track>& tracks, const std::vector<Row>& rows, std::vector<RankInfo>& ranks);
/// The whole range, and the dense one: without the few spans (at most 1 %) that lie further off than ten times the
/// extent of all others.
void updateTraceRanges(const Timing& timing, const std::vector<RankInfo>& ranks, TimeRange& whole, TimeRange& dense);
/// Unites the ranks' steps by number.
void updateSteps(const std::vector<RankStep>& rankSteps, std::vector<Step>& steps);

} // namespace bubblescope
